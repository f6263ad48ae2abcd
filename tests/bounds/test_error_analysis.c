/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Every constant and table of doc/error-analysis.md, recomputed and compared with what is compiled: tables in
 * rational arithmetic and rounded once, constants of interpolation as maxima over a fine grid, budgets as the sums of
 * their items.  Each figure is printed with the one that the library uses.
 *
 * In roundings, u = 2^-53, unless stated otherwise.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <gmp.h>

#include "fast_constants.h"
#include "motion/instant.h"
#include "numeric/polynomial.h"
#include "numeric/rounding.h"
#include "planes/plane.h"

enum { GRID = 1 << 14 };

/* ------------------------------------------------------------------ what is printed */

/* Prints a figure with the bound that the library uses, and demands that it is within. */
static void within(const char *what, double found, double used) {
  print_message("#   %-58s %12.6g  used: %g\n", what, found, used);
  assert_true(found <= used);
}

/* Asserts this for a figure that is rounded up in the bound, by no more than a part of itself. */
static void within_closely(const char *what, double found, double used, double part) {
  within(what, found, used);
  assert_true(used <= found * (1 + part));
}

/* ------------------------------------------------------------------ tables, in rationals */

/* Multiplies p, the plain coefficients of a polynomial of this degree, by (x - zero) / (at - zero). */
static void multiply_factor(mpq_t p[], int degree, const mpq_t zero, const mpq_t at) {
  mpq_t span, term;
  mpq_inits(span, term, NULL);
  mpq_sub(span, at, zero);
  for (int i = degree + 1; i >= 0; i--) {
    mpq_set_ui(term, 0, 1);
    if (i <= degree) mpq_mul(term, p[i], zero);
    if (i > 0) mpq_sub(p[i], p[i - 1], term);
    if (i == 0) mpq_neg(p[i], term);
    mpq_div(p[i], p[i], span);
  }
  mpq_clears(span, term, NULL);
}

/* Returns Bernstein coefficient i of a polynomial of this degree with plain coefficients p. */
static double bernstein_coefficient(mpq_t p[], int degree, int i) {
  mpq_t sum, term;
  mpq_inits(sum, term, NULL);
  for (int m = 0; m <= i; m++) {
    mpz_bin_uiui(mpq_numref(term), (unsigned long)i, (unsigned long)m);
    mpz_bin_uiui(mpq_denref(term), (unsigned long)degree, (unsigned long)m);
    mpq_canonicalize(term);
    mpq_mul(term, term, p[m]);
    mpq_add(sum, sum, term);
  }
  int sign = mpq_sgn(sum);
  /* mpq_get_d() cuts: the nearest double is that or the next one away from zero. */
  double near = mpq_get_d(sum), next = nextafter(near, sign < 0 ? -INFINITY : INFINITY);
  mpq_t limit, half;
  mpq_inits(limit, half, NULL);
  mpq_set_d(limit, near);
  mpq_set_d(half, next);
  mpq_add(limit, limit, half);
  mpq_set_ui(half, 1, 2);
  mpq_mul(limit, limit, half);
  bool above = sign * mpq_cmp(sum, limit) > 0;
  mpq_clears(sum, term, limit, half, NULL);
  return above ? next : near;
}

/* Checks row k, the polynomial that is 1 at place k and 0 at the others. */
static void check_row(const fast_constants *c, int k) {
  enum { MOST = FAST_CONSTANTS_MOST_PLACES };
  mpq_t p[MOST + 1], place[MOST];
  for (int i = 0; i <= c->places; i++) mpq_init(p[i]);
  for (int i = 0; i < c->places; i++) {
    mpq_init(place[i]);
    mpq_set_d(place[i], c->place[i]);
  }
  mpq_set_ui(p[0], 1, 1);
  for (int i = 0, degree = 0; i < c->places; i++)
    if (i != k) multiply_factor(p, degree++, place[i], place[k]);
  for (int i = 0; i < c->places; i++) {
    double exact = bernstein_coefficient(p, c->places - 1, i), used = c->factor[k][i];
    if (!(exact < used) && !(exact > used)) continue;
    print_message("# place %d, coefficient %d: %a, should be %a\n", k, i, used, exact);
    fail();
  }
  for (int i = 0; i <= c->places; i++) mpq_clear(p[i]);
  for (int i = 0; i < c->places; i++) mpq_clear(place[i]);
}

