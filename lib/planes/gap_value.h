/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap along an axis at one time, in double_double arithmetic (numeric/double_double.h).
 *
 * It is evaluated by the expressions of plane.h, with the same positive factor, at a double t from the doubles of the
 * query; nothing is rounded to a double on the way, the box's centre and half extents included.  So its error is that
 * of the plane's polynomial with a rounding of 2^-103 (7 * 2^-106 at most per operation) in the place of 2^-53.
 */

#ifndef BMS_GAP_VALUE_H
#define BMS_GAP_VALUE_H

#include "motion/relative.h"
#include "numeric/double_double.h"

/* Times the error bound of a plane, bms_gap.error, this bounds the error of its value here. */
#define BMS_TWOFOLD_ERROR 0x1p-50

/* One body at one time: columns [i][coordinate] and their scale; the box is exact. */
typedef struct bms_precise_body {
  bms_double_double column[3][3], scale, half[3], middle[3];
} bms_precise_body;

/* Both bodies at one time. */
typedef struct bms_precise_instant {
  const bms_relative *relative;
  bms_precise_body a, b;
  bms_double_double distance[3]; /* P of a rigid pair, else D (relative.h) */
} bms_precise_instant;

/* The terms of the gap along an axis at one time, with their signs, times the factor of plane.h. */
typedef struct bms_precise_gap {
  bms_double_double distance, radius[6];
} bms_precise_gap;

void bms_precise_instant_at(const bms_relative *relative, double t, bms_precise_instant *at);

/* Takes an instant to another time. */
void bms_precise_instant_next(double t, bms_precise_instant *at);

/*
 * Bounds the error of the gap along an axis at an instant: BMS_TWOFOLD_ERROR times that of the plane, or less.  A rigid
 * body whose quaternion q is small against Q, the sum of its absolute terms, has columns that are off by roundings of
 * |q| Q, not of Q^2, as q is summed up first; and |q| is known at one time.
 */
double bms_precise_gap_error(const bms_precise_instant *at, int axis);

void bms_precise_gap_along(const bms_precise_instant *at, int axis, bms_precise_gap *gap);

/* side times the distance, less the absolute radii. */
bms_double_double bms_precise_gap_value(const bms_precise_gap *gap, int side);

/* The gap along an axis at t, times the factor that bms_gap_along() has for it, with `side` (1 or -1) for the sign of n
   . d: the plane with the origin on that side, which goes on to be negative where the origin has crossed it. */
bms_double_double bms_gap_value(const bms_relative *relative, int axis, int side, double t);

#endif /* BMS_GAP_VALUE_H */
