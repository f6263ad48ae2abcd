/* SPDX-License-Identifier: BSD-3-Clause */

/* Exact polynomials against FLINT's over the rationals; their signs over an interval against Sturm's count. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exact/exact_polynomial.h"
#include "exact_rational.h"

static const uint64_t SEED = 0x5eed000000000002;

enum { BLOCK = 1 << 18 };

static uint64_t block[BLOCK];

/* A polynomial with its doubles, for reports. */
typedef struct sample {
  bms_exact_polynomial p;
  double c[BMS_EXACT_MAX_DEGREE + 1];
  int count;
} sample;

static sample random_sample(bms_exact_arena *arena, random_source *r, int greatest_degree) {
  sample s = {bms_exact_polynomial_zero(), {0}, random_below(r, greatest_degree + 2)};
  bool wild = random_below(r, 8) == 0, small = random_below(r, 2) == 0;
  for (int i = 0; i < s.count; i++)
    s.c[i] = wild ? random_double(r) : small ? random_integer(r, 4) : random_uniform(r, -10, 10);
  s.p = bms_exact_polynomial_from_doubles(arena, s.c, s.count);
  return s;
}

static void show(const sample *s) {
  print_message("#  ");
  for (int i = 0; i < s->count; i++) print_message(" %a", s->c[i]);
  print_message("\n");
}

static bool equals(const bms_exact_polynomial *p, const fmpq_poly_t wanted) {
  fmpq_poly_t q;
  fmpq_poly_init(q);
  rational_polynomial_of(q, p);
  bool equal = fmpq_poly_equal(q, wanted) != 0 && fmpq_poly_degree(q) == p->degree;
  fmpq_poly_clear(q);
  return equal;
}

static void expect(bms_exact_polynomial p, const fmpq_poly_t wanted, const char *what, const sample *s,
                   const sample *t) {
  if (equals(&p, wanted)) return;
  print_message("# %s of\n", what);
  show(s);
  show(t);
  fail();
}