static void check_tables(const fast_constants *c) {
  print_message("# %d places: factors of the Bernstein coefficients, each rounded once\n", c->places);
  for (int k = 0; k < c->places; k++) {
    mpz_t exact;
    mpz_init(exact);
    mpz_bin_uiui(exact, (unsigned long)c->places - 1, (unsigned long)k);
    double binomial = mpz_get_d(exact);
    mpz_clear(exact);
    assert_true(c->binomial[k] - binomial == 0 && c->inverse[k] - 1 / binomial == 0);
    check_row(c, k);
    print_message("#   place %-10.7g", c->place[k]);
    for (int i = 0; i < c->places; i++) print_message(" %.6g", c->factor[k][i]);
    print_message("\n");
  }
}

static void tables_of_the_places_are_the_exact_factors_rounded(void **state) {
  (void)state;
  fast_constants c;
  if (!rigid_constants(&c)) skip();
  check_tables(&c);
  assert_true(homogeneous_constants(&c));
  check_tables(&c);
}

static void binomials_are_those_of_pascal(void **state) {
  (void)state;
  for (int n = 1; n <= BMS_MAX_DEGREE; n++)
    for (int i = 1; i < n; i++)
      assert_true(bms_binomial[n][i] - (bms_binomial[n - 1][i - 1] + bms_binomial[n - 1][i]) == 0);
  for (int n = 0; n <= BMS_MAX_DEGREE; n++) assert_true(bms_binomial[n][0] == 1 && bms_binomial[n][n] == 1);
}

/* ------------------------------------------------------------------ interpolation */

static long double power(long double x, int n) {
  long double p = 1;
  for (int i = 0; i < n; i++) p *= x;
  return p;
}

static long double bernstein(const fast_constants *c, int i, long double s) {
  int n = c->places - 1;
  return (long double)c->binomial[i] * power(s, i) * power(1 - s, n - i);
}

/* Returns the greatest sum of the absolute basis polynomials: how much more a polynomial may be off between the places
   than at them. */
static double lebesgue_constant(const fast_constants *c) {
  long double greatest = 0;
  for (int g = 0; g <= GRID; g++) {
    long double s = (long double)g / GRID, sum = 0;
    for (int k = 0; k < c->places; k++) {
      long double value = 0;
      for (int i = 0; i < c->places; i++) value += (long double)c->factor[k][i] * bernstein(c, i, s);
      sum += fabsl(value);
    }
    greatest = fmaxl(greatest, sum);
  }
  return (double)greatest;
}

/* Returns how far the rounding of factors, products and sums may move the polynomial, for values of 1: sum_i B_i(s)
   sum_k |factor[k][i]| times the roundings of a term. */
static double coefficient_roundings(const fast_constants *c, int roundings) {
  long double greatest = 0;
  for (int g = 0; g <= GRID; g++) {
    long double s = (long double)g / GRID, sum = 0;
    for (int i = 0; i < c->places; i++) {
      long double factors = 0;
      for (int k = 0; k < c->places; k++) factors += fabsl((long double)c->factor[k][i]);
      sum += bernstein(c, i, s) * factors;
    }
    greatest = fmaxl(greatest, sum);
  }
  return roundings * (double)greatest;
}

/* Lebesgue constants and coefficient roundings as the budgets below take them. */
static const double LEBESGUE_8 = 2.2, LEBESGUE_12 = 2.6, COEFFICIENTS_8 = 321, COEFFICIENTS_12 = 6182;

