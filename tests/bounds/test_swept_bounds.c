/* SPDX-License-Identifier: BSD-3-Clause */

/* The coefficients of the curves that bound a swept box, and what is lost where their terms cancel or underflow. */

#include "bounds/swept_bounds.c"

#include "bounds.h"

/* The parts of a row's curve, exactly. */
typedef struct exact_curve {
  precise weight[5], numerator[5];
} exact_curve;

static precise mean(precise x, precise y) {
  return precise_over(precise_plus(x, y), precise_of(2));
}

/* Returns (x + 4 y + z) / 6. */
static precise middle_of(precise x, precise y, precise z) {
  return precise_over(precise_plus(precise_plus(x, z), precise_times(precise_of(4), y)), precise_of(6));
}

static void raised(precise c[3], precise out[5]) {
  precise raised_c[5] = {c[0], mean(c[0], c[1]), middle_of(c[0], c[1], c[2]), mean(c[1], c[2]), c[2]};
  memcpy(out, raised_c, sizeof raised_c);
}

static void product(precise p[3], precise q[3], precise out[5]) {
  out[0] = precise_times(p[0], q[0]);
  out[1] = mean(precise_times(p[0], q[1]), precise_times(p[1], q[0]));
  out[2] = middle_of(precise_times(p[0], q[2]), precise_times(p[1], q[1]), precise_times(p[2], q[0]));
  out[3] = mean(precise_times(p[1], q[2]), precise_times(p[2], q[1]));
  out[4] = precise_times(p[2], q[2]);
}

static precise linear(const double c[2], double t) {
  return precise_plus(precise_of(c[0]), precise_times(precise_of(c[1]), precise_of(t)));
}

static precise dot4(precise p[4], precise q[4]) {
  precise sum = precise_of(0);
  for (int i = 0; i < 4; i++) sum = precise_plus(sum, precise_times(p[i], q[i]));
  return sum;
}

/* Returns the first row of the polar form of the rotation matrix times the corner. */
static precise first_row(precise q[4], precise r[4], const double corner[3]) {
  precise x = precise_minus(precise_plus(precise_times(q[0], r[0]), precise_times(q[1], r[1])),
                            precise_plus(precise_times(q[2], r[2]), precise_times(q[3], r[3])));
  precise y = precise_minus(precise_plus(precise_times(q[1], r[2]), precise_times(q[2], r[1])),
                            precise_plus(precise_times(q[0], r[3]), precise_times(q[3], r[0])));
  precise z = precise_plus(precise_plus(precise_times(q[1], r[3]), precise_times(q[3], r[1])),
                           precise_plus(precise_times(q[0], r[2]), precise_times(q[2], r[0])));
  precise sum = precise_times(x, precise_of(corner[0]));
  sum = precise_plus(sum, precise_times(y, precise_of(corner[1])));
  return precise_plus(sum, precise_times(z, precise_of(corner[2])));
}

/* Computes p(t) - p(ta) over the piece. */
static void offsets(const double c[3], double ta, double tb, precise out[3]) {
  precise a = precise_of(ta), b = precise_of(tb), length = precise_minus(b, a), c1 = precise_of(c[1]);
  precise slope_a = precise_plus(c1, precise_times(precise_of(2 * c[2]), a));
  precise slope_b = precise_plus(c1, precise_times(precise_of(2 * c[2]), b));
  out[0] = precise_of(0);
  out[1] = precise_over(precise_times(slope_a, length), precise_of(2));
  out[2] = precise_plus(out[1], precise_over(precise_times(slope_b, length), precise_of(2)));
}

