/* SPDX-License-Identifier: BSD-3-Clause */

/* The nodes and the coefficients of a fit through three poses. */

#include "path/fit.c"

#include "bounds.h"

/* Returns sqrt(3) / 2. */
static precise node_place(void) {
  return precise_over(precise_root(precise_of(3)), precise_of(2));
}

/* The inputs are both ends of the interval. */
static double share_of_a_node(const double *x, const void *context) {
  (void)context;
  bms_fit_nodes nodes = bms_fit_nodes_of(fmin(x[0], x[1]), fmax(x[0], x[1]));
  double error = 0;
  if (!(nodes.half > 0x1p-1000)) return 0; /* the path's pieces are no shorter */
  for (int k = -1; k <= 1; k++) {
    precise along = precise_times(precise_times(precise_of(k), node_place()), precise_of(nodes.half));
    error = fmax(error, precise_error(nodes.time[k + 1], precise_plus(precise_of(nodes.middle), along)));
  }
  return error / time_error_of(&nodes);
}

/* Computes the coefficients of the quadratic through three values at the nodes. */
static void interpolated(const double v[3], precise c[3]) {
  precise place = node_place(), v0 = precise_of(v[0]), v1 = precise_of(v[1]), v2 = precise_of(v[2]);
  c[0] = v1;
  c[1] = precise_over(precise_minus(v2, v0), precise_times(precise_of(2), place));
  precise bend = precise_minus(precise_plus(v0, v2), precise_times(precise_of(2), v1));
  c[2] = precise_over(bend, precise_times(precise_of(2), precise_times(place, place)));
}

/* The inputs are three places of the origin, and a place s in [-1, 1]. */
static double share_of_a_coefficient(const double *x, const void *context) {
  static const bms_smooth_bounds NONE = {0};
  (void)context;
  bms_fit_nodes nodes = bms_fit_nodes_of(-1, 1);
  double pose[3][3][4] = {{{0}}}, s = x[9], zero[3] = {0, 0, 0};
  precise_vector off;
  bms_fit fit;
  for (int k = 0; k < 3; k++)
    for (int r = 0; r < 3; r++) pose[k][r][3] = x[3 * r + k];
  bms_fit_poses(&nodes, (const double(*)[3][4])pose, &NONE, 0, &fit);
  for (int r = 0; r < 3; r++) {
    precise c[3];
    interpolated(x + 3 * r, c);
    off.x[r] = precise_of(0);
    for (int k = 2; k >= 0; k--) {
      precise rounded = precise_minus(precise_of(fit.coefficient[r][3][k]), c[k]);
      off.x[r] = precise_plus(precise_times(off.x[r], precise_of(s)), rounded);
    }
  }
  return precise_vector_error(zero, off) /
         (COEFFICIENT_ROUNDINGS * BMS_ROUNDING * origin_size((const double(*)[3][4])pose));
}

static void nodes_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("TIME_ROUNDINGS", share_of_a_node, NULL, 2, 100);
}

static void coefficients_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("COEFFICIENT_ROUNDINGS", share_of_a_coefficient, NULL, 10, 20);
}

/* The input is a place between the nodes: the sum of the absolute values there of the quadratics that are 1 at one node
   and 0 at the others. */
static double share_of_the_sum(const double *x, const void *context) {
  (void)context;
  precise s = precise_of(x[0]), square = precise_times(s, s), node = precise_of(CHEBYSHEV_NODE);
  precise end = precise_times(node, node), twice = precise_times(precise_of(2), end);
  precise sum = precise_absolute(precise_minus(precise_of(1), precise_over(square, end)));
  for (int side = -1; side <= 1; side += 2) {
    precise other = precise_plus(square, precise_times(precise_of(side), precise_times(s, node)));
    sum = precise_plus(sum, precise_absolute(precise_over(other, twice)));
  }
  return precise_double(sum) / (LEBESGUE * (1 + 4 * BMS_ROUNDING)); /* 5/3 itself is reached */
}

static void errors_between_nodes_grow_no_more(void **state) {
  (void)state;
  bounds_measure("LEBESGUE", share_of_the_sum, NULL, 1, 10);
}

BOUNDS_MAIN(cmocka_unit_test(errors_between_nodes_grow_no_more), cmocka_unit_test(nodes_are_as_good_as_counted),
            cmocka_unit_test(coefficients_are_as_good_as_counted))
