/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The division of the route, against octants sampled in long double.
 *
 * Oracle: the components of the normals of either body along the edges of the other, straight from the poses.  Between
 * the times of the route their signs must not change, and at each of the times one of them must vanish.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "families.h"
#include "long_pose.h"
#include "query_text.h"
#include "sections/route.h"

/* The first of the seeds; query n of a family has the seed SEED + n. */
static const uint64_t SEED = 20050821;

static int repetitions(int count) {
  const char *soak = getenv("BMS_SOAK");
  int factor = soak == NULL ? 1 : atoi(soak);
  return factor > 1 ? factor * count : count;
}

static void check(int right, const char *what, const bms_query *query, const bms_route *route) {
  if (right) return;
  print_message("# %s\n", what);
  query_write_hex(stdout, "# ", query);
  for (int i = 0; i <= route->sections; i++) print_message("# time %d: %a\n", i, route->time[i]);
  fail();
}

/* ------------------------------------------------------------------ the oracle */

/* Computes the cosines between edges and normals: nine of edge i of a and normal j of b, nine of normal i of a and edge
   j of b. */
static void cosines(const bms_query *query, long double t, long double cosine[18]) {
  long_pose pose[2] = {long_pose_at(&query->a.motion, t), long_pose_at(&query->b.motion, t)};
  long double normal[2][3][3];
  for (int body = 0; body < 2; body++)
    for (int i = 0; i < 3; i++) long_face_normal(&pose[body], i, normal[body][i]);
  for (int k = 0; k < 18; k++) {
    int i = k % 9 / 3, j = k % 3;
    const long double *p = k < 9 ? pose[0].column[i] : normal[0][i];
    const long double *q = k < 9 ? normal[1][j] : pose[1].column[j];
    cosine[k] = long_dot(p, q) / sqrtl(long_dot(p, p) * long_dot(q, q));
  }
}

/* A cosine below this may be on either side of zero as far as the oracle is concerned: roots are known to a few units
   of 2^-48 of the interval, in which a cosine of the families used here changes by less. */
static const long double NEAR_ZERO = 1e-11L;

static int signs_agree(const long double p[18], const long double q[18]) {
  for (int k = 0; k < 18; k++)
    if (fabsl(p[k]) > NEAR_ZERO && fabsl(q[k]) > NEAR_ZERO && p[k] * q[k] < 0) return 0;
  return 1;
}

static int some_is_near_zero(const long double p[18]) {
  for (int k = 0; k < 18; k++)
    if (fabsl(p[k]) <= NEAR_ZERO) return 1;
  return 0;
}

/* ------------------------------------------------------------------ families */

static void check_route(const bms_query *query) {
  static const long double fractions[] = {0.001L, 0.05L, 0.2L, 0.35L, 0.65L, 0.8L, 0.95L, 0.999L};
  bms_relative relative;
  bms_route route;
  if (!bms_relative_prepare(query, &relative)) return;
  bms_route_divide(&relative, &route);
  check(route.sections >= 1 && route.time[0] == query->t0, "start", query, &route);
  check(route.time[route.sections] == query->t1, "end", query, &route);
  for (int i = 0; i < route.sections; i++) {
    long double start = route.time[i], length = route.time[i + 1] - start, middle[18], other[18];
    check(length > 0, "order", query, &route);
    cosines(query, start + 0.5L * length, middle);
    for (size_t f = 0; f < sizeof fractions / sizeof fractions[0]; f++) {
      cosines(query, start + fractions[f] * length, other);
      check(signs_agree(middle, other), "a vertex changes its octant within a section", query, &route);
    }
    if (i == 0) continue;
    cosines(query, start, other);
    check(some_is_near_zero(other), "a section ends where no vertex changes its octant", query, &route);
  }
}

static void check_group(family_group group) {
  for (int family = 0; family < family_count(); family++) {
    if (family_group_of(family) != group) continue;
    for (int n = 0; n < repetitions(60); n++) {
      bms_query query;
      family_query(family, SEED + (uint64_t)n, &query);
      if (query.t0 < query.t1) check_route(&query);
    }
  }
}

static void no_vertex_of_rigid_boxes_changes_its_octant_within_a_section(void **state) {
  (void)state;
  check_group(FAMILY_RIGID);
}

static void no_vertex_of_parallelepipeds_changes_its_octant_within_a_section(void **state) {
  (void)state;
  check_group(FAMILY_MATRIX);
}

/* ------------------------------------------------------------------ by hand */

