/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The exact first contact against two oracles of another kind: the corners of both boxes in GMP's rationals,
 * projected on all axes at single times, and, for one pair of flat or solid parallelepipeds, the linear program "is 0
 * a sum of the half-edges with factors in [-1, 1]".
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exact/exact_approach.h"
#include "exact/exact_contact.h"
#include "exact/exact_plane_root.h"
#include "exact_rational.h"
#include "validate/exact_validity.h"
#include "query_text.h"
#include "random.h"
#include "rational_pose.h"

static const uint64_t SEED = 0x5eed000000000005;

static void require(bool right, const bms_query *query, const char *what) {
  if (right) return;
  print_message("# %s\n", what);
  query_write_hex(stdout, "# ", query);
  fail();
}

/* ------------------------------------------------------------------ queries */

static bms_motion rigid_motion(const double position[3][3], const double quaternion[4][2]) {
  bms_motion motion = {.form = BMS_MOTION_RIGID};
  memcpy(motion.rigid.position, position, sizeof motion.rigid.position);
  memcpy(motion.rigid.quaternion, quaternion, sizeof motion.rigid.quaternion);
  return motion;
}

/* Returns a motion without turning: position + t velocity + t^2 acceleration. */
static bms_motion sliding(double x, double y, double z, double vx, double ax) {
  const double position[3][3] = {{x, vx, ax}, {y, 0, 0}, {z, 0, 0}};
  const double quaternion[4][2] = {{1, 0}, {0, 0}, {0, 0}, {0, 0}};
  return rigid_motion(position, quaternion);
}

static bms_box cube(double half) {
  bms_box box = {{-half, -half, -half}, {half, half, half}};
  return box;
}

/* Returns a unit cube at rest at the origin and another that slides along x from `x`. */
static bms_query sliding_cubes(double x, double y, double v, double a) {
  bms_query query = {.t1 = 1, .a = {cube(0.5), sliding(0, 0, 0, 0, 0)}, .b = {cube(0.5), sliding(x, y, 0, v, a)}};
  return query;
}

static bms_body random_body(random_source *r, bms_motion_form form, bool moving) {
  bms_body body = {.motion = {.form = form}};
  for (int i = 0; i < 3; i++) {
    body.box.min[i] = random_uniform(r, -1, 0);
    body.box.max[i] = random_below(r, 10) ? random_uniform(r, 0, 1) : body.box.min[i];
    double *position = form == BMS_MOTION_RIGID ? body.motion.rigid.position[i] : body.motion.matrix.entry[i][3];
    double place = random_uniform(r, 0, 2.5), speed = random_uniform(r, -4, 0);
    position[0] = moving ? place : 0;
    position[1] = moving ? speed : 0;
    position[2] = moving ? random_uniform(r, -1, 1) : 0;
    for (int k = 0; form == BMS_MOTION_MATRIX && k < 3; k++)
      for (int power = 0; power < 3; power++)
        body.motion.matrix.entry[i][k][power] = (i == k && power == 0) + random_uniform(r, -0.1, 0.1);
  }
  if (form == BMS_MOTION_MATRIX) {
    body.motion.matrix.weight[0] = 1;
    body.motion.matrix.weight[1] = random_uniform(r, -0.2, 0.2);
    body.motion.matrix.weight[2] = random_uniform(r, -0.2, 0.2);
  } else {
    for (int i = 0; i < 4; i++)
      for (int power = 0; power < 2; power++) body.motion.rigid.quaternion[i][power] = random_uniform(r, -1, 1);
  }
  return body;
}

/* Returns queries of all combinations of the two forms, in turn. */
static bms_query random_query(random_source *r, int i) {
  bms_query query = {.t0 = 0, .t1 = 1};
  query.a = random_body(r, i & 1 ? BMS_MOTION_MATRIX : BMS_MOTION_RIGID, false);
  query.b = random_body(r, i & 2 ? BMS_MOTION_MATRIX : BMS_MOTION_RIGID, true);
  return query;
}

/* ------------------------------------------------------------------ generic motions */

