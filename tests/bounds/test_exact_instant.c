/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps that are computed without rounding, and rounded towards zero once: the loss below the least double. */

#include "exact/exact_instant.h"

#include "bounds.h"

/* The inputs are the ways (3) from one cube to another, which are so small that the gap underflows.  The gap along a
   face of a is multiplied by the square of a's quaternion; the one of b by 1. */
static double share_of_what_underflows(const double *x, const void *context) {
  (void)context;
  const double unturned[4] = {1, 0, 0, 0}, nowhere[3] = {0, 0, 0};
  bms_body a = {.motion = bms_motion_fixed(nowhere, unturned)}, b;
  double away[3], most = 0;
  for (int i = 0; i < 3; i++) away[i] = x[i] * 0x1p-1020;
  for (int i = 0; i < 3; i++) a.box.max[i] = 0x1p-1060;
  b = (bms_body){a.box, bms_motion_fixed(away, unturned)};
  for (int i = 0; i < 4; i++) a.motion.rigid.quaternion[i][0] *= 0x1.8p-13;
  const bms_relative relative = {.body_a = &a, .body_b = &b, .rigid = true};
  bms_exact_instant at;
  bms_exact_instant_at(&relative, 0, &at);
  for (int axis = 0; axis < 3; axis++) {
    bms_gap_terms gap;
    if (!bms_exact_instant_gap_along(&at, axis, &gap)) continue;
    precise scale = precise_times(precise_of(0x1.8p-13), precise_of(0x1.8p-13));
    precise distance = precise_of(away[axis]), radii = precise_of(0x1p-1060);
    precise exact = precise_times(scale, precise_minus(distance, radii));
    double error = precise_error(gap.value[0], exact) - 2 * BMS_ROUNDING * fabs(gap.value[0]);
    most = fmax(most, error / BMS_EXACT_INSTANT_ERROR);
  }
  return most;
}

static void what_underflows_is_counted(void **state) {
  (void)state;
  bounds_measure("BMS_EXACT_INSTANT_ERROR", share_of_what_underflows, NULL, 3, 5);
}

BOUNDS_MAIN(cmocka_unit_test(what_underflows_is_counted))
