/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One body thrown at one wall: none may get through, nor may its core meet the wall's, at default options.  BMS_SOAK
 * multiplies the throws: 50 makes a hundred thousand.
 */

#include "throws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kind_tests.h"
#include "repetitions.h"

enum { EACH = 250, MOST_TESTS = 32, FIRST_SEED = 1 };

static outcome run(const throw_kind *kind, stepping how) {
  outcome o = throw_many(kind, how, FIRST_SEED, repetitions(EACH));

  outcome_print(kind->name, how, &o);
  assert_judged(&o);
  return o;
}

static void none_gets_through(void **state) {
  const throw_kind *kind = *state;
  outcome plain = run(kind, (stepping){STEPPING_PLAIN, 1}), qmbox = run(kind, (stepping){STEPPING_QMBOX, 1});

  assert_true(plain.through > plain.runs / 4); /* there is something to be kept from getting through */
  assert_int_equal(qmbox.through, 0);
  assert_int_equal(qmbox.met, 0);
}

int main(void) {
  struct CMUnitTest tests[MOST_TESTS];
  size_t count = 0;

  for (; (int)count < THROW_COUNT && count < MOST_TESTS; count++) {
    tests[count] =
        (struct CMUnitTest){THROWS[count].name, none_gets_through, NULL, NULL, (void *)(uintptr_t)&THROWS[count]};
  }
  dInitODE();
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return _cmocka_run_group_tests("throws", tests, count, NULL, NULL);
}
