/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Polynomials in scaled Bernstein form against exact rational arithmetic: operations on integers exactly, on doubles
 * within their error bounds, roots by polynomials made from chosen ones.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "exact_pose.h"
#include "numeric/polynomial.h"
#include "random.h"

static const uint64_t SEED = 1912;
static const double ROUNDING = 0x1p-53;

static int repetitions(int count) {
  const char *soak = getenv("BMS_SOAK");
  int factor = soak == NULL ? 1 : atoi(soak);
  return factor > 1 ? factor * count : count;
}

static void print_polynomial(const char *name, const bms_polynomial *p) {
  printf("# %s, degree %d:", name, p->degree);
  for (int i = 0; i <= p->degree; i++) printf(" %a", p->c[i]);
  printf("\n");
  fflush(stdout);
}

static void check(int right, const char *what, const bms_polynomial *p, double x, double y) {
  if (right) return;
  print_polynomial(what, p);
  print_message("# %a %a\n", x, y);
  fail();
}

/* Integers up to 1000: all operations on them are exact. */
static bms_polynomial random_integers(random_source *r, int degree) {
  bms_polynomial p = {.degree = degree};
  for (int i = 0; i <= degree; i++) p.c[i] = random_below(r, 2001) - 1000;
  return p;
}

/* Returns a polynomial with any doubles of mixed magnitudes. */
static bms_polynomial random_doubles(random_source *r, int degree) {
  bms_polynomial p = {.degree = degree};
  double spread = random_below(r, 2) == 0 ? 0 : random_uniform(r, 0, 12);
  for (int i = 0; i <= degree; i++) {
    double size = random_power_of_ten(r, -spread, 0);
    p.c[i] = random_uniform(r, -1, 1) * size * bms_binomial[degree][i];
  }
  return p;
}

static void random_place(random_source *r, mpq_t s) {
  mpq_set_ui(s, (unsigned long)random_below(r, 1000), 999);
  mpq_canonicalize(s);
}

/* ------------------------------------------------------------------ operations */

static void the_binomials_are_those_of_pascal(void **state) {
  (void)state;
  for (int n = 0; n <= BMS_MAX_DEGREE; n++) {
    assert_true(bms_binomial[n][0] == 1 && bms_binomial[n][n] == 1);
    for (int i = 1; i < n; i++) assert_true(bms_binomial[n][i] == bms_binomial[n - 1][i - 1] + bms_binomial[n - 1][i]);
  }
}

static void products_sums_and_elevations_of_integers_are_exact(void **state) {
  random_source r = random_from(SEED);
  mpq_t s, x, y, z;
  (void)state;
  mpq_inits(s, x, y, z, NULL);
  for (int n = 0; n < repetitions(2000); n++) {
    int degree = random_below(&r, BMS_MAX_DEGREE + 1), other = random_below(&r, BMS_MAX_DEGREE + 1 - degree);
    int higher = degree + random_below(&r, BMS_MAX_DEGREE + 1 - degree);
    bms_polynomial p = random_integers(&r, degree), q = random_integers(&r, other);
    bms_polynomial product = bms_polynomial_product(&p, &q), sum = bms_polynomial_add_scaled(&p, -3, &q);
    bms_polynomial elevated = bms_polynomial_elevate(&p, higher), copy = bms_polynomial_of(degree, p.c);
    assert_int_equal(product.degree, degree + other);
    assert_int_equal(sum.degree, degree > other ? degree : other);
    assert_int_equal(elevated.degree, higher);
    random_place(&r, s);
    exact_polynomial_value(&p, s, x);
    exact_polynomial_value(&copy, s, z);
    check(mpq_equal(x, z), "copy", &copy, 0, 0);
    exact_polynomial_value(&elevated, s, z);
    check(mpq_equal(x, z), "elevated", &elevated, mpq_get_d(x), mpq_get_d(z));
    exact_polynomial_value(&q, s, y);
    mpq_mul(z, x, y);
    exact_polynomial_value(&product, s, y);
    check(mpq_equal(y, z), "product", &product, mpq_get_d(y), mpq_get_d(z));
    exact_polynomial_value(&q, s, y);
    mpq_add(z, y, y);
    mpq_add(z, z, y);
    mpq_sub(x, x, z);
    exact_polynomial_value(&sum, s, z);
    check(mpq_equal(x, z), "sum", &sum, mpq_get_d(x), mpq_get_d(z));
  }
  mpq_clears(s, x, y, z, NULL);
}

