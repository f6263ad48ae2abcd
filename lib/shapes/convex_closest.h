/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The closest points of two cores at one time, by the algorithm of Gilbert, Johnson and Keerthi ("A fast procedure for
 * computing the distance between complex objects in three-dimensional space", IEEE J. Robotics and Automation 4, 1988).
 *
 * Nothing that is certified rests on the points being the closest: they are points of the two, to within the error
 * bound of the instant, so that their distance is an upper bound; and the direction between them is merely a good guess
 * of a normal.
 */

#ifndef BMS_CONVEX_CLOSEST_H
#define BMS_CONVEX_CLOSEST_H

#include <stdbool.h>
#include <string.h>

#include "shapes/convex_stretch.h"
#include "shapes/simplex.h"

typedef struct bms_convex_closest {
  double distance;               /* of the cores; at a half-space negative inside of it */
  double direction[3];           /* from a to b, in the frame of a; as long as the distance, 1 at a half-space */
  double point_a[3], point_b[3]; /* the closest points, both in the frame of a */
  double depth;                  /* where the cores overlap: how far the origin is inside of their difference, or
                                      less; else negative */
  bms_simplex simplex;           /* the corners that they lie between */
} bms_convex_closest;

/* Finds the closest points.  It begins with the corners that closest->simplex has from another time, or if it has none,
   with `guess`, in the frame of a: the nearer these are to what is sought, the shorter it takes.  They may be any of
   the two. */
void bms_convex_closest_points(const bms_convex_instant *instant, const double guess[3], bms_convex_closest *closest);

/* Writes the closest point of one of the two in the frame of its shape. */
static inline void bms_convex_closest_in_own_frame(const bms_convex_instant *instant, const bms_convex_closest *closest,
                                                   bool of_a, double point[3]) {
  double from[3];
  for (int i = 0; i < 3; i++) from[i] = of_a ? closest->point_a[i] : closest->point_b[i] - instant->position[i];
  if (of_a)
    memcpy(point, from, sizeof from);
  else
    bms_convex_to_b(instant, from, point);
}

#endif /* BMS_CONVEX_CLOSEST_H */
