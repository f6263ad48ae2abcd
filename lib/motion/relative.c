/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Both motions over stretches of the interval and at single times, with error bounds.
 *
 * Polar forms.  A quadratic f(t) = c0 + c1 t + c2 t^2 has the polar form f(u, v) = c0 + c1 (u + v) / 2 + c2 u v; its
 * scaled Bernstein coefficients over [ta, tb] are f(ta, ta), 2 f(ta, tb), f(tb, tb).  The rotation matrix of an
 * unnormalised quaternion is a quadratic form in q, so its polar form at two quaternions serves the same way.
 *
 * Errors.  With T = max(|t0|, |t1|), a coefficient of a quadratic is off by at most 6 roundings of |c0| + |c1| T + |c2|
 * T^2, one of a linear quaternion by 3 of |q0| + |q1| T.  Every entry of A(q) is a sum of products whose absolute
 * values add up to no more than the square of that, Q^2; with the errors of its factors it is off by at most 2 * 3 + 5
 * roundings of Q^2, a column, as a vector, by
 * 20.  plane.c carries these through its products.
 */

#include "numeric/arithmetic.h"

#include "motion/relative.h"

#include <math.h>
#include <string.h>

#include "motion/parallel_edges.h"
#include "numeric/double_double.h"
#include "numeric/vector.h"

/* Bounds outside [SMALLEST, LARGEST] are left to the exact path: inside, the products of plane.c (at most 3 columns, 2
   scales and a centre) stay within 1e-200 .. 1e200, where underflow is negligible against the error bounds. */
static const double SMALLEST = 1e-20, LARGEST = 1e20;

/* Roundings in a column of A or in a position at one time or as a polar form, as a vector; see above. */
static const double COLUMN_ROUNDINGS = 20, POLYNOMIAL_ROUNDINGS = 12;

static double bound_of_polynomial(const double *c, int degree, double t) {
  double bound = fabs(c[degree]);
  for (int i = degree - 1; i >= 0; i--) bound = bound * t + fabs(c[i]);
  return bound;
}

/* v: three quadratics, one after the other. */
static double bound_of_vector(const double *v, double t) {
  double b[3];
  for (int r = 0; r < 3; r++) b[r] = bound_of_polynomial(v + 3 * r, 2, t);
  return bms_length(b);
}

static double absolute_sum(const double v[3]) {
  return fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
}

/* ------------------------------------------------------------------ preparation */

static void prepare_rigid(const bms_motion *motion, double t, bms_track *track) {
  double square = 0;
  memcpy(track->quaternion, motion->rigid.quaternion, sizeof track->quaternion);
  memcpy(track->position, motion->rigid.position, sizeof track->position);
  for (int i = 0; i < 4; i++) {
    double bound = bound_of_polynomial(track->quaternion[i], 1, t);
    square += bound * bound;
  }
  track->column_bound = track->scale_bound = square;
  track->centre_bound = square * (bound_of_vector(&track->position[0][0], t) + absolute_sum(track->middle));
}

static void prepare_matrix(const bms_motion *motion, double t, bms_track *track) {
  track->column_bound = 0;
  for (int i = 0; i < 3; i++) {
    for (int r = 0; r < 3; r++) memcpy(track->column[i][r], motion->matrix.entry[r][i], sizeof track->column[i][r]);
    track->column_bound = bms_max(track->column_bound, bound_of_vector(&track->column[i][0][0], t));
  }
  for (int r = 0; r < 3; r++) memcpy(track->position[r], motion->matrix.entry[r][3], sizeof track->position[r]);
  memcpy(track->weight, motion->matrix.weight, sizeof track->weight);
  track->scale_bound = bound_of_polynomial(track->weight, 2, t);
  track->centre_bound = bound_of_vector(&track->position[0][0], t) + track->column_bound * absolute_sum(track->middle);
}

static void prepare_track(const bms_body *body, double t, bms_track *track) {
  track->late = false;
  track->rigid = body->motion.form == BMS_MOTION_RIGID;
  track->box = body->box;
  for (int i = 0; i < 3; i++) {
    track->half[i] = 0.5 * body->box.max[i] - 0.5 * body->box.min[i];
    track->middle[i] = 0.5 * body->box.max[i] + 0.5 * body->box.min[i];
  }
  track->half_bound = absolute_sum(track->half);
  if (track->rigid)
    prepare_rigid(&body->motion, t, track);
  else
    prepare_matrix(&body->motion, t, track);
}

