/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Closest points on cylinders, to full accuracy.
 *
 * The search among points (convex_closest.h) comes near to a curved surface in ever smaller steps.  It need not: once
 * it shows that the closest points lie on a rim or along a side of a cylinder, and on a rim, side, edge or vertex of
 * the other, two numbers are their places on these, and Newton's iteration finds them.
 */

#ifndef BMS_ROUND_CLOSEST_H
#define BMS_ROUND_CLOSEST_H

#include <stdbool.h>

#include "shapes/convex_closest.h"

/* Moves closest points that were found roughly, one of them on a cylinder, to where they are on their features:
   distance, direction and both points.  Returns false and leaves them as they are if that does not bring them
   closer. */
bool bms_round_closest(const bms_convex_instant *instant, bms_convex_closest *closest);

/* Returns true if a point on a cylinder, in its own frame, is on its side, between the rims. */
bool bms_is_on_side(const bms_convex *cylinder, const double point[3]);

#endif /* BMS_ROUND_CLOSEST_H */
