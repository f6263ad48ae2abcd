/* SPDX-License-Identifier: BSD-3-Clause */

/* A body over an interval, between the control poses of its motion. */

#ifndef BMS_BERNSTEIN_HULL_H
#define BMS_BERNSTEIN_HULL_H

#include <stdbool.h>

#include "bms.h"

/*
 * Every point of the body at every time of the interval is
 *
 *     sum_k lambda_k pose[k] x + sum_k mu_k shift[k],    lambda, mu >= 0, each summing to 1
 *
 * up to `error`: the Bernstein form of a rational quadratic with positive weights.  error is INFINITY if a weight is
 * not positive.
 */
typedef struct bms_bernstein_hull {
  double middle[3], half[3];
  double pose[3][3][4];
  double shift[3][3];
  double error;
} bms_bernstein_hull;

void bms_bernstein_hull_of(const bms_body *body, double t0, double t1, bms_bernstein_hull *hull);

/* A bound from above of direction . y over all points y of the body on the interval; |direction| about 1. */
double bms_bernstein_hull_support(const bms_bernstein_hull *hull, const double direction[3]);

/* An axis-aligned box that holds the body on the interval. */
void bms_bernstein_hull_bounds(const bms_bernstein_hull *hull, double min[3], double max[3]);

/* Returns true if an axis of either box, as it is about the middle of the interval, or the product of two, has the one
   hull before the other: then the bodies are apart all over the interval.  Not the other way round. */
bool bms_bernstein_hulls_apart(const bms_bernstein_hull *a, const bms_bernstein_hull *b);

#endif /* BMS_BERNSTEIN_HULL_H */
