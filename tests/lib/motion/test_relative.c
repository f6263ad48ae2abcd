/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Motions over stretches, and the axes that need no check, against exact arithmetic.
 *
 * The polynomials of a stretch are evaluated exactly, so that the errors found are those of their coefficients.  The
 * bounds are the ones that relative.c and plane.c quote, in roundings of the magnitudes in bms_track and bms_relative.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cmocka_names.h"
#include "exact_gap.h"
#include "families.h"
#include "motion/mirror.h"
#include "motion/stretch.h"
#include "numeric/rounding.h"
#include "trial.h"

enum { TRIALS = 1500, ALL_AXES = (1 << BMS_AXES) - 1 };

static const double COLUMN_ROUNDINGS = 20, SCALE_ROUNDINGS = 10, DISTANCE_ROUNDINGS = 120;
static const double PRODUCT_ROUNDINGS = 50, NORMAL_ROUNDINGS = 100;

static void check(int right, const char *what, const trial *t, double a, double b) {
  if (right) return;
  trial_print(t);
  print_message("# %s: %a %a\n", what, a, b);
  fail();
}

typedef struct visit {
  trial trial;
  bms_relative relative;
  bms_stretch stretch;
  mpq_t s;
  exact_pair pair;
  double column, scale, distance, product, normal; /* the largest parts of the bounds */
} visit;

/* ------------------------------------------------------------------ stretches */

/* Adds (p(s) - exact)^2 to the sum. */
static void add_square(const bms_polynomial *p, const mpq_t s, const mpq_t exact, mpq_t sum) {
  mpq_t x;
  mpq_init(x);
  exact_polynomial_value(p, s, x);
  mpq_sub(x, x, exact);
  mpq_mul(x, x, x);
  mpq_add(sum, sum, x);
  mpq_clear(x);
}

/* Checks the root of a sum of squares against this many roundings of a magnitude, clears the sum, and notes the part
   of the bound. */
static void settle(visit *v, mpq_t sum, double bound, const char *what, double *greatest) {
  /* Scaled by a power of 4, so that the square is in the range of doubles. */
  int exponent = ilogb(bound);
  if (exponent > 0)
    mpq_div_2exp(sum, sum, (mp_bitcnt_t)(2 * exponent));
  else
    mpq_mul_2exp(sum, sum, (mp_bitcnt_t)(-2 * exponent));
  double part = ldexp(sqrt(mpq_get_d(sum)), exponent) / bound;
  check(part <= 1, what, &v->trial, part, bound);
  *greatest = fmax(*greatest, part);
  mpq_set_ui(sum, 0, 1);
}

static void check_track(visit *v, const bms_track *track, bms_track_stretch *over, exact_pose *pose) {
  mpq_t sum;
  rational_vector n;
  mpq_init(sum);
  rational_vector_init(n);
  for (int i = 0; i < 3; i++) {
    bms_polynomial normal[3];
    for (int r = 0; r < 3; r++) {
      bms_polynomial p = bms_polynomial_of(2, over->column[i][r]);
      add_square(&p, v->s, pose->edge[i][r], sum);
    }
    settle(v, sum, COLUMN_ROUNDINGS * BMS_ROUNDING * track->column_bound, "column", &v->column);
    bms_track_face_normal(track, over, i, normal);
    rational_cross(n, pose->edge[(i + 1) % 3], pose->edge[(i + 2) % 3]);
    for (int r = 0; r < 3; r++) {
      if (track->rigid) mpq_div(n[r], n[r], pose->weight); /* the cross product of columns of length k, over k */
      add_square(&normal[r], v->s, n[r], sum);
    }
    double bound = track->rigid ? track->column_bound : track->column_bound * track->column_bound;
    settle(v, sum, NORMAL_ROUNDINGS * BMS_ROUNDING * bound, "face normal", &v->normal);
  }
  bms_polynomial scale = bms_polynomial_of(2, over->scale);
  add_square(&scale, v->s, pose->weight, sum);
  settle(v, sum, SCALE_ROUNDINGS * BMS_ROUNDING * track->scale_bound, "scale", &v->scale);
  rational_vector_clear(n);
  mpq_clear(sum);
}

