/* SPDX-License-Identifier: BSD-3-Clause */

/* The scale of a homogeneous pair of the fast tier. */

#include "fast/homogeneous/homogeneous_pair.h"

#include "bounds.h"

/* Returns the error over the bound, of a scale whose Bernstein points are these. */
static double share_of_scale(const homogeneous_body *body, precise exact[3]) {
  double error = 0;
  for (int k = 0; k < 3; k++) error = fmax(error, precise_error(body->scale[k], exact[k]));
  return homogeneous_in_range(body->weight) ? error / (HOMOGENEOUS_SCALE_ERROR * body->weight) : 0;
}

/* The inputs are a quaternion (8) and the interval (2). */
static double share_of_a_norm(const double *x, const void *context) {
  (void)context;
  (void)homogeneous_prepare; /* the rest of the header is not wanted here */
  bms_motion motion = {.form = BMS_MOTION_RIGID};
  bms_query query = {.t0 = fmin(x[8], x[9]), .t1 = fmax(x[8], x[9])};
  homogeneous_body body;
  precise exact[3] = {precise_of(0), precise_of(0), precise_of(0)};
  memcpy(motion.rigid.quaternion, x, sizeof motion.rigid.quaternion);
  homogeneous_take_rigid(&query, &motion, lanes_all(0), fmax(fabs(query.t0), fabs(query.t1)), &body);
  for (int i = 0; i < 4; i++) {
    precise end[2] = {bounds_polynomial(motion.rigid.quaternion[i], 1, query.t0),
                      bounds_polynomial(motion.rigid.quaternion[i], 1, query.t1)};
    for (int k = 0; k < 3; k++) exact[k] = precise_plus(exact[k], precise_times(end[k / 2], end[(k + 1) / 2]));
  }
  return share_of_scale(&body, exact);
}

/* The inputs are a weight (3) and the interval (2). */
static double share_of_a_weight(const double *x, const void *context) {
  (void)context;
  bms_motion motion = {.form = BMS_MOTION_MATRIX};
  bms_query query = {.t0 = fmin(x[3], x[4]), .t1 = fmax(x[3], x[4])};
  homogeneous_body body;
  precise t0 = precise_of(query.t0), t1 = precise_of(query.t1), exact[3];
  memcpy(motion.matrix.weight, x, sizeof motion.matrix.weight);
  homogeneous_take_matrix(&query, &motion, lanes_all(0), fmax(fabs(query.t0), fabs(query.t1)), &body);
  precise mean = precise_over(precise_plus(t0, t1), precise_of(2));
  exact[0] = bounds_polynomial(x, 2, query.t0);
  exact[1] = precise_plus(precise_plus(precise_of(x[0]), precise_times(precise_of(x[1]), mean)),
                          precise_times(precise_of(x[2]), precise_times(t0, t1)));
  exact[2] = bounds_polynomial(x, 2, query.t1);
  return share_of_scale(&body, exact);
}

static void scales_are_far_better_than_their_signs_need(void **state) {
  (void)state;
  bounds_measure("HOMOGENEOUS_SCALE_ERROR, a norm", share_of_a_norm, NULL, 10, 20);
  bounds_measure("HOMOGENEOUS_SCALE_ERROR, a weight", share_of_a_weight, NULL, 5, 20);
}

BOUNDS_MAIN(cmocka_unit_test(scales_are_far_better_than_their_signs_need))