static void the_boxes_are_apart_before_the_first_contact_and_not_after_it(void **state) {
  (void)state;
  random_source r = random_from(SEED);
  int contacts = 0;
  for (int i = 0; i < soaked(150); i++) {
    bms_query query = random_query(&r, i);
    bms_exact_answer answer;
    bms_status status = bms_exact_first_contact(&query, query.t0, &answer);
    int at_start = rational_apart_at(&query, query.t0, -1);
    double end = status == BMS_CONTACT ? answer.t_lower : query.t1;
    if (at_start <= 0) {
      require(status == (at_start == 0 ? BMS_TOUCHING : BMS_OVERLAPPING), &query, "status at the start");
      continue;
    }
    require(status == BMS_CONTACT || status == BMS_SEPARATED, &query, "status");
    for (int k = 0; k < 3; k++)
      require(rational_apart_at(&query, random_uniform(&r, query.t0, end), -1) == 1, &query, "apart before");
    if (status == BMS_SEPARATED) {
      require(rational_apart_at(&query, query.t1, -1) == 1, &query, "apart at the end");
      continue;
    }
    contacts++;
    require(nextafter(answer.t_lower, HUGE_VAL) == answer.t_upper, &query, "neighbouring doubles");
    require(rational_apart_at(&query, answer.t_lower, -1) == 1, &query, "apart just before");
    require(rational_apart_at(&query, answer.t_upper, -1) == -1, &query, "overlap just after");
  }
  assert_true(contacts > soaked(150) / 5);
}

static void the_axes_that_vanish_are_those_whose_gap_changes_sign(void **state) {
  (void)state;
  random_source r = random_from(SEED + 1);
  for (int i = 0; i < soaked(150); i++) {
    bms_query query = random_query(&r, i);
    bms_exact_answer answer;
    if (bms_exact_first_contact(&query, query.t0, &answer) != BMS_CONTACT) continue;
    /* one axis only in general position: positive before, negative after */
    for (int axis = 0; axis < BMS_AXES; axis++) {
      bool changes = rational_apart_at(&query, answer.t_lower, axis) == 1;
      require(changes == (answer.axes >> axis & 1), &query, "axes");
      if (!changes) continue;
      bms_axis_signs wanted = rational_signs_at(&query, answer.t_lower, axis), got = answer.signs[axis];
      require(memcmp(&wanted, &got, sizeof wanted) == 0, &query, "signs");
    }
  }
}

static bool same_answer(const bms_exact_answer *x, const bms_exact_answer *y) {
  if (x->status != y->status || x->t_lower != y->t_lower || x->t_upper != y->t_upper || x->axes != y->axes)
    return false;
  for (int axis = 0; axis < BMS_AXES; axis++)
    if ((x->axes >> axis & 1) && memcmp(&x->signs[axis], &y->signs[axis], sizeof x->signs[axis]) != 0) return false;
  return true;
}

static void starting_at_any_time_before_the_contact_gives_the_same_answer(void **state) {
  (void)state;
  random_source r = random_from(SEED + 2);
  for (int i = 0; i < soaked(80); i++) {
    bms_query query = random_query(&r, i);
    bms_exact_answer answer, later;
    bms_status status = bms_exact_first_contact(&query, query.t0, &answer);
    if (status != BMS_CONTACT && status != BMS_SEPARATED) continue;
    bms_exact_first_contact(&query, random_uniform(&r, query.t0, answer.t_lower), &later);
    require(same_answer(&answer, &later), &query, "from a time between");
    bms_exact_first_contact(&query, answer.t_lower, &later);
    require(same_answer(&answer, &later), &query, "from the lower bound");
  }
}

/* Returns t moved by this many doubles. */
static double moved(double t, int doubles) {
  for (; doubles > 0; doubles--) t = nextafter(t, HUGE_VAL);
  for (; doubles < 0; doubles++) t = nextafter(t, -HUGE_VAL);
  return t;
}

/* If one axis touches alone, its plane's root, from a wider enclosure, is the contact; a walk that is given the axis
   that is apart before, and which ones overlap all the time, comes to the same end. */
static void a_contact_that_is_known_more_closely_is_the_same(void **state) {
  (void)state;
  random_source r = random_from(SEED + 40);
  int found = 0;
  for (int i = 0; i < soaked(120); i++) {
    bms_query query = random_query(&r, i);
    bms_exact_answer answer, again;
    bms_exact_plane_time time;
    if (bms_exact_first_contact(&query, query.t0, &answer) != BMS_CONTACT) continue;
    int axis = 0;
    while (!(answer.axes >> axis & 1)) axis++;
    if (answer.axes != 1u << axis || answer.t_lower == answer.t_upper) continue;
    double low = moved(answer.t_lower, -random_below(&r, 200)), high = moved(answer.t_upper, random_below(&r, 200));
    if (!(low > query.t0 && high < query.t1)) continue;
    require(bms_exact_plane_root(&query, NULL, &answer.signs[axis], low, high, &time), &query, "there is a root");
    require(time.t_lower == answer.t_lower && time.t == answer.t && time.t_upper == answer.t_upper, &query, "the root");
    require(!bms_exact_plane_root(&query, NULL, &answer.signs[axis], high, moved(high, 9), &time), &query, "no root");
    bms_exact_known known = {.apart = axis, .until = high};
    for (int k = 0; k < BMS_AXES; k++)
      if (rational_apart_at(&query, low, k) == -1 && rational_apart_at(&query, high, k) == -1) known.inside |= 1u << k;
    bms_exact_first_contact_known(&query, low, &known, &again);
    require(same_answer(&answer, &again), &query, "from what is known");
    found++;
  }
  assert_true(found > soaked(120) / 8);
}

