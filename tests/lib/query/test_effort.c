/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The work of a query is bounded, and mostly small.
 *
 * The bound.  Thousands of octant changes are impossible: the time enters a motion in degree 2 only.  For two rigid
 * bodies the nine octant equations A_i . B_j have degree 4, so there are at most 9 x 4 = 36 changes on any interval,
 * however fast the spin; a linear quaternion turns by less than one whole turn over all times.  Of matrices the
 * eighteen equations have degree at most 2 + 4, 18 x 6 = 108 changes.  In addition:
 *
 *   walk in doubles    MAX_STEPS of walk.c steps, each one plane over one stretch and at most two checks of 15 axes
 *   exact arithmetic   a turn for each root of a term or a plane that is passed, at most 20250 (exact_walk.c); each
 *                      isolates roots of polynomials of degree <= 10, in numbers of a fixed capacity
 *
 * The steps and the changes are counted here.  The turns are not, nothing shows them; instead no query may take long,
 * which finds a walk that does not end, not one that is merely slow.
 *
 * BMS_SOAK multiplies the number of queries, BMS_REDUCE divides it; seeds count from 1.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "effort.h"
#include "families.h"
#include "query_text.h"
#include "random.h"
#include "motion/relative.h"
#include "repetitions.h"
#include "sections/route.h"
#include "certified/walk.h"

enum { SEED = 20060515, QUERIES_PER_FAMILY = 200, WILD_QUERIES = 150 };

/* MAX_STEPS of walk.c, and the octant changes counted above. */
enum { MOST_STEPS = 128, MOST_CHANGES_RIGID = 9 * 4, MOST_CHANGES = 18 * 6 };

/* Seconds of processor time for one query.  The slowest known takes 1, and 50 times that under a memory checker. */
static const double MOST_SECONDS = 100;

/* Ulps of max(|t0|, |t1|). */
static const double GREATEST_WIDTH = 4;

/* The greatest number of 100 ordinary queries that may need exact arithmetic. */
enum { MOST_EXACT_PERCENT = 1, MOST_EXACT_OF_FLAT = 15, MOST_EXACT_OF_HEADINGS = 25 };

static void require(bool right, const char *what, const char *name, int seed, const bms_query *query) {
  if (right) return;
  print_message("# %s, seed %d: %s\n", name, seed, what);
  query_write_hex(stdout, "#   ", query);
  fflush(stdout);
  fail();
}

/* ------------------------------------------------------------------ wild queries */

/*
 * Makes a body spin as fast as can be, in a plane or in space: its quaternion passes close by zero, half a turn either
 * way around that time, or it does so outside the interval.
 */
static void spin(random_source *r, double middle, bms_motion *motion) {
  double start[4], rate[4], nearest = random_power_of_ten(r, -12, 0), speed = random_power_of_ten(r, -1, 6);
  double when = middle + random_uniform(r, -0.6, 0.6);
  random_direction(r, start, 4);
  random_direction(r, rate, 4);
  motion->form = BMS_MOTION_RIGID;
  motion->origin = 0;
  for (int i = 0; i < 4; i++) {
    motion->rigid.quaternion[i][1] = speed * rate[i];
    motion->rigid.quaternion[i][0] = nearest * start[i] - when * motion->rigid.quaternion[i][1];
  }
}

