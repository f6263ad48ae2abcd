/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Convex shapes: times, spheres around them, the place of a point of one in the frame of the other, then and later,
 * gaps along planes at the ends of a stretch, and zeros of hulls of control points.  Shapes are single points, of which
 * extents are exact dot products.
 */

#include "shapes/clip.c"
#include "shapes/convex_pair.c"
#include "shapes/convex_stretch.c"
#include "shapes/convex_walk.c"
#include "shapes/separating_plane.c"

#include "bounds.h"

/* Inputs of a pair: quaternions (16), position (9), point of a and of b (6). */
enum { OF_PAIR = 31 };

typedef struct points {
  bms_convex a, b;
  bms_convex_pair pair;
} points;

static bool points_of(const double *x, points *out) {
  *out = (points){.a = bms_convex_points(x + 25, 1, 0), .b = bms_convex_points(x + 28, 1, 0)};
  bms_convex_pair *pair = &out->pair;
  pair->a = &out->a;
  pair->b = &out->b;
  memcpy(pair->quaternion_a, x, sizeof pair->quaternion_a);
  memcpy(pair->quaternion_b, x + 8, sizeof pair->quaternion_b);
  memcpy(pair->position, x + 16, sizeof pair->position);
  pair->latest = 1;
  pair->extent = bms_convex_reach(&out->a) + bms_convex_reach(&out->b);
  pair->scale = bms_convex_scale_until(pair, pair->latest);
  return pair->extent > 0.01;
}

/* ------------------------------------------------------------------ times and spheres */

/* The inputs are the start and the end of a stretch, a place of it.  The time is computed as in
   bms_separating_plane_clear_until(). */
static double share_of_a_time(const double *x, const void *context) {
  (void)context;
  double ta = fmin(x[0], x[1]), tb = fmax(x[0], x[1]), s = fabs(x[2]);
  double bound = TIME_ROUNDINGS * BMS_ROUNDING * fmax(fabs(ta), fabs(tb)), t = ta + s * (tb - ta) - bound;
  precise length = precise_minus(precise_of(tb), precise_of(ta));
  precise exact = precise_plus(precise_of(ta), precise_times(precise_of(s), length));
  return precise_error(t, precise_minus(exact, precise_of(bound))) / bound;
}

/* Returns the greatest extent with which the spheres are reported as apart. */
static double greatest_extent(bms_convex_pair *pair) {
  double low = 0, high = 16;
  while (nextafter(low, high) < high) {
    pair->extent = 0.5 * low + 0.5 * high;
    *(bms_convex_spheres_apart(pair) ? &low : &high) = pair->extent;
  }
  return low;
}

/* Inputs of a pair, and a time at which they are: the rest of the margin is their distance. */
static double share_of_the_margin(const double *x, const void *context) {
  (void)context;
  points p;
  if (!points_of(x, &p)) return 0;
  p.pair.t0 = p.pair.t1 = x[OF_PAIR];
  double extent = greatest_extent(&p.pair), margin = SPHERE_ROUNDINGS * BMS_ROUNDING * p.pair.scale.size;
  precise square = precise_of(0);
  for (int r = 0; r < 3; r++) {
    precise at = bounds_polynomial(p.pair.position[r], 2, p.pair.t0);
    square = precise_plus(square, precise_times(at, at));
  }
  if (!(extent > 0)) return 0;
  return (margin - precise_double(precise_minus(precise_root(square), precise_of(extent)))) / margin;
}

/* ------------------------------------------------------------------ exact motions */

typedef struct exact_pair {
  precise a[4], b[4], square_a, square_b; /* quaternions at t */
  precise_vector position;
} exact_pair;

static precise square_of(precise q[4]) {
  precise sum = precise_of(0);
  for (int i = 0; i < 4; i++) sum = precise_plus(sum, precise_times(q[i], q[i]));
  return sum;
}