/* Returns the number of an axis when the boxes change places. */
static int swapped_axis(int axis) {
  if (axis < BMS_AXIS_EDGES) return (axis + 3) % 6;
  return BMS_AXIS_EDGES + (axis - BMS_AXIS_EDGES) % 3 * 3 + (axis - BMS_AXIS_EDGES) / 3;
}

static void swapping_the_boxes_swaps_the_axes(void **state) {
  (void)state;
  random_source r = random_from(SEED + 3);
  for (int i = 0; i < soaked(80); i++) {
    bms_query query = random_query(&r, i), swapped = query;
    bms_exact_answer x, y;
    swapped.a = query.b;
    swapped.b = query.a;
    bms_exact_first_contact(&query, query.t0, &x);
    bms_exact_first_contact(&swapped, query.t0, &y);
    require(x.status == y.status && x.t_lower == y.t_lower && x.t_upper == y.t_upper, &query, "times");
    for (int axis = 0; axis < BMS_AXES; axis++)
      require((x.axes >> axis & 1) == (y.axes >> swapped_axis(axis) & 1), &query, "axes");
  }
}

/* Lengths times 2^length and times times 2^time. */
static void scale_body(bms_body *body, int length, int time) {
  for (int i = 0; i < 3; i++) {
    bool rigid = body->motion.form == BMS_MOTION_RIGID;
    double *position = rigid ? body->motion.rigid.position[i] : body->motion.matrix.entry[i][3];
    body->box.min[i] = ldexp(body->box.min[i], length);
    body->box.max[i] = ldexp(body->box.max[i], length);
    for (int power = 0; power < 3; power++) {
      position[power] = ldexp(position[power], length - power * time);
      for (int k = 0; !rigid && k < 3; k++)
        body->motion.matrix.entry[i][k][power] = ldexp(body->motion.matrix.entry[i][k][power], -power * time);
      if (!rigid && i == 0) body->motion.matrix.weight[power] = ldexp(body->motion.matrix.weight[power], -power * time);
    }
  }
  for (int k = 0; body->motion.form == BMS_MOTION_RIGID && k < 4; k++)
    body->motion.rigid.quaternion[k][1] = ldexp(body->motion.rigid.quaternion[k][1], -time);
}

static void scaling_lengths_and_times_by_powers_of_two_scales_the_answer_to_the_bit(void **state) {
  (void)state;
  random_source r = random_from(SEED + 4);
  for (int i = 0; i < soaked(60); i++) {
    bms_query query = random_query(&r, i), scaled = query;
    int length = random_below(&r, 120) - 60, time = random_below(&r, 60) - 30;
    bms_exact_answer x, y;
    scale_body(&scaled.a, length, time);
    scale_body(&scaled.b, length, time);
    scaled.t1 = ldexp(query.t1, time);
    bms_exact_first_contact(&query, query.t0, &x);
    bms_exact_first_contact(&scaled, scaled.t0, &y);
    x.t_lower = ldexp(x.t_lower, time);
    x.t_upper = ldexp(x.t_upper, time);
    require(same_answer(&x, &y), &query, "scaled");
  }
}

/* ------------------------------------------------------------------ fifteen axes are enough */

typedef struct integer_vector {
  long x[3];
} integer_vector;

static integer_vector minus(integer_vector u, integer_vector v) {
  integer_vector w = {{u.x[0] - v.x[0], u.x[1] - v.x[1], u.x[2] - v.x[2]}};
  return w;
}

static integer_vector times(long factor, integer_vector u) {
  integer_vector w = {{factor * u.x[0], factor * u.x[1], factor * u.x[2]}};
  return w;
}

static integer_vector product(integer_vector u, integer_vector v) {
  integer_vector w;
  for (int i = 0, j = 1, k = 2; i < 3; i++, j = (j + 1) % 3, k = (k + 1) % 3)
    w.x[i] = u.x[j] * v.x[k] - u.x[k] * v.x[j];
  return w;
}

static long inner(integer_vector u, integer_vector v) {
  return u.x[0] * v.x[0] + u.x[1] * v.x[1] + u.x[2] * v.x[2];
}

static bool is_zero(integer_vector u) {
  return inner(u, u) == 0;
}

/* Returns true if d is a combination of three vectors, of which `rank` first ones count and are independent, with
   factors in [-1, 1]. */
