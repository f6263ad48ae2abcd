/* SPDX-License-Identifier: BSD-3-Clause */

/* Exact numbers against GMP's rationals, on numbers of all magnitudes. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "exact/exact_number.h"
#include "exact/wide_product.h"
#include "exact_rational.h"

static const uint64_t SEED = 0x5eed000000000001;

enum { BLOCK = 1 << 16, FACTORS = 4 };

static uint64_t block[BLOCK];

/* A random number with its parts: the product and sum of a few doubles, most of them not doubles themselves. */
typedef struct sample {
  bms_exact x;
  double part[FACTORS];
  int parts;
} sample;

static sample random_sample(bms_exact_arena *arena, random_source *r) {
  sample s = {bms_exact_zero(), {0}, 1 + random_below(r, FACTORS)};
  for (int i = 0; i < s.parts; i++) {
    s.part[i] = random_double(r);
    bms_exact part = bms_exact_from_double(arena, s.part[i]);
    s.x = i % 2 ? bms_exact_multiply(arena, s.x, part) : bms_exact_add(arena, s.x, part);
  }
  return s;
}

static void show(const sample *s) {
  for (int i = 0; i < s->parts; i++) print_message("#   %s%a\n", i == 0 ? "" : i % 2 ? "times " : "plus ", s->part[i]);
}

/* Fails, and prints the inputs, unless x is exactly `wanted` and in normal form. */
static void expect(bms_exact x, const mpq_t wanted, const char *what, const sample *s, const sample *t) {
  mpq_t q;
  mpq_init(q);
  rational_of(q, x);
  int length = x.size < 0 ? -x.size : x.size;
  bool normal = length == 0 ? x.exponent == 0 : x.limb[0] != 0 && x.limb[length - 1] != 0;
  bool equal = mpq_equal(q, wanted) != 0;
  mpq_clear(q);
  if (normal && equal) return;
  print_message("# %s: %s\n", what, normal ? "wrong value" : "not in normal form");
  show(s);
  if (t) show(t);
  fail();
}