/* ------------------------------------------------------------------ values */

/* Returns |computed - p(s)|. */
static double error_at(const bms_polynomial *p, double s, double computed) {
  mpq_t place, exact, x;
  mpq_inits(place, exact, x, NULL);
  mpq_set_d(place, s);
  exact_polynomial_value(p, place, exact);
  mpq_set_d(x, computed);
  mpq_sub(x, x, exact);
  double error = fabs(mpq_get_d(x));
  mpq_clears(place, exact, x, NULL);
  return error;
}

static double random_argument(random_source *r) {
  double s = random_uniform(r, 0, 1);
  switch (random_below(r, 5)) {
    case 0:
      return s * random_power_of_ten(r, -16, 0);
    case 1:
      return 1 - s * random_power_of_ten(r, -16, 0);
    case 2:
      return 0.5 + (s - 0.5) * random_power_of_ten(r, -16, 0);
    default:
      return s;
  }
}

static void values_are_within_four_roundings_per_degree(void **state) {
  random_source r = random_from(SEED + 1);
  double worst = 0;
  (void)state;
  for (int n = 0; n < repetitions(20000); n++) {
    bms_polynomial p = random_doubles(&r, random_below(&r, BMS_MAX_DEGREE + 1));
    double s = random_argument(&r), value = bms_polynomial_value(&p, s), error = error_at(&p, s, value);
    double bound = 4 * p.degree * ROUNDING * bms_polynomial_bound(&p);
    check(error <= bound, "value", &p, s, value);
    check(fabs(value) <= bms_polynomial_bound(&p) * (1 + 40 * ROUNDING), "bound", &p, s, value);
    if (bound > 0) worst = fmax(worst, error / bound);
    check(bms_polynomial_value(&p, 0) == p.c[0] && bms_polynomial_value(&p, 1) == p.c[p.degree], "end", &p, 0, 1);
  }
  print_message("# errors up to %.2g of the bound\n", worst);
  assert_true(worst > 0.01);
}

/*
 * The sign of a computed value behind the only change of sign, however small the coefficients there: rounding makes no
 * positive value out of coefficients that end in negative ones, but where the positive ones outweigh them.  The walk
 * relies on this (walk.c, positive_until).
 */
static void a_positive_value_means_positive_terms_up_to_rounding(void **state) {
  random_source r = random_from(SEED + 2);
  (void)state;
  for (int n = 0; n < repetitions(5000); n++) {
    int degree = 1 + random_below(&r, BMS_MAX_DEGREE), change = 1 + random_below(&r, degree);
    bms_polynomial p = random_doubles(&r, degree), positive, negative;
    for (int i = 0; i <= degree; i++)
      p.c[i] = i < change ? fabs(p.c[i]) : -fabs(p.c[i]) * random_power_of_ten(&r, -20, 0);
    positive = negative = p;
    for (int i = 0; i <= degree; i++) *(i < change ? &negative.c[i] : &positive.c[i]) = 0;
    double s = random_argument(&r);
    double up = bms_polynomial_value(&positive, s), down = -bms_polynomial_value(&negative, s);
    if (bms_polynomial_value(&p, s) > 0) check(up * (1 + 100 * ROUNDING) > down, "sign", &p, s, up - down);
  }
}

