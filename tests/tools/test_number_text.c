/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Numbers as text, against the C library: reading gives strtod()'s result, to the bit; writing gives the first of
 * "%.15g", "%.16g" and "%.17g" that reads back.
 *
 * BMS_SOAK multiplies the number of random doubles, BMS_REDUCE divides it.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "json/number_text.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 16180, ROUNDS = 300000, TEXT_SIZE = 400 };

static bool same_bits(double x, double y) {
  return memcmp(&x, &y, sizeof x) == 0;
}

static void require_read(const char *text) {
  double x = 7, expected = strtod(text, NULL);
  size_t length = number_text_read(text, strlen(text), &x), all = strcspn(text, ",]");
  if (isinf(expected)) { /* the greatest doubles, rounded up to few digits */
    assert_true(length == 0);
    return;
  }
  if (length == all && same_bits(x, expected)) return;
  print_message("# read %zu of %zu of %s: %a, the C library %a\n", length, all, text, x, expected);
  fail();
}

static void require_written(double x) {
  char text[NUMBER_TEXT_SIZE + 1], expected[TEXT_SIZE];
  size_t length = number_text_write(x, text);
  assert_true(length < sizeof text);
  text[length] = 0;
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(expected, sizeof expected, "%.*g", digits, x);
    if (same_bits(strtod(expected, NULL), x)) break;
  }
  if (strcmp(text, expected) == 0) return;
  print_message("# %a is written %s, by the C library %s\n", x, text, expected);
  fail();
}

/* Returns a double of any size, or of a common one; with all bits at random, or with few digits. */
static double any_double(random_source *r) {
  double x, sign = random_sign(r);
  uint64_t bits = random_bits(r);
  switch (random_below(r, 6)) {
    case 0:
      memcpy(&x, &bits, sizeof x);
      return isfinite(x) ? x : 1;
    case 1:
      x = sign * random_below(r, 100000);
      return x / pow(10, random_below(r, 12));
    case 2:
      return ldexp(sign, random_below(r, 120) - 60);
    case 3:
      x = random_uniform(r, -1, 1);
      return ldexp(x, random_below(r, 70) - 20);
    case 4: /* next to a power of ten, or a power of two */
      x = random_below(r, 2) == 0 ? pow(10, random_below(r, 24) - 8) : ldexp(1, random_below(r, 70) - 20);
      for (int k = random_below(r, 3); k > 0; k--) x = nextafter(x, random_below(r, 2) == 0 ? 0 : INFINITY);
      return x;
    default:
      return random_uniform(r, -10, 10);
  }
}

static void what_is_written_is_what_the_library_writes(void **state) {
  random_source r = random_from(SEED);
  (void)state;
  for (int n = 0; n < repetitions(ROUNDS); n++) require_written(any_double(&r));
}

static void what_is_no_number_is_written_as_null(void **state) {
  char text[NUMBER_TEXT_SIZE];
  (void)state;
  assert_true(number_text_write(INFINITY, text) == 4 && memcmp(text, "null", 4) == 0);
  assert_true(number_text_write(NAN, text) == 4 && memcmp(text, "null", 4) == 0);
  require_written(0);
  require_written(-0.0);
}

static void what_the_library_writes_is_read_as_it_reads_it(void **state) {
  random_source r = random_from(SEED + 1);
  char text[TEXT_SIZE];
  (void)state;
  for (int n = 0; n < repetitions(ROUNDS); n++) {
    static const char *const form[] = {"%.*e]", "%.*g]", "%.*f]"};
    double x = any_double(&r);
    int digits = random_below(&r, 25);
    snprintf(text, sizeof text, form[fabs(x) < 1e30 ? n % 3 : n % 2], digits, x);
    require_read(text);
  }
}

/* Decimals that no double is near, some of them so near to half-way between two that only a remainder decides. */
static void random_decimals_are_read_as_the_library_reads_them(void **state) {
  random_source r = random_from(SEED + 3);
  char text[TEXT_SIZE];
  (void)state;
  for (int n = 0; n < repetitions(ROUNDS); n++) {
    uint64_t digits = random_bits(&r);
    digits >>= random_below(&r, 12);
    snprintf(text, sizeof text, "%llue%d]", (unsigned long long)digits, -random_below(&r, 23));
    require_read(text);
  }
}