static exact_pair exact_at(const bms_convex_pair *pair, double t) {
  exact_pair e;
  for (int i = 0; i < 4; i++) {
    e.a[i] = bounds_polynomial(pair->quaternion_a[i], 1, t);
    e.b[i] = bounds_polynomial(pair->quaternion_b[i], 1, t);
  }
  e.square_a = square_of(e.a);
  e.square_b = square_of(e.b);
  for (int r = 0; r < 3; r++) e.position.x[r] = bounds_polynomial(pair->position[r], 2, t);
  return e;
}

static void conjugate(precise q[4], precise out[4]) {
  out[0] = q[0];
  for (int i = 1; i < 4; i++) out[i] = precise_minus(precise_of(0), q[i]);
}

static bool turns(const exact_pair *e) {
  return precise_double(e->square_a) > 0.05 && precise_double(e->square_b) > 0.05;
}

/* Makes the linear quaternions of inputs of a pair hardly more than nothing at this time. */
static void nearly_vanish(const double *x, double t, double out[OF_PAIR + 1]) {
  memcpy(out, x, (OF_PAIR + 1) * sizeof *out);
  for (int k = 0; k < 16; k += 2) out[k + 1] = ldexp(x[k + 1], -20) - x[k] / t;
}

/* ------------------------------------------------------------------ points */

/* Inputs of a pair, and a time: the point of b as seen from a. */
static double share_of_a_point(const double *x, const void *context) {
  points p;
  const bool *vanishes = context;
  double hardly[OF_PAIR + 1];
  bms_convex_stretch stretch;
  bms_convex_instant instant;
  double t = x[OF_PAIR], computed[3];
  if (*vanishes && !(fabs(t) > 0.25)) return 0;
  if (*vanishes) nearly_vanish(x, t, hardly);
  if (!points_of(*vanishes ? hardly : x, &p)) return 0;
  p.a.points.vertex = x + 25;
  p.b.points.vertex = x + 28;
  exact_pair e = exact_at(&p.pair, t);
  double least = *vanishes ? 0x1p-44 : 0.05;
  if (!(precise_double(e.square_a) > least && precise_double(e.square_b) > least)) return 0;
  bms_convex_stretch_over(&p.pair, t, t, &stretch);
  bms_convex_instant_of(&stretch, &instant);
  bms_convex_to_a(&instant, x + 28, computed);
  for (int r = 0; r < 3; r++) computed[r] += instant.position[r];
  precise back[4];
  conjugate(e.a, back);
  precise_vector there = precise_vector_plus(e.position, precise_rotated(e.b, precise_vector_of(x + 28)));
  return precise_vector_error(computed, precise_rotated(back, there)) / instant.error;
}

/* Inputs of a pair, and two times: the point of b, as a sees it at the first, is carried along to the second. */
static double share_of_a_point_carried_along(const double *x, const void *context) {
  (void)context;
  points p;
  if (!points_of(x, &p)) return 0;
  exact_pair before = exact_at(&p.pair, x[OF_PAIR]), after = exact_at(&p.pair, x[OF_PAIR + 1]);
  if (!turns(&before) || !turns(&after)) return 0;
  bms_convex_walk w;
  bms_convex_stretch stretch;
  bms_convex_instant then;
  double computed[3];
  bms_convex_walk_begin(&p.pair, &w);
  bms_convex_stretch_over(&p.pair, x[OF_PAIR], x[OF_PAIR], &w.stretch);
  bms_convex_instant_of(&w.stretch, &w.instant);
  bms_convex_stretch_over(&p.pair, x[OF_PAIR + 1], x[OF_PAIR + 1], &stretch);
  bms_convex_instant_of(&stretch, &then);
  bms_convex_to_a(&w.instant, x + 28, w.closest.point_b);
  for (int r = 0; r < 3; r++) w.closest.point_b[r] += w.instant.position[r];
  carry_along(&w, &then, computed);
  precise back[4];
  conjugate(after.a, back);
  precise_vector there = precise_vector_plus(after.position, precise_rotated(after.b, precise_vector_of(x + 28)));
  double error = precise_vector_error(computed, precise_rotated(back, there));
  return error / (SURE * fmax(w.instant.error, then.error));
}