static void every_finite_double_is_represented_exactly(void **state) {
  (void)state;
  random_source r = random_from(SEED);
  mpq_t wanted;
  mpq_init(wanted);
  for (int i = 0; i < soaked(20000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    sample s = {bms_exact_zero(), {random_double(&r)}, 1};
    mpq_set_d(wanted, s.part[0]);
    s.x = bms_exact_from_double(&arena, s.part[0]);
    expect(s.x, wanted, "from a double", &s, NULL);
    assert_true(bms_exact_round_down(s.x) == s.part[0]);
    assert_true(bms_exact_round_up(s.x) == s.part[0]);
  }
  mpq_clear(wanted);
}

static void sums_differences_and_products_are_exact_and_in_normal_form(void **state) {
  (void)state;
  random_source r = random_from(SEED + 1);
  mpq_t p, q, wanted;
  mpq_inits(p, q, wanted, NULL);
  for (int i = 0; i < soaked(20000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    sample s = random_sample(&arena, &r), t = random_sample(&arena, &r);
    if (i % 3 == 0) { /* nearly the same: cancellation */
      t = s;
      t.x = bms_exact_add(&arena, s.x, bms_exact_from_double(&arena, random_double(&r)));
    }
    rational_of(p, s.x);
    rational_of(q, t.x);
    mpq_add(wanted, p, q);
    expect(bms_exact_add(&arena, s.x, t.x), wanted, "sum", &s, &t);
    mpq_sub(wanted, p, q);
    expect(bms_exact_subtract(&arena, s.x, t.x), wanted, "difference", &s, &t);
    mpq_mul(wanted, p, q);
    expect(bms_exact_multiply(&arena, s.x, t.x), wanted, "product", &s, &t);
    mpq_add(wanted, p, q);
    mpq_div_2exp(wanted, wanted, 1);
    expect(bms_exact_middle(&arena, s.x, t.x), wanted, "middle", &s, &t);
    mpq_neg(wanted, p);
    expect(bms_exact_negate(s.x), wanted, "negative", &s, NULL);
    assert_int_equal(bms_exact_sign(bms_exact_subtract(&arena, s.x, s.x)), 0);
  }
  mpq_clears(p, q, wanted, NULL);
}

static void scaling_by_a_power_of_two_is_exact(void **state) {
  (void)state;
  random_source r = random_from(SEED + 2);
  mpq_t wanted;
  mpq_init(wanted);
  for (int i = 0; i < soaked(20000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    sample s = random_sample(&arena, &r);
    int power = random_below(&r, 300) - 150;
    rational_of(wanted, s.x);
    if (power >= 0)
      mpq_mul_2exp(wanted, wanted, (mp_bitcnt_t)power);
    else
      mpq_div_2exp(wanted, wanted, (mp_bitcnt_t)-power);
    expect(bms_exact_scale(s.x, power), wanted, "scaled", &s, NULL);
  }
  mpq_clear(wanted);
}

static void order_and_sign_are_those_of_the_rationals(void **state) {
  (void)state;
  random_source r = random_from(SEED + 3);
  mpq_t p, q;
  mpq_inits(p, q, NULL);
  for (int i = 0; i < soaked(20000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    sample s = random_sample(&arena, &r), t = random_sample(&arena, &r);
    if (i % 3 == 0) /* apart by little: the difference is far below the first limbs */
      t.x = bms_exact_add(&arena, s.x, bms_exact_from_double(&arena, random_double(&r) * 0x1p-200));
    rational_of(p, s.x);
    rational_of(q, t.x);
    int order = mpq_cmp(p, q);
    if (bms_exact_compare(s.x, t.x) != (order > 0) - (order < 0) || bms_exact_sign(s.x) != mpq_sgn(p)) {
      show(&s);
      show(&t);
      fail();
    }
  }
  mpq_clears(p, q, NULL);
}

static void the_magnitude_is_the_power_of_two_above(void **state) {
  (void)state;
  random_source r = random_from(SEED + 4);
  mpq_t p, bound;
  mpq_inits(p, bound, NULL);
  for (int i = 0; i < soaked(5000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    sample s = random_sample(&arena, &r);
    if (bms_exact_sign(s.x) == 0) continue;
    rational_of(p, bms_exact_scale(s.x, -bms_exact_magnitude(s.x)));
    mpq_abs(p, p);
    mpq_set_ui(bound, 1, 1);
    assert_true(mpq_cmp(p, bound) < 0);
    mpq_set_ui(bound, 1, 2);
    assert_true(mpq_cmp(p, bound) >= 0);
  }
  mpq_clears(p, bound, NULL);
}

/* Compares a number with a double, infinities included. */
static int compare_with_double(const mpq_t p, double x, mpq_t room) {
  if (isinf(x)) return x > 0 ? -1 : 1;
  mpq_set_d(room, x);
  int order = mpq_cmp(p, room);
  return (order > 0) - (order < 0);
}

static void rounding_down_and_up_gives_the_two_neighbouring_doubles(void **state) {
  (void)state;
  random_source r = random_from(SEED + 5);
  mpq_t p, room;
  mpq_inits(p, room, NULL);
  for (int i = 0; i < soaked(40000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    sample s = random_sample(&arena, &r);
    /* a third of them close to a double, a third around the least doubles */
    if (i % 3 == 1)
      s.x = bms_exact_add(&arena, bms_exact_from_double(&arena, s.part[0]),
                          bms_exact_scale(bms_exact_from_double(&arena, random_double(&r)), -200));
    if (i % 3 == 2 && bms_exact_sign(s.x) != 0)
      s.x = bms_exact_scale(s.x, -1070 - random_below(&r, 10) - bms_exact_magnitude(s.x));
    rational_of(p, s.x);
    double down = bms_exact_round_down(s.x), up = bms_exact_round_up(s.x);
    bool right = compare_with_double(p, down, room) >= 0 && compare_with_double(p, up, room) <= 0;
    /* no double strictly between, and equal where the number is a double */
    right = right && (down == up ? compare_with_double(p, up, room) == 0 : nextafter(down, HUGE_VAL) == up);
    right = right && (down == up || (compare_with_double(p, down, room) > 0 && compare_with_double(p, up, room) < 0));
    if (!right) {
      print_message("# %a .. %a\n", down, up);
      show(&s);
      fail();
    }
  }
  mpq_clears(p, room, NULL);
}

static void keeping_moves_numbers_that_share_limbs_and_lie_anywhere(void **state) {
  (void)state;
  random_source r = random_from(SEED + 6);
  mpq_t wanted[4];
  for (int k = 0; k < 4; k++) mpq_init(wanted[k]);
  for (int i = 0; i < soaked(5000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    sample below = random_sample(&arena, &r);
    size_t mark = arena.used;
    sample first = random_sample(&arena, &r), second = random_sample(&arena, &r);
    bms_exact x[4] = {second.x, first.x, bms_exact_negate(second.x), below.x};
    for (int k = 0; k < 4; k++) rational_of(wanted[k], x[k]);
    bms_exact_keep(&arena, mark, x, 4);
    (void)random_sample(&arena, &r); /* overwrites what is not kept */
    for (int k = 0; k < 4; k++) expect(x[k], wanted[k], "kept", &first, &second);
    rational_of(wanted[0], below.x);
    expect(x[3], wanted[0], "below the mark", &below, NULL);
    assert_true(arena.peak >= arena.used);
  }
  for (int k = 0; k < 4; k++) mpq_clear(wanted[k]);
}

/* Under a sanitizer this also shows that nothing is written past the block. */
static void an_arena_that_is_full_says_so_and_gives_zeros(void **state) {
  (void)state;
  for (size_t capacity = 0; capacity < 64; capacity++) {
    bms_exact_arena arena = bms_exact_arena_of(block + BLOCK - capacity, capacity);
    bms_exact x = bms_exact_from_double(&arena, 0x1.23456789abcdep7);
    while (!arena.exhausted)
      x = bms_exact_subtract(&arena, bms_exact_multiply(&arena, x, x), bms_exact_from_double(&arena, 0x1p-60));
    assert_true(arena.peak <= capacity);
    arena.used = arena.capacity;
    x = bms_exact_from_double(&arena, 3);
    assert_int_equal(bms_exact_sign(x), 0);
    assert_int_equal(bms_exact_sign(bms_exact_multiply(&arena, x, x)), 0);
    bms_exact_keep(&arena, 0, &x, 1);
    assert_true(arena.exhausted); /* it stays so, although there is room again */
  }
}

/* Compilers without integers of 128 bits have these. */
static void products_by_halves_are_the_same(void **state) {
  (void)state;
  random_source r = random_from(SEED);
  for (int i = 0; i < 10000; i++) {
    uint64_t x[4];
    for (int k = 0; k < 4; k++) {
      x[k] = random_below(&r, 4) == 0 ? UINT64_MAX : random_bits(&r);
      x[k] >>= x[k] == UINT64_MAX ? 0 : random_below(&r, 64);
    }
    bms_wide one = bms_wide_product(x[0], x[1], x[2], x[3]);
    bms_wide other = bms_wide_product_by_halves(x[0], x[1], x[2], x[3]);
    assert_true(one.low == other.low && one.high == other.high);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_by_halves_are_the_same),
      cmocka_unit_test(every_finite_double_is_represented_exactly),
      cmocka_unit_test(sums_differences_and_products_are_exact_and_in_normal_form),
      cmocka_unit_test(scaling_by_a_power_of_two_is_exact),
      cmocka_unit_test(order_and_sign_are_those_of_the_rationals),
      cmocka_unit_test(the_magnitude_is_the_power_of_two_above),
      cmocka_unit_test(rounding_down_and_up_gives_the_two_neighbouring_doubles),
      cmocka_unit_test(keeping_moves_numbers_that_share_limbs_and_lie_anywhere),
      cmocka_unit_test(an_arena_that_is_full_says_so_and_gives_zeros),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %#llx\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