/* Checks D, or for a half-space the centre times its scale. */
static void check_distance(visit *v) {
  mpq_t exact, x, sum;
  mpq_inits(exact, x, sum, NULL);
  for (int r = 0; r < 3; r++) {
    exact_world_centre(&v->pair.b, r, exact);
    if (!v->trial.against_half_space) {
      exact_world_centre(&v->pair.a, r, x);
      mpq_sub(exact, exact, x);
      mpq_mul(exact, exact, v->pair.a.weight);
    }
    mpq_mul(exact, exact, v->pair.b.weight);
    add_square(&v->stretch.distance[r], v->s, exact, sum);
  }
  settle(v, sum, DISTANCE_ROUNDINGS * BMS_ROUNDING * v->relative.distance_bound, "distance", &v->distance);
  mpq_clears(exact, x, sum, NULL);
}

static void check_products(visit *v) {
  mpq_t exact, sum;
  mpq_inits(exact, sum, NULL);
  double bound = v->relative.a.column_bound * v->relative.b.column_bound;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      bms_polynomial product = bms_stretch_column_product(&v->stretch, i, j);
      rational_dot(exact, v->pair.a.edge[i], v->pair.b.edge[j]);
      add_square(&product, v->s, exact, sum);
      settle(v, sum, PRODUCT_ROUNDINGS * BMS_ROUNDING * bound, "product of columns", &v->product);
    }
  }
  mpq_clears(exact, sum, NULL);
}

static void check_stretch(visit *v) {
  double ta, tb;
  mpq_t t;
  mpq_init(t);
  trial_stretch(&v->trial, &ta, &tb);
  trial_place(&v->trial, v->s);
  exact_time(ta, tb, v->s, t);
  exact_pair_at(&v->pair, &v->trial.query, trial_half_space(&v->trial), t);
  bms_relative_stretch(&v->relative, ta, tb, &v->stretch);
  check_track(v, &v->relative.b, &v->stretch.b, &v->pair.b);
  if (!v->trial.against_half_space) {
    check_track(v, &v->relative.a, &v->stretch.a, &v->pair.a);
    check_products(v);
  }
  if (!v->relative.rigid) check_distance(v);
  mpq_clear(t);
}

static void the_polynomials_of_a_stretch_are_within_their_error_bounds(void **state) {
  visit v = {.column = 0};
  (void)state;
  mpq_init(v.s);
  exact_pair_init(&v.pair);
  for (uint64_t n = 0; n < trial_count(TRIALS); n++) {
    trial_make(n, &v.trial);
    if (trial_prepare(&v.trial, &v.relative)) check_stretch(&v);
  }
  print_message("# columns %.2g, scales %.2g, distances %.2g, products %.2g, normals %.2g of their bounds\n", v.column,
                v.scale, v.distance, v.product, v.normal);
  assert_true(v.column > 0 && v.scale > 0 && v.distance > 0 && v.product > 0 && v.normal > 0);
  exact_pair_clear(&v.pair);
  mpq_clear(v.s);
}

/* ------------------------------------------------------------------ implied axes */

static int is_perpendicular(rational_vector u, rational_vector v, mpq_t product) {
  rational_dot(product, u, v);
  return mpq_sgn(product) == 0;
}

/* Checks that the normal of face i of a is perpendicular to edge j of b, or the normal of face j of b to edge i of
   a. */
static void check_face(const trial *t, exact_pair *pair, int i, int j, bool of_a) {
  rational_vector normal;
  mpq_t x;
  mpq_init(x);
  rational_vector_init(normal);
  exact_pose *own = of_a ? &pair->a : &pair->b, *other = of_a ? &pair->b : &pair->a;
  int face = of_a ? i : j, edge = of_a ? j : i;
  rational_cross(normal, own->edge[(face + 1) % 3], own->edge[(face + 2) % 3]);
  check(is_perpendicular(normal, other->edge[edge], x), "not perpendicular to an edge", t, i, j);
  rational_vector_clear(normal);
  mpq_clear(x);
}

/* Checks that the axes that are left out do not matter at any time. */
static void check_axes(const trial *t, const bms_relative *relative, exact_pair *pair) {
  int axis = 0, reduced = exact_greatest_sign(pair, relative->axes, &axis),
      all = exact_greatest_sign(pair, ALL_AXES, &axis);
  check((reduced > 0) == (all > 0), "an axis left out separates", t, relative->axes, axis);
  check(reduced != 0 || all == 0, "touching, but for the axes left out", t, reduced, all);
  for (int k = 0; k < 18; k++)
    if (relative->perpendicular >> k & 1) check_face(t, pair, k % 9 / 3, k % 3, k < 9);
}