/* ------------------------------------------------------------------ planes */

static precise_vector unit_of(const double *x, double unit[3]) {
  double length = bms_length(x);
  for (int r = 0; r < 3; r++) unit[r] = x[r] / length;
  return precise_vector_of(unit);
}

/* Returns the vector from the point of a to the point of b, in the world. */
static precise_vector between(const exact_pair *e, const double *x) {
  precise_vector of_a = precise_rotated(e->a, precise_vector_of(x + 25));
  precise_vector to_b = precise_vector_plus(e->position, precise_rotated(e->b, precise_vector_of(x + 28)));
  return precise_vector_plus(to_b, precise_vector_times(precise_of(-1), of_a));
}

/* Returns the gap times a b, of a normal m that turns with a, or of edges e and f. */
static precise exact_gap(const exact_pair *e, const double *x, const bms_separating_plane *plane) {
  precise_vector normal = precise_rotated(e->a, precise_vector_of(plane->a));
  if (plane->carrier == BMS_CARRIER_BOTH)
    normal = precise_cross(normal, precise_rotated(e->b, precise_vector_of(plane->b)));
  return precise_times(precise_times(e->square_a, e->square_b), precise_dot(normal, between(e, x)));
}

/* Inputs of a pair, the interval (2), two directions (6): errors at both ends of the stretch, and the bound that is
   already in the polynomial's coefficients there. */
static double share_of_a_plane(const double *x, int carrier, double roundings) {
  points p;
  bms_convex_stretch stretch;
  bms_polynomial gap;
  double ta = fmin(x[OF_PAIR], x[OF_PAIR + 1]), tb = fmax(x[OF_PAIR], x[OF_PAIR + 1]), error = 0;
  bms_separating_plane plane = {.carrier = carrier};
  if (!points_of(x, &p) || bms_length(x + OF_PAIR + 2) < 0.1 || bms_length(x + OF_PAIR + 5) < 0.1) return 0;
  unit_of(x + OF_PAIR + 2, plane.a);
  unit_of(x + OF_PAIR + 5, plane.b);
  bms_convex_stretch_over(&p.pair, ta, tb, &stretch);
  if (!bms_separating_plane_gap(&stretch, &plane, &gap)) return 0;
  double bound = roundings * BMS_ROUNDING * stretch.scale.scales * stretch.scale.size;
  for (int end = 0; end < 2; end++) {
    exact_pair e = exact_at(&p.pair, end == 0 ? ta : tb);
    precise computed = precise_plus(precise_of(gap.c[end == 0 ? 0 : gap.degree]), precise_of(bound));
    precise off = precise_minus(computed, exact_gap(&e, x, &plane));
    error = fmax(error, precise_double(precise_absolute(off)));
  }
  return error / bound;
}

static double share_of_a_turning_plane(const double *x, const void *context) {
  (void)context;
  return share_of_a_plane(x, BMS_CARRIER_A, TURNING_ROUNDINGS);
}

static double share_of_a_plane_of_edges(const double *x, const void *context) {
  (void)context;
  return share_of_a_plane(x, BMS_CARRIER_BOTH, EDGE_ROUNDINGS);
}

/* ------------------------------------------------------------------ hulls of control points */

/* The inputs are control points, the first of which is positive. */
static double share_of_a_crossing(const double *x, const void *context) {
  (void)context;
  enum { N = BMS_MAX_DEGREE };
  double b[N + 1];
  precise exact = precise_of(1);
  for (int i = 0; i <= N; i++) b[i] = i == 0 ? fabs(x[0]) + 0x1p-60 : x[i];
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j <= N; j++) {
      if (!(b[i] > 0 && b[j] <= 0)) continue;
      precise part = precise_over(precise_of(b[i]), precise_minus(precise_of(b[i]), precise_of(b[j])));
      precise at = precise_plus(precise_of(i), precise_times(precise_of(j - i), part));
      precise crossing = precise_over(at, precise_of(N));
      if (precise_double(precise_minus(crossing, exact)) < 0) exact = crossing;
    }
  return precise_error(hull_crossing(N, b), exact) / (CROSSING_ERROR * precise_double(exact));
}