static bool solves(const integer_vector g[3], int rank, integer_vector d) {
  if (rank == 0) return is_zero(d);
  if (rank == 1) return is_zero(product(d, g[0])) && labs(inner(d, g[0])) <= inner(g[0], g[0]);
  integer_vector n = product(g[0], g[1]);
  if (rank == 2)
    return inner(n, d) == 0 && labs(inner(product(d, g[1]), n)) <= inner(n, n) &&
           labs(inner(product(g[0], d), n)) <= inner(n, n);
  long determinant = labs(inner(n, g[2]));
  return labs(inner(product(g[1], g[2]), d)) <= determinant && labs(inner(product(g[2], g[0]), d)) <= determinant &&
         labs(inner(n, d)) <= determinant;
}

static bool independent(const integer_vector g[3], int rank) {
  integer_vector n = product(g[0], g[1]);
  return rank == 0 || (rank == 1 && !is_zero(g[0])) || (rank == 2 && !is_zero(n)) || (rank == 3 && inner(n, g[2]) != 0);
}

/*
 * Returns true if d is in the zonotope of six half-edges.  The factors form a bounded polyhedron; if it is not empty it
 * has a vertex, with all factors at a bound except for some independent half-edges': all choices are tried.
 */
static bool in_zonotope(const integer_vector half_edge[6], integer_vector d) {
  for (int basis = 0; basis < 64; basis++) {
    integer_vector g[3] = {{{0, 0, 0}}};
    int rank = 0, fixed[6], rest = 0;
    for (int k = 0; k < 6; k++) {
      if (!(basis >> k & 1))
        fixed[rest++] = k;
      else if (rank++ < 3)
        g[rank - 1] = half_edge[k];
    }
    if (rank > 3 || !independent(g, rank)) continue;
    for (int bounds = 0; bounds < 1 << rest; bounds++) {
      integer_vector left = d;
      for (int k = 0; k < rest; k++) left = minus(left, times(bounds >> k & 1 ? 1 : -1, half_edge[fixed[k]]));
      if (solves(g, rank, left)) return true;
    }
  }
  return false;
}

/* Makes a small parallelepiped with integer columns and half extents 0, 1 or 2; computes its half-edges and its
   centre. */
static void integer_body(random_source *r, bms_body *body, integer_vector half_edge[3], integer_vector *centre) {
  integer_vector column[3];
  body->motion.form = BMS_MOTION_MATRIX;
  body->motion.origin = 0;
  memset(&body->motion.matrix, 0, sizeof body->motion.matrix);
  body->motion.matrix.weight[0] = 1;
  do {
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) column[i].x[k] = random_below(r, 5) - 2;
  } while (inner(product(column[0], column[1]), column[2]) == 0);
  for (int i = 0; i < 3; i++) {
    int half = random_below(r, 5) - 2;
    half = half < 0 ? 0 : half; /* flat more often than not */
    body->box.min[i] = -half;
    body->box.max[i] = half;
    half_edge[i] = times(half, column[i]);
    centre->x[i] = random_below(r, 9) - 4;
    body->motion.matrix.entry[i][3][0] = (double)centre->x[i];
    for (int k = 0; k < 3; k++) body->motion.matrix.entry[k][i][0] = (double)column[i].x[k];
  }
}

static void fifteen_axes_decide_for_flat_boxes_segments_points_and_parallelepipeds(void **state) {
  (void)state;
  random_source r = random_from(SEED + 5);
  int touching = 0, apart = 0;
  for (int i = 0; i < soaked(3000); i++) {
    bms_query query = {.t0 = 0, .t1 = 0};
    integer_vector half_edge[6], centre_a, centre_b;
    bms_exact_answer answer;
    integer_body(&r, &query.a, half_edge, &centre_a);
    integer_body(&r, &query.b, half_edge + 3, &centre_b);
    bms_status status = bms_exact_first_contact(&query, 0, &answer);
    bool contact = in_zonotope(half_edge, minus(centre_b, centre_a));
    require(contact == (status != BMS_SEPARATED), &query, "contact");
    touching += status == BMS_TOUCHING;
    apart += status == BMS_SEPARATED;
  }
  assert_true(touching > soaked(3000) / 100 && apart > soaked(3000) / 10);
}

/* ------------------------------------------------------------------ exact cases */

static void expect(const bms_query *query, double t_from, bms_status status, double t_lower, double t_upper,
                   unsigned axes) {
  bms_exact_answer answer;
  bms_exact_first_contact(query, t_from, &answer);
  bool right = answer.status == status && answer.t_lower == t_lower && answer.t_upper == t_upper && answer.axes == axes;
  if (!right)
    print_message("# status %d, [%a, %a], axes %#x\n", (int)answer.status, answer.t_lower, answer.t_upper, answer.axes);
  require(right, query, "exact case");
}