static void places_near_those_of_chebyshev_interpolate_well(void **state) {
  (void)state;
  fast_constants c;
  if (!rigid_constants(&c)) skip();
  print_message("# interpolation at 8 places\n");
  for (int k = 0; k < 8; k++) assert_true(fabs(c.place[k] - 0.5 * (1 - cos(k * acos(-1) / 7))) < 1. / 128);
  within_closely("Lebesgue constant", lebesgue_constant(&c), LEBESGUE_8, 0.02);
  within_closely("roundings of coefficients, 5 a term", coefficient_roundings(&c, 5), COEFFICIENTS_8, 0.01);
  assert_true(homogeneous_constants(&c));
  print_message("# interpolation at 12 places\n");
  for (int k = 0; k < 12; k++) assert_true(fabs(c.place[k] - 0.5 * (1 - cos(k * acos(-1) / 11))) < 1. / 256);
  within_closely("Lebesgue constant", lebesgue_constant(&c), LEBESGUE_12, 0.02);
  within_closely("roundings of coefficients, 6 a term", coefficient_roundings(&c, 6), COEFFICIENTS_12, 0.01);
}

/* ------------------------------------------------------------------ budgets of the fast tier */

/* Returns what levels of de Casteljau's means add: 3 roundings each, for as many parts as a piece may be cut from. */
static double parts(int levels) {
  int cuts = 1 + 1 + 1 + 24;
  return cuts * 3.0 * levels;
}

/* The items are the lines of rigid_plane.h. */
static void the_budget_of_a_rigid_plane_is_the_sum_of_its_items(void **state) {
  (void)state;
  fast_constants c;
  if (!rigid_constants(&c)) skip();
  print_message("# a rigid plane (lib/fast/rigid/rigid_plane.h), in roundings of M\n");
  double quaternion = 2 + 2 + 2 + 1, column = 2.1 * quaternion + 20;
  within("quaternion at a place", quaternion, 7);
  within("column", column, 35);
  within("scale: two squares and their product", 2 * (2 * quaternion + 3) + 1, 35);
  within("P: Bernstein points and the parabola through them", 12 + 26, 38);
  within("A . B", 2 * 35 + 3, 73);
  within("A . d", 73 + 3 + 4, 80);
  within("distance of edges", sqrt(2) * (73 + 80) + 3, 220);
  within("part of distances", 220 + 4 + 36, 260);
  within("part of half extents", 73 + 2 + 4 + 36, 115);
  double distances = LEBESGUE_8 * 260 + COEFFICIENTS_8;
  double extents = LEBESGUE_8 * 115 + COEFFICIENTS_8 + 2 * (COEFFICIENTS_8 + 20);
  within_closely("distances, between the places", distances, 893, 1e-9);
  within_closely("half extents, between the places", extents, 1256, 1e-9);
  within_closely("parts of the interval", parts(7), 567, 1e-9);
  within_closely("places of a piece", 39 * 12, 468, 1e-9);
  double sum = 1256 + 567 + 468 + (4 + 2 + 14 + 10);
  within_closely("the whole", sum, 2321, 1e-9);
  within("three quarters more", 1.75 * sum, c.plane_error);
}

/* The items are the lines of homogeneous_plane.h. */
static void the_budget_of_a_homogeneous_plane_is_the_sum_of_its_items(void **state) {
  (void)state;
  fast_constants c;
  if (!homogeneous_constants(&c)) skip();
  print_message("# a homogeneous plane (lib/fast/homogeneous/homogeneous_plane.h), in roundings of M\n");
  within("columns and scales at a place", 20 + 9, 30);
  within("D = k_a C_b - k_b C_a", 30 + 50 + 4, 84);
  within("N = A x A", 2 * 30 + 4, 64);
  within("N . D", 64 + 84 + 4, 152);
  within("B x D", 30 + 84 + 4, 118);
  within("A . (B x D)", 30 + 118 + 4, 152);
  within("F, G and determinants", 64 + 30 + 4, 98);
  within("radii", 98 + 30 + 3, 131);
  within("gap at a place", 152 + 8, 160);
  double samples = LEBESGUE_12 * 160, signs = LEBESGUE_12 * 131 + COEFFICIENTS_12;
  within_closely("samples, between the places", samples, 416, 1e-9);
  within_closely("signs of radii", signs, 6523, 1e-3);
  within_closely("parts of the interval", parts(11), 891, 1e-9);
  within_closely("places of a piece", 39 * 22, 858, 1e-9);
  double sum = 416 + COEFFICIENTS_12 + 6523 + 891 + 858 + (4 + 2 + 22 + 14 + 8);
  within_closely("the whole", sum, 14920, 1e-9);
  within("a third more", sum * 4 / 3, c.plane_error);
}