static void sums_differences_products_and_derivatives_are_exact(void **state) {
  (void)state;
  random_source r = random_from(SEED);
  fmpq_poly_t p, q, wanted;
  fmpq_poly_init(p);
  fmpq_poly_init(q);
  fmpq_poly_init(wanted);
  for (int i = 0; i < soaked(3000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    sample s = random_sample(&arena, &r, 5), t = random_sample(&arena, &r, 5);
    if (i % 4 == 0) /* leading coefficients that cancel */
      for (int k = t.count; k < s.count; k++)
        t.p.c[t.p.degree = k] = s.p.degree >= k ? s.p.c[k] : bms_exact_from_double(&arena, 1);
    rational_polynomial_of(p, &s.p);
    rational_polynomial_of(q, &t.p);
    size_t used = arena.used;
    fmpq_poly_add(wanted, p, q);
    expect(bms_exact_polynomial_add(&arena, &s.p, &t.p), wanted, "sum", &s, &t);
    fmpq_poly_sub(wanted, p, q);
    expect(bms_exact_polynomial_subtract(&arena, &s.p, &t.p), wanted, "difference", &s, &t);
    fmpq_poly_mul(wanted, p, q);
    expect(bms_exact_polynomial_multiply(&arena, &s.p, &t.p), wanted, "product", &s, &t);
    fmpq_poly_derivative(wanted, p);
    expect(bms_exact_polynomial_derivative(&arena, &s.p), wanted, "derivative", &s, &t);
    fmpq_poly_neg(wanted, p);
    expect(bms_exact_polynomial_negate(&s.p), wanted, "negative", &s, &t);
    arena.used = used;
    expect(bms_exact_polynomial_copy(&arena, &s.p), p, "copy", &s, &t);
  }
  fmpq_poly_clear(p);
  fmpq_poly_clear(q);
  fmpq_poly_clear(wanted);
}

static void values_signs_and_shifts_at_a_dyadic_point_are_exact(void **state) {
  (void)state;
  random_source r = random_from(SEED + 1);
  fmpq_poly_t p, line, wanted;
  mpq_t t, value, exact;
  fmpq_poly_init(p);
  fmpq_poly_init(line);
  fmpq_poly_init(wanted);
  mpq_inits(t, value, exact, NULL);
  for (int i = 0; i < soaked(2000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    sample s = random_sample(&arena, &r, BMS_EXACT_MAX_DEGREE);
    double x = i % 2 ? random_integer(&r, 3) : random_uniform(&r, -2, 2);
    bms_exact point = bms_exact_from_double(&arena, x);
    rational_polynomial_of(p, &s.p);
    mpq_set_d(t, x);
    polynomial_value_at(value, p, t);
    rational_of(exact, bms_exact_polynomial_value(&arena, &s.p, point));
    assert_true(mpq_equal(value, exact));
    size_t used = arena.used;
    assert_int_equal(bms_exact_polynomial_sign(&arena, &s.p, point), mpq_sgn(value));
    assert_true(arena.used == used);
    polynomial_set_coefficient(line, 0, t);
    fmpq_poly_set_coeff_si(line, 1, 1);
    fmpq_poly_compose(wanted, p, line);
    expect(bms_exact_polynomial_shift(&arena, &s.p, point), wanted, "shift", &s, &s);
    polynomial_multiple(wanted, p, t);
    expect(bms_exact_polynomial_times(&arena, &s.p, point), wanted, "multiple", &s, &s);
  }
  fmpq_poly_clear(p);
  fmpq_poly_clear(line);
  fmpq_poly_clear(wanted);
  mpq_clears(t, value, exact, NULL);
}

/* Returns the number of distinct roots strictly inside (low, high); the ends may be roots. */
static int roots_inside(const fmpq_poly_t p, const mpq_t low, const mpq_t high) {
  fmpq_poly_t rest, factor;
  mpq_t value;
  fmpq_poly_init(rest);
  fmpq_poly_init(factor);
  mpq_init(value);
  fmpq_poly_set(rest, p);
  for (int end = 0; end < 2; end++) { /* divide the ends out */
    mpq_neg(value, end ? high : low);
    polynomial_set_coefficient(factor, 0, value);
    fmpq_poly_set_coeff_si(factor, 1, 1);
    for (;;) {
      polynomial_value_at(value, rest, end ? high : low);
      if (mpq_sgn(value) != 0) break;
      fmpq_poly_div(rest, rest, factor);
    }
  }
  int count = sturm_count(rest, low, high);
  fmpq_poly_clear(rest);
  fmpq_poly_clear(factor);
  mpq_clear(value);
  return count;
}

/* Returns a polynomial with some roots at small dyadic points, so that ends of intervals are hit. */
static sample with_dyadic_roots(bms_exact_arena *arena, random_source *r) {
  sample s = random_sample(arena, r, BMS_EXACT_MAX_DEGREE - 4);
  while (s.p.degree < 0) s = random_sample(arena, r, BMS_EXACT_MAX_DEGREE - 4);
  for (int k = random_below(r, 5); k > 0; k--) {
    double line[2] = {-random_integer(r, 3) / 2, 1};
    bms_exact_polynomial factor = bms_exact_polynomial_from_doubles(arena, line, 2);
    s.p = bms_exact_polynomial_multiply(arena, &s.p, &factor);
  }
  return s;
}

static void sign_variations_bound_the_number_of_roots_inside_and_one_is_exact(void **state) {
  (void)state;
  random_source r = random_from(SEED + 2);
  fmpq_poly_t p;
  mpq_t low, high;
  int certain = 0;
  fmpq_poly_init(p);
  mpq_inits(low, high, NULL);
  for (int i = 0; i < soaked(3000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    sample s = with_dyadic_roots(&arena, &r);
    double width = i % 2 ? 0.5 + random_below(&r, 6) / 2.0 : random_uniform(&r, 0.01, 3);
    bms_exact end = bms_exact_from_double(&arena, width);
    rational_polynomial_of(p, &s.p);
    mpq_set_ui(low, 0, 1);
    mpq_set_d(high, width);
    size_t used = arena.used;
    bms_exact_signs signs = bms_exact_polynomial_signs(&arena, &s.p, end);
    assert_true(arena.used == used);
    int inside = roots_inside(p, low, high);
    assert_int_equal(signs.low, bms_exact_polynomial_sign(&arena, &s.p, bms_exact_zero()));
    assert_int_equal(signs.high, bms_exact_polynomial_sign(&arena, &s.p, end));
    assert_true(inside <= signs.variations);
    certain += signs.variations <= 1;
    if (signs.variations == 0) {
      bms_exact middle = bms_exact_scale(end, -1);
      assert_int_equal(signs.inside, bms_exact_polynomial_sign(&arena, &s.p, middle));
    }
    if (signs.variations == 1) assert_int_equal(inside, 1);
  }
  assert_true(certain > soaked(3000) / 2); /* the rule is worth something */
  fmpq_poly_clear(p);
  mpq_clears(low, high, NULL);
}

static void a_constant_sign_is_the_sign_at_every_point_of_the_interval(void **state) {
  (void)state;
  random_source r = random_from(SEED + 3);
  fmpq_poly_t p;
  mpq_t from, to;
  int decided = 0;
  fmpq_poly_init(p);
  mpq_inits(from, to, NULL);
  for (int i = 0; i < soaked(3000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    sample s = with_dyadic_roots(&arena, &r);
    double at = random_below(&r, 3) ? random_uniform(&r, -3, 3) : random_integer(&r, 3) / 2;
    double width = random_power_of_ten(&r, -6, 1);
    bms_exact low = bms_exact_from_double(&arena, at);
    bms_exact high = bms_exact_add(&arena, low, bms_exact_from_double(&arena, width));
    int sign = bms_exact_polynomial_constant_sign(&arena, &s.p, low, high);
    if (sign == 0) continue;
    decided++;
    rational_polynomial_of(p, &s.p);
    rational_of(from, low);
    rational_of(to, high);
    assert_int_equal(sign, bms_exact_polynomial_sign(&arena, &s.p, low));
    assert_int_equal(sturm_count(p, from, to), 0);
  }
  assert_true(decided > soaked(3000) / 4);
  fmpq_poly_clear(p);
  mpq_clears(from, to, NULL);
}

static void an_exhausted_arena_is_survived(void **state) {
  (void)state;
  random_source r = random_from(SEED + 4);
  for (size_t capacity = 0; capacity < 400; capacity++) {
    bms_exact_arena arena = bms_exact_arena_of(block + BLOCK - capacity, capacity);
    sample s = random_sample(&arena, &r, 5), t = random_sample(&arena, &r, 5);
    bms_exact_polynomial product = bms_exact_polynomial_multiply(&arena, &s.p, &t.p);
    product = bms_exact_polynomial_shift(&arena, &product, bms_exact_from_double(&arena, 0.1));
    bms_exact_polynomial_signs(&arena, &product, bms_exact_from_double(&arena, 0.3));
    bms_exact_polynomial_constant_sign(&arena, &product, bms_exact_zero(), bms_exact_from_double(&arena, 0.3));
    assert_true(arena.peak <= capacity);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_differences_products_and_derivatives_are_exact),
      cmocka_unit_test(values_signs_and_shifts_at_a_dyadic_point_are_exact),
      cmocka_unit_test(sign_variations_bound_the_number_of_roots_inside_and_one_is_exact),
      cmocka_unit_test(a_constant_sign_is_the_sign_at_every_point_of_the_interval),
      cmocka_unit_test(an_exhausted_arena_is_survived),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %#llx\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