/* The derivative is degree times the differences, as another polynomial whose value is exact. */
static void slopes_are_within_twelve_roundings_per_degree_squared(void **state) {
  random_source r = random_from(SEED + 3);
  mpq_t x, y, s, h;
  double worst = 0;
  (void)state;
  mpq_inits(x, y, s, h, NULL);
  for (int n = 0; n < repetitions(5000); n++) {
    bms_polynomial p = random_doubles(&r, random_below(&r, BMS_MAX_DEGREE + 1));
    double place = random_argument(&r), slope = bms_polynomial_slope(&p, place), size = bms_polynomial_bound(&p);
    /* The quotient of differences over 2^-100 differs from the derivative by far less than a rounding. */
    mpq_set_d(s, place);
    mpq_set_d(h, 0x1p-100);
    exact_polynomial_value(&p, s, x);
    mpq_add(s, s, h);
    exact_polynomial_value(&p, s, y);
    mpq_sub(y, y, x);
    mpq_div(y, y, h);
    mpq_set_d(x, slope);
    mpq_sub(x, x, y);
    double error = fabs(mpq_get_d(x)), bound = 12 * p.degree * p.degree * ROUNDING * size;
    check(error <= bound + 0x1p-90 * size, "slope", &p, place, slope);
    if (bound > 0) worst = fmax(worst, error / bound);
  }
  print_message("# errors up to %.2g of the bound\n", worst);
  assert_true(worst > 0.001);
  mpq_clears(x, y, s, h, NULL);
}

static void one_strict_sign_of_all_coefficients_is_that_of_the_polynomial(void **state) {
  random_source r = random_from(SEED + 4);
  mpq_t s, x;
  (void)state;
  mpq_inits(s, x, NULL);
  for (int n = 0; n < repetitions(2000); n++) {
    bms_polynomial p = random_doubles(&r, random_below(&r, 4));
    int positive = 1, negative = 1;
    for (int i = 0; i <= p.degree; i++) {
      if (random_below(&r, 10) == 0) p.c[i] = 0;
      positive = positive && p.c[i] > 0;
      negative = negative && p.c[i] < 0;
    }
    int sign = bms_polynomial_sign(&p);
    check(sign == positive - negative, "sign", &p, sign, 0);
    random_place(&r, s);
    exact_polynomial_value(&p, s, x);
    check(sign == 0 || mpq_sgn(x) == sign, "sign of the value", &p, sign, mpq_get_d(x));
  }
  mpq_clears(s, x, NULL);
}

static void the_two_parts_of_a_split_are_the_polynomial(void **state) {
  random_source r = random_from(SEED + 5);
  double worst = 0;
  (void)state;
  for (int n = 0; n < repetitions(5000); n++) {
    bms_polynomial p = random_doubles(&r, random_below(&r, BMS_MAX_DEGREE + 1)), left, right;
    double s = random_below(&r, 2) == 0 ? 0.5 : random_argument(&r), x = 0.25 * random_below(&r, 5);
    bms_polynomial_split(&p, s, &left, &right);
    assert_true(left.degree == p.degree && right.degree == p.degree);
    check(left.c[p.degree] == right.c[0], "parts that do not meet", &p, left.c[p.degree], right.c[0]);
    /* s x and s + x (1 - s) are rounded; p changes by at most 2 degree bound times that */
    double bound = 8 * (p.degree + 1) * ROUNDING * bms_polynomial_bound(&p);
    double of_left = error_at(&p, s * x, bms_polynomial_value(&left, x));
    double of_right = error_at(&p, s + x * (1 - s), bms_polynomial_value(&right, x));
    check(of_left <= bound, "left", &p, s, x);
    check(of_right <= bound, "right", &p, s, x);
    worst = fmax(worst, fmax(of_left, of_right) / bound);
  }
  print_message("# errors up to %.2g of the bound\n", worst);
}

/* ------------------------------------------------------------------ roots */

