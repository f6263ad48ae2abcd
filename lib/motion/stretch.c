/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Polar forms.  A quadratic f(t) = c0 + c1 t + c2 t^2 has the polar form f(u, v) = c0 + c1 (u + v) / 2 + c2 u v; its
 * scaled Bernstein coefficients over [ta, tb] are f(ta, ta), 2 f(ta, tb), f(tb, tb).  The rotation matrix of an
 * unnormalised quaternion is a quadratic form in q, so its polar form at two quaternions serves the same way.
 *
 * Errors.  With T = max(|t0|, |t1|), a coefficient of a quadratic is off by at most 6 roundings of |c0| + |c1| T + |c2|
 * T^2, one of a linear quaternion by 3 of |q0| + |q1| T.  Every entry of A(q) is a sum of products whose absolute
 * values add up to no more than the square of that, Q^2; with the errors of its factors it is off by at most 2 * 3 + 5
 * roundings of Q^2, a column, as a vector, by 20.  plane.c carries these through its products.
 */

#include "numeric/arithmetic.h"

#include "motion/stretch.h"

#include <math.h>
#include <stddef.h>

#include "motion/motion.h"
#include "numeric/quadratic.h"
#include "numeric/vector.h"

/* Computes one coefficient of the columns: the polar form of the rotation matrix at q and r, times `factor`. */
static void columns_over(const double q[4], const double r[4], double factor, bms_track_stretch *out, int coefficient) {
  double matrix[3][3];
  bms_rotation_polar(q, r, matrix);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) out->column[i][k][coefficient] = factor * matrix[k][i];
}

static void track_over(const bms_track *track, double ta, double tb, bms_track_stretch *out) {
  if (track->rigid) {
    double q[4], r[4];
    bms_track_quaternion(track, ta, q);
    bms_track_quaternion(track, tb, r);
    columns_over(q, q, 1, out, 0);
    columns_over(q, r, 2, out, 1);
    columns_over(r, r, 1, out, 2);
    out->scale[0] = bms_dot4(q, q);
    out->scale[1] = 2 * bms_dot4(q, r);
    out->scale[2] = bms_dot4(r, r);
  } else {
    for (int i = 0; i < 3; i++)
      for (int r = 0; r < 3; r++) bms_quadratic_over(track->column[i][r], ta, tb, out->column[i][r]);
    bms_quadratic_over(track->weight, ta, tb, out->scale);
  }
}

void bms_track_over(const bms_body *body, double t0, double t1, bms_track *track, bms_track_stretch *stretch) {
  bms_track_prepare(body, bms_max(fabs(t0), fabs(t1)), track);
  track_over(track, t0, t1, stretch);
}

/* Returns coordinate r of C, the centre times the scale. */
static bms_polynomial centre_over(const bms_track *track, const bms_track_stretch *stretch, int r, double ta,
                                  double tb) {
  double c[3];
  bms_quadratic_over(track->position[r], ta, tb, c);
  bms_polynomial centre = bms_polynomial_of(2, c);
  if (track->rigid) {
    bms_polynomial scale = bms_polynomial_of(2, stretch->scale);
    centre = bms_polynomial_product(&centre, &scale);
  }
  for (int i = 0; i < 3; i++) {
    if (track->middle[i] == 0) continue;
    bms_polynomial column = bms_polynomial_of(2, stretch->column[i][r]);
    centre = bms_polynomial_add_scaled(&centre, track->middle[i], &column);
  }
  return centre;
}

void bms_relative_stretch(const bms_relative *relative, double ta, double tb, bms_stretch *stretch) {
  stretch->relative = relative;
  stretch->ta = ta;
  stretch->tb = tb;
  track_over(&relative->b, ta, tb, &stretch->b);
  if (relative->half_space != NULL) {
    for (int r = 0; r < 3; r++) stretch->distance[r] = centre_over(&relative->b, &stretch->b, r, ta, tb);
    return;
  }
  track_over(&relative->a, ta, tb, &stretch->a);
  if (relative->rigid) {
    bms_relative_position_over(relative, ta, tb, stretch->position);
    return;
  }
  bms_polynomial scale_a = bms_polynomial_of(2, stretch->a.scale), scale_b = bms_polynomial_of(2, stretch->b.scale);
  for (int r = 0; r < 3; r++) {
    bms_polynomial centre_a = centre_over(&relative->a, &stretch->a, r, ta, tb);
    bms_polynomial centre_b = centre_over(&relative->b, &stretch->b, r, ta, tb);
    bms_polynomial of_a = bms_polynomial_product(&scale_b, &centre_a);
    bms_polynomial of_b = bms_polynomial_product(&scale_a, &centre_b);
    stretch->distance[r] = bms_polynomial_add_scaled(&of_b, -1, &of_a);
  }
}

bms_polynomial bms_stretch_column_product(const bms_stretch *stretch, int i, int j) {
  bms_polynomial sum = {.degree = 4};
  for (int r = 0; r < 3; r++) {
    const double *p = stretch->a.column[i][r], *q = stretch->b.column[j][r];
    sum.c[0] += p[0] * q[0];
    sum.c[1] += p[0] * q[1] + p[1] * q[0];
    sum.c[2] += p[0] * q[2] + p[1] * q[1] + p[2] * q[0];
    sum.c[3] += p[1] * q[2] + p[2] * q[1];
    sum.c[4] += p[2] * q[2];
  }
  return sum;
}

void bms_track_face_normal(const bms_track *track, const bms_track_stretch *stretch, int i, bms_polynomial normal[3]) {
  if (track->rigid) {
    for (int r = 0; r < 3; r++) normal[r] = bms_polynomial_of(2, stretch->column[i][r]);
    return;
  }
  int j = (i + 1) % 3, k = (i + 2) % 3;
  for (int r = 0; r < 3; r++) {
    int u = (r + 1) % 3, v = (r + 2) % 3;
    bms_polynomial ju = bms_polynomial_of(2, stretch->column[j][u]), jv = bms_polynomial_of(2, stretch->column[j][v]);
    bms_polynomial ku = bms_polynomial_of(2, stretch->column[k][u]), kv = bms_polynomial_of(2, stretch->column[k][v]);
    bms_polynomial minus = bms_polynomial_product(&jv, &ku);
    normal[r] = bms_polynomial_product(&ju, &kv);
    normal[r] = bms_polynomial_add_scaled(&normal[r], -1, &minus);
  }
}

bms_polynomial bms_track_determinant(const bms_track *track, const bms_track_stretch *stretch) {
  bms_polynomial normal[3], determinant = {.degree = 6};
  bms_track_face_normal(track, stretch, 0, normal);
  for (int r = 0; r < 3; r++) {
    bms_polynomial column = bms_polynomial_of(2, stretch->column[0][r]);
    bms_polynomial product = bms_polynomial_product(&normal[r], &column);
    determinant = bms_polynomial_add_scaled(&determinant, 1, &product);
  }
  return determinant;
}