/* Returns two unit cubes, a standing still upright, b at p + (t, 0, 0) with this quaternion. */
static bms_query two_cubes(double t0, double t1, const double quaternion[4][2]) {
  bms_query query = {.t0 = t0, .t1 = t1};
  for (int i = 0; i < 3; i++) {
    query.a.box.min[i] = query.b.box.min[i] = -1;
    query.a.box.max[i] = query.b.box.max[i] = 1;
  }
  query.a.motion.form = query.b.motion.form = BMS_MOTION_RIGID;
  query.a.motion.rigid.quaternion[0][0] = 1;
  query.b.motion.rigid.position[0][1] = 1;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 2; k++) query.b.motion.rigid.quaternion[i][k] = quaternion[i][k];
  return query;
}

static bms_route route_of(const bms_query *query) {
  bms_relative relative;
  bms_route route;
  assert_true(bms_relative_prepare(query, &relative));
  bms_route_divide(&relative, &route);
  return route;
}

static void the_route_of_boxes_that_do_not_turn_is_one_section(void **state) {
  (void)state;
  static const double aligned[4][2] = {{1}}, askew[4][2] = {{0.9}, {0.1}, {-0.3}, {0.2}};
  bms_query query = two_cubes(-3, 5, aligned);
  assert_int_equal(route_of(&query).sections, 1);
  query = two_cubes(-3, 5, askew);
  assert_int_equal(route_of(&query).sections, 1);
}

/* With cos = (1 - t^2) / (1 + t^2) and sin = 2 t / (1 + t^2), four products vanish together at 1, two at 0, four for
   ever. */
static void switches_at_one_time_are_one_and_components_that_vanish_for_ever_are_none(void **state) {
  (void)state;
  static const double about_z[4][2] = {{1, 0}, {0}, {0}, {0, 1}};
  bms_query query = two_cubes(-0.5, 2, about_z);
  bms_route route = route_of(&query);
  assert_int_equal(route.sections, 3);
  assert_true(fabs(route.time[1] - 0) <= 0x1p-46);
  assert_true(fabs(route.time[2] - 1) <= 0x1p-46);
}

/* That turn is seen from a turned world: a term that vanishes for ever is now a residue of rounding. */
static void components_that_vanish_but_for_rounding_make_no_sections(void **state) {
  (void)state;
  static const double tilt[4] = {0.7, 0.3, -0.5, 0.1};
  bms_query query = two_cubes(-0.5, 2, (const double[4][2]){{0.7, -0.1}, {0.3, -0.5}, {-0.5, -0.3}, {0.1, 0.7}});
  for (int i = 0; i < 4; i++) query.a.motion.rigid.quaternion[i][0] = tilt[i];
  bms_route route = route_of(&query); /* b turns by tilt (1, 0, 0, t) */
  assert_int_equal(route.sections, 3);
  assert_true(fabs(route.time[1] - 0) <= 0x1p-44);
  assert_true(fabs(route.time[2] - 1) <= 0x1p-44);
}

static void an_interval_of_one_time_is_one_section(void **state) {
  (void)state;
  static const double about_z[4][2] = {{1, 0}, {0}, {0}, {0, 1}};
  bms_query query = two_cubes(1, 1, about_z);
  bms_route route = route_of(&query);
  assert_int_equal(route.sections, 1);
  assert_true(route.time[0] == 1 && route.time[1] == 1);
}

static void a_switch_at_an_end_of_the_interval_makes_no_section(void **state) {
  (void)state;
  static const double about_z[4][2] = {{1, 0}, {0}, {0}, {0, 1}};
  bms_query query = two_cubes(0, 1, about_z);
  assert_int_equal(route_of(&query).sections, 1);
  query = two_cubes(-0.5, 1 + 0x1p-50, about_z);
  assert_int_equal(route_of(&query).sections, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_vertex_of_rigid_boxes_changes_its_octant_within_a_section),
      cmocka_unit_test(no_vertex_of_parallelepipeds_changes_its_octant_within_a_section),
      cmocka_unit_test(the_route_of_boxes_that_do_not_turn_is_one_section),
      cmocka_unit_test(switches_at_one_time_are_one_and_components_that_vanish_for_ever_are_none),
      cmocka_unit_test(components_that_vanish_but_for_rounding_make_no_sections),
      cmocka_unit_test(an_interval_of_one_time_is_one_section),
      cmocka_unit_test(a_switch_at_an_end_of_the_interval_makes_no_section),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %llu and up, in every family\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
