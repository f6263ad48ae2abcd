/* SPDX-License-Identifier: BSD-3-Clause */

/* Shapes on links: their sizes, in their own frames. */

#ifndef BMS_ARM_PLACED_SHAPE_H
#define BMS_ARM_PLACED_SHAPE_H

#include <stdbool.h>

#include "bms_chain.h"

/* Returns true if the shape is a box that is not grown: two of these are asked of bms_first_contact_near(). */
bool bms_placed_is_box(const bms_placed_shape *shape);

/* Returns a box around the shape, not grown by its radius; infinite for a half-space. */
bms_box bms_placed_core(const bms_placed_shape *shape);

/* Returns a bound of how far a point of the shape, not grown by its radius, is from the origin of its frame: when the
   shape turns about the origin, no point of it gets farther from what the shape was than the point of its core
   moves. */
double bms_placed_reach(const bms_placed_shape *shape);

/* Computes a half-space in the frame of its link: x is in it where normal . x <= offset, the normal of length 1.
   Returns a bound of the terms that the offset is a sum of. */
double bms_placed_plane(const bms_placed_shape *shape, double normal[3], double *offset);

#endif /* BMS_ARM_PLACED_SHAPE_H */
