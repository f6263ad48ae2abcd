/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One body's motion in homogeneous form: columns A_i(t) of degree 2, a positive scale k(t) of degree 2 (the weight w of
 * a matrix motion, the squared norm n = |q|^2 of a rigid one) and the centre of the box.  A point with box coordinates
 * x stands at A x / k + translation.
 */

#ifndef BMS_TRACK_H
#define BMS_TRACK_H

#include <stdbool.h>

#include "bms.h"

/* One body, with bounds over the query's interval.  Vectors of polynomials are [..][coordinate][power of t]. */
typedef struct bms_track {
  bool rigid;
  bms_box box;
  double half[3];          /* half extents */
  double middle[3];        /* centre of the box in its own frame */
  double quaternion[4][2]; /* rigid only */
  double column[3][3][3];  /* matrix only: [i] is A_i */
  double position[3][3];   /* p, or T */
  double weight[3];        /* matrix only */
  double column_bound;     /* bounds |A_i| and all intermediate sums of its evaluation */
  double scale_bound;      /* bounds k as above */
  double centre_bound;     /* bounds C as above */
  double half_bound;       /* h_0 + h_1 + h_2 */
  bool late;               /* sums are much greater than what they make, and made in double-double arithmetic */
} bms_track;

/* Prepares a body for times up to t in absolute value. */
void bms_track_prepare(const bms_body *body, double t, bms_track *track);

/* Bounds outside of these are left to the exact path: inside, the products of plane.c (at most 3 columns, 2 scales and
   a centre) stay within 1e-200 .. 1e200, a range in which underflow is negligible against the error bounds. */
static const double BMS_LEAST_BOUND = 1e-20, BMS_GREATEST_BOUND = 1e20;

static inline bool bms_bound_in_range(double x) {
  return x >= BMS_LEAST_BOUND && x <= BMS_GREATEST_BOUND;
}

/* Returns true if the bounds of a track are in the range, its centre's included if `centre` is set: pairs that are not
   rigid ask for it. */
bool bms_track_in_range(const bms_track *track, bool centre);

/* Returns true if the quaternion of a rigid body, or the columns and the weight of a matrix, are not the same at all
   times. */
bool bms_track_turns(const bms_track *track);

/* Computes the quaternion of a rigid body at t; if the track is late, in double-double arithmetic. */
void bms_track_quaternion(const bms_track *track, double t, double q[4]);

#endif /* BMS_TRACK_H */
