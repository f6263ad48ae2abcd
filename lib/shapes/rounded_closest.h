/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The closest points of a box and a core at one time, by the algorithm of Gilbert, Johnson and Keerthi ("A fast
 * procedure for computing the distance between complex objects in three-dimensional space", IEEE J. Robotics and
 * Automation 4, 1988).
 *
 * Nothing that is certified rests on the points being the closest: they are points of the two, to within the error
 * bound given, so that their distance is an upper bound; and the direction between them is merely a good guess of a
 * normal.
 */

#ifndef BMS_ROUNDED_CLOSEST_H
#define BMS_ROUNDED_CLOSEST_H

#include "shapes/rounded.h"

/* Where the shape stands, seen from the box's frame. */
typedef struct bms_rounded_instant {
  const bms_rounded_pair *pair;
  double rotation[3][3];
  double position[3];
  double size;  /* of bms_rounded_bounds */
  double error; /* bounds the error of a point of the shape, and twice over of all sums of its points */
} bms_rounded_instant;

/* The closest points, and the corners that they lie between, in the box's frame. */
typedef struct bms_closest {
  double distance;
  double direction[3]; /* from the box to the core, as long as the distance */
  double on_core[3];
  int count; /* of the corners below, 1 to 4; 4 where the two overlap */
  int octant[4], vertex[4];
} bms_closest;

void bms_rounded_instant_at(const bms_rounded_pair *pair, double t, bms_rounded_instant *instant);

/* A vector of the box's frame in the shape's. */
void bms_rounded_to_shape(const bms_rounded_instant *instant, const double vector[3], double out[3]);

/* Of the core and the box with all its faces moved inwards by `shrink`, no more than its half extents.  The nearer
   `guess` is to their direction, the shorter it takes; it may be anything. */
void bms_closest_points(const bms_rounded_instant *instant, double shrink, const double guess[3], bms_closest *closest);

#endif /* BMS_ROUNDED_CLOSEST_H */
