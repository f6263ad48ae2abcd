/* SPDX-License-Identifier: BSD-3-Clause */

/* Joint values and places of edges. */

#include "scene/edge_rates.c"

#include "bounds.h"

/* Inputs: the coefficients of a joint's value, and a time. */
static double share_of_a_value(const double *x, const void *context) {
  (void)context;
  double value[1][BMS_MOVE_TERMS], computed, time = fabs(x[BMS_MOVE_TERMS]);
  const bms_move move = {.t0 = 0, .t1 = 1, .value = (const double(*)[BMS_MOVE_TERMS])value};
  memcpy(value[0], x, sizeof value[0]);
  bms_move_at(&move, 1, time, &computed);
  double bound = VALUE_ROUNDINGS * BMS_ROUNDING * terms_of(x, time);
  return bound > 0 ? precise_error(computed, bounds_polynomial(x, BMS_MOVE_TERMS - 1, time)) / bound : 0;
}

static void values_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("VALUE_ROUNDINGS", share_of_a_value, NULL, BMS_MOVE_TERMS + 1, 40);
}

static void the_count_of_a_joint_is_the_sum_of_its_items(void **state) {
  (void)state;
  bounds_sum("JOINT_ROUNDINGS", 16 + 6 + 2 * (BMS_SINE_ROUNDINGS + 2), JOINT_ROUNDINGS);
}

BOUNDS_MAIN(cmocka_unit_test(values_are_as_good_as_counted),
            cmocka_unit_test(the_count_of_a_joint_is_the_sum_of_its_items))