/* Axes X of both, alone or with the axes along which two aligned cubes touch sideways as well: Y of both; and for all
   other directions the cross products of edges that are parallel to them. */
enum { BOTH_X = 1 << 0 | 1 << 3, X_FROM_EDGES = 1 << 11 | 1 << 13 };

static void aligned_faces_meet_exactly(void **state) {
  (void)state;
  bms_query query = sliding_cubes(3, 0, -4, 0); /* gap 2 - 4 t */
  expect(&query, 0, BMS_CONTACT, 0.5, 0.5, BOTH_X | X_FROM_EDGES);
  expect(&query, 0.25, BMS_CONTACT, 0.5, 0.5, BOTH_X | X_FROM_EDGES);
  expect(&query, 0.5, BMS_CONTACT, 0.5, 0.5, BOTH_X | X_FROM_EDGES);
  query = sliding_cubes(2, 0, -3, 0); /* gap 1 - 3 t: 1/3 is no double */
  expect(&query, 0, BMS_CONTACT, 0x1.5555555555555p-2, 0x1.5555555555556p-2, BOTH_X | X_FROM_EDGES);
  query = sliding_cubes(3, 0, 0, -4); /* gap 2 - 4 t^2: the square root of 1/2 */
  expect(&query, 0, BMS_CONTACT, 0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1, BOTH_X | X_FROM_EDGES);
}

static void a_graze_is_a_contact_and_a_miss_by_one_bit_is_none(void **state) {
  (void)state;
  bms_query query = sliding_cubes(2, 0, -4, 4); /* gap (1 - 2 t)^2 */
  expect(&query, 0, BMS_CONTACT, 0.5, 0.5, BOTH_X | X_FROM_EDGES);
  query.b.motion.rigid.position[0][0] = nextafter(2, 3);
  expect(&query, 0, BMS_SEPARATED, 1, 1, 0);
  query.b.motion.rigid.position[0][0] = nextafter(2, 1); /* two contacts 2^-25 or so apart */
  bms_exact_answer answer;
  assert_int_equal(bms_exact_first_contact(&query, 0, &answer), BMS_CONTACT);
  assert_true(answer.t_upper < 0.5 && answer.t_lower > 0.499999);
}

static void contact_at_the_very_end_counts_and_after_it_does_not(void **state) {
  (void)state;
  bms_query query = sliding_cubes(2, 0, -1, 0); /* gap 1 - t */
  expect(&query, 0, BMS_CONTACT, 1, 1, BOTH_X | X_FROM_EDGES);
  expect(&query, 1, BMS_CONTACT, 1, 1, BOTH_X | X_FROM_EDGES);
  query.t1 = nextafter(1, 0);
  expect(&query, 0, BMS_SEPARATED, query.t1, query.t1, 0);
  expect(&query, query.t1, BMS_SEPARATED, query.t1, query.t1, 0);
}

static void what_touches_or_overlaps_at_the_start_is_told_apart(void **state) {
  (void)state;
  bms_query query = sliding_cubes(1, 0, 0, 0);
  expect(&query, 0, BMS_TOUCHING, 0, 0, BOTH_X | X_FROM_EDGES);
  query = sliding_cubes(nextafter(1, 0), 0, 0, 0);
  expect(&query, 0, BMS_OVERLAPPING, 0, 0, 0);
  query = sliding_cubes(nextafter(1, 2), 0, 0, 0);
  expect(&query, 0, BMS_SEPARATED, 1, 1, 0);
  query.t1 = query.t0;
  expect(&query, 0, BMS_SEPARATED, 0, 0, 0);
}

/* Faces that slide in one plane for ever: their plane vanishes identically, and the other axes determine the
   contact. */
static void a_gap_that_is_zero_for_ever_is_part_of_the_contact(void **state) {
  (void)state;
  bms_query query = sliding_cubes(3, 1, -4, 0);
  const unsigned both_y = 1 << 1 | 1 << 4, y_from_edges = 1 << 8 | 1 << 12;
  expect(&query, 0, BMS_CONTACT, 0.5, 0.5, BOTH_X | X_FROM_EDGES | both_y | y_from_edges);
  query = sliding_cubes(0.5, 1, 1, 0);
  expect(&query, 0, BMS_TOUCHING, 0, 0, both_y | y_from_edges);
}

/* All terms are 0 along every axis when two points meet: these axes count, but the axes of parallel edges are the zero
   vector. */
