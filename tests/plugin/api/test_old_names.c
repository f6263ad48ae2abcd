/* SPDX-License-Identifier: BSD-3-Clause */

/* Programs with the names of 0.1.0 compile with bms_old_names.h and qmbox_old_names.h, and get the same functions. */

#include "loop.h"

#include "bms_shapes.h"

#include "bms_old_names.h"
#include "qmbox_old_names.h"

static void old_functions_are_the_new_ones(void **state) {
  (void)state;
  assert_true(bms_first_contact_convex == bms_convex_first_contact);
  assert_true(bms_first_contact_half_space == bms_half_space_first_contact);
  assert_true(bms_first_approach_half_space == bms_half_space_first_approach);
  assert_true(bms_contact_intervals_half_space == bms_half_space_contact_intervals);
}

static void old_members_are_the_new_ones(void **state) {
  qmboxSimulateReport report;
  loop *l = make_loop(SPACE_HASH);
  qmboxSimulateOptions options = {
      .size = sizeof options, .near = l->options.near, .nearData = l, .continuity = QMBOX_CONTINUITY_USUAL};

  (void)state;
  report.unkept = QMBOX_UNKEPT_DEEP | QMBOX_UNKEPT_SHAPE | QMBOX_UNKEPT_MEMORY | QMBOX_UNKEPT_CALLBACK;
  assert_true(qmboxWorldSimulate(l->world, l->space, (dReal)0.01, &options, &report) > 0);
  assert_int_equal(report.unkept, 0);
  free_loop(l);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(old_functions_are_the_new_ones),
      CASE(old_members_are_the_new_ones),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