static bool in_range(double x) {
  return x >= SMALLEST && x <= LARGEST;
}

/* The centre is asked for by pairs that are not rigid. */
static bool track_in_range(const bms_track *track, bool centre) {
  return in_range(track->column_bound) && in_range(track->scale_bound) && (!centre || track->centre_bound <= LARGEST) &&
         track->half_bound <= LARGEST;
}

/* ------------------------------------------------------------------ pairs */

/* Sums that are this many times what they make are worth double-double arithmetic; beyond the greatest that is not
   enough either. */
static const double LATE = 8, TOO_LATE = 0x1p40;

/* Bounds that are made of computed values are greater by this part, for some ten roundings. */
static const double BOUND_ERROR = 0x1p-20;

static void quaternion_at(const bms_track *track, double t, double q[4]);
static void position_over(const bms_relative *relative, double ta, double tb, double out[3][3]);

/* Returns the greatest |q|^2 on the interval: q is linear. */
static double greatest_square(const bms_track *track, double t0, double t1) {
  double q[4], r[4];
  quaternion_at(track, t0, q);
  quaternion_at(track, t1, r);
  return (1 + BOUND_ERROR) * bms_max(bms_dot4(q, q), bms_dot4(r, r));
}

/* Returns the greatest |P| of the control points over the interval, which no polar form on it exceeds. */
static double greatest_position(const bms_relative *relative) {
  double p[3][3], greatest = 0;
  position_over(relative, relative->t0, relative->t1, p);
  for (int k = 0; k < 3; k++) {
    double factor = k == 1 ? 0.5 : 1, at[3] = {factor * p[0][k], factor * p[1][k], factor * p[2][k]};
    greatest = bms_max(greatest, bms_length(at));
  }
  return (1 + BOUND_ERROR) * greatest;
}

/* Returns true if the interval is far from t = 0, in its own length. */
static bool is_remote(const bms_relative *relative) {
  return bms_min(fabs(relative->t0), fabs(relative->t1)) > relative->t1 - relative->t0;
}

void bms_relative_sharpen(bms_relative *relative) {
  bms_track *a = &relative->a, *b = &relative->b;
  if (!relative->rigid || !is_remote(relative)) return;
  double offsets = absolute_sum(a->middle) + absolute_sum(b->middle);
  a->late = b->late = true;
  double square_a = greatest_square(a, relative->t0, relative->t1),
         square_b = greatest_square(b, relative->t0, relative->t1);
  double distance = greatest_position(relative) + offsets, size = distance + a->half_bound + b->half_bound;
  double lateness = bms_max(sqrt(a->scale_bound / square_a), sqrt(b->scale_bound / square_b));
  lateness = bms_max(lateness, relative->distance_bound / size);
  a->late = b->late = lateness > LATE && lateness < TOO_LATE;
  if (!a->late) return;
  relative->lateness = (1 + BOUND_ERROR) * lateness;
  a->scale_bound = a->column_bound = square_a;
  b->scale_bound = b->column_bound = square_b;
  relative->distance_bound = distance;
}

bool bms_relative_prepare(const bms_query *query, bms_relative *relative) {
  double t = bms_max(fabs(query->t0), fabs(query->t1));
  bms_track *a = &relative->a, *b = &relative->b;
  relative->body_a = &query->a;
  relative->body_b = &query->b;
  relative->t0 = query->t0;
  relative->t1 = query->t1;
  relative->half_space = NULL;
  relative->lateness = 1;
  prepare_track(&query->a, t, a);
  prepare_track(&query->b, t, b);

  relative->rigid = a->rigid && b->rigid;
  if (relative->rigid) {
    for (int r = 0; r < 3; r++)
      for (int k = 0; k < 3; k++) relative->position[r][k] = b->position[r][k] - a->position[r][k];
    relative->distance_bound =
        bound_of_vector(&relative->position[0][0], t) + absolute_sum(a->middle) + absolute_sum(b->middle);
  } else {
    relative->distance_bound = a->scale_bound * b->centre_bound + b->scale_bound * a->centre_bound;
  }
  relative->axes = BMS_ALL_AXES;
  relative->perpendicular = 0;
  if (relative->rigid)
    bms_find_parallel_edges(query->a.motion.rigid.quaternion, query->b.motion.rigid.quaternion, &relative->axes,
                            &relative->perpendicular);
  else if (!a->rigid && !b->rigid)
    bms_find_parallel_columns(a->column, b->column, &relative->axes, &relative->perpendicular);
  if (!track_in_range(a, !relative->rigid) || !track_in_range(b, !relative->rigid)) return false;
  double size = relative->distance_bound + a->half_bound + b->half_bound;
  return size >= SMALLEST && size <= LARGEST * LARGEST;
}

