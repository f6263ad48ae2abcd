/* SPDX-License-Identifier: BSD-3-Clause */

/* The distance of two convex bodies with eight corners each. */

#ifndef BMS_DISTANCE_H
#define BMS_DISTANCE_H

#include "bms.h"

typedef struct bms_distance {
  double distance;   /* between two points, one of each body, so never below the true one by more than roundings */
  double between[3]; /* from the point of a to the point of b; 0 where they overlap */
} bms_distance;

/* Computes the distance of two bodies at t.  `between` is the direction that separates them best; that it is the best
   is not proved. */
void bms_distance_at(const bms_body *a, const bms_body *b, double t, bms_distance *out);

#endif /* BMS_DISTANCE_H */