static void two_points_meet_along_all_axes_that_are_not_zero(void **state) {
  (void)state;
  bms_query query = sliding_cubes(1, 0, -4, 0);
  query.a.box = cube(0);
  query.b.box = cube(0);
  const unsigned parallel = 1 << 6 | 1 << 10 | 1 << 14, all = (1 << BMS_AXES) - 1;
  expect(&query, 0, BMS_CONTACT, 0.25, 0.25, all & ~parallel);
  expect(&query, 0.25, BMS_CONTACT, 0.25, 0.25, all & ~parallel);
}

/* A half-turn about z with a quaternion through (1, 0, 0, t): the corner of the turning square meets a wall at an
   algebraic time. */
static void a_turning_corner_meets_a_wall_at_the_right_time(void **state) {
  (void)state;
  const double position[3][3] = {{0}, {0}, {0}}, quaternion[4][2] = {{1, 0}, {0, 0}, {0, 0}, {0, 1}};
  bms_query query = {
      .t1 = 1, .a = {cube(0.5), sliding(1.1875, 0, 0, 0, 0)}, .b = {cube(0.5), rigid_motion(position, quaternion)}};
  bms_exact_answer answer;
  assert_int_equal(bms_exact_first_contact(&query, 0, &answer), BMS_CONTACT);
  /* the reach (cos + sin) / 2 of the corner is 0.6875, cos = (1 - t^2) / (1 + t^2), sin = 2 t / (1 + t^2):
     2.375 t^2 - 2 t + 0.375 = 0 */
  double t = (2 - sqrt(4 - 4 * 2.375 * 0.375)) / (2 * 2.375);
  assert_true(fabs(answer.t_lower - t) < 1e-15 && answer.t_upper == nextafter(answer.t_lower, 1));
  assert_true(answer.axes & 1);
  assert_true(answer.signs[0].distance == -1 && answer.signs[0].half_edge[3] != 0 && answer.signs[0].half_edge[4] != 0);
  assert_true(answer.signs[0].half_edge[5] == 0);
}

/* ------------------------------------------------------------------ half-spaces */

static void a_half_space_is_one_axis_with_a_signed_distance(void **state) {
  (void)state;
  const bms_half_space floor_plane = {{0, 0, 2}, 1}; /* z <= 1/2 */
  bms_body body = {cube(0.5), sliding(0, 0, 0, 0, 0)};
  bms_exact_answer answer;
  body.motion.rigid.position[2][0] = 3;
  body.motion.rigid.position[2][1] = -4; /* bottom at 2.5 - 4 t */
  assert_int_equal(bms_exact_first_contact_half_space(&floor_plane, &body, 0, 1, 0, &answer), BMS_CONTACT);
  assert_true(answer.t_lower == 0.5 && answer.t_upper == 0.5 && answer.axes == 1 && answer.signs[0].distance == 1);
  assert_true(answer.signs[0].half_edge[5] == 1 && answer.signs[0].half_edge[3] == 0 && answer.signs[0].axis == 0);
  assert_int_equal(bms_exact_first_contact_half_space(&floor_plane, &body, 0, 0.25, 0, &answer), BMS_SEPARATED);
  assert_int_equal(bms_exact_first_contact_half_space(&floor_plane, &body, 0.5, 1, 0.5, &answer), BMS_TOUCHING);
  assert_int_equal(bms_exact_first_contact_half_space(&floor_plane, &body, 1, 2, 1, &answer), BMS_OVERLAPPING);
  assert_true(answer.axes == 0);
}

/* A half-space that holds a large cube's face meets a body where the cube does. */
static void a_half_space_agrees_with_the_face_of_a_huge_box(void **state) {
  (void)state;
  random_source r = random_from(SEED + 6);
  int contacts = 0;
  for (int i = 0; i < soaked(60); i++) {
    bms_query query = {.t1 = 1,
                       .a = {cube(1024), sliding(-1024, 0, 0, 0, 0)},
                       .b = random_body(&r, i % 2 ? BMS_MOTION_MATRIX : BMS_MOTION_RIGID, true)};
    const bms_half_space wall = {{random_uniform(&r, 0.5, 2), 0, 0}, 0};
    bms_exact_answer x, y;
    bms_exact_first_contact(&query, 0, &x);
    bms_exact_first_contact_half_space(&wall, &query.b, 0, 1, 0, &y);
    require(x.status == y.status && x.t_lower == y.t_lower && x.t_upper == y.t_upper, &query, "half-space");
    if (x.status != BMS_CONTACT) continue;
    contacts++;
    require((x.axes & 1) && y.axes == 1 && x.signs[0].distance == 1, &query, "axis");
    require(memcmp(&x.signs[0].half_edge[3], &y.signs[0].half_edge[3], 3 * sizeof(int)) == 0, &query, "signs");
  }
  assert_true(contacts > soaked(60) / 4);
}

