/* SPDX-License-Identifier: BSD-3-Clause */

/* Greatest common divisors against FLINT's, with planted common factors, multiple factors, long coefficients and
   unlucky primes. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exact/exact_divisor.h"
#include "exact_rational.h"

static const uint64_t SEED = 0x5eed000000000003;

enum { BLOCK = 1 << 16 };

static uint64_t block[BLOCK];

/* The first two primes below 2^31, which the method tries first. */
static const double FIRST_PRIME = 2147483647, SECOND_PRIME = 2147483629;

static void show(const char *name, const bms_exact_polynomial *p) {
  fmpq_poly_t q;
  fmpq_poly_init(q);
  rational_polynomial_of(q, p);
  char *text = fmpq_poly_get_str_pretty(q, "t");
  print_message("# %s = %s\n", name, text);
  flint_free(text);
  fmpq_poly_clear(q);
}

static bms_exact_polynomial random_polynomial(bms_exact_arena *arena, random_source *r, int degree, bool longer) {
  double c[BMS_EXACT_MAX_DEGREE + 1] = {0};
  for (int i = 0; i <= degree; i++) c[i] = longer ? random_uniform(r, -10, 10) : random_integer(r, 4);
  c[degree] += c[degree] == 0;
  return bms_exact_polynomial_from_doubles(arena, c, degree + 1);
}

/* Holds the divisor and the cofactor against FLINT's; all three monic. */
static void expect_divisor(bms_exact_arena *arena, const bms_exact_polynomial *f, const bms_exact_polynomial *g) {
  bms_exact_polynomial divisor, cofactor;
  fmpq_poly_t p, q, wanted, got;
  fmpq_poly_init(p);
  fmpq_poly_init(q);
  fmpq_poly_init(wanted);
  fmpq_poly_init(got);
  rational_polynomial_of(p, f);
  rational_polynomial_of(q, g);
  fmpq_poly_gcd(wanted, p, q);
  int degree = bms_exact_common_divisor(arena, f, g, &divisor, &cofactor);
  bool right = !arena->exhausted && degree == fmpq_poly_degree(wanted);
  if (right && degree > 0) {
    rational_polynomial_of(got, &divisor);
    fmpq_poly_make_monic(got, got);
    right = fmpq_poly_equal(got, wanted);
    fmpq_poly_div(wanted, p, wanted);
    fmpq_poly_make_monic(wanted, wanted);
    rational_polynomial_of(got, &cofactor);
    fmpq_poly_make_monic(got, got);
    right = right && fmpq_poly_equal(got, wanted);
  }
  if (!right) {
    print_message("# degree %d, wanted %d\n", degree, (int)fmpq_poly_degree(wanted));
    show("f", f);
    show("g", g);
  }
  fmpq_poly_clear(p);
  fmpq_poly_clear(q);
  fmpq_poly_clear(wanted);
  fmpq_poly_clear(got);
  assert_true(right);
}

