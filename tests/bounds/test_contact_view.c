/* SPDX-License-Identifier: BSD-3-Clause */

/* Views of contacts: the errors of sums of poses against the exact view, if the view reports that it is certain. */

#include "answer/contact_view.h"
#include "answer/exact_view.h"
#include "numeric/vector.h"

#include "bounds.h"

/* Returns 2^k, k from 0 to `most`, by an input. */
static double power(double x, int most) {
  return ldexp(1, (int)(0.5 * (x + 1) * most));
}

/* Makes a matrix that is `times` the same motion, and its weight. */
static bms_body body_of(const double *x, double times, double offset) {
  bms_body body = {.box = bms_box_centred(1, 1, 1), .motion = {.form = BMS_MOTION_MATRIX}};
  for (int r = 0; r < 3; r++) {
    for (int j = 0; j < 3; j++) body.motion.matrix.entry[r][j][0] = times * ((r == j) + 0.25 * x[3 * r + j]);
    /* products with 3 are exact */
    for (int k = 0; k < 3; k++) body.motion.matrix.entry[r][3][k] = times * offset * (double)(float)x[9 + 3 * r + k];
  }
  body.motion.matrix.weight[0] = times;
  return body;
}

/* Computes both views.  Returns false where the first is not certain, and so is the second. */
static bool look(const bms_body *a, const bms_body *b, double t, bms_contact_view *view, bms_exact_view *exact) {
  bms_contact_view_of(a, b, t, view);
  return view->least_sine > 0 && bms_exact_view_at(a, b, t, exact);
}

static double difference(const double u[3], const double v[3]) {
  double way[3] = {u[0] - v[0], u[1] - v[1], u[2] - v[2]};
  return bms_length(way);
}

/* The two have an offset in common, and so the way between their centres is that between the middles of their boxes. */
static double share_of_a_way(const double *x, const void *context) {
  (void)context;
  double offset = power(x[18], 80), t = x[19];
  bms_body a = body_of(x, 1, offset), b = body_of(x, 3, offset);
  bms_contact_view view;
  bms_exact_view exact;
  for (int i = 0; i < 3; i++) {
    b.box.min[i] += 2 * x[20 + i];
    b.box.max[i] = b.box.min[i] + 1;
  }
  if (!look(&a, &b, t, &view, &exact)) return 0;
  return difference(view.way, exact.way) / (2 * BMS_ROUNDING * (view.size + bms_length(exact.way)));
}

/* Columns are small numbers times (t - T)^2, which is small in relation to its terms, and so is the weight; or one of
   them is not.  Returns false if nothing is certain. */
static bool look_at_vanishing(const double *x, bms_contact_view *view, bms_exact_view *exact) {
  bms_body a = {.box = bms_box_centred(1, 1, 1), .motion = {.form = BMS_MOTION_MATRIX}}, b = a;
  double root = 1 + ldexp(floor(ldexp(fabs(x[0]), 20)), -20), t = root + (1 + 0.5 * x[2]) / power(x[1], 40);
  const double square[3] = {root * root, -2 * root, 1}, one[3] = {1, 0, 0};
  const double *column = x[3] < -0.3 ? one : square, *weight = x[3] > 0.3 ? one : square;
  for (int r = 0; r < 3; r++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) {
        a.motion.matrix.entry[r][j][k] = ((r == j) + 0.125 * floor(3 * x[4 + 3 * r + j])) * column[k];
        b.motion.matrix.entry[r][j][0] = r == j;
      }
  memcpy(a.motion.matrix.weight, weight, sizeof a.motion.matrix.weight);
  b.motion.matrix.weight[0] = 1;
  return look(&a, &b, t, view, exact);
}

static double share_of_normals(const double *x, const void *context) {
  (void)context;
  bms_contact_view view;
  bms_exact_view exact;
  double most = 0;
  if (!look_at_vanishing(x, &view, &exact)) return 0;
  for (int i = 0; i < 3; i++) {
    double n[3], length = bms_length(exact.axis[i]);
    for (int r = 0; r < 3; r++) {
      exact.axis[i][r] /= length;
      n[r] = lanes_get(view.n[0][r], i);
    }
    most = bms_max(most, difference(n, exact.axis[i]));
  }
  return most / (12 * BMS_ROUNDING);
}

static double share_of_half_edges(const double *x, const void *context) {
  (void)context;
  bms_contact_view view;
  bms_exact_view exact;
  double most = 0;
  if (!look_at_vanishing(x, &view, &exact)) return 0;
  for (int i = 0; i < 3; i++) {
    double edge[3] = {lanes_get(view.half_edge[0][0], i), lanes_get(view.half_edge[0][1], i),
                      lanes_get(view.half_edge[0][2], i)};
    most = bms_max(most, difference(edge, exact.half_edge[i]) / bms_length(exact.half_edge[i]));
  }
  return most / (8 * BMS_ROUNDING);
}

static void what_is_certain_of_a_way_is_known_to_two_roundings(void **state) {
  (void)state;
  bounds_measure("CANCELLED, ways", share_of_a_way, NULL, 23, 40);
}

static void what_is_certain_of_normals_is_known_to_some_roundings(void **state) {
  (void)state;
  bounds_measure("CANCELLED, normals", share_of_normals, NULL, 13, 40);
}

static void what_is_certain_of_half_edges_is_known_to_some_roundings(void **state) {
  (void)state;
  bounds_measure("CANCELLED, half-edges", share_of_half_edges, NULL, 13, 40);
}

BOUNDS_MAIN(cmocka_unit_test(what_is_certain_of_a_way_is_known_to_two_roundings),
            cmocka_unit_test(what_is_certain_of_normals_is_known_to_some_roundings),
            cmocka_unit_test(what_is_certain_of_half_edges_is_known_to_some_roundings))