/* ------------------------------------------------------------------ validity */

static void a_quadratic_is_known_to_be_positive_or_not(void **state) {
  (void)state;
  const double touching[3] = {1, -6, 9}, above[3] = {nextafter(1, 2), -6, 9}, below[3] = {nextafter(1, 0), -6, 9};
  const double at_end[3] = {1, -1, 0}, negative[3] = {-1, 0, 0}, zero[3] = {0, 0, 0}, least[3] = {0x1p-1074, 0, 0};
  assert_int_equal(bms_exact_quadratic_positive(touching, 0, 1), BMS_EXACT_NO); /* (1 - 3 t)^2, the root is no double */
  assert_int_equal(bms_exact_quadratic_positive(touching, 0.5, 1), BMS_EXACT_YES);
  assert_int_equal(bms_exact_quadratic_positive(above, 0, 1), BMS_EXACT_YES);
  assert_int_equal(bms_exact_quadratic_positive(below, 0, 1), BMS_EXACT_NO);
  assert_int_equal(bms_exact_quadratic_positive(at_end, 0, 1), BMS_EXACT_NO);
  assert_int_equal(bms_exact_quadratic_positive(at_end, 0, nextafter(1, 0)), BMS_EXACT_YES);
  assert_int_equal(bms_exact_quadratic_positive(at_end, 1, 1), BMS_EXACT_NO);
  assert_int_equal(bms_exact_quadratic_positive(negative, 0, 1), BMS_EXACT_NO);
  assert_int_equal(bms_exact_quadratic_positive(zero, 0, 1), BMS_EXACT_NO);
  assert_int_equal(bms_exact_quadratic_positive(least, -1e300, 1e300), BMS_EXACT_YES);
}

static void a_quaternion_vanishes_only_where_all_four_parts_do(void **state) {
  (void)state;
  const double position[3][3] = {{0}, {0}, {0}}, quaternion[4][2] = {{-1, 3}, {2, -6}, {0, 0}, {-0.5, 1.5}};
  bms_motion motion = rigid_motion(position, quaternion);
  assert_int_equal(bms_exact_quaternion_vanishes(&motion, 0, 1), BMS_EXACT_YES); /* it vanishes at 1/3, which no double
                                                                                    is */
  assert_int_equal(bms_exact_quaternion_vanishes(&motion, 0.5, 1), BMS_EXACT_NO);
  motion.rigid.quaternion[2][0] = 0x1p-1000;
  assert_int_equal(bms_exact_quaternion_vanishes(&motion, 0, 1), BMS_EXACT_NO);
  motion.rigid.quaternion[2][1] = 0x1p-1000;
  assert_int_equal(bms_exact_quaternion_vanishes(&motion, -1, 1), BMS_EXACT_NO);
}

static void a_determinant_vanishes_where_a_box_is_flattened(void **state) {
  (void)state;
  bms_motion motion = {.form = BMS_MOTION_MATRIX};
  for (int i = 0; i < 3; i++) motion.matrix.entry[i][i][0] = 1;
  motion.matrix.weight[0] = 1;
  assert_int_equal(bms_exact_determinant_vanishes(&motion, 0, 1), BMS_EXACT_NO);
  motion.matrix.entry[1][1][1] = -6;
  motion.matrix.entry[1][1][2] = 9; /* (1 - 3 t)^2 */
  assert_int_equal(bms_exact_determinant_vanishes(&motion, 0, 1), BMS_EXACT_YES);
  assert_int_equal(bms_exact_determinant_vanishes(&motion, 0, 0.25), BMS_EXACT_NO);
  motion.matrix.entry[1][1][0] = nextafter(1, 2);
  assert_int_equal(bms_exact_determinant_vanishes(&motion, 0, 1), BMS_EXACT_NO);
  motion.matrix.entry[0][0][0] = 0;
  assert_int_equal(bms_exact_determinant_vanishes(&motion, 0, 1), BMS_EXACT_YES);
}

/* ------------------------------------------------------------------ limits */

static void extreme_magnitudes_end_in_a_status(void **state) {
  (void)state;
  random_source r = random_from(SEED + 7);
  int unresolved = 0;
  for (int i = 0; i < soaked(20); i++) {
    bms_query query = random_query(&r, i);
    bms_exact_answer answer;
    for (int k = 0; k < 3; k++) {
      double *position = i & 2 ? query.b.motion.matrix.entry[k][3] : query.b.motion.rigid.position[k];
      int power = random_below(&r, 3);
      position[power] *= random_below(&r, 2) ? 1e300 : 1e-300;
      query.a.box.max[k] *= random_below(&r, 2) ? 1e290 : 1e-290;
    }
    bms_status status = bms_exact_first_contact(&query, 0, &answer);
    require(status != BMS_INVALID && answer.t_lower >= 0 && answer.t_upper <= 1, &query, "status");
    unresolved += status == BMS_UNRESOLVED;
  }
  print_message("# %d unresolved\n", unresolved);
}