static void planted_common_factors_are_found_and_no_others(void **state) {
  (void)state;
  random_source r = random_from(SEED);
  for (int i = 0; i < soaked(1000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    bool longer = i % 2;
    int common = random_below(&r, 6), rest = BMS_EXACT_MAX_DEGREE - common;
    bms_exact_polynomial h = random_polynomial(&arena, &r, common, longer);
    bms_exact_polynomial f = random_polynomial(&arena, &r, random_below(&r, rest + 1), longer);
    bms_exact_polynomial g = random_polynomial(&arena, &r, random_below(&r, rest + 1), longer);
    f = bms_exact_polynomial_multiply(&arena, &f, &h);
    g = bms_exact_polynomial_multiply(&arena, &g, &h);
    expect_divisor(&arena, &f, &g);
  }
}

static void coefficients_of_any_scale_are_allowed(void **state) {
  (void)state;
  random_source r = random_from(SEED + 1);
  for (int i = 0; i < soaked(300); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    bms_exact_polynomial f = random_polynomial(&arena, &r, 3, true), g = random_polynomial(&arena, &r, 4, true);
    bms_exact_polynomial h = random_polynomial(&arena, &r, 2, true);
    for (int k = 0; k <= 2; k++) h.c[k] = bms_exact_scale(h.c[k], random_below(&r, 200) - 100);
    f = bms_exact_polynomial_multiply(&arena, &f, &h);
    g = bms_exact_polynomial_multiply(&arena, &g, &h);
    expect_divisor(&arena, &f, &g);
    expect_divisor(&arena, &f, &f);
    expect_divisor(&arena, &g, &f);
  }
}

static void primes_that_divide_what_they_should_not_do_no_harm(void **state) {
  (void)state;
  const double unlucky[][2] = {{FIRST_PRIME, SECOND_PRIME}, {FIRST_PRIME, 1}, {1, SECOND_PRIME}};
  for (int i = 0; i < 3; i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    bms_exact multiple = bms_exact_multiply(&arena, bms_exact_from_double(&arena, unlucky[i][0]),
                                            bms_exact_from_double(&arena, unlucky[i][1]));
    /* t - 1 and t - 1 - multiple have a common root modulo the primes, and no other */
    double line[2] = {-1, 1}, other[2] = {-3, 1};
    bms_exact_polynomial f = bms_exact_polynomial_from_doubles(&arena, line, 2), g = f;
    bms_exact_polynomial h = bms_exact_polynomial_from_doubles(&arena, other, 2);
    g.c[0] = bms_exact_subtract(&arena, g.c[0], multiple);
    expect_divisor(&arena, &f, &g);
    bms_exact_polynomial fh = bms_exact_polynomial_multiply(&arena, &f, &h);
    bms_exact_polynomial gh = bms_exact_polynomial_multiply(&arena, &g, &h);
    expect_divisor(&arena, &fh, &gh);
    /* a leading coefficient that they divide, and a whole polynomial */
    bms_exact_polynomial times = bms_exact_polynomial_times(&arena, &fh, multiple);
    expect_divisor(&arena, &times, &gh);
    expect_divisor(&arena, &gh, &times);
    fh.c[2] = bms_exact_multiply(&arena, fh.c[2], multiple);
    bms_exact_polynomial both = bms_exact_polynomial_multiply(&arena, &fh, &gh);
    expect_divisor(&arena, &both, &fh);
    expect_divisor(&arena, &fh, &both);
  }
}

static void a_square_free_part_has_the_same_roots_each_once(void **state) {
  (void)state;
  random_source r = random_from(SEED + 2);
  fmpq_poly_t p, derivative, wanted, got;
  fmpq_poly_init(p);
  fmpq_poly_init(derivative);
  fmpq_poly_init(wanted);
  fmpq_poly_init(got);
  for (int i = 0; i < soaked(500); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    bms_exact_polynomial f = random_polynomial(&arena, &r, random_below(&r, 4), i % 2);
    for (int k = random_below(&r, 3); k > 0; k--) {
      bms_exact_polynomial g = random_polynomial(&arena, &r, 1 + random_below(&r, 3), i % 2);
      for (int power = 2 + random_below(&r, 2); power > 0 && f.degree + g.degree <= BMS_EXACT_MAX_DEGREE; power--)
        f = bms_exact_polynomial_multiply(&arena, &f, &g);
    }
    rational_polynomial_of(p, &f);
    fmpq_poly_derivative(derivative, p);
    fmpq_poly_gcd(wanted, p, derivative);
    fmpq_poly_div(wanted, p, wanted);
    fmpq_poly_make_monic(wanted, wanted);
    bms_exact_polynomial free_of_squares = bms_exact_square_free(&arena, &f);
    rational_polynomial_of(got, &free_of_squares);
    fmpq_poly_make_monic(got, got);
    if (!fmpq_poly_equal(got, wanted)) {
      show("f", &f);
      fail();
    }
  }
  fmpq_poly_clear(p);
  fmpq_poly_clear(derivative);
  fmpq_poly_clear(wanted);
  fmpq_poly_clear(got);
}

static void an_exhausted_arena_ends_the_search(void **state) {
  (void)state;
  random_source r = random_from(SEED + 3);
  bms_exact_arena source = bms_exact_arena_of(block, BLOCK / 2);
  bms_exact_polynomial f = random_polynomial(&source, &r, 5, true), divisor, cofactor;
  f = bms_exact_polynomial_multiply(&source, &f, &f);
  for (size_t capacity = 0; capacity < 3000; capacity += 50) {
    bms_exact_arena arena = bms_exact_arena_of(block + BLOCK - capacity, capacity);
    int degree = bms_exact_common_divisor(&arena, &f, &f, &divisor, &cofactor);
    assert_true(arena.exhausted || degree == BMS_EXACT_MAX_DEGREE);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(planted_common_factors_are_found_and_no_others),
      cmocka_unit_test(coefficients_of_any_scale_are_allowed),
      cmocka_unit_test(primes_that_divide_what_they_should_not_do_no_harm),
      cmocka_unit_test(a_square_free_part_has_the_same_roots_each_once),
      cmocka_unit_test(an_exhausted_arena_ends_the_search),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %#llx\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