/* Writes that rotation as a matrix, or what rounding leaves of it: the weight |q|^2 comes near zero. */
static void spin_homogeneous(const bms_motion *rigid, double relief, bms_motion *motion) {
  /* R(q) v |q|^2 as a bilinear form of q: row, column, sign and the two components of each of its four terms */
  static const struct {
    int row, column, sign, i, j;
  } TERM[] = {{0, 0, 1, 0, 0}, {0, 0, 1, 1, 1},  {0, 0, -1, 2, 2}, {0, 0, -1, 3, 3}, {1, 1, 1, 0, 0},  {1, 1, -1, 1, 1},
              {1, 1, 1, 2, 2}, {1, 1, -1, 3, 3}, {2, 2, 1, 0, 0},  {2, 2, -1, 1, 1}, {2, 2, -1, 2, 2}, {2, 2, 1, 3, 3},
              {0, 1, 2, 1, 2}, {0, 1, -2, 0, 3}, {1, 0, 2, 1, 2},  {1, 0, 2, 0, 3},  {0, 2, 2, 1, 3},  {0, 2, 2, 0, 2},
              {2, 0, 2, 1, 3}, {2, 0, -2, 0, 2}, {1, 2, 2, 2, 3},  {1, 2, -2, 0, 1}, {2, 1, 2, 2, 3},  {2, 1, 2, 0, 1}};
  const double(*q)[2] = rigid->rigid.quaternion;
  memset(motion, 0, sizeof *motion);
  motion->form = BMS_MOTION_MATRIX;
  for (size_t k = 0; k < sizeof TERM / sizeof *TERM; k++) {
    double *entry = motion->matrix.entry[TERM[k].row][TERM[k].column];
    const double *x = q[TERM[k].i], *y = q[TERM[k].j];
    entry[0] += TERM[k].sign * x[0] * y[0];
    entry[1] += TERM[k].sign * (x[0] * y[1] + x[1] * y[0]);
    entry[2] += TERM[k].sign * x[1] * y[1];
  }
  for (int i = 0; i < 4; i++) {
    motion->matrix.weight[0] += q[i][0] * q[i][0] * relief;
    motion->matrix.weight[1] += 2 * q[i][0] * q[i][1];
    motion->matrix.weight[2] += q[i][1] * q[i][1] * relief;
  }
}

/* Makes two spinning boxes whose centres keep a distance at which long ones meet again and again, or hardly ever. */
static void wild_query(int seed, bms_query *query) {
  random_source r = random_from(SEED + (uint64_t)seed);
  bms_body *bodies[2] = {&query->a, &query->b};
  memset(query, 0, sizeof *query);
  query->t0 = -1;
  query->t1 = 1;
  double reach = 0;
  for (int k = 0; k < 2; k++) {
    bms_motion rigid;
    memset(&rigid, 0, sizeof rigid);
    for (int i = 0; i < 3; i++) {
      double half = random_power_of_ten(&r, -3, 0);
      bodies[k]->box.min[i] = -half;
      bodies[k]->box.max[i] = half;
      reach += half;
    }
    spin(&r, 0, &rigid);
    bodies[k]->motion = rigid;
    if (random_below(&r, 3) == 0) spin_homogeneous(&rigid, 1 + random_power_of_ten(&r, -12, 0), &bodies[k]->motion);
  }
  double away = reach * random_uniform(&r, 0.3, 0.8), *w = query->b.motion.matrix.weight;
  if (query->b.motion.form == BMS_MOTION_RIGID)
    query->b.motion.rigid.position[0][0] = away;
  else
    for (int k = 0; k < 3; k++) query->b.motion.matrix.entry[0][3][k] = away * w[k];
}

/* ------------------------------------------------------------------ counting */

typedef struct most {
  int steps, changes, changes_rigid, exact, answered;
  double seconds;
} most;

static void count_changes(const bms_query *query, const char *name, int seed, most *sum) {
  bms_relative relative;
  bms_route route;
  if (!bms_relative_prepare(query, &relative)) return;
  bms_route_divide(&relative, &route);
  int *greatest = relative.rigid ? &sum->changes_rigid : &sum->changes;
  if (route.sections - 1 > *greatest) *greatest = route.sections - 1;
  require(route.sections - 1 <= (relative.rigid ? MOST_CHANGES_RIGID : MOST_CHANGES), "too many octant changes", name,
          seed, query);
}