/* ------------------------------------------------------------------ cases */

static void times_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("TIME_ROUNDINGS", share_of_a_time, NULL, 3, 100);
}

static void spheres_told_apart_are_apart(void **state) {
  (void)state;
  bounds_measure("SPHERE_ROUNDINGS", share_of_the_margin, NULL, OF_PAIR + 1, 4);
}

static void points_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("INSTANT_ROUNDINGS", share_of_a_point, &(bool){false}, OF_PAIR + 1, 6);
}

static void points_are_so_where_quaternions_nearly_vanish(void **state) {
  (void)state;
  bounds_measure("INSTANT_ROUNDINGS", share_of_a_point, &(bool){true}, OF_PAIR + 1, 6);
}

static void points_carried_along_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("SURE", share_of_a_point_carried_along, NULL, OF_PAIR + 2, 1);
}

static void crossings_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("CROSSING_ERROR", share_of_a_crossing, NULL, BMS_MAX_DEGREE + 1, 10);
}

static void planes_that_turn_with_one_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("TURNING_ROUNDINGS", share_of_a_turning_plane, NULL, OF_PAIR + 8, 10);
}

static void planes_of_two_edges_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("EDGE_ROUNDINGS", share_of_a_plane_of_edges, NULL, OF_PAIR + 8, 6);
}

/* Shapes off the origins of their frames, b on its way along x: closest points at the start show that they meet as
   soon as they do, and not before. */
static void closest_points_meet_when_shapes_do(void **state) {
  const double aside[3] = {-0.5, 0.25, 0}, ahead[3] = {0.5, 0.25, 0};
  const bms_box box = {{-1, 0, -1}, {-0.5, 0.5, 1}}, other = {{0.5, 0, -1}, {1, 0.5, 1}};
  const struct {
    bms_convex a, b;
    double meet;
  } pair_of[] = {{bms_convex_points(aside, 1, 0.5), bms_convex_points(ahead, 1, 0.25), 3.25},
                 {bms_convex_box(&box, 0), bms_convex_points(ahead, 1, 0), 4},
                 {bms_convex_points(aside, 1, 0), bms_convex_box(&other, 0), 4}};
  (void)state;
  for (size_t k = 0; k < sizeof pair_of / sizeof pair_of[0]; k++) {
    bms_convex_query query = {.t0 = 0, .t1 = 4.25, .a = pair_of[k].a, .b = pair_of[k].b};
    bms_convex_pair pair;
    bms_convex_walk w;
    bms_part where;
    query.motion_a.form = query.motion_b.form = BMS_MOTION_RIGID;
    query.motion_a.rigid.quaternion[0][0] = query.motion_b.rigid.quaternion[0][0] = 1;
    query.motion_b.rigid.position[0][0] = 3;
    query.motion_b.rigid.position[0][1] = -1;
    assert_int_equal(bms_convex_prepare(&query, &pair, &where), BMS_VALID);
    bms_convex_walk_begin(&pair, &w);
    bms_convex_walk_look(&w, query.t1);
    for (int i = -8; i <= 8; i++)
      if (i != 0) assert_int_equal(meets_there(&w, pair_of[k].meet + 0x1p-6 * i), i > 0);
  }
}