/* Checks the axes at random times. Returns how often something is left out. */
static uint64_t check_axes_of(trial *t, exact_pair *pair, const bms_relative *relative) {
  mpq_t s;
  if (relative->axes == ALL_AXES) return 0;
  mpq_init(s);
  for (int k = 0; k < 3; k++) {
    trial_place(t, s);
    exact_time(t->query.t0, t->query.t1, s, s);
    exact_pair_at(pair, &t->query, NULL, s);
    check_axes(t, relative, pair);
  }
  mpq_clear(s);
  return 1;
}

static void the_axes_left_out_never_separate_alone(void **state) {
  uint64_t reduced = 0;
  bms_relative relative;
  exact_pair pair;
  trial t;
  (void)state;
  exact_pair_init(&pair);
  for (uint64_t n = 0; n < trial_count(TRIALS); n++) {
    trial_make(n, &t);
    if (!t.against_half_space && trial_prepare(&t, &relative)) reduced += check_axes_of(&t, &pair, &relative);
  }
  print_message("# %llu queries with axes left out\n", (unsigned long long)reduced);
  assert_true(reduced > trial_count(TRIALS) / 20);
  exact_pair_clear(&pair);
}

/* Quaternions whose components are 0, p, -p, r or -r, for two polynomials p and r: the recognition compares these. */
static void symmetric_quaternion(random_source *r, double q[4][2]) {
  double choice[2][2];
  for (int k = 0; k < 4; k++) choice[k / 2][k % 2] = random_uniform(r, -1, 1);
  int zero = 1;
  while (zero) {
    for (int i = 0; i < 4; i++) {
      int kind = random_below(r, 3);
      double sign = random_sign(r);
      for (int k = 0; k < 2; k++) q[i][k] = kind == 2 ? 0 : sign * choice[kind][k];
      zero = zero && kind == 2;
    }
  }
}

static void axes_are_left_out_only_where_columns_are_parallel_for_ever(void **state) {
  uint64_t reduced = 0, count = 2 * trial_count(TRIALS);
  bms_relative relative;
  exact_pair pair;
  trial t;
  (void)state;
  exact_pair_init(&pair);
  for (uint64_t n = 0; n < count; n++) {
    trial_make(0, &t); /* any rigid query */
    t.number = n;
    t.random = random_from(n);
    t.query.t0 = 0;
    t.query.t1 = 1;
    symmetric_quaternion(&t.random, t.query.a.motion.rigid.quaternion);
    symmetric_quaternion(&t.random, t.query.b.motion.rigid.quaternion);
    if (random_below(&t.random, 8) == 0)
      for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++) t.query.b.motion.rigid.quaternion[i][k] = -t.query.a.motion.rigid.quaternion[i][k];
    if (bms_relative_prepare(&t.query, &relative)) reduced += check_axes_of(&t, &pair, &relative);
  }
  print_message("# %llu of %llu queries with axes left out\n", (unsigned long long)reduced, (unsigned long long)count);
  assert_true(reduced > count / 10);
  exact_pair_clear(&pair);
}

/* The saving is meant for these: turns about one axis of the world, boxes at rest on each other. */
static void common_axes_and_equal_rotations_are_recognised(void **state) {
  bms_relative relative;
  trial t;
  (void)state;
  trial_make(0, &t);
  for (int i = 0; i < 3; i++) {
    bms_motion *motions[2] = {&t.query.a.motion, &t.query.b.motion};
    for (int k = 0; k < 2; k++) {
      memset(motions[k]->rigid.quaternion, 0, sizeof motions[k]->rigid.quaternion);
      motions[k]->rigid.quaternion[0][0] = 1;
      motions[k]->rigid.quaternion[1 + i][1] = 0.3 + k;
    }
    assert_true(bms_relative_prepare(&t.query, &relative));
    /* Left: the faces of a and the two of b that turn. */
    assert_int_equal(relative.axes, 0x3f & ~(8 << i));
    t.query.b.motion = t.query.a.motion;
    assert_true(bms_relative_prepare(&t.query, &relative));
    assert_int_equal(relative.axes, 7);
  }
}

/* Columns of which one is a multiple of the other have an axis that is zero at all times. */
static void axes_of_parallel_columns_of_matrices_are_left_out(void **state) {
  int left_out = 0;
  (void)state;
  for (uint64_t seed = 1; seed <= trial_count(TRIALS); seed++) {
    bms_query query;
    bms_relative relative;
    family_query(family_called("common_column"), seed, &query);
    if (!bms_relative_prepare(&query, &relative)) continue;
    assert_true(relative.axes != ALL_AXES);
    left_out++;
  }
  assert_true(left_out > 0);
}

