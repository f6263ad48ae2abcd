/* SPDX-License-Identifier: BSD-3-Clause */

/* Crowds of slivers in closed rooms with walls of 1 mm: none gets out, no cores meet, at default options. */

#include "kind_tests.h"

static void none_gets_out(void **state) {
  compared both = compare_kind(*state, 1);

  assert_judged(&both.plain);
  assert_judged(&both.qmbox);
  assert_true(both.plain.outside > both.plain.bodies / 10); /* there is something to be kept in */
  assert_int_equal(both.qmbox.outside, 0);
  assert_int_equal(both.qmbox.through, 0);
  assert_int_equal(both.qmbox.met, 0);
}

int main(void) {
  return kind_tests(CROWDS, none_gets_out, NULL, 0);
}