static void vectors_that_are_not_of_unit_length_say_nothing(void **state) {
  (void)state;
  const double x[OF_PAIR] = {[0] = 1, [8] = 1, [16] = 5, [25] = 1, [28] = 1};
  points p;
  bms_convex_stretch stretch;
  assert_true(points_of(x, &p));
  bms_convex_stretch_over(&p.pair, 0, 0, &stretch);
  bms_separating_plane plane = {.carrier = BMS_CARRIER_A, .a = {1, 0, 0}};
  assert_true(bms_separating_plane_clearance(&stretch, &plane) > 4.9);
  plane.a[0] = 1 + 0x1p-48;
  assert_true(bms_separating_plane_clearance(&stretch, &plane) < 0);
  for (int k = 0; k < 4; k++) { /* a normal of b, then two edges: one or the other too long, or none */
    plane = (bms_separating_plane){.carrier = k == 0 ? BMS_CARRIER_B : BMS_CARRIER_BOTH};
    plane.a[1] = k == 1 ? 1 + 0x1p-48 : 1;
    plane.b[k == 0 ? 0 : 2] = k == 0 || k == 2 ? 1 + 0x1p-48 : 1;
    assert_int_equal(bms_separating_plane_clearance(&stretch, &plane) > 0, k == 3);
  }
}

/* Small integers, of which nothing is rounded: the shortfall of a gap at the ends and in the middle of a stretch is the
   bound of its error. */
static void all_of_a_gap_is_short_of_the_bound(void **state) {
  (void)state;
  /* a turns about x, b about y, and P is (9 + t^2, 8 + t, 7). */
  const double x[OF_PAIR] = {
      [0] = 1, [3] = 1, [8] = 1, [13] = 1, [16] = 9, [18] = 1, [19] = 8, [20] = 1, [22] = 7, [25] = 1, [28] = 2};
  const struct {
    bms_separating_plane plane;
    double roundings;
  } made[] = {{{.carrier = BMS_CARRIER_A, .a = {1, 0, 0}}, TURNING_ROUNDINGS},
              {{.carrier = BMS_CARRIER_BOTH, .a = {0, 1, 0}, .b = {0, 0, 1}}, EDGE_ROUNDINGS}};
  for (size_t k = 0; k < sizeof made / sizeof made[0]; k++) {
    points p;
    bms_convex_stretch stretch;
    bms_polynomial gap;
    assert_true(points_of(x, &p));
    bms_convex_stretch_over(&p.pair, 0, 1, &stretch);
    assert_true(bms_separating_plane_gap(&stretch, &made[k].plane, &gap));
    double bound = made[k].roundings * BMS_ROUNDING * stretch.scale.scales * stretch.scale.size;
    for (double t = 0; t <= 1; t += 0.5) {
      exact_pair e = exact_at(&p.pair, t);
      precise sum = precise_of(0);
      for (int i = 0; i <= gap.degree; i++)
        sum = precise_plus(sum, precise_of(gap.c[i] * pow(t, i) * pow(1 - t, gap.degree - i)));
      double shortage = precise_double(precise_minus(exact_gap(&e, x, &made[k].plane), sum));
      assert_true(fabs(shortage - bound) < 0.01 * bound);
    }
  }
}

/* Two points at rest, one turned, are as far apart as their distance in exact arithmetic: no nearness that is less is
   enough. */
static void what_is_near_is_no_farther_than_that(void **state) {
  (void)state;
  random_source r = random_from(4);
  for (int i = 0; i < 300; i++) {
    double vertex[6], place[3], quaternion[4];
    const double none[3] = {0, 0, 0}, one[4] = {1, 0, 0, 0};
    random_numbers(&r, -1, 1, vertex, 6);
    random_numbers(&r, -0.1, 0.1, place, 3); /* so that the balls around the frames overlap */
    random_direction(&r, quaternion, 4);
    precise q[4];
    for (int k = 0; k < 4; k++) q[k] = precise_of(quaternion[k]);
    precise_vector to =
        precise_vector_plus(precise_vector_of(place), precise_rotated(q, precise_vector_of(vertex + 3)));
    double distance = precise_vector_error(vertex, to);
    bms_convex_query query = {.motion_a = bms_motion_fixed(none, one), .motion_b = bms_motion_fixed(place, quaternion)};
    query.a = bms_convex_points(vertex, 1, 0);
    query.b = bms_convex_points(vertex + 3, 1, 0);
    bms_convex_contact contact;
    query.nearness = nextafter(nextafter(distance, 0), 0);
    assert_int_not_equal(bms_convex_first_contact(&query, NULL, &contact), BMS_TOUCHING);
    query.nearness = distance * (1 + 0x1p-30);
    assert_int_equal(bms_convex_first_contact(&query, NULL, &contact), BMS_TOUCHING);
    precise_forget();
  }
}