/* The items of homogeneous_plane.h and homogeneous_hull.h: the demands on control points and samples before any
   plane. */
static void what_homogeneous_pairs_are_asked_first_is_counted(void **state) {
  (void)state;
  fast_constants c;
  assert_true(homogeneous_constants(&c));
  print_message("# homogeneous pairs: determinants, regularity and hulls, in roundings\n");
  within("a determinant over the interval", LEBESGUE_12 * 98 + COEFFICIENTS_12, c.determinant);
  double mean = 26 + 2, normal = 2 * mean + 4, entry = normal + 26 + 4;
  within("an entry of the matrix against its middle", entry, 90);
  within("the sum of such, and twice the diagonal's", 4 * 90 + 3, c.regular);
  within("reach: point, products, quotient and sums", 26 + 4 + 26 + 8, c.hull);
}

/* The items of plane.c for pairs that are not rigid: normals of 100, D of 120. */
static void the_budget_of_a_general_plane_is_the_sum_of_its_items(void **state) {
  (void)state;
  const double origin[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
  bms_query query = {.t0 = 0, .t1 = 1};
  bms_relative relative;
  query.a = query.b = (bms_body){bms_box_centred(1, 1, 1), bms_motion_fixed(origin, upright)};
  query.a.motion = (bms_motion){.form = BMS_MOTION_MATRIX, .matrix.weight = {1}};
  for (int i = 0; i < 3; i++) query.a.motion.matrix.entry[i][i][0] = 1;
  assert_true(bms_relative_prepare(&query, &relative));
  double size = relative.distance_bound + relative.a.half_bound + relative.b.half_bound;
  double used = bms_gap_error(&relative, 0) / (BMS_ROUNDING * size);
  print_message("# planes of all other pairs (lib/planes/plane.c)\n");
  within("n . D: products and sums 12, components for vectors a factor of 2", 2 * (100 + 120 + 12), 500);
  within("the whole: raised degrees and seven summands", 500 + 7 + 7, used);
}

/* The items of root.h: the ends of pieces are taken 24 times from the rest, x <= 31/32 of the length each
   time. */
static void roundings_of_places_and_times_are_counted(void **state) {
  (void)state;
  fast_constants c;
  if (!rigid_constants(&c)) skip();
  double end = 6, length = 1, most = end, x = 31. / 32;
  for (int k = 0; k < 24; k++) {
    end = x * end + 3 * (1 - x) + 2 * x * length + 0.5;
    length *= x;
    most = fmax(most, end);
  }
  print_message("# places and times (lib/fast/root.h)\n");
  within("the end of a piece, in s", most, 36);
  within("a place of a piece, in s", most + 2.5, c.place_roundings);
  within("a time: 2 for the difference, 2 for the product, 1, and those of s", 2 * (2 + 2) + 1 + 2 * c.place_roundings,
         c.time_roundings);
}

/* Returns T_n'(x) = n U_{n-1}(x). */
static double chebyshev_slope(int n, double x) {
  double before = 1, now = 2 * x;
  if (n == 1) return 1;
  for (int k = 2; k < n; k++) {
    double next = 2 * x * now - before;
    before = now;
    now = next;
  }
  return n * now;
}

static void check_slopes_beside_a_piece(const fast_constants *c) {
  int n = c->places - 1;
  double beside = 1 + 1.5 * c->widest_part;
  print_message("# slopes 3/4 of %g before a piece, degree %d\n", c->widest_part, n);
  within("Bernstein polynomials of the curvature", pow(beside, n - 2), 4. / 3);
  within("Markov's slope, there against on the piece", chebyshev_slope(n, beside) / chebyshev_slope(n, 1), 2.3);
}

static void slopes_beside_a_piece_are_bounded(void **state) {
  (void)state;
  fast_constants c;
  if (!rigid_constants(&c)) skip();
  check_slopes_beside_a_piece(&c);
  assert_true(homogeneous_constants(&c));
  check_slopes_beside_a_piece(&c);
}

static void what_compensated_arithmetic_drops_is_below_its_bound(void **state) {
  (void)state;
  fast_constants c;
  double u = BMS_ROUNDING;
  if (!rigid_constants(&c)) skip();
  print_message("# compensated arithmetic (lib/fast/compensated.h), of M\n");
  within("160 operations, each (160 u)^2 + 16 u 160 u", 160 * (160 + 16) * u * u, c.compensated_error);
}

/* ------------------------------------------------------------------ budgets of the scalar tier */

/* The items of relative.c and plane.c. */
static void the_budget_of_a_plane_is_the_sum_of_its_items(void **state) {
  (void)state;
  print_message("# planes (lib/motion/relative.c, lib/planes/plane.c)\n");
  within("an entry of A(q): two quaternions and 5 of its own", 2 * 3 + 5, 11);
  within("a column, as a vector", sqrt(3) * 11, 20);
  within("A . B", 2 * 20 + 3, 50);
  within("A x B, as a vector", 2 * 20 + 2 * sqrt(2), 70);
  within("(A . P) k", 20 + 12 + 3 + 10 + 1, 60);
  within("(A . P) k, C k or k k with offsets, and their sum", fmax(60, 50 + 10 + 2) + 4, 70);
  within("(A x B) . P with offsets C, and their sum", 70 + 12 + 3 + 4, 128);
  within("the whole: the worst term, raised degrees and seven summands", 128 + 7 + 7, 160);
  print_message("# later times within 4 roundings of T (bms_instant_extend)\n");
  within("a quadratic, of its counted error", 2 * BMS_EXTENT / 12.0, 4. / 3);
  within("a column, of its counted error", BMS_EXTENT / 3.0, 4. / 3);
}

/* The items of section.h: the errors that levels and shifts of planes have to cover, in error bounds of 160
   roundings. */
static void the_sections_count_what_their_levels_cover(void **state) {
  (void)state;
  double width = BMS_ROOT_WIDTH / BMS_ROUNDING;
  print_message("# sections (lib/sections/section.h), in error bounds of a plane\n");
  double root = 2 * 6 * width / 160, zero = 2 * 150. / 160, octant = 2 * 4 * width * 2 / 160;
  within("the time of a root", root, 2.4);
  within("octant equations taken for zero", zero, 1.9);
  within("times of octant switches", octant, 3.2);
  within("outwards: value, equations and switches", 1 + zero + octant, 8);
  within("outwards, at the computed root", 8 + root, 11);
  within("inwards, at the computed root: value", 1, 1.5);
  within("inwards: level and root", 1.5 + root, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_of_the_places_are_the_exact_factors_rounded),
      cmocka_unit_test(binomials_are_those_of_pascal),
      cmocka_unit_test(places_near_those_of_chebyshev_interpolate_well),
      cmocka_unit_test(the_budget_of_a_rigid_plane_is_the_sum_of_its_items),
      cmocka_unit_test(the_budget_of_a_homogeneous_plane_is_the_sum_of_its_items),
      cmocka_unit_test(what_homogeneous_pairs_are_asked_first_is_counted),
      cmocka_unit_test(the_budget_of_a_general_plane_is_the_sum_of_its_items),
      cmocka_unit_test(roundings_of_places_and_times_are_counted),
      cmocka_unit_test(slopes_beside_a_piece_are_bounded),
      cmocka_unit_test(what_compensated_arithmetic_drops_is_below_its_bound),
      cmocka_unit_test(the_budget_of_a_plane_is_the_sum_of_its_items),
      cmocka_unit_test(the_sections_count_what_their_levels_cover),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