bool bms_relative_prepare_half_space(const bms_half_space *a, const bms_body *b, double t0, double t1,
                                     bms_relative *relative) {
  double t = bms_max(fabs(t0), fabs(t1)), normal = bms_length(a->normal);
  *relative = (bms_relative){.body_b = b, .t0 = t0, .t1 = t1, .half_space = a, .axes = 1, .lateness = 1};
  prepare_track(b, t, &relative->b);
  double offset = fabs(a->offset) / normal;
  relative->distance_bound = relative->b.centre_bound + offset * relative->b.scale_bound;
  double size = relative->distance_bound + relative->b.half_bound;
  return track_in_range(&relative->b, true) && in_range(normal) && offset <= LARGEST && size >= SMALLEST;
}

/* ------------------------------------------------------------------ stretches */

static void quadratic_over(const double c[3], double ta, double tb, double out[3]) {
  out[0] = c[0] + ta * (c[1] + ta * c[2]);
  out[1] = 2 * c[0] + (ta + tb) * c[1] + 2 * (ta * tb) * c[2];
  out[2] = c[0] + tb * (c[1] + tb * c[2]);
}

/* Computes the polar form of the rotation matrix of q times |q|^2, by columns, times `factor`. */
static void rotation_polar(const double q[4], const double r[4], double factor, double column[3][3][3], int slot) {
  double ww = q[0] * r[0], xx = q[1] * r[1], yy = q[2] * r[2], zz = q[3] * r[3];
  double wx = q[0] * r[1] + q[1] * r[0], wy = q[0] * r[2] + q[2] * r[0], wz = q[0] * r[3] + q[3] * r[0];
  double xy = q[1] * r[2] + q[2] * r[1], xz = q[1] * r[3] + q[3] * r[1], yz = q[2] * r[3] + q[3] * r[2];
  column[0][0][slot] = factor * (ww + xx - yy - zz);
  column[0][1][slot] = factor * (xy + wz);
  column[0][2][slot] = factor * (xz - wy);
  column[1][0][slot] = factor * (xy - wz);
  column[1][1][slot] = factor * (ww - xx + yy - zz);
  column[1][2][slot] = factor * (yz + wx);
  column[2][0][slot] = factor * (xz + wy);
  column[2][1][slot] = factor * (yz - wx);
  column[2][2][slot] = factor * (ww - xx - yy + zz);
}

static void quaternion_at(const bms_track *track, double t, double q[4]) {
  for (int i = 0; i < 4; i++) {
    const double *c = track->quaternion[i];
    q[i] = c[0] + t * c[1];
    if (track->late) q[i] = bms_double_double_add(bms_double_double_of(c[0]), bms_double_double_product(t, c[1])).high;
  }
}

/* Computes one coordinate of P as a scaled Bernstein polynomial of degree 2, in double-double arithmetic. */
static void late_position_over(const double a[3], const double b[3], double ta, double tb, double out[3]) {
  bms_double_double c[3], start = bms_double_double_of(ta), end = bms_double_double_of(tb);
  for (int k = 0; k < 3; k++) c[k] = bms_double_double_sum(b[k], -a[k]);
  bms_double_double square[3] = {bms_double_double_product(ta, ta), bms_double_double_product(ta, 2 * tb),
                                 bms_double_double_product(tb, tb)};
  bms_double_double sum[3] = {start, bms_double_double_add(start, end), end};
  for (int k = 0; k < 3; k++) {
    bms_double_double bent = bms_double_double_multiply(square[k], c[2]);
    bms_double_double straight = bms_double_double_multiply(sum[k], c[1]);
    bms_double_double constant = k == 1 ? bms_double_double_twice(c[0]) : c[0];
    out[k] = bms_double_double_add(constant, bms_double_double_add(straight, bent)).high;
  }
}