static void exact_of(const bms_body *body, double ta, double tb, exact_curve *out) {
  precise q[4], r[4], turned[3], moved[3], weight[3], of_product[5];
  for (int i = 0; i < 4; i++) {
    q[i] = linear(body->motion.rigid.quaternion[i], ta);
    r[i] = linear(body->motion.rigid.quaternion[i], tb);
  }
  precise *from[3] = {q, q, r}, *to[3] = {q, r, r};
  for (int k = 0; k < 3; k++) {
    weight[k] = dot4(from[k], to[k]);
    turned[k] = first_row(from[k], to[k], body->box.max);
  }
  offsets(body->motion.rigid.position[0], ta, tb, moved);
  raised(weight, out->weight);
  raised(turned, out->numerator);
  product(moved, weight, of_product);
  for (int k = 0; k < 5; k++) out->numerator[k] = precise_plus(out->numerator[k], of_product[k]);
}

/* Inputs: quaternion (8), one coordinate of the position (3), box (6), interval (2). */
typedef struct measured {
  piece p;
  curve c;
  exact_curve exact;
} measured;

static bool measure(const double *x, measured *m) {
  bms_body body = {.motion.form = BMS_MOTION_RIGID};
  sweep s = {.body = &body, .quaternion_scale = 1};
  double ta = fmin(x[17], x[18]), tb = fmax(x[17], x[18]);
  memcpy(body.motion.rigid.quaternion, x, sizeof body.motion.rigid.quaternion);
  memcpy(body.motion.rigid.position[0], x + 8, sizeof body.motion.rigid.position[0]);
  for (int i = 0; i < 3; i++) {
    body.box.min[i] = fmin(x[11 + 2 * i], x[12 + 2 * i]);
    body.box.max[i] = fmax(x[11 + 2 * i], x[12 + 2 * i]);
    s.middle[i] = 0.5 * body.box.min[i] + 0.5 * body.box.max[i];
    s.half[i] = 0.5 * body.box.max[i] - 0.5 * body.box.min[i];
    s.reach[i] = fabs(s.middle[i]) + fabs(s.half[i]);
  }
  rigid_piece(&s, ta, tb, &m->p);
  if (!(m->p.turns && m->p.moves && m->p.least > 0 && m->p.greatest <= TAME * m->p.least)) return false;
  curve_of_row(&s, &m->p, 0, &m->c);
  exact_of(&body, ta, tb, &m->exact);
  return true;
}

static double share_of_a_weight(const double *x, const void *context) {
  (void)context;
  measured m;
  double error = 0;
  if (!measure(x, &m)) return 0;
  for (int k = 0; k < 5; k++) error = fmax(error, precise_error(m.c.weight[k], m.exact.weight[k]));
  return error / (WEIGHT_ROUNDINGS * BMS_ROUNDING * m.p.greatest);
}

static double share_of_a_numerator(const double *x, const void *context) {
  (void)context;
  measured m;
  double error = 0;
  if (!measure(x, &m)) return 0;
  for (int k = 0; k < 5; k++) {
    double sum = m.c.middle[k];
    for (int i = 0; i < 3; i++) sum += m.c.spread[i][k];
    error = fmax(error, precise_error(sum, m.exact.numerator[k]));
  }
  return error / (NUMERATOR_ROUNDINGS * BMS_ROUNDING * m.p.size[0] * m.p.greatest);
}

/* Inputs: a coordinate of the position (3), a time, and how far the box reaches from there. */
static double share_of_an_end(const double *x, const void *context) {
  (void)context;
  double min[3] = {INFINITY, INFINITY, INFINITY}, max[3] = {-INFINITY, -INFINITY, -INFINITY};
  const sweep s = {.min = min, .max = max};
  double base = bms_quadratic_at(x, x[3]), margin = OUTWARDS * (fabs(base) + fabs(base + x[4]));
  widen(&s, 0, base, x[4], x[4]);
  precise end = precise_plus(bounds_polynomial(x, 2, x[3]), precise_of(x[4]));
  double below = precise_double(precise_minus(end, precise_of(min[0])));
  double above = precise_double(precise_minus(precise_of(max[0]), end));
  return margin > 0 ? (margin - fmin(below, above)) / margin : 0;
}

/* ------------------------------------------------------------------ matrix motions at one time */