/* Numbers of this many digits do not fit: the answer reports that, and its claims before are true. */
static void spread(random_source *r, double *x, int count) {
  for (int i = 0; i < count; i++)
    if (random_below(r, 2) == 0) x[i] = ldexp(x[i], -random_below(r, 900));
}

static void what_does_not_fit_is_unresolved(void **state) {
  (void)state;
  random_source r = random_from(SEED + 8);
  int unresolved = 0;
  for (int n = 0; n < 60; n++) {
    bms_query query = random_query(&r, 1);
    bms_exact_answer answer;
    spread(&r, &query.a.motion.matrix.entry[0][0][0], 36);
    spread(&r, &query.b.motion.rigid.position[0][0], 9);
    spread(&r, &query.b.motion.rigid.quaternion[0][0], 8);
    if (bms_exact_first_contact(&query, 0, &answer) != BMS_UNRESOLVED) continue;
    assert_true(answer.t_lower >= 0 && answer.t_upper == 1 && answer.axes == 0);
    unresolved++;
  }
  print_message("# %d of 60 unresolved\n", unresolved);
  assert_true(unresolved > 0);
}

/* Doubles that are not rounded as they should be may "prove" boxes apart that overlap. */
static void an_overlap_where_the_boxes_were_to_be_apart_is_a_contradiction(void **state) {
  (void)state;
  random_source r = random_from(SEED + 9);
  int contradictions = 0;
  for (int i = 0; i < soaked(200); i++) {
    bms_query query = random_query(&r, i);
    bms_exact_answer right, wrong;
    if (bms_exact_first_contact(&query, query.t0, &right) != BMS_CONTACT || right.t_upper >= query.t1) continue;
    double past = right.t_upper + 0x1p-20 * (query.t1 - right.t_upper);
    if (bms_exact_first_contact(&query, past, &wrong) == BMS_CONTACT) {
      require(wrong.axes != 0, &query, "a contact without an axis");
      continue;
    }
    if (!wrong.contradiction) continue; /* apart again */
    require(wrong.status == BMS_UNRESOLVED && wrong.axes == 0, &query, "status");
    require(bms_exact_first_approach(&query, past, &wrong) == BMS_UNRESOLVED, &query, "approach");
    require(wrong.contradiction && !right.contradiction, &query, "contradiction");
    contradictions++;
  }
  print_message("# %d contradictions\n", contradictions);
  assert_true(contradictions > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_boxes_are_apart_before_the_first_contact_and_not_after_it),
      cmocka_unit_test(the_axes_that_vanish_are_those_whose_gap_changes_sign),
      cmocka_unit_test(starting_at_any_time_before_the_contact_gives_the_same_answer),
      cmocka_unit_test(swapping_the_boxes_swaps_the_axes),
      cmocka_unit_test(scaling_lengths_and_times_by_powers_of_two_scales_the_answer_to_the_bit),
      cmocka_unit_test(fifteen_axes_decide_for_flat_boxes_segments_points_and_parallelepipeds),
      cmocka_unit_test(aligned_faces_meet_exactly),
      cmocka_unit_test(a_graze_is_a_contact_and_a_miss_by_one_bit_is_none),
      cmocka_unit_test(contact_at_the_very_end_counts_and_after_it_does_not),
      cmocka_unit_test(what_touches_or_overlaps_at_the_start_is_told_apart),
      cmocka_unit_test(a_gap_that_is_zero_for_ever_is_part_of_the_contact),
      cmocka_unit_test(two_points_meet_along_all_axes_that_are_not_zero),
      cmocka_unit_test(a_turning_corner_meets_a_wall_at_the_right_time),
      cmocka_unit_test(a_half_space_is_one_axis_with_a_signed_distance),
      cmocka_unit_test(a_half_space_agrees_with_the_face_of_a_huge_box),
      cmocka_unit_test(a_quadratic_is_known_to_be_positive_or_not),
      cmocka_unit_test(a_quaternion_vanishes_only_where_all_four_parts_do),
      cmocka_unit_test(a_determinant_vanishes_where_a_box_is_flattened),
      cmocka_unit_test(extreme_magnitudes_end_in_a_status),
      cmocka_unit_test(what_does_not_fit_is_unresolved),
      cmocka_unit_test(a_contact_that_is_known_more_closely_is_the_same),
      cmocka_unit_test(an_overlap_where_the_boxes_were_to_be_apart_is_a_contradiction),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %#llx\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
