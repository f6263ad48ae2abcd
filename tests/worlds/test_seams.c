/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Nobody gets through seams, corners, cracks and slots of barriers of several geoms (unions.h), and nearly all
 * reports are clean.  BMS_SOAK multiplies the throws.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "repetitions.h"
#include "unions.h"

enum { EACH = 1000, LEAST_PLAIN = 100, FIRST_SEED = 1 };

static void print_sum(const union_sum *sum) {
  print_message(
      "# %ld throws: %ld through, %ld of them with clean reports; %ld not clean, %ld with refused pairs; "
      "reached out by at most %.2f of the thickness, %.1f mm\n",
      sum->throws, sum->through, sum->through_clean, sum->unclean, sum->refused, sum->tip, 1e3 * sum->tip_length);
  if (sum->seed > 0) {
    print_message("# the first: seed %d, %s at %.2f m/s\n", (int)sum->seed, SHAPE_NAME[sum->shape], sum->speed);
  }
}

static void nobody_gets_through(void **state) {
  union_kind kind = (union_kind)(uintptr_t)*state;
  union_choice choice = {.kind = STEPPING_QMBOX};
  union_sum sum = union_throws(kind, &choice, FIRST_SEED, repetitions(EACH));

  print_sum(&sum);
  assert_int_equal(sum.through, 0);
  assert_true(sum.unclean <= sum.throws / 1000);
}

/* Plain ODE lets some through: there is something to be kept. */
static void plain_ode_lets_some_through(void **state) {
  union_choice choice = {.kind = STEPPING_PLAIN};
  int throws = repetitions(EACH / 4);

  (void)state;
  if (throws < LEAST_PLAIN) throws = LEAST_PLAIN; /* fewer show nothing */
  for (int kind = 0; kind < UNION_KINDS; kind++) {
    union_sum sum = union_throws((union_kind)kind, &choice, FIRST_SEED, throws);
    assert_true(sum.through > sum.throws / 8);
    assert_int_equal(sum.through_clean, 0);
  }
}

int main(void) {
  struct CMUnitTest tests[UNION_KINDS + 1] = {cmocka_unit_test(plain_ode_lets_some_through)};

  for (int k = 0; k < UNION_KINDS; k++) {
    tests[k + 1] = (struct CMUnitTest){UNION_NAME[k], nobody_gets_through, NULL, NULL, (void *)(uintptr_t)k};
  }
  dInitODE();
  stepping_silence();
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return _cmocka_run_group_tests("unions", tests, UNION_KINDS + 1, NULL, NULL);
}