/* Returns the product of (s - root), rounded once for each coefficient, and computes the slopes at the roots. */
static bms_polynomial polynomial_with_roots(const double root[], int count, double slope[]) {
  mpq_t c[BMS_MAX_DEGREE + 1], at_zero, at_one, x;
  bms_polynomial p = {.degree = count};
  mpq_inits(at_zero, at_one, x, NULL);
  for (int i = 0; i <= BMS_MAX_DEGREE; i++) mpq_init(c[i]);
  mpq_set_ui(c[0], 1, 1);
  for (int k = 0; k < count; k++) {
    /* s - root = -root (1 - s) + (1 - root) s */
    mpq_set_d(at_zero, -root[k]);
    mpq_set_ui(at_one, 1, 1);
    mpq_add(at_one, at_one, at_zero);
    for (int i = k + 1; i >= 0; i--) {
      mpq_mul(c[i], c[i], at_zero);
      if (i == 0) break;
      mpq_mul(x, c[i - 1], at_one);
      mpq_add(c[i], c[i], x);
    }
  }
  for (int i = 0; i <= count; i++) p.c[i] = mpq_get_d(c[i]);
  for (int k = 0; k < count; k++) {
    slope[k] = 1;
    for (int j = 0; j < count; j++) slope[k] *= j == k ? 1 : fabs(root[k] - root[j]);
  }
  for (int i = 0; i <= BMS_MAX_DEGREE; i++) mpq_clear(c[i]);
  mpq_clears(at_zero, at_one, x, NULL);
  return p;
}

/* Roots in order, at distances of at least `least`, spread over [low, low + width]; some lie outside of [0, 1]. */
static void random_roots(random_source *r, double low, double width, double least, int count, double root[]) {
  double total = 0;
  for (int k = 0; k < count; k++) root[k] = total += random_uniform(r, 0, 1);
  double stretch = (width - least * count) / (total + 1e-3);
  for (int k = 0; k < count; k++) root[k] = low + root[k] * stretch + least * (k + 1);
}

/* Checks that all roots inside [0, 1] are found and no others, to the accuracy that coefficients of doubles allow.
   Returns false if that is not enough to separate them. */
static bool check_roots(const double root[], int count) {
  double slope[BMS_MAX_DEGREE], found[BMS_MAX_DEGREE], tolerance[BMS_MAX_DEGREE];
  bms_polynomial p = polynomial_with_roots(root, count, slope);
  int inside = 0;
  for (int k = 0; k < count; k++) {
    tolerance[k] = 2 * BMS_ROOT_WIDTH + 16 * (count + 1) * ROUNDING * bms_polynomial_bound(&p) / slope[k];
    if (k > 0 && root[k] - root[k - 1] < 20 * (tolerance[k] + tolerance[k - 1])) return false;
    if (fabs(root[k]) < tolerance[k] || fabs(root[k] - 1) < tolerance[k]) return false;
  }
  int found_count = bms_polynomial_roots(&p, found);
  for (int k = 0; k < count; k++) {
    if (root[k] < 0 || root[k] > 1) continue;
    check(inside < found_count, "roots not found", &p, found_count, root[k]);
    check(fabs(found[inside] - root[k]) <= tolerance[k], "root", &p, found[inside], root[k]);
    inside++;
  }
  check(found_count == inside, "more roots than there are", &p, found_count, inside);
  return true;
}

static void simple_roots_are_found_each_once_and_in_order(void **state) {
  random_source r = random_from(SEED + 6);
  int told = 0, count = repetitions(5000);
  (void)state;
  for (int n = 0; n < count; n++) {
    double root[BMS_MAX_DEGREE];
    int degree = 1 + random_below(&r, BMS_MAX_DEGREE);
    double low = random_uniform(&r, -1, 0);
    random_roots(&r, low, random_uniform(&r, 1, 3), 0.02, degree, root);
    told += check_roots(root, degree);
  }
  print_message("# %d of %d polynomials\n", told, count);
  assert_true(told > count / 2);
}

