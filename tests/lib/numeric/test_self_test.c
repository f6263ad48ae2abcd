/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Tests the self-test of the arithmetic: it passes here, and it finds another rounding mode and numbers that are
 * flushed to zero; and queries that are asked all the same end in some status, with no crash.
 * tests/bits/test_unsafe_flags.sh tests what flags of compilers change.
 */

#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bms.h"
#include "families.h"
#include "numeric/self_test.h"
#include "repetitions.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

enum { ROUNDS = 4 };

static void the_arithmetic_of_this_build_is_right(void **state) {
  (void)state;
  int found = bms_self_test();
  if (found != 0) print_message("# %s\n", bms_self_test_message(found));
  assert_int_equal(found, BMS_ARITHMETIC_RIGHT);
}

static void every_result_has_a_message(void **state) {
  (void)state;
  for (int k = BMS_ARITHMETIC_RIGHT; k <= BMS_ARITHMETIC_ZEROS; k++) {
    assert_string_not_equal(bms_self_test_message(k), bms_self_test_message(-1));
    assert_string_not_equal(bms_self_test_message(k), bms_self_test_message(k + 1));
  }
}

/* Returns the result of the self-test in a rounding mode; the way back goes by the default one. */
static int found_in(int mode) {
  assert_int_equal(fesetround(mode), 0);
  int found = bms_self_test();
  fesetround(FE_TONEAREST);
  return found;
}

static void another_rounding_mode_is_found(void **state) {
  (void)state;
  assert_int_equal(found_in(FE_UPWARD), BMS_ARITHMETIC_ROUNDING);
  assert_int_equal(found_in(FE_DOWNWARD), BMS_ARITHMETIC_ROUNDING);
  assert_int_equal(found_in(FE_TOWARDZERO), BMS_ARITHMETIC_ROUNDING);
  assert_int_equal(found_in(FE_TONEAREST), BMS_ARITHMETIC_RIGHT);
}

static void small_numbers_that_are_flushed_are_found(void **state) {
  (void)state;
#if defined(__x86_64__) && defined(__GNUC__)
  const unsigned flush_results = 0x8000, flush_operands = 0x40, ordinary = _mm_getcsr();
  _mm_setcsr(ordinary | flush_results);
  int of_results = bms_self_test();
  _mm_setcsr(ordinary | flush_operands);
  int of_operands = bms_self_test();
  _mm_setcsr(ordinary);
  assert_int_equal(of_results, BMS_ARITHMETIC_SMALL);
  assert_int_equal(of_operands, BMS_ARITHMETIC_SMALL);
#else
  print_message("# there is no switch known for this processor\n");
#endif
}

/* Nothing is promised of the answers, but that they come. */
static void queries_in_other_rounding_modes_end_in_a_status(void **state) {
  static const int MODE[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  int rounds = repetitions(ROUNDS), contradictions = 0;
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    for (int seed = 1; seed <= rounds; seed++) {
      bms_query query;
      family_query(family, (uint64_t)seed, &query);
      for (size_t k = 0; k < sizeof MODE / sizeof *MODE; k++) {
        bms_contact contact, approach;
        bms_contact_interval interval[4];
        int count;
        assert_int_equal(fesetround(MODE[k]), 0);
        bms_status first = bms_first_contact(&query, &contact), second = bms_first_approach(&query, &approach);
        bms_status third = bms_contact_intervals(&query, 4, interval, &count);
        fesetround(FE_TONEAREST);
        assert_true(first <= BMS_INVALID && second <= BMS_INVALID && third <= BMS_INVALID && count >= 0);
        contradictions += contact.reason == BMS_CONTRADICTION || approach.reason == BMS_CONTRADICTION;
        if (contact.reason == BMS_CONTRADICTION) assert_int_equal(first, BMS_UNRESOLVED);
      }
    }
  }
  print_message("# %d contradictions\n", contradictions);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_arithmetic_of_this_build_is_right),
      cmocka_unit_test(every_result_has_a_message),
      cmocka_unit_test(another_rounding_mode_is_found),
      cmocka_unit_test(small_numbers_that_are_flushed_are_found),
      cmocka_unit_test(queries_in_other_rounding_modes_end_in_a_status),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