static void count_work(const bms_query *query, const char *name, int seed, most *sum) {
  bms_contact answer;
  bms_contact_interval interval;
  int count;
  clock_t start = clock();
  if (bms_first_contact(query, &answer) == BMS_INVALID) return;
  effort made = effort_of(query);
  bms_contact_intervals(query, 1, &interval, &count);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  sum->seconds = fmax(sum->seconds, seconds);
  sum->exact += made.exact;
  sum->answered++;
  if (made.steps > sum->steps) sum->steps = made.steps;
  require(made.steps <= MOST_STEPS, "too many steps", name, seed, query);
  require(seconds <= MOST_SECONDS, "too long", name, seed, query);
  count_changes(query, name, seed, sum);
}

static void print_most(const char *what, const most *sum) {
  print_message(
      "# %s: %d queries, %d exactly; at most %d steps, %d octant changes of rigid and %d of other pairs, %.0f ms\n",
      what, sum->answered, sum->exact, sum->steps, sum->changes_rigid, sum->changes, 1e3 * sum->seconds);
}

/* ------------------------------------------------------------------ tests */

static void the_work_of_every_family_stays_within_its_bound(void **state) {
  most sum = {0};
  (void)state;
  for (int family = 0; family < family_count(); family++)
    for (int seed = 1; seed <= repetitions(QUERIES_PER_FAMILY / 10); seed++) {
      bms_query query;
      family_query(family, (uint64_t)seed, &query);
      count_work(&query, family_name(family), seed, &sum);
    }
  print_most("all families", &sum);
  assert_true(sum.answered > 0);
}

static void spins_near_half_a_turn_and_vanishing_weights_stay_within_the_bound(void **state) {
  most sum = {0};
  (void)state;
  for (int seed = 1; seed <= repetitions(WILD_QUERIES); seed++) {
    bms_query query;
    wild_query(seed, &query);
    count_work(&query, "wild", seed, &sum);
  }
  print_most("wild queries", &sum);
  assert_true(2 * sum.answered > repetitions(WILD_QUERIES));
  /* They are what they are meant to be: these need more sections and steps than any ordinary query. */
  assert_true(sum.changes_rigid > 12 && sum.steps > 16);
}

/* Returns the width of the answer in ulps, and asserts that the query is answered at all. */
static double width_of(int family, int seed) {
  bms_query query;
  bms_contact answer;
  family_query(family, (uint64_t)seed, &query);
  bms_status status = bms_first_contact(&query, &answer);
  require(status != BMS_UNRESOLVED, "unresolved", family_name(family), seed, &query);
  if (status != BMS_CONTACT) return 0;
  double width = enclosure_ulps(&query, &answer);
  require(width <= GREATEST_WIDTH, "a wide enclosure", family_name(family), seed, &query);
  return width;
}

static void every_family_is_resolved_in_narrow_enclosures(void **state) {
  double widest = 0;
  (void)state;
  for (int family = 0; family < family_count(); family++)
    for (int seed = 1; seed <= repetitions(QUERIES_PER_FAMILY); seed++) widest = fmax(widest, width_of(family, seed));
  print_message("# widest enclosure: %g ulps of max(|t0|, |t1|)\n", widest);
  assert_true(widest > 0);
}

/* Returns true if a family is ordinary. It is not if times near a million are resolved to 1e-10, as the doubles of
   the query's own polynomials leave nothing to decide with, nor where something nearly vanishes. */
static bool is_ordinary(int family) {
  family_group group = family_group_of(family);
  return (group == FAMILY_RIGID || group == FAMILY_MATRIX || group == FAMILY_UNITS) &&
         strcmp(family_name(family), "late") != 0;
}