/* ------------------------------------------------------------------ sizes */

/* Returns the length of the farthest point of a shape from its origin, its radius aside: those here are a point, a box
   and a cylinder. */
static double farthest_of(const bms_convex *shape) {
  const bms_box *box = &shape->box;
  if (shape->core == BMS_CORE_POINTS) return bms_length(shape->points.vertex);
  if (shape->core == BMS_CORE_CYLINDER) return hypot(shape->cylinder.radius, shape->cylinder.half_length);
  double x[3];
  for (int r = 0; r < 3; r++) x[r] = fmax(fabs(box->min[r]), fabs(box->max[r]));
  return bms_length(x);
}

/* Demands that units of errors are no less than what they stand for at t. */
static void scale_covers(const bms_convex_query *query, const bms_convex_pair *pair, const bms_convex_scale *scale,
                         double t) {
  const double nearly = 1 - 0x1p-40;
  exact_pair e = exact_at(pair, t);
  double size = farthest_of(&query->a) + farthest_of(&query->b) + query->a.radius + query->b.radius;
  precise way = precise_root(precise_dot(e.position, e.position)), scales = precise_times(e.square_a, e.square_b);
  assert_true(scale->size >= (precise_double(way) + size) * nearly);
  assert_true(scale->scales >= precise_double(scales) * nearly);
  precise_forget();
}

/* Shapes that are one-sided in their frames, moving over intervals that are long before 0 or long after. */
static void units_of_errors_are_no_less_than_what_they_stand_for(void **state) {
  (void)state;
  random_source r = random_from(2);
  for (int i = 0; i < 200; i++) {
    double x[27], vertex[3], side[6], time[4];
    bms_convex_pair pair;
    bms_convex_stretch stretch;
    bms_convex_instant instant;
    bms_part where;
    random_numbers(&r, -1, 1, x, 27);
    random_numbers(&r, -1, 0, vertex, 3);
    random_numbers(&r, 0, 0.1, side, 6);
    random_numbers(&r, -100, 100, time, 4);
    bms_box box = {{-10 - side[0], -10 - side[1], -10 - side[2]}, {side[3], side[4], side[5]}};
    const bms_convex shape[3] = {bms_convex_points(vertex, 1, 20 * side[0]), bms_convex_box(&box, 20 * side[1]),
                                 bms_convex_cylinder(20 * side[2], 20 * side[3])};
    bms_convex_query query = {.t0 = fmin(time[0], time[1]), .t1 = fmax(time[0], time[1])};
    int first = random_below(&r, 3);
    query.a = shape[first];
    query.b = shape[(first + 1) % 3];
    bms_motion *motion[2] = {&query.motion_a, &query.motion_b};
    for (int m = 0; m < 2; m++) {
      motion[m]->form = BMS_MOTION_RIGID;
      motion[m]->rigid.quaternion[0][0] = 1;
      for (int k = 0; k < 4; k++) motion[m]->rigid.quaternion[k][1] = 0.01 * x[13 * m + k];
      for (int k = 0; k < 9; k++) motion[m]->rigid.position[k / 3][k % 3] = x[13 * m + 4 + k];
    }
    if (bms_convex_prepare(&query, &pair, &where) != BMS_VALID) continue; /* a quaternion vanishes */
    double ta = query.t0 + fabs(x[0]) * (query.t1 - query.t0), tb = query.t1;
    bms_convex_stretch_over(&pair, ta, tb, &stretch);
    bms_convex_instant_of(&stretch, &instant);
    scale_covers(&query, &pair, &pair.scale, query.t0);
    scale_covers(&query, &pair, &pair.scale, query.t1);
    scale_covers(&query, &pair, &stretch.scale, ta);
    scale_covers(&query, &pair, &stretch.scale, tb);
    assert_true(pair.time_error >= TIME_ROUNDINGS * BMS_ROUNDING * fmax(fabs(query.t0), fabs(query.t1)));
    exact_pair at = exact_at(&pair, ta);
    precise way = precise_root(precise_dot(at.position, at.position));
    double size = precise_double(way) + farthest_of(&query.a) + farthest_of(&query.b);
    assert_true(instant.error >= INSTANT_ROUNDINGS * BMS_ROUNDING * size * (1 - 0x1p-40));
  }
}