static void clustered_roots_are_told_apart(void **state) {
  random_source r = random_from(SEED + 7);
  int told = 0, count = repetitions(3000);
  (void)state;
  for (int n = 0; n < count; n++) {
    double root[BMS_MAX_DEGREE], width = random_power_of_ten(&r, -6, -2);
    int degree = 2 + random_below(&r, 4);
    random_roots(&r, random_uniform(&r, 0, 1), width, 0.1 * width, degree, root);
    told += check_roots(root, degree);
  }
  print_message("# %d of %d polynomials\n", told, count);
  assert_true(told > count / 4);
}

/* The polynomial is (2^k s - m)^2: its coefficients and all their halvings are exact, so that the root is seen as
   one. */
static void a_double_root_at_a_dyadic_place_is_found_once(void **state) {
  (void)state;
  for (int k = 0; k <= 20; k++) {
    double scale = ldexp(1, k);
    for (int m = 0; m <= scale && m < 70; m++) {
      double found[BMS_MAX_DEGREE], c[3] = {(double)m * m, -2.0 * m * (scale - m), (scale - m) * (scale - m)};
      bms_polynomial p = bms_polynomial_of(2, c);
      int count = bms_polynomial_roots(&p, found);
      check(count == 1 && found[0] == m / scale, "double root", &p, count, found[0]);
    }
  }
}

static void a_triple_root_is_found_to_the_third_root_of_the_rounding(void **state) {
  random_source r = random_from(SEED + 8);
  (void)state;
  for (int n = 0; n < repetitions(1000); n++) {
    double x = random_uniform(&r, 0.1, 0.9), root[3] = {x, x, x}, slope[3], found[BMS_MAX_DEGREE];
    bms_polynomial p = polynomial_with_roots(root, 3, slope);
    int count = bms_polynomial_roots(&p, found);
    check(count == 1 || count == 3, "triple root", &p, count, x);
    for (int k = 0; k < count; k++) check(fabs(found[k] - x) < 1e-4, "triple root", &p, found[k], x);
  }
}

static void roots_at_the_ends_and_polynomials_without_roots_are_recognised(void **state) {
  double found[BMS_MAX_DEGREE];
  bms_polynomial zero = {.degree = 6}, constant = {.degree = 4, .c = {1, 4, 6, 4, 1}};
  bms_polynomial ends = {.degree = 4, .c = {0, 3, 1, 2, 0}};
  bms_polynomial between = {.degree = 2, .c = {1, -1, 1}}; /* 1 - 3 s + 3 s^2: changes of sign, but no root */
  (void)state;
  assert_int_equal(bms_polynomial_roots(&zero, found), 0);
  assert_int_equal(bms_polynomial_roots(&constant, found), 0);
  assert_int_equal(bms_polynomial_roots(&between, found), 0);
  assert_int_equal(bms_polynomial_roots(&ends, found), 2);
  assert_true(found[0] == 0 && found[1] == 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_binomials_are_those_of_pascal),
      cmocka_unit_test(products_sums_and_elevations_of_integers_are_exact),
      cmocka_unit_test(values_are_within_four_roundings_per_degree),
      cmocka_unit_test(a_positive_value_means_positive_terms_up_to_rounding),
      cmocka_unit_test(slopes_are_within_twelve_roundings_per_degree_squared),
      cmocka_unit_test(one_strict_sign_of_all_coefficients_is_that_of_the_polynomial),
      cmocka_unit_test(the_two_parts_of_a_split_are_the_polynomial),
      cmocka_unit_test(simple_roots_are_found_each_once_and_in_order),
      cmocka_unit_test(clustered_roots_are_told_apart),
      cmocka_unit_test(a_double_root_at_a_dyadic_place_is_found_once),
      cmocka_unit_test(a_triple_root_is_found_to_the_third_root_of_the_rounding),
      cmocka_unit_test(roots_at_the_ends_and_polynomials_without_roots_are_recognised),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %llu\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