static void ordinary_queries_hardly_ever_need_exact_arithmetic(void **state) {
  int count = repetitions(QUERIES_PER_FAMILY), total = 0, families = 0;
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    int exact = 0;
    if (!is_ordinary(family)) continue;
    for (int seed = 1; seed <= count; seed++) {
      bms_query query;
      family_query(family, (uint64_t)seed, &query);
      exact += effort_of(&query).exact;
    }
    if (exact > 0) print_message("# %s: %d of %d need exact arithmetic\n", family_name(family), exact, count);
    assert_true(100 * exact <= MOST_EXACT_PERCENT * count);
    families++;
    total += exact;
  }
  print_message("# ordinary families: %d of %d need exact arithmetic\n", total, families * count);
}

/* Two bodies of one heading have quaternions that differ by ulps, as in any stack, wall or row of furniture. Those that
   stand upright or have two faces in one plane are exact ties now and then. */
static void equal_headings_hardly_ever_need_exact_arithmetic(void **state) {
  static const char *const NAMES[] = {"equal_headings", "slight_angles", "one_floor", "common_column"};
  int count = repetitions(QUERIES_PER_FAMILY);
  (void)state;
  for (int family = 0; family < family_count(); family++)
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; k++) {
      int exact = 0;
      if (strcmp(family_name(family), NAMES[k]) != 0) continue;
      for (int seed = 1; seed <= count; seed++) {
        bms_query query;
        family_query(family, (uint64_t)seed, &query);
        exact += effort_of(&query).exact;
      }
      print_message("# %s: %d of %d need exact arithmetic\n", NAMES[k], exact, count);
      assert_true(100 * exact <= MOST_EXACT_OF_HEADINGS * count);
    }
}

/* Radii change their signs within an ulp of the contact: a window next to the root decides.  Exact are those
   that get there in steps as short as rounding. */
static void a_face_that_lands_flat_seldom_needs_exact_arithmetic(void **state) {
  int count = repetitions(QUERIES_PER_FAMILY), exact = 0;
  (void)state;
  for (int seed = 1; seed <= count; seed++) {
    bms_query query;
    family_query(family_called("lands_flat"), (uint64_t)seed, &query);
    exact += effort_of(&query).exact;
  }
  print_message("# lands_flat: %d of %d need exact arithmetic\n", exact, count);
  assert_true(100 * exact <= MOST_EXACT_OF_FLAT * count);
}

static void exact_ties_do_need_exact_arithmetic(void **state) {
  int exact = 0;
  (void)state;
  for (int family = 0; family < family_count(); family++) {
    bms_query query;
    family_query(family, 1, &query);
    exact += family_group_of(family) == FAMILY_EXACT && effort_of(&query).exact;
  }
  assert_true(exact > 3);
}

/* Half a turn in 1e-2 to 1e-12 of the interval: stretches are as long as the way to it lets them. */
static void fast_turns_take_few_steps(void **state) {
  enum { MOST_OF_MEAN = 8 };
  int family = family_called("vanishing"), steps = 0;
  (void)state;
  for (int seed = 1; seed <= QUERIES_PER_FAMILY; seed++) {
    bms_query query;
    family_query(family, (uint64_t)seed, &query);
    steps += effort_of(&query).steps;
  }
  print_message("# %.1f steps on the average\n", (double)steps / QUERIES_PER_FAMILY);
  assert_true(steps <= MOST_OF_MEAN * QUERIES_PER_FAMILY);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fast_turns_take_few_steps),
      cmocka_unit_test(the_work_of_every_family_stays_within_its_bound),
      cmocka_unit_test(spins_near_half_a_turn_and_vanishing_weights_stay_within_the_bound),
      cmocka_unit_test(every_family_is_resolved_in_narrow_enclosures),
      cmocka_unit_test(ordinary_queries_hardly_ever_need_exact_arithmetic),
      cmocka_unit_test(equal_headings_hardly_ever_need_exact_arithmetic),
      cmocka_unit_test(a_face_that_lands_flat_seldom_needs_exact_arithmetic),
      cmocka_unit_test(exact_ties_do_need_exact_arithmetic),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %d for wild queries, seeds from 1 for families\n", SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