/* Computes P over [ta, tb], of a rigid pair. */
static void position_over(const bms_relative *relative, double ta, double tb, double out[3][3]) {
  for (int r = 0; r < 3; r++)
    if (relative->a.late)
      late_position_over(relative->a.position[r], relative->b.position[r], ta, tb, out[r]);
    else
      quadratic_over(relative->position[r], ta, tb, out[r]);
}

static void track_over(const bms_track *track, double ta, double tb, bms_track_stretch *out) {
  if (track->rigid) {
    double q[4], r[4];
    quaternion_at(track, ta, q);
    quaternion_at(track, tb, r);
    rotation_polar(q, q, 1, out->column, 0);
    rotation_polar(q, r, 2, out->column, 1);
    rotation_polar(r, r, 1, out->column, 2);
    out->scale[0] = bms_dot4(q, q);
    out->scale[1] = 2 * bms_dot4(q, r);
    out->scale[2] = bms_dot4(r, r);
  } else {
    for (int i = 0; i < 3; i++)
      for (int r = 0; r < 3; r++) quadratic_over(track->column[i][r], ta, tb, out->column[i][r]);
    quadratic_over(track->weight, ta, tb, out->scale);
  }
}

void bms_track_over(const bms_body *body, double t0, double t1, bms_track *track, bms_track_stretch *stretch) {
  prepare_track(body, bms_max(fabs(t0), fabs(t1)), track);
  track_over(track, t0, t1, stretch);
}

bool bms_track_turns(const bms_track *track) {
  bool still = true;
  for (int i = 0; i < 4 && track->rigid; i++) still = still && track->quaternion[i][1] == 0;
  for (int i = 0; i < 9 && !track->rigid; i++)
    still = still && track->column[i / 3][i % 3][1] == 0 && track->column[i / 3][i % 3][2] == 0;
  return !still || (!track->rigid && (track->weight[1] != 0 || track->weight[2] != 0));
}

/* Returns coordinate r of C, the centre times the scale. */
static bms_polynomial centre_over(const bms_track *track, const bms_track_stretch *stretch, int r, double ta,
                                  double tb) {
  double c[3];
  quadratic_over(track->position[r], ta, tb, c);
  bms_polynomial centre = bms_polynomial_of(2, c);
  if (track->rigid) {
    bms_polynomial scale = bms_polynomial_of(2, stretch->scale);
    centre = bms_polynomial_product(&centre, &scale);
  }
  for (int i = 0; i < 3; i++) {
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
    position_over(relative, ta, tb, stretch->position);
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

/* ------------------------------------------------------------------ instants */

static double value(const double c[3], double t) {
  return c[0] + t * (c[1] + t * c[2]);
}

/* Computes the world columns of a unit quaternion: an error e of q turns it by 2 e / |q|; the rest is the rounding of
   the formula. */
static void rigid_instant(const bms_track *track, double t, bms_track_instant *out) {
  double q[4], column[3][3][3];
  quaternion_at(track, t, q);
  double n = bms_dot4(q, q);
  rotation_polar(q, q, 1 / n, column, 0);
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) out->column[i][r] = column[i][r][0];
  double relative_error = 3 * BMS_ROUNDING * sqrt(track->scale_bound / n);
  out->column_error = relative_error < 0.01 ? 2.1 * relative_error + COLUMN_ROUNDINGS * BMS_ROUNDING : INFINITY;
  out->column_length = 1 + out->column_error;
}

/* Computes the world columns A_i / w. */
static void matrix_instant(const bms_track *track, double t, bms_track_instant *out) {
  double longest = 0, weight = value(track->weight, t);
  double weight_error = POLYNOMIAL_ROUNDINGS * BMS_ROUNDING * track->scale_bound;
  for (int i = 0; i < 3; i++) {
    for (int r = 0; r < 3; r++) out->column[i][r] = value(track->column[i][r], t) / weight;
    longest = bms_max(longest, bms_length(out->column[i]));
  }
  double error = COLUMN_ROUNDINGS * BMS_ROUNDING * track->column_bound + longest * weight_error;
  out->column_error = weight > 100 * weight_error ? 1.1 * error / weight + 4 * BMS_ROUNDING * longest : INFINITY;
  out->column_length = longest * (1 + 4 * BMS_ROUNDING) + out->column_error;
}

static void track_instant(const bms_track *track, double t, bms_track_instant *out) {
  if (track->rigid)
    rigid_instant(track, t, out);
  else
    matrix_instant(track, t, out);
}

/* Computes the centre of a body; returns the bound of its error. */
static double centre_at(const bms_track *track, double t, const bms_track_instant *at, double centre[3]) {
  double weight = track->rigid ? 1 : value(track->weight, t);
  double bound = bound_of_vector(&track->position[0][0], fabs(t));
  double error = POLYNOMIAL_ROUNDINGS * BMS_ROUNDING * bound;
  for (int r = 0; r < 3; r++) centre[r] = value(track->position[r], t) / weight;
  if (!track->rigid) {
    double weight_error = POLYNOMIAL_ROUNDINGS * BMS_ROUNDING * track->scale_bound;
    error = 1.1 * (error + bms_length(centre) * weight_error) / weight + 4 * BMS_ROUNDING * bms_length(centre);
  }
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) centre[r] += at->column[i][r] * track->middle[i];
  return error + absolute_sum(track->middle) * (at->column_error + 12 * BMS_ROUNDING * at->column_length) +
         12 * BMS_ROUNDING * bms_length(centre);
}

