/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How a mesh sees the things that move before it: frames at one time, and that over a stretch everything is at its
 * reported place, against exact motions.
 */

#include "mesh/meshes_contact.c"
#include "mesh/sight.c"

#include "bounds.h"

/* The inputs are quaternions (16), position (9), a point (3), a time. The quantity is the point of b as seen from a. */
static double share_of_a_point(const double *x, const void *context) {
  (void)context;
  bms_convex a = bms_convex_points(x + 25, 1, 0), b = a;
  bms_convex_pair pair = {.a = &a, .b = &b, .latest = 1};
  bms_convex_stretch stretch;
  bms_sight sight;
  double t = x[28], computed[3], length = bms_convex_reach(&a);
  precise of_a[4], of_b[4];
  precise_vector place;
  memcpy(pair.quaternion_a, x, sizeof pair.quaternion_a);
  memcpy(pair.quaternion_b, x + 8, sizeof pair.quaternion_b);
  memcpy(pair.position, x + 16, sizeof pair.position);
  pair.extent = 2 * length;
  pair.scale = bms_convex_scale_until(&pair, 1);
  bms_convex_stretch_over(&pair, t, t, &stretch);
  if (!(length > 0.01 && bms_sight_of_b(&stretch, &sight))) return 0;
  for (int i = 0; i < 4; i++) {
    of_a[i] = bounds_polynomial(pair.quaternion_a[i], 1, t);
    if (i > 0) of_a[i] = precise_minus(precise_of(0), of_a[i]);
    of_b[i] = bounds_polynomial(pair.quaternion_b[i], 1, t);
  }
  for (int r = 0; r < 3; r++) {
    place.x[r] = bounds_polynomial(pair.position[r], 2, t);
    computed[r] = sight.position[0][r] + bms_dot(sight.rotation[0][r], x + 25);
  }
  precise_vector there = precise_vector_plus(place, precise_rotated(of_b, precise_vector_of(x + 25)));
  return precise_vector_error(computed, precise_rotated(of_a, there)) / sight.error;
}

/* ------------------------------------------------------------------ stretches */

/* A pair of boxes as it moves; its points are exact. */
typedef struct moving_pair {
  bms_convex a, b;
  bms_convex_pair pair;
  bms_convex_stretch stretch;
} moving_pair;

/* Makes a pair and a stretch, which may be a single time.  In one of four a quaternion nearly vanishes at the start. */
static void make_pair(random_source *r, bool at_once, moving_pair *m) {
  double half[6], centre[6], time[2], size = random_power_of_ten(r, -6, 0);
  random_numbers(r, 0, 1, half, 6);
  random_numbers(r, -1, 1, centre, 6);
  random_numbers(r, -1, 1, time, 2);
  bms_convex *shape[2] = {&m->a, &m->b};
  for (int k = 0; k < 2; k++) {
    bms_box whole;
    for (int i = 0; i < 3; i++) {
      whole.min[i] = size * (centre[3 * k + i] - half[3 * k + i]);
      whole.max[i] = size * (centre[3 * k + i] + half[3 * k + i]);
    }
    *shape[k] = bms_convex_box(&whole, 0);
  }
  m->pair = (bms_convex_pair){.a = &m->a, .b = &m->b, .latest = 1, .extent = 8};
  random_numbers(r, -1, 1, &m->pair.quaternion_a[0][0], 8);
  random_numbers(r, -1, 1, &m->pair.quaternion_b[0][0], 8);
  random_numbers(r, -1, 1, &m->pair.position[0][0], 9);
  double ta = fmin(time[0], time[1]), tb = at_once ? ta : fmax(time[0], time[1]);
  if (random_below(r, 4) == 0)
    for (int i = 0; i < 4; i++) m->pair.quaternion_b[i][0] = 1e-6 - ta * m->pair.quaternion_b[i][1];
  m->pair.scale = bms_convex_scale_until(&m->pair, 1);
  bms_convex_stretch_over(&m->pair, ta, tb, &m->stretch);
}

/* Returns where a point of one of the two is as seen from the other. */
static precise_vector exact_point(const moving_pair *m, bool of_b, const double point[3], double t) {
  const double(*own)[2] = of_b ? m->pair.quaternion_a : m->pair.quaternion_b;
  const double(*other)[2] = of_b ? m->pair.quaternion_b : m->pair.quaternion_a;
  precise back[4], there[4];
  for (int i = 0; i < 4; i++) {
    precise value = bounds_polynomial(own[i], 1, t);
    back[i] = i > 0 ? precise_minus(precise_of(0), value) : value;
    there[i] = bounds_polynomial(other[i], 1, t);
  }
  precise_vector place;
  for (int r = 0; r < 3; r++) {
    place.x[r] = bounds_polynomial(m->pair.position[r], 2, t);
    if (!of_b) place.x[r] = precise_minus(precise_of(0), place.x[r]);
  }
  return precise_rotated(back, precise_vector_plus(place, precise_rotated(there, precise_vector_of(point))));
}

/* Demands that low <= x <= high. */
static void is_between(double low, precise x, double high) {
  assert_true(precise_double(precise_minus(x, precise_of(low))) >= 0);
  assert_true(precise_double(precise_minus(precise_of(high), x)) >= 0);
}

/* Draws a point of a box, mostly a corner. */
static void draw_point(random_source *r, const bms_box *whole, double point[3]) {
  bool corner = random_below(r, 4) != 0;
  for (int i = 0; i < 3; i++) {
    double part = random_uniform(r, 0, 1);
    if (corner) part = part < 0.5 ? 0 : 1;
    point[i] = fmin(fmax(whole->min[i] + part * (whole->max[i] - whole->min[i]), whole->min[i]), whole->max[i]);
  }
}

