/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Joints, motors and kinematic bodies.  They can force bodies into each other; the report has to show that. Whatever
 * the report, nothing leaves a room or gets through a static box.
 */

#include "kind_tests.h"

static void nothing_passes_unreported(void **state) {
  compared both = compare_kind(*state, 1);

  assert_judged(&both.qmbox);
  assert_int_equal(both.qmbox.outside, 0);
  assert_int_equal(both.qmbox.through, 0);
  assert_int_equal(both.qmbox.met_clean, 0);
  assert_int_equal(both.qmbox.lost_clean, 0);
}

int main(void) {
  return kind_tests(MACHINES, nothing_passes_unreported, NULL, 0);
}