/* Writes a quadratic whose terms, some 1, nearly cancel at t: by c[1] but for a rounding of c[2] t, and by c[0] but for
   a rounding of what that leaves.  The value is some 2^-106. */
static void cancel_at(double t, double first, double second, double c[3]) {
  c[2] = second;
  c[1] = -(c[2] * t) * (1 + 0x1p-52 * round(4 * first));
  c[0] = 0;
  double left = precise_double(bounds_polynomial(c, 2, t));
  c[0] = -left;
}

/* Returns the error of the first coefficient of a row at one time, beyond its roundings. */
static double error_of_a_row(const bms_body *body, double t, piece *p) {
  const sweep s = {.body = body,
                   .middle = {body->box.min[0], body->box.min[1], body->box.min[2]},
                   .reach = {fabs(body->box.min[0]), fabs(body->box.min[1]), fabs(body->box.min[2])}};
  curve c;
  precise exact = bounds_polynomial(body->motion.matrix.entry[0][3], 2, t);
  for (int i = 0; i < 3; i++) {
    precise entry = bounds_polynomial(body->motion.matrix.entry[0][i], 2, t);
    exact = precise_plus(exact, precise_times(entry, precise_of(body->box.min[i])));
  }
  matrix_piece(&s, t, t, p);
  curve_of_row(&s, p, 0, &c);
  return precise_error(c.middle[0], exact) - NUMERATOR_ROUNDINGS * BMS_ROUNDING * p->size[0];
}

/* The inputs are a time, how the terms of four quadratics cancel (8), and a point (3). */
static double share_of_what_cancels(const double *x, const void *context) {
  (void)context;
  bms_body body = {.motion = {.form = BMS_MOTION_MATRIX, .matrix.weight = {1}}};
  double t = 1 + fabs(x[0]);
  piece p;
  for (int i = 0; i < 4; i++) cancel_at(t, x[1 + 2 * i], x[2 + 2 * i], body.motion.matrix.entry[0][i]);
  for (int i = 0; i < 3; i++) body.box.min[i] = body.box.max[i] = x[9 + i];
  double error = error_of_a_row(&body, t, &p);
  return p.terms[0] > 0x1p-900 ? error / (CANCELLED * p.terms[0]) : 0;
}

/* The inputs are a row of four constants and a point (3), so small that products underflow. */
static double share_of_what_underflows(const double *x, const void *context) {
  (void)context;
  bms_body body = {.motion = {.form = BMS_MOTION_MATRIX, .matrix.weight = {1}}};
  piece p;
  for (int i = 0; i < 4; i++) body.motion.matrix.entry[0][i][0] = x[i] * (i < 3 ? 0x1p-540 : 0x1p-1060);
  for (int i = 0; i < 3; i++) body.box.min[i] = body.box.max[i] = x[4 + i] * 0x1p-530;
  double error = error_of_a_row(&body, 0, &p);
  return error / (UNDERFLOWN * (1 + p.size[0]));
}

static void what_cancels_is_counted(void **state) {
  (void)state;
  bounds_measure("CANCELLED", share_of_what_cancels, NULL, 12, 10);
}

static void what_underflows_is_counted(void **state) {
  (void)state;
  bounds_measure("UNDERFLOWN", share_of_what_underflows, NULL, 7, 10);
}

static void ends_are_rounded_outwards(void **state) {
  (void)state;
  bounds_measure("OUTWARDS", share_of_an_end, NULL, 5, 40);
}

static void weights_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("WEIGHT_ROUNDINGS", share_of_a_weight, NULL, 19, 10);
}

static void numerators_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("NUMERATOR_ROUNDINGS", share_of_a_numerator, NULL, 19, 10);
}

BOUNDS_MAIN(cmocka_unit_test(weights_are_as_good_as_counted), cmocka_unit_test(numerators_are_as_good_as_counted),
            cmocka_unit_test(ends_are_rounded_outwards), cmocka_unit_test(what_cancels_is_counted),
            cmocka_unit_test(what_underflows_is_counted))