/* ------------------------------------------------------------------ mirror images */

/* Returns a number of a body: 6 of its box, 9 of its position or 8 of its quaternion. */
static double *number_of(bms_body *body, int k) {
  if (k < 6) return k < 3 ? &body->box.min[k] : &body->box.max[k - 3];
  return k < 15 ? &body->motion.rigid.position[0][0] + (k - 6) : &body->motion.rigid.quaternion[0][0] + (k - 15);
}

static void mirror_images_are_known_and_nothing_else_is(void **state) {
  enum { NUMBERS = 23 };
  bms_query query;
  (void)state;
  for (uint64_t seed = 1; seed <= trial_count(TRIALS); seed++) {
    family_query(family_called("mirror_images"), seed, &query);
    int k = bms_mirror_of(&query.a, &query.b);
    assert_int_in_range(k, 0, 2);
    for (int i = 0; i < NUMBERS; i++) {
      bms_query other = query;
      double *x = number_of(&other.b, i);
      *x = nextafter(*x, INFINITY);
      bool free = i >= 6 && i < 15 && (i - 6) / 3 == k; /* the way across the plane */
      assert_int_equal(bms_mirror_of(&other.a, &other.b), free ? k : -1);
    }
    bms_query matrix = query; /* the same bytes, which mean something else */
    matrix.a.motion.form = BMS_MOTION_MATRIX;
    assert_int_equal(bms_mirror_of(&matrix.a, &matrix.b), -1);
    assert_int_equal(bms_mirror_of(&matrix.b, &matrix.a), -1);
  }
}

/* The ways from corners to their images are along one axis of the world. */
static void corners_and_their_images_differ_by_one_coordinate(void **state) {
  bms_query query;
  exact_pair pair;
  mpq_t t;
  (void)state;
  mpq_init(t);
  exact_pair_init(&pair);
  for (uint64_t seed = 1; seed <= trial_count(TRIALS) / 10; seed++) {
    family_query(family_called("mirror_images"), seed, &query);
    int k = bms_mirror_of(&query.a, &query.b);
    mpq_set_si(t, (long)(seed % 8), 7);
    mpq_canonicalize(t);
    exact_pair_at(&pair, &query, NULL, t);
    for (int corner = 0; corner < 8; corner++)
      for (int r = 0; r < 3; r++)
        if (r != k) assert_true(mpq_equal(pair.a.vertex[corner][r], pair.b.vertex[corner ^ 1 << k][r]));
  }
  exact_pair_clear(&pair);
  mpq_clear(t);
}

/* ------------------------------------------------------------------ range */

static void magnitudes_without_room_for_products_are_refused(void **state) {
  static const double factors[] = {1e25, 1e-25, 1e150, 1e-150};
  bms_relative relative;
  trial t;
  (void)state;
  for (size_t k = 0; k < sizeof factors / sizeof factors[0]; k++) {
    trial_make(0, &t);
    assert_true(bms_relative_prepare(&t.query, &relative));
    bms_query far = t.query;
    for (int i = 0; i < 4; i++)
      for (int c = 0; c < 2; c++) far.b.motion.rigid.quaternion[i][c] *= factors[k];
    assert_false(bms_relative_prepare(&far, &relative));
    far = t.query;
    for (int i = 0; i < 3; i++) {
      far.a.box.min[i] *= factors[k];
      far.a.box.max[i] *= factors[k];
      far.b.box.min[i] *= factors[k];
      far.b.box.max[i] *= factors[k];
      for (int c = 0; c < 3; c++) {
        far.a.motion.rigid.position[i][c] *= factors[k];
        far.b.motion.rigid.position[i][c] *= factors[k];
      }
    }
    assert_false(bms_relative_prepare(&far, &relative));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_polynomials_of_a_stretch_are_within_their_error_bounds),
      cmocka_unit_test(the_axes_left_out_never_separate_alone),
      cmocka_unit_test(axes_are_left_out_only_where_columns_are_parallel_for_ever),
      cmocka_unit_test(common_axes_and_equal_rotations_are_recognised),
      cmocka_unit_test(axes_of_parallel_columns_of_matrices_are_left_out),
      cmocka_unit_test(mirror_images_are_known_and_nothing_else_is),
      cmocka_unit_test(corners_and_their_images_differ_by_one_coordinate),
      cmocka_unit_test(magnitudes_without_room_for_products_are_refused),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# trials from number 0 on; the number of a trial is its seed\n");
  return cmocka_run_group_tests(tests, NULL, NULL);
}