/* A point flies at another at a speed that makes its times subnormal. */
static void times_that_are_hardly_numbers_are_not_late(void **state) {
  (void)state;
  const double speed = 1e308, none[3] = {0, 0, 0}, one[4] = {1, 0, 0, 0};
  random_source r = random_from(3);
  for (int i = 0; i < 100; i++) {
    const double vertex[3] = {0, 0, 0}, from[3] = {random_power_of_ten(&r, -12, -8), 0, 0};
    bms_convex_query query = {.t1 = 4 * from[0] / speed};
    bms_convex_contact contact;
    query.a = query.b = bms_convex_points(vertex, 1, 0);
    query.motion_a = bms_motion_fixed(none, one);
    query.motion_b = bms_motion_fixed(from, one);
    query.motion_b.rigid.position[0][1] = -speed;
    assert_true(bms_convex_first_contact(&query, NULL, &contact) != BMS_INVALID);
    precise left = precise_minus(precise_of(from[0]), precise_times(precise_of(speed), precise_of(contact.t_lower)));
    assert_true(precise_double(left) >= 0);
    precise_forget();
  }
}

/* The items are in the list above the constant, and in those at the top of separating_plane.c; cutting a window adds 6
   n, n <= 6. */
static void budgets_are_the_sums_of_their_items(void **state) {
  (void)state;
  bounds_sum("SPHERE_ROUNDINGS", 12 + 16 + 16, SPHERE_ROUNDINGS);
  bounds_sum("TURNING_ROUNDINGS", 90 + 134 + 60 + 6 * 6 + 10, TURNING_ROUNDINGS);
  bounds_sum("EDGE_ROUNDINGS", 110 + 154 + 154 + 154 + 6 * 6 + 2 * 10, EDGE_ROUNDINGS);
}

BOUNDS_MAIN(
    cmocka_unit_test(times_are_as_good_as_counted), cmocka_unit_test(spheres_told_apart_are_apart),
    cmocka_unit_test(points_are_as_good_as_counted), cmocka_unit_test(points_are_so_where_quaternions_nearly_vanish),
    cmocka_unit_test(points_carried_along_are_as_good_as_counted), cmocka_unit_test(crossings_are_as_good_as_counted),
    cmocka_unit_test(planes_that_turn_with_one_are_as_good_as_counted),
    cmocka_unit_test(planes_of_two_edges_are_as_good_as_counted), cmocka_unit_test(closest_points_meet_when_shapes_do),
    cmocka_unit_test(vectors_that_are_not_of_unit_length_say_nothing),
    cmocka_unit_test(all_of_a_gap_is_short_of_the_bound), cmocka_unit_test(what_is_near_is_no_farther_than_that),
    cmocka_unit_test(units_of_errors_are_no_less_than_what_they_stand_for),
    cmocka_unit_test(times_that_are_hardly_numbers_are_not_late), cmocka_unit_test(budgets_are_the_sums_of_their_items))