static void rigid_pair_distance(const bms_relative *relative, double t, bms_instant *instant) {
  const double *ma = relative->a.middle, *mb = relative->b.middle;
  double late[3][3];
  if (relative->a.late) position_over(relative, t, t, late);
  for (int r = 0; r < 3; r++) {
    double d = relative->a.late ? late[r][0] : value(relative->position[r], t);
    for (int i = 0; i < 3; i++) d += instant->b.column[i][r] * mb[i] - instant->a.column[i][r] * ma[i];
    instant->d[r] = d;
  }
  instant->d_error = 2 * POLYNOMIAL_ROUNDINGS * BMS_ROUNDING * relative->distance_bound +
                     instant->a.column_error * absolute_sum(ma) + instant->b.column_error * absolute_sum(mb);
}

static void general_pair_distance(const bms_relative *relative, double t, bms_instant *instant) {
  double a[3], b[3];
  double error = centre_at(&relative->a, t, &instant->a, a) + centre_at(&relative->b, t, &instant->b, b);
  for (int r = 0; r < 3; r++) instant->d[r] = b[r] - a[r];
  instant->d_error = error + 2 * BMS_ROUNDING * bms_length(instant->d);
}

void bms_relative_instant(const bms_relative *relative, double t, bms_instant *instant) {
  track_instant(&relative->b, t, &instant->b);
  if (relative->half_space != NULL) {
    instant->a = (bms_track_instant){.column_length = 0};
    instant->d_error = centre_at(&relative->b, t, &instant->b, instant->d);
  } else {
    track_instant(&relative->a, t, &instant->a);
    if (relative->rigid)
      rigid_pair_distance(relative, t, instant);
    else
      general_pair_distance(relative, t, instant);
  }
  instant->d_length = bms_length(instant->d) + instant->d_error;
}

/*
 * In 4 roundings u T of time, T = max(|t0|, |t1|), a quadratic moves by at most 2 * 4 u times its bound |c0| + |c1| T +
 * |c2| T^2, a linear quaternion by 4 u of its own and a column of its rotation by 2.1 times that, relatively.  The
 * errors are counted with at least 12 u, 3 u and 2.1 times 3 u of the same bounds, or of less by the lateness: the
 * movement is at most 4 / 3 of the error, times that.
 */
static const double EXTENT_ERROR = 4.0 / 3;

void bms_instant_extend(const bms_relative *relative, bms_instant *instant) {
  double factor = 1 + EXTENT_ERROR * relative->lateness;
  instant->a.column_error *= factor;
  instant->b.column_error *= factor;
  instant->d_error *= factor;
  instant->a.column_length += instant->a.column_error;
  instant->b.column_length += instant->b.column_error;
  instant->d_length += instant->d_error;
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
