/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A rigid pair over a stretch of time: the columns of both rotations and the way P as polynomials of degree 2 in scaled
 * Bernstein form (polynomial.h).
 *
 * Functions of this header are for rigid_quick.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_ROWS_H
#define BMS_RIGID_ROWS_H

#include "lanes.h"
#include "rigid_pair.h"

/* One body over a stretch: rows of its columns by coefficient and coordinate, |q|^2. */
typedef struct rigid_rows {
  bms_lanes row[3][3]; /* [coefficient][coordinate]: lane i is of column i, lane 3 of P where it is filled in */
  double square[3];
} rigid_rows;

/* The mean of two numbers. */
BMS_INLINE double rigid_mean(double x, double y, double s) {
  return x + s * (y - x);
}

/* A quaternion's polar form at q and r, times `factor`, into coefficient k. */
BMS_INLINE void rigid_polar(const double q[4], const double r[4], double factor, int k, rigid_rows *out) {
  double w = factor * q[0], x = factor * q[1], y = factor * q[2], z = factor * q[3];
  double ww = w * r[0], xx = x * r[1], yy = y * r[2], zz = z * r[3], along = ww - xx - (yy + zz);
  bms_lanes u = bms_lanes_of3(x, y, z), v = bms_lanes_of3(r[1], r[2], r[3]);
  bms_lanes turn = v * w + u * r[0];
  out->square[k] = ww + xx + (yy + zz);
  out->row[k][0] = v * x + u * r[1] + rigid_turn_row(0, along, turn);
  out->row[k][1] = v * y + u * r[2] + rigid_turn_row(1, along, turn);
  out->row[k][2] = v * z + u * r[3] + rigid_turn_row(2, along, turn);
}

static void rigid_rows_over(const rigid_body *body, double s0, double s1, rigid_rows *out) {
  double q[4], r[4];
  for (int i = 0; i < 4; i++) {
    double first = body->quaternion[0][i], last = body->quaternion[1][i];
    q[i] = s0 == 0 ? first : rigid_mean(first, last, s0);
    r[i] = s1 == 1 ? last : rigid_mean(first, last, s1);
  }
  rigid_polar(q, q, 1, 0, out);
  rigid_polar(q, r, 2, 1, out);
  rigid_polar(r, r, 1, 2, out);
}

/* Coordinate r of P over [s0, s1]: de Casteljau's means give its polar form at s0, s0; s0, s1; s1, s1. */
BMS_INLINE void rigid_position_over(const rigid_pair *pair, double s0, double s1, int r, double out[3]) {
  double b0 = pair->position[0][r], b1 = pair->position[1][r], b2 = pair->position[2][r];
  double first0 = rigid_mean(b0, b1, s0), first1 = rigid_mean(b1, b2, s0);
  double last0 = rigid_mean(b0, b1, s1), last1 = rigid_mean(b1, b2, s1);
  out[0] = s0 == 0 ? b0 : rigid_mean(first0, first1, s0);
  out[1] = 2 * rigid_mean(first0, first1, s1);
  out[2] = s1 == 1 ? b2 : rigid_mean(last0, last1, s1);
}

#endif /* BMS_RIGID_ROWS_H */
