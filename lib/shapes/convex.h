/* SPDX-License-Identifier: BSD-3-Clause */

/* Cores of convex shapes at rest in their own frames: support points, extents, bounds. */

#ifndef BMS_CONVEX_H
#define BMS_CONVEX_H

#include <stdbool.h>

#include "bms_shapes.h"

/* Returns BMS_VALID; or BMS_BOX_NOT_FINITE or BMS_BOX_REVERSED as in bms_shapes.h; of a half-space also
   BMS_HALF_SPACE_NOT_FINITE and BMS_NORMAL_ZERO. */
bms_reason bms_convex_validate(const bms_convex *shape);

/* Returns an upper bound of |x| for the points x of the core, rounding aside; of a half-space the distance of its
   plane. */
double bms_convex_reach(const bms_convex *shape);

/* Returns true and writes the point if the core is a single one: the middle of a ball. */
bool bms_convex_is_point(const bms_convex *shape, double point[3]);

/* Returns true if the core is the origin of its frame, which reaches nowhere along any direction. */
bool bms_convex_is_origin(const bms_convex *shape);

/* Writes the point of the core that lies farthest along a direction, and returns its number: of the vertex, of the
   corner of the box (a bms_octant), else 0.  Not for half-spaces. */
int bms_convex_support(const bms_convex *shape, const double direction[3], double point[3]);

/* Returns how far the core reaches along a direction: the maximum of direction . x.  Of a half-space, which reaches so
   far in one direction only, the direction is taken to be that.  The error is at most 8 roundings of the direction's
   length times the reach; the error of a support function is added, so that the extent is never too small by it. */
double bms_convex_extent(const bms_convex *shape, const double direction[3]);

/* Writes the unit normal of a half-space. */
void bms_half_space_normal(const bms_half_space *half_space, double normal[3]);

#endif /* BMS_CONVEX_H */