/* Decimals half-way between doubles, and next to it: x and its neighbour have a middle of 54 bits, whose decimal
   ends. */
static void ties_are_read_as_the_library_reads_them(void **state) {
  random_source r = random_from(SEED + 2);
  char text[TEXT_SIZE];
  (void)state;
  for (int n = 0; n < repetitions(ROUNDS / 3); n++) {
    uint64_t middle = (UINT64_C(1) << 53) + 2 * (random_bits(&r) >> 12) + 1;
    int halvings = random_below(&r, 12);
    snprintf(text, sizeof text, "%.*Lf]", halvings, ldexpl((long double)middle, -halvings));
    require_read(text);
    text[strlen(text) - 2]++; /* the last digit is 5, or odd */
    if (strchr(text, ':') == NULL) require_read(text);
  }
}

static void what_the_grammar_has_not_is_not_read(void **state) {
  static const char *const none[] = {
      "]",     "-]",  "+1]",  ".5]",       "1.]",   "-.5]", "1e]",    "1e+]",
      "1.e5]", "e5]", "NaN]", "Infinity]", "null]", "x]",   "1e400]", "-1e999999999999]"};
  static const char *const partly[] = {"00]", "01]", "0x10]", "-01]", "1 2]"};
  double x;
  (void)state;
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    size_t length = number_text_read(none[i], strlen(none[i]), &x);
    if (length != 0) print_message("# of %s %zu characters are read\n", none[i], length);
    assert_true(length == 0);
  }
  for (size_t i = 0; i < sizeof partly / sizeof *partly; i++)
    assert_true(number_text_read(partly[i], strlen(partly[i]), &x) == strspn(partly[i], "-") + 1);
}

/* Writes zeros between two texts: zeros("0.", 5, "1e5]") is 0.000001e5]. */
static void require_zeros(const char *before, int count, const char *after) {
  char *text = malloc(strlen(before) + (size_t)count + strlen(after) + 1);
  assert_non_null(text);
  strcpy(text, before);
  memset(text + strlen(before), '0', (size_t)count);
  strcpy(text + strlen(before) + count, after);
  require_read(text);
  free(text);
}

static void long_numbers_are_read_as_the_library_reads_them(void **state) {
  (void)state;
  require_read("18446744073709551615]");
  require_read("18446744073709551616]");
  require_read("9999999999999999999]");
  require_read("99999999999999999999]");
  require_read("0.10000000000000000055511151231257827]");
  require_read("-0]");
  require_read("-0.0e5]");
  require_read("0e99999999999]");
  require_read("1e-99999999999]");
  require_read("123456789012345678e22]");
  require_read("1234567890123456789e-300]");
  require_zeros("0.", 9998, "12e10001]");
  require_zeros("0.", 9999, "12e10001]");
  require_zeros("0.", 10000, "12e10001]");
  require_zeros("0.", 10001, "12e10001]");
  require_zeros("0.", 20000, "12e20003]");
  require_zeros("0.", 150000, "12e150003]");
  require_zeros("0.", 9998, "12e1000000]");
  require_zeros("0.", 14998, "12e150003]");
  require_zeros("1", 300, "e-290]");
  require_zeros("1", 20000, "e-20005]");
  require_zeros("0.1", 1000, "]");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_is_what_the_library_writes),
      cmocka_unit_test(what_is_no_number_is_written_as_null),
      cmocka_unit_test(what_the_library_writes_is_read_as_it_reads_it),
      cmocka_unit_test(random_decimals_are_read_as_the_library_reads_them),
      cmocka_unit_test(ties_are_read_as_the_library_reads_them),
      cmocka_unit_test(what_the_grammar_has_not_is_not_read),
      cmocka_unit_test(long_numbers_are_read_as_the_library_reads_them),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %d\n", SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