/* Demands that a point is within all bounds of its shape at a time of the stretch. */
static void check_sight(const moving_pair *m, bool of_b, const bms_sight *sight, const double direction[3],
                        const double point[3], double t) {
  const bms_convex *shape = of_b ? &m->b : &m->a;
  double centre[3], half[3], low, high, radius = 0.25;
  for (int i = 0; i < 3; i++) {
    centre[i] = 0.5 * (shape->box.min[i] + shape->box.max[i]);
    half[i] = fmax(shape->box.max[i] - centre[i], centre[i] - shape->box.min[i]);
  }
  precise_vector exact = exact_point(m, of_b, point, t);
  bms_box swept, bounds;
  bms_sight_box(sight, centre, half, &swept);
  bms_sight_bounds(sight, shape, radius, &bounds);
  bms_sight_extent(sight, shape, direction, &low, &high);
  is_between(low, precise_dot(exact, precise_vector_of(direction)), high);
  for (int i = 0; i < 3; i++) {
    is_between(swept.min[i], exact.x[i], swept.max[i]);
    is_between(bounds.min[i] + radius, exact.x[i], bounds.max[i] - radius);
  }
}

static void what_moves_is_within_what_is_seen_of_it(void **state) {
  (void)state;
  random_source r = random_from(2);
  int seen = 0;
  for (int i = 0; i < 2000; i++) {
    moving_pair m;
    bms_sight sight;
    double direction[3], point[3];
    make_pair(&r, i % 2, &m);
    random_direction(&r, direction, 3);
    double part = random_uniform(&r, 0, 1);
    bool of_b = random_below(&r, 2);
    draw_point(&r, of_b ? &m.b.box : &m.a.box, point);
    if (!(of_b ? bms_sight_of_b(&m.stretch, &sight) : bms_sight_of_a(&m.stretch, &sight))) continue;
    double t = fmin(m.stretch.ta + part * (m.stretch.tb - m.stretch.ta), m.stretch.tb);
    check_sight(&m, of_b, &sight, direction, point, t);
    precise_forget();
    seen++;
  }
  assert_true(seen > 1000);
}

/* A point at one time, as far above a triangle and a box as a radius, less or more by roundings. */
static void what_is_no_farther_than_a_radius_is_not_kept_apart(void **state) {
  (void)state;
  random_source r = random_from(3);
  for (int i = 0; i < 2000; i++) {
    moving_pair m;
    bms_sight sight;
    double point[3], vertex[9], radius = random_below(&r, 2) ? 0.25 : 0;
    make_pair(&r, true, &m);
    draw_point(&r, &m.b.box, point);
    if (!bms_sight_of_b(&m.stretch, &sight)) continue;
    double more = random_sign(&r) * ldexp(1, -20 - random_below(&r, 33)), side = random_sign(&r);
    precise_vector exact = exact_point(&m, true, point, m.stretch.ta);
    double x = precise_double(exact.x[0]), y = precise_double(exact.x[1]);
    double height = precise_double(exact.x[2]) - side * (radius + more);
    memcpy(vertex, (double[]){x - 1, y - 1, height, x + 2, y - 1, height, x, y + 2, height}, sizeof vertex);
    bms_convex core = bms_convex_points(point, 1, 0);
    precise gap = precise_minus(precise_absolute(precise_minus(exact.x[2], precise_of(height))), precise_of(radius));
    box standing = {{x, y, height - side * 0.5}, {1, 1, 0.5}}, moving = {{point[0], point[1], point[2]}, {0, 0, 0}};
    precise top = precise_plus(precise_of(standing.centre[2]), precise_of(side * 0.5));
    precise over = precise_times(precise_of(side), precise_minus(exact.x[2], top));
    bool is_above = precise_double(precise_minus(over, precise_of(radius))) > 0;
    assert_true(precise_double(gap) > 0 || !bms_mesh_plane_separates(vertex, &sight, &core, radius));
    assert_true(is_above || !stays_clear(&sight, &moving, &standing, radius));
    precise_forget();
  }
}

/* Boxes of nodes are floats, whose middles and halves are exact in doubles. */
static void boxes_of_nodes_are_the_nodes(void **state) {
  (void)state;
  random_source r = random_from(4);
  for (int i = 0; i < 100; i++) {
    bms_mesh_node node = {.count = 1};
    for (int k = 0; k < 3; k++) {
      double from = random_uniform(&r, -1, 1), length = random_power_of_ten(&r, -5, 1);
      node.min[k] = (float)from;
      node.max[k] = (float)(from + length);
    }
    box b = box_of(&node);
    for (int k = 0; k < 3; k++)
      assert_true(b.centre[k] - b.half[k] <= node.min[k] && b.centre[k] + b.half[k] >= node.max[k]);
  }
}

/* ------------------------------------------------------------------ cases */

static void points_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("SIGHT_ROUNDINGS", share_of_a_point, NULL, 29, 10);
}

/* Its terms are among the terms of separating_plane.c, whose list for planes of two edges has 608; 4 more are for the
   quotients, 8 for extents. */
static void the_count_covers_that_of_planes(void **state) {
  (void)state;
  bounds_sum("SIGHT_ROUNDINGS", 608 + 4 + 8, SIGHT_ROUNDINGS);
}

BOUNDS_MAIN(cmocka_unit_test(points_are_as_good_as_counted), cmocka_unit_test(the_count_covers_that_of_planes),
            cmocka_unit_test(what_moves_is_within_what_is_seen_of_it), cmocka_unit_test(boxes_of_nodes_are_the_nodes),
            cmocka_unit_test(what_is_no_farther_than_a_radius_is_not_kept_apart))
