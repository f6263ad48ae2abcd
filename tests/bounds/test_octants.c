/* SPDX-License-Identifier: BSD-3-Clause */

/* Octant equations: the values taken for zero cover their errors. */

#include "sections/octant_equations.c"

#include "bounds.h"

/* Returns column i of a matrix motion at t. */
static precise_vector column_at(const bms_motion *motion, int i, double t) {
  precise_vector out;
  for (int r = 0; r < 3; r++) out.x[r] = bounds_polynomial(motion->matrix.entry[r][i], 2, t);
  return out;
}

/* The inputs are columns of two matrices (54) and a time. The quantity is an edge of the one along a face normal of the
   other. */
static double share_of_an_equation(const double *x, const void *context) {
  (void)context;
  bms_body body[2];
  bms_track track[2];
  bms_track_stretch over[2];
  bms_polynomial normal[3];
  double t = x[54];
  for (int k = 0; k < 2; k++) {
    body[k] =
        (bms_body){.box = bms_box_centred(1, 1, 1), .motion.form = BMS_MOTION_MATRIX, .motion.matrix.weight = {1}};
    for (int r = 0; r < 3; r++)
      for (int i = 0; i < 3; i++)
        memcpy(body[k].motion.matrix.entry[r][i], x + 27 * k + 9 * r + 3 * i, sizeof body[k].motion.matrix.entry[r][i]);
    bms_track_over(&body[k], t, t, &track[k], &over[k]);
  }
  bms_track_face_normal(&track[1], &over[1], 0, normal);
  bms_polynomial computed = edge_component((const double(*)[3])over[0].column[0], normal);
  precise_vector n = precise_cross(column_at(&body[1].motion, 1, t), column_at(&body[1].motion, 2, t));
  precise exact = precise_dot(column_at(&body[0].motion, 0, t), n);
  double bound = ZERO_ROUNDINGS * BMS_ROUNDING * track[0].column_bound * normal_bound(&track[1]);
  return precise_error(computed.c[0], exact) / bound;
}

static void equations_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("ZERO_ROUNDINGS", share_of_an_equation, NULL, 55, 4);
}

static void the_count_is_the_sum_of_its_items(void **state) {
  (void)state;
  /* A column, a cross product of two, and the products and sums of three. */
  bounds_sum("ZERO_ROUNDINGS", 20 + 100 + 3, ZERO_ROUNDINGS);
}

BOUNDS_MAIN(cmocka_unit_test(equations_are_as_good_as_counted), cmocka_unit_test(the_count_is_the_sum_of_its_items))
