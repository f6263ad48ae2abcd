/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap along an axis at four times, in double_double arithmetic (numeric/double_double_lanes.h).
 *
 * It is evaluated by the expressions of plane.h, with the same positive factor, at a double t from the doubles of the
 * query; nothing is rounded to a double on the way, the box's centre and half extents included.  So its error is that
 * of the plane's polynomial with a rounding of 2^-103 (7 * 2^-106 at most per operation) in the place of 2^-53.  What
 * is left out of products below 2^-900 is far less than that.
 *
 * A time by itself stands in all lanes: they cost no more than one.  Instants are taken from times to times, so that a
 * body that does not turn is placed once.
 */

#ifndef BMS_GAP_VALUE_H
#define BMS_GAP_VALUE_H

#include "motion/relative.h"
#include "numeric/double_double_lanes.h"

/* Times the error bound of a plane, bms_gap.error, this bounds the error of its value here. */
#define BMS_TWOFOLD_ERROR 0x1p-50

enum { BMS_PRECISE_TIMES = 4 };

/* One body at these times: columns [i][coordinate] and their scale; the box is exact. */
typedef struct bms_precise_body {
  double_lanes column[3][3], scale, half[3], middle[3];
  bool centred; /* the middle is zero */
} bms_precise_body;

/* Both bodies. */
typedef struct bms_precise_instants {
  const bms_relative *relative;
  bool placed; /* they have been at some times */
  bms_precise_body a, b;
  double_lanes distance[3];   /* P of a rigid pair, else D (relative.h) */
  double_lanes product[3][3]; /* A_i . B_j of a rigid pair, as far as they are known */
  unsigned known;             /* bit 3 i + j */
} bms_precise_instants;

/* The terms of the gap along an axis, with their signs, times the factor of plane.h. */
typedef struct bms_precise_gaps {
  double_lanes distance, radius[6];
  unsigned radii; /* bit k: radius k is not zero by construction */
} bms_precise_gaps;

/* The gap along an axis at one time as doubles: its terms, and its values on the side 1 and on the side -1, each
   rounded by itself. */
typedef struct bms_gap_terms {
  double distance, radius[6], value[2];
} bms_gap_terms;

/* Begins with no times. */
void bms_precise_instants_begin(const bms_relative *relative, bms_precise_instants *at);

/* Takes instants to these times. */
void bms_precise_instants_at(bms_precise_instants *at, const double t[BMS_PRECISE_TIMES]);

/*
 * Bounds the error of the gap along an axis at all of the instants: BMS_TWOFOLD_ERROR times the plane's, or less.  A
 * rigid body whose quaternion q is small against Q, the sum of its absolute terms, has columns that are off by
 * roundings of |q| Q, not of Q^2, as q is summed up first; and |q| is known at one time.
 */
double bms_precise_gap_error(const bms_precise_instants *at, int axis);

void bms_precise_gaps_along(bms_precise_instants *at, int axis, bms_precise_gaps *gaps);

/* Computes gaps along axes of one kind, one in each lane (not of a half-space).  The radii of each body begin with the
   one of bms_first_half_edge(). */
void bms_precise_gaps_side_by_side(const bms_precise_instants *at, const int axis[BMS_PRECISE_TIMES],
                                   bms_precise_gaps *gaps);

/* Returns the half-edge of a body (0: a, 1: b) from which an axis counts side by side with others: of its own face or
   edge, if it has one. */
static inline int bms_first_half_edge(int axis, int body) {
  if (axis < BMS_AXIS_EDGES) return axis / 3 == body ? axis % 3 : 0;
  return body == 0 ? (axis - BMS_AXIS_EDGES) / 3 : axis % 3;
}

/* Computes the distance less the absolute radii, on the side 1 and on the side -1. */
void bms_precise_gap_values(const bms_precise_gaps *gaps, double_lanes value[2]);

/* Computes side times the distance less each radius with its sign, 0 for those that are left out. */
void bms_precise_plane_values(const bms_precise_gaps *gaps, int side, const int sign[6], double_lanes *value);

/* Takes instants to t and returns the gap along an axis there, times the factor that bms_gap_along() has for it, with
   `side` (1 or -1) for the sign of n . d: the plane with the origin on that side, which goes on to be negative where
   the origin has crossed it.  *error bounds what it is off by. */
bms_double_double bms_gap_value(bms_precise_instants *at, int axis, int side, double t, double *error);

#endif /* BMS_GAP_VALUE_H */
