/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Real roots against the counts of Sturm and Tarski (FLINT's rational polynomials): isolation, order, signs and the
 * enclosing doubles, on random polynomials and on the families that are hard for isolation.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "exact_rational.h"
#include "exact/exact_root.h"

static const uint64_t SEED = 0x5eed000000000004;

enum { BLOCK = 1 << 20, MAX = BMS_EXACT_MAX_DEGREE };

static uint64_t block[BLOCK];

/* ------------------------------------------------------------------ families of polynomials */

static bms_exact_polynomial of(bms_exact_arena *arena, const double *c, int count) {
  return bms_exact_polynomial_from_doubles(arena, c, count);
}

static bms_exact_polynomial random_polynomial(bms_exact_arena *arena, random_source *r, int degree) {
  double c[MAX + 1];
  bool longer = random_below(r, 2);
  for (int i = 0; i <= degree; i++) c[i] = longer ? random_uniform(r, -1, 1) : random_integer(r, 3);
  c[degree] += c[degree] == 0;
  return of(arena, c, degree + 1);
}

/* Multiplies p by (t - root), if the degree allows. */
static void with_root(bms_exact_arena *arena, bms_exact_polynomial *p, double root) {
  double line[2] = {-root, 1};
  bms_exact_polynomial factor = of(arena, line, 2);
  if (p->degree < MAX) *p = bms_exact_polynomial_multiply(arena, p, &factor);
}

/* Returns a Chebyshev polynomial with some noise in the last bits: all roots are in (-1, 1), dense at its ends. */
static bms_exact_polynomial chebyshev(bms_exact_arena *arena, random_source *r, int degree) {
  double one[1] = {1}, t[2] = {0, 1}, twice[2] = {0, 2};
  bms_exact_polynomial before = of(arena, one, 1), now = of(arena, t, 2), factor = of(arena, twice, 2);
  for (int n = 1; n < degree; n++) {
    bms_exact_polynomial next = bms_exact_polynomial_multiply(arena, &factor, &now);
    next = bms_exact_polynomial_subtract(arena, &next, &before);
    before = now;
    now = next;
  }
  bms_exact noise = bms_exact_from_double(arena, random_integer(r, 2) * 0x1p-50);
  now.c[0] = bms_exact_add(arena, now.c[0], noise);
  return now;
}

/* Roots at small dyadic points, repeated, and so that the ends of [-2, 2] are among them. */
static bms_exact_polynomial dyadic(bms_exact_arena *arena, random_source *r) {
  bms_exact_polynomial p = random_polynomial(arena, r, random_below(r, 4));
  for (int k = random_below(r, 6); k > 0; k--) {
    double root = random_integer(r, 3) / 2;
    for (int power = 1 + random_below(r, 3); power > 0; power--) with_root(arena, &p, root);
  }
  return p;
}

/* Roots within 2^-40 of each other, complex pairs near the axis among them. */
static bms_exact_polynomial clustered(bms_exact_arena *arena, random_source *r) {
  bms_exact_polynomial p = random_polynomial(arena, r, 2);
  double centre = random_uniform(r, -1, 1), spread = ldexp(1, -random_below(r, 40));
  for (int k = 2 + random_below(r, 3); k > 0; k--) with_root(arena, &p, centre + spread * random_uniform(r, -1, 1));
  double pair[3] = {centre * centre + spread * spread, -2 * centre, 1};
  bms_exact_polynomial complex_pair = of(arena, pair, 3);
  return bms_exact_polynomial_multiply(arena, &p, &complex_pair);
}

/* Returns a polynomial with multiple roots that are not rational. */
static bms_exact_polynomial multiple(bms_exact_arena *arena, random_source *r) {
  bms_exact_polynomial p = random_polynomial(arena, r, random_below(r, 3));
  bms_exact_polynomial q = random_polynomial(arena, r, 1 + random_below(r, 2));
  for (int power = 2 + random_below(r, 2); power > 0; power--) p = bms_exact_polynomial_multiply(arena, &p, &q);
  return p;
}

/* Returns Wilkinson's polynomial of 1/8, 2/8, ..., 10/8, with the last bit of a coefficient changed. */
static bms_exact_polynomial wilkinson(bms_exact_arena *arena, random_source *r) {
  double one[1] = {1};
  bms_exact_polynomial p = of(arena, one, 1);
  for (int k = 1; k <= MAX; k++) with_root(arena, &p, k / 8.0);
  bms_exact bit = bms_exact_from_double(arena, random_integer(r, 1) * 0x1p-45);
  p.c[9] = bms_exact_add(arena, p.c[9], bit);
  return p;
}

enum { FAMILIES = 6 };

static bms_exact_polynomial from_family(bms_exact_arena *arena, random_source *r, int family) {
  switch (family % FAMILIES) {
    case 0:
      return random_polynomial(arena, r, random_below(r, MAX + 1));
    case 1:
      return chebyshev(arena, r, 2 + random_below(r, MAX - 1));
    case 2:
      return dyadic(arena, r);
    case 3:
      return clustered(arena, r);
    case 4:
      return multiple(arena, r);
    default:
      return wilkinson(arena, r);
  }
}

static void show(const char *name, const bms_exact_polynomial *p) {
  fmpq_poly_t q;
  fmpq_poly_init(q);
  rational_polynomial_of(q, p);
  char *text = fmpq_poly_get_str_pretty(q, "t");
  print_message("# %s = %s\n", name, text);
  flint_free(text);
  fmpq_poly_clear(q);
}

static void require(bool right, const char *name, const bms_exact_polynomial *p) {
  if (right) return;
  show(name, p);
  fail();
}

/* ------------------------------------------------------------------ isolation */

/* Returns all roots of f in [low, high], in order, as a caller finds them: one after another. */
static int all_roots(bms_exact_arena *arena, const bms_exact_polynomial *f, bms_exact low, bms_exact high,
                     bms_exact_root root[MAX]) {
  int count = 0;
  if (bms_exact_polynomial_sign(arena, f, low) == 0) root[count++] = bms_exact_root_at(low, high);
  bms_exact from = low;
  while (bms_exact_compare(from, high) < 0) {
    bms_exact_root next;
    if (count > 0 && root[count - 1].exact && bms_exact_compare(root[count - 1].low, high) >= 0) break;
    if (!bms_exact_first_root(arena, f, from, high, &next)) break;
    if (!(next.exact && bms_exact_compare(next.low, high) == 0)) bms_exact_clear_right(arena, f, &next);
    root[count++] = next;
    from = next.high;
  }
  return count;
}

/* Returns the number of distinct roots of f in [low, high]. */
static int count_in(const bms_exact_polynomial *f, double low, double high) {
  fmpq_poly_t p;
  mpq_t from, to, value;
  fmpq_poly_init(p);
  mpq_inits(from, to, value, NULL);
  rational_polynomial_of(p, f);
  mpq_set_d(from, low);
  mpq_set_d(to, high);
  polynomial_value_at(value, p, from);
  int at_low = mpq_sgn(value) == 0;
  if (at_low) { /* Sturm's count wants another end; no root of these families is that close to it */
    mpq_set_d(value, 0x1p-200);
    mpq_sub(from, from, value);
  }
  int count = sturm_count(p, from, to);
  fmpq_poly_clear(p);
  mpq_clears(from, to, value, NULL);
  return count;
}

/* Returns true if the root's interval holds exactly one root of its polynomial, one of f, simple and not at the
   ends. */
static bool isolates(bms_exact_arena *arena, const bms_exact_root *root, const bms_exact_polynomial *f) {
  if (root->exact) return bms_exact_polynomial_sign(arena, f, root->low) == 0;
  fmpq_poly_t p, q;
  mpq_t low, high;
  fmpq_poly_init(p);
  fmpq_poly_init(q);
  mpq_inits(low, high, NULL);
  rational_polynomial_of(p, &root->p);
  rational_polynomial_of(q, f);
  rational_of(low, root->low);
  rational_of(high, root->high);
  int at_low = bms_exact_polynomial_sign(arena, &root->p, root->low);
  int at_high = bms_exact_polynomial_sign(arena, &root->p, root->high);
  bool right = at_low * at_high == -1 && sturm_count(p, low, high) == 1 && sturm_count(q, low, high) == 1;
  fmpq_poly_gcd(q, p, q);
  right = right && sturm_count(q, low, high) == 1;
  fmpq_poly_clear(p);
  fmpq_poly_clear(q);
  mpq_clears(low, high, NULL);
  return right;
}

static void every_root_of_an_interval_is_found_once_and_isolated(void **state) {
  (void)state;
  random_source r = random_from(SEED);
  int total = 0;
  for (int i = 0; i < soaked(1200); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    bms_exact_polynomial f = from_family(&arena, &r, i);
    bms_exact_root root[MAX];
    double low = i % 4 ? -2 : random_uniform(&r, -1, 0), high = i % 4 ? 2 : random_uniform(&r, 0, 1);
    int count = all_roots(&arena, &f, bms_exact_from_double(&arena, low), bms_exact_from_double(&arena, high), root);
    require(!arena.exhausted && count == count_in(&f, low, high), "count of f", &f);
    for (int k = 0; k < count; k++) {
      require(isolates(&arena, &root[k], &f), "isolation of f", &f);
      if (k > 0) require(bms_exact_root_compare(&arena, &root[k - 1], &root[k]) < 0, "order of f", &f);
    }
    total += count;
  }
  assert_true(total > soaked(1200));
}

static void the_stretch_right_of_a_root_is_free_of_roots_after_clearing(void **state) {
  (void)state;
  random_source r = random_from(SEED + 1);
  fmpq_poly_t p;
  mpq_t low, high;
  fmpq_poly_init(p);
  mpq_inits(low, high, NULL);
  for (int i = 0; i < soaked(1200); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    bms_exact_polynomial f = from_family(&arena, &r, i), g = from_family(&arena, &r, i / FAMILIES);
    bms_exact from = bms_exact_from_double(&arena, -2), to = bms_exact_from_double(&arena, 2);
    bms_exact_root root;
    if (i % 2 && f.degree + g.degree <= MAX) /* vanishes at the root */
      g = bms_exact_polynomial_multiply(&arena, &g, &f);
    if (g.degree < 0 || !bms_exact_first_root(&arena, &f, from, to, &root)) continue;
    int sign = bms_exact_sign_at_root(&arena, &g, &root);
    bms_exact_clear_right(&arena, &g, &root);
    rational_polynomial_of(p, &g);
    rational_of(low, root.low);
    rational_of(high, root.high);
    /* if g is not zero at the root, none of its roots is in the interval; otherwise the root itself is, at the low end
       if it is exact */
    int inside = sturm_count(p, low, high) - (sign == 0 && !root.exact);
    if (sign == 0 && root.exact) {
      rational_of(low, bms_exact_subtract(&arena, root.low, bms_exact_from_double(&arena, 0x1p-200)));
      inside = sturm_count(p, low, high) - 1;
    }
    require(bms_exact_polynomial_sign(&arena, &g, root.high) != 0 && inside == 0, "g", &g);
  }
  fmpq_poly_clear(p);
  mpq_clears(low, high, NULL);
}

/* ------------------------------------------------------------------ decisions */

static void signs_at_a_root_are_those_of_tarskis_query(void **state) {
  (void)state;
  random_source r = random_from(SEED + 2);
  fmpq_poly_t p, f;
  mpq_t low, high;
  int zeros = 0;
  fmpq_poly_init(p);
  fmpq_poly_init(f);
  mpq_inits(low, high, NULL);
  for (int i = 0; i < soaked(2000); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    bms_exact from = bms_exact_from_double(&arena, -2), to = bms_exact_from_double(&arena, 2);
    bms_exact_polynomial of_root = from_family(&arena, &r, i), g = random_polynomial(&arena, &r, random_below(&r, 4));
    bms_exact_root root;
    if (i % 4 == 3 && of_root.degree + g.degree <= MAX) { /* a common root, maybe another one, and nearly a second */
      bms_exact_polynomial near = of_root;
      near.c[0] = bms_exact_add(&arena, near.c[0], bms_exact_from_double(&arena, random_sign(&r) * 0x1p-90));
      of_root = bms_exact_polynomial_multiply(&arena, &of_root, &g);
      g = bms_exact_polynomial_multiply(&arena, &near, &g);
    } else if (i % 4 == 0 && of_root.degree + g.degree <= MAX) { /* common roots */
      g = bms_exact_polynomial_multiply(&arena, &g, &of_root);
    } else if (i % 4 == 1) { /* nearly a common root */
      g = of_root;
      g.c[0] = bms_exact_add(&arena, g.c[0], bms_exact_from_double(&arena, random_sign(&r) * 0x1p-90));
    }
    if (!bms_exact_first_root(&arena, &of_root, from, to, &root)) continue;
    if (root.exact) continue; /* a value at a dyadic point: tested with the polynomials */
    rational_polynomial_of(p, &root.p);
    rational_polynomial_of(f, &g);
    rational_of(low, root.low);
    rational_of(high, root.high);
    int wanted = tarski_query(p, f, low, high);
    require(bms_exact_sign_at_root(&arena, &g, &root) == wanted, "g", &g);
    zeros += wanted == 0;
  }
  assert_true(zeros > soaked(2000) / 10);
  fmpq_poly_clear(p);
  fmpq_poly_clear(f);
  mpq_clears(low, high, NULL);
}

/* The roots of f and of g together are the roots of f g: as many as are different. */
static void equal_roots_of_two_polynomials_are_known_to_be_equal(void **state) {
  (void)state;
  random_source r = random_from(SEED + 3);
  int equal = 0;
  for (int i = 0; i < soaked(600); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    bms_exact low = bms_exact_from_double(&arena, -2), high = bms_exact_from_double(&arena, 2);
    bms_exact_polynomial common = random_polynomial(&arena, &r, random_below(&r, 4));
    bms_exact_polynomial f = random_polynomial(&arena, &r, random_below(&r, 3));
    bms_exact_polynomial g = i % 2 ? random_polynomial(&arena, &r, random_below(&r, 3)) : f;
    if (i % 4 == 0) /* close to each other */
      g.c[0] = bms_exact_add(&arena, g.c[0], bms_exact_from_double(&arena, 0x1p-70));
    bms_exact_polynomial fg = bms_exact_polynomial_multiply(&arena, &f, &g);
    f = bms_exact_polynomial_multiply(&arena, &f, &common);
    g = bms_exact_polynomial_multiply(&arena, &g, &common);
    fg = bms_exact_polynomial_multiply(&arena, &fg, &common);
    if (fg.degree < 0 || f.degree < 0 || g.degree < 0) continue;
    bms_exact_root of_f[MAX], of_g[MAX];
    int count_f = all_roots(&arena, &f, low, high, of_f), count_g = all_roots(&arena, &g, low, high, of_g), same = 0;
    for (int j = 0; j < count_f; j++) {
      for (int k = 0; k < count_g; k++) {
        bms_exact_root x = of_f[j], y = of_g[k];
        int order = bms_exact_root_compare(&arena, &x, &y);
        assert_int_equal(bms_exact_root_compare(&arena, &y, &x), -order);
        same += order == 0;
      }
    }
    require(!arena.exhausted && count_f + count_g - same == count_in(&fg, -2, 2), "f g", &fg);
    equal += same;
  }
  assert_true(equal > soaked(600) / 3);
}

static void the_enclosing_doubles_are_neighbours_or_the_root_itself(void **state) {
  (void)state;
  random_source r = random_from(SEED + 4);
  int exact = 0;
  for (int i = 0; i < soaked(1200); i++) {
    bms_exact_arena arena = bms_exact_arena_of(block, BLOCK);
    bms_exact_polynomial f = from_family(&arena, &r, i);
    bms_exact_root root;
    double lower, upper;
    if (i % 5 == 0 && f.degree > 0 && f.degree < MAX) /* a double that bisection does not meet */
      with_root(&arena, &f, -random_power_of_ten(&r, -30, 0));
    if (!bms_exact_first_root(&arena, &f, bms_exact_from_double(&arena, -2), bms_exact_from_double(&arena, 2), &root))
      continue;
    bms_exact_root_enclose(&arena, &root, &lower, &upper);
    bms_exact_root at_lower = bms_exact_root_at(bms_exact_from_double(&arena, lower), bms_exact_from_double(&arena, 4));
    bms_exact_root at_upper = bms_exact_root_at(bms_exact_from_double(&arena, upper), bms_exact_from_double(&arena, 4));
    int below = bms_exact_root_compare(&arena, &at_lower, &root);
    int above = bms_exact_root_compare(&arena, &root, &at_upper);
    bool right = lower == upper ? below == 0 && above == 0 : below < 0 && above < 0 && nextafter(lower, 4) == upper;
    if (!right) print_message("# [%a, %a]\n", lower, upper);
    require(right, "f", &f);
    exact += lower == upper;
  }
  assert_true(exact > soaked(1200) / 20);
}

/* t^2 (t - 2^-500) (t - 2^-501): a search from -1 halves its steps a thousand times before it can pass the roots. */
static void roots_next_to_each_other_are_found_in_little_room(void **state) {
  (void)state;
  const double c[5] = {0, 0, 0x1p-1001, -0x1.8p-500, 1};
  bms_exact_arena arena = bms_exact_arena_of(block, 4096);
  bms_exact one = bms_exact_from_double(&arena, 1), low = bms_exact_negate(one);
  bms_exact_polynomial f = bms_exact_polynomial_from_doubles(&arena, c, 5);
  size_t mark = arena.used;
  bms_exact_root root;
  int roots = 0;
  while (bms_exact_first_root(&arena, &f, low, one, &root)) {
    roots++;
    bms_exact_clear_right(&arena, &f, &root);
    low = root.high;
    bms_exact_keep(&arena, mark, &low, 1);
  }
  assert_int_equal(roots, 3);
  assert_false(arena.exhausted);
}

/* 2 t^2 - 1 and 2 t^2 - 1 - 2^-1000: their roots in [0, 1] differ by 2^-1001 or so.  It takes a thousand halvings to
   see it, of numbers of up to 32 limbs, and no room but for the last of them. */
static void roots_that_hardly_differ_are_told_apart_in_little_room(void **state) {
  (void)state;
  const double c[3] = {-1, 0, 2};
  bms_exact_arena arena = bms_exact_arena_of(block, 2048);
  bms_exact zero = bms_exact_zero(), one = bms_exact_from_double(&arena, 1), least;
  bms_exact_polynomial f = bms_exact_polynomial_from_doubles(&arena, c, 3), g = f;
  bms_exact_root of_f, of_g;
  least = bms_exact_from_double(&arena, 0x1p-1000);
  g.c[0] = bms_exact_subtract(&arena, g.c[0], least);
  size_t mark = arena.used;
  for (int i = 0; i < 3; i++) {
    arena.used = mark;
    assert_true(bms_exact_first_root(&arena, &f, zero, one, &of_f));
    assert_true(bms_exact_first_root(&arena, &g, zero, one, &of_g));
    if (i == 0) assert_int_equal(bms_exact_root_compare(&arena, &of_f, &of_g), -1);
    if (i == 1) assert_int_equal(bms_exact_sign_at_root(&arena, &g, &of_f), -1);
    if (i == 2) bms_exact_clear_right(&arena, &g, &of_f);
    assert_false(arena.exhausted);
  }
}

static void an_exhausted_arena_ends_every_search(void **state) {
  (void)state;
  random_source r = random_from(SEED + 5);
  for (int i = 0; i < 600; i++) {
    bms_exact_arena source = bms_exact_arena_of(block, BLOCK / 2);
    bms_exact_polynomial f = from_family(&source, &r, i), g = from_family(&source, &r, i / FAMILIES);
    bms_exact low = bms_exact_from_double(&source, -2), high = bms_exact_from_double(&source, 2);
    size_t capacity = (size_t)random_below(&r, 3000);
    bms_exact_arena arena = bms_exact_arena_of(block + BLOCK - capacity, capacity);
    bms_exact_root root;
    double lower, upper;
    if (g.degree < 0 || !bms_exact_first_root(&arena, &f, low, high, &root)) continue;
    bms_exact_clear_right(&arena, &g, &root);
    bms_exact_root_enclose(&arena, &root, &lower, &upper);
    assert_true(arena.peak <= capacity);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_root_of_an_interval_is_found_once_and_isolated),
      cmocka_unit_test(the_stretch_right_of_a_root_is_free_of_roots_after_clearing),
      cmocka_unit_test(signs_at_a_root_are_those_of_tarskis_query),
      cmocka_unit_test(equal_roots_of_two_polynomials_are_known_to_be_equal),
      cmocka_unit_test(the_enclosing_doubles_are_neighbours_or_the_root_itself),
      cmocka_unit_test(roots_next_to_each_other_are_found_in_little_room),
      cmocka_unit_test(roots_that_hardly_differ_are_told_apart_in_little_room),
      cmocka_unit_test(an_exhausted_arena_ends_every_search),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %#llx\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
