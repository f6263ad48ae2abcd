/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How deep convex shapes overlap.
 *
 * Oracle: the greatest gap along all axes that may separate the two, in long double (long_convex.h), which is minus the
 * depth of polytopes and of what grows them by a radius.  A cylinder is a prism: one inside of it, one around it.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bms_shapes.h"
#include "long_convex.h"
#include "random.h"
#include "repetitions.h"
#include "shapes/convex_depth.h"
#include "shapes/convex_moment.h"

enum { SEED = 31415, ROUNDS = 4000, MOST_CALLS = 16 };

/* The oracle's error, and the header's promise for the two bounds, as parts of sizes and distance. */
static const long double ORACLE = 0x1p-52L;
static const double TIGHT = 1e-11, CURVED = 1e-8, AROUND = 2e-4;

enum { KINDS = 6, CYLINDER = 5 };

static void make_shape(random_source *r, int kind, double vertex[3 * LONG_MAX_POINTS], bms_convex *shape) {
  static const int COUNT[] = {1, 2, 3, 8};
  double radius = kind < 2 ? random_uniform(r, 0.05, 0.6) : random_below(r, 2) ? 0 : random_power_of_ten(r, -4, -1);
  double side[3];
  random_numbers(r, 0.1, 1.5, side, 3);
  random_numbers(r, -0.8, 0.8, vertex, 3 * LONG_MAX_POINTS);
  if (kind < 4) *shape = bms_convex_points(vertex, COUNT[kind], radius);
  bms_box box = bms_box_centred(side[0], side[1], side[2]);
  if (kind == 4) *shape = bms_convex_box(&box, radius);
  if (kind == CYLINDER) *shape = bms_convex_cylinder(side[0] / 2, side[1] / 2);
}

static bms_motion random_place(random_source *r, double reach) {
  double position[3], quaternion[4];
  random_numbers(r, -reach, reach, position, 3);
  random_direction(r, quaternion, 4);
  return bms_motion_fixed(position, quaternion);
}

static void shift(bms_motion *motion, const double direction[3], double by) {
  for (int i = 0; i < 3; i++) motion->rigid.position[i][0] += by * direction[i];
}

static void print_query(const bms_convex_query *q, const bms_convex_overlap *o, long double gap) {
  print_message("# cores %d %d, radii %a %a: depth %a, least %a, oracle %Lg\n", (int)q->a.core, (int)q->b.core,
                q->a.radius, q->b.radius, o->depth, o->least, -gap);
  for (int i = 0; i < 3; i++)
    print_message("#   %a %a\n", q->motion_a.rigid.position[i][0], q->motion_b.rigid.position[i][0]);
  for (int i = 0; i < 4; i++)
    print_message("#   %a %a\n", q->motion_a.rigid.quaternion[i][0], q->motion_b.rigid.quaternion[i][0]);
}

/* Checks the bounds, and that the way out leads out; returns their width. */
static double judge(const bms_convex_query *q, double where) {
  const long_prism inside = {false, 0.3}, around = {true, 0.3};
  const double error = (double)ORACLE * where;
  bms_convex_overlap o;
  bms_convex_query moved = *q;
  assert_int_equal(bms_convex_overlap_at(q, 0, &o), BMS_VALID);
  double most = (double)-long_convex_gap(q, &around, 0), least = (double)-long_convex_gap(q, &inside, 0);
  double along = 0, length = 0;
  shift(&moved.motion_b, o.normal, o.depth);
  for (int i = 0; i < 3; i++) {
    length += o.normal[i] * o.normal[i];
    along += o.normal[i] * (o.point[0][i] - o.point[1][i]);
  }
  bool right = o.least <= most + error && o.depth >= least - error && long_convex_gap(&moved, &inside, 0) >= -error;
  right = right && fabs(length - 1) < 1e-12;
  right = right && o.depth < 8 * where;
  if (o.depth - o.least < TIGHT * where) right = right && fabs(along - o.depth) < 4 * TIGHT * where;
  if (!right) print_query(q, &o, -most);
  assert_true(right);
  return o.depth - o.least;
}

/* Shapes of all pairs of kinds, from deep overlap to apart. */
static void bounds_hold_the_depth_and_the_way_out_leads_out(void **state) {
  random_source r = random_from(SEED);
  int wide = 0, curved = 0, overlaps = 0;
  (void)state;
  print_message("# seed %d\n", SEED);
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    double vertex[2][3 * LONG_MAX_POINTS], far = random_below(&r, 4) ? 0 : random_power_of_ten(&r, 0, 4);
    int kind[2] = {i % KINDS, i / KINDS % KINDS};
    bms_convex_query q = {.t1 = 0};
    double aside[3];
    make_shape(&r, kind[0], vertex[0], &q.a);
    make_shape(&r, kind[1], vertex[1], &q.b);
    q.motion_a = random_place(&r, 0.3);
    q.motion_b = random_place(&r, random_below(&r, 4) ? 0.3 : 1.5);
    random_direction(&r, aside, 3);
    shift(&q.motion_a, aside, far);
    shift(&q.motion_b, aside, far);
    double where = far + 4, width = judge(&q, where);
    const long_prism around = {true, 0.3};
    if (!(long_convex_gap(&q, &around, 0) < -0.01)) continue;
    overlaps++;
    if (kind[0] == CYLINDER || kind[1] == CYLINDER) {
      curved++;
      wide += width > CURVED * where;
      if (width > AROUND * where) print_message("# kinds %d %d: width %g\n", kind[0], kind[1], width);
      assert_true(width <= AROUND * where);
    } else {
      if (width > TIGHT * where) print_message("# kinds %d %d: width %a\n", kind[0], kind[1], width);
      assert_true(width <= TIGHT * where);
    }
  }
  print_message("# %d overlaps; of %d with a cylinder %d are wide\n", overlaps, curved, wide);
  assert_true(overlaps > repetitions(ROUNDS) / 3 && 20 * wide < curved);
}

/* Boxes of which one is up to 1e9 times as long as wide: whose points show no depth, none is claimed. */
static void long_boxes_have_no_false_bounds(void **state) {
  random_source r = random_from(SEED + 4);
  const long_prism none = {false, 0};
  int overlaps = 0;
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS / 4); i++) {
    double length = random_power_of_ten(&r, 0, 9), side[2][3];
    bms_convex_query q = {.t1 = 0};
    bms_convex_overlap o;
    for (int k = 0; k < 2; k++) random_numbers(&r, 0.1, 2, side[k], 3);
    bms_box one = bms_box_centred(side[0][0], side[0][1], side[0][2]);
    bms_box other = bms_box_centred(side[1][0], side[1][1], length);
    q.a = bms_convex_box(i % 2 ? &one : &other, 0);
    q.b = bms_convex_box(i % 2 ? &other : &one, 0);
    q.motion_a = random_place(&r, 0.8);
    q.motion_b = random_place(&r, 0.8);
    assert_int_equal(bms_convex_overlap_at(&q, 0, &o), BMS_VALID);
    double depth = (double)-long_convex_gap(&q, &none, 0), error = 0x1p-48 * (length + 4);
    bool right = (o.least <= 0 || o.least <= depth + error) && (depth <= error || o.depth >= depth - error);
    if (!right) print_query(&q, &o, -depth);
    assert_true(right);
    overlaps += depth > error;
  }
  assert_true(overlaps > repetitions(ROUNDS / 4) / 2);
}

/* A box, hull or triangle that stands on a face of a box, as deep as some power of ten, or that just touches it. */
static void faces_and_edges_in_one_plane_are_no_exception(void **state) {
  random_source r = random_from(SEED + 1);
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    static const double UP[3] = {0, 0, 1};
    double vertex[24], depth = random_below(&r, 3) ? random_power_of_ten(&r, -12, -1) : 0, turn[4], zero[3] = {0};
    const bms_box one = bms_box_centred(2, 2, 2);
    int count = 3 + random_below(&r, 6);
    bms_convex_query q = {.a = bms_convex_box(&one, 0)};
    bms_convex_overlap o;
    random_direction(&r, turn, 4);
    if (i % 3 == 0) memcpy(turn, (double[]){1, 0, 0, 0}, sizeof turn);
    for (int k = 0; k < count; k++) {
      for (int j = 0; j < 2; j++) vertex[3 * k + j] = random_below(&r, 2) ? random_sign(&r) : random_uniform(&r, -1, 1);
      vertex[3 * k + 2] = k < 3 ? 0 : random_uniform(&r, 0, 1);
    }
    q.b = i % 2 ? bms_convex_points(vertex, count, 0) : bms_convex_box(&one, 0);
    q.motion_a = bms_motion_fixed(zero, turn);
    double up[3], x = turn[1], y = turn[2], z = turn[3], w = turn[0];
    up[0] = 2 * (x * z + w * y);
    up[1] = 2 * (y * z - w * x);
    up[2] = 1 - 2 * (x * x + y * y);
    q.motion_b = bms_motion_fixed(zero, turn);
    shift(&q.motion_b, up, (i % 2 ? 1 : 2) - depth);
    (void)UP;
    double width = judge(&q, 4);
    assert_int_equal(bms_convex_overlap_at(&q, 0, &o), BMS_VALID);
    assert_true(width < 4 * TIGHT && o.depth <= depth + 4 * TIGHT);
  }
}

/* A hull, box or cylinder whose lowest point is below a triangle, near an
   edge on either side of it as well as in the middle. */
static void triangles_are_left_the_shortest_way(void **state) {
  random_source r = random_from(SEED + 5);
  const double unturned[4] = {1, 0, 0, 0}, none[3] = {0}, up[3] = {0, 0, 1};
  int tight = 0;
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    double vertex[2][3 * LONG_MAX_POINTS], depth = random_power_of_ten(&r, -9, -1), place[3] = {0}, turn[4];
    double edge = random_sign(&r) * random_power_of_ten(&r, -9, 0);
    const double corner[9] = {-2, 0, 0, 2, 0, 0, random_uniform(&r, -2, 2), 2, 0};
    bms_convex_query q = {.a = bms_convex_half_space(up, 0), .motion_a = bms_motion_fixed(none, unturned)};
    bms_convex_separation low;
    make_shape(&r, 3 + i % 3, vertex[1], &q.b);
    q.b.radius = 0;
    random_direction(&r, turn, 4);
    q.motion_b = bms_motion_fixed(none, turn);
    assert_int_equal(bms_convex_separation_at(&q, 0, &low), BMS_VALID);
    memcpy(vertex[0], corner, sizeof corner);
    q.a = bms_convex_points(vertex[0], 3, 0);
    place[0] = -low.point[1][0];
    place[1] = edge - low.point[1][1];
    place[2] = -depth - low.point[1][2];
    q.motion_b = bms_motion_fixed(place, turn);
    tight += judge(&q, 4) < 8 * TIGHT;
    bms_convex_query turned = {.a = q.b, .b = q.a, .motion_a = q.motion_b, .motion_b = q.motion_a};
    tight += judge(&turned, 4) < 8 * TIGHT;
  }
  print_message("# %d of %d are tight\n", tight, 2 * repetitions(ROUNDS));
  assert_true(tight > repetitions(ROUNDS));
}

/* Shapes whose farthest point is beside an edge of a triangle, in its plane: the gap is known. */
static void shapes_beside_a_triangle_are_as_far_from_it_as_from_its_edge(void **state) {
  random_source r = random_from(SEED + 6);
  const double unturned[4] = {1, 0, 0, 0}, none[3] = {0}, back[3] = {0, -1, 0};
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    double vertex[2][3 * LONG_MAX_POINTS], gap = random_power_of_ten(&r, -12, -2), place[3] = {0}, turn[4];
    const double corner[9] = {-2, 0, 0, 2, 0, 0, random_uniform(&r, -2, 2), 2, 0};
    bms_convex_query q = {.a = bms_convex_half_space(back, 0), .motion_a = bms_motion_fixed(none, unturned)};
    bms_convex_separation far;
    make_shape(&r, i % KINDS, vertex[1], &q.b);
    random_direction(&r, turn, 4);
    q.motion_b = bms_motion_fixed(none, turn);
    assert_int_equal(bms_convex_separation_at(&q, 0, &far), BMS_VALID);
    memcpy(vertex[0], corner, sizeof corner);
    q.a = bms_convex_points(vertex[0], 3, 0);
    for (int k = 0; k < 3; k++) place[k] = (k == 1 ? -gap : 0) - far.point[1][k];
    q.motion_b = bms_motion_fixed(place, turn);
    bms_convex_query turned = {.a = q.b, .b = q.a, .motion_a = q.motion_b, .motion_b = q.motion_a};
    for (int k = 0; k < 2; k++) {
      bms_convex_overlap o;
      assert_int_equal(bms_convex_overlap_at(k ? &turned : &q, 0, &o), BMS_VALID);
      if (!(o.least <= TIGHT / 100 - gap && o.depth >= -gap - TIGHT / 100)) print_query(k ? &turned : &q, &o, gap);
      assert_true(o.least <= TIGHT / 100 - gap && o.depth >= -gap - TIGHT / 100);
      assert_true(o.least <= o.depth);
    }
  }
}

/* Shapes that just miss each other, or just overlap: the two points are as far apart as the bounds say. */
static void points_of_shapes_that_just_miss_keep_to_the_bounds(void **state) {
  random_source r = random_from(SEED + 7);
  int misses = 0;
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    double vertex[2][3 * LONG_MAX_POINTS], gap = random_power_of_ten(&r, -13, -8) * (i % 4 ? 1 : -1), along = 0;
    bms_convex_query q = {.t1 = 0};
    bms_convex_separation apart;
    bms_convex_overlap o;
    make_shape(&r, i % KINDS, vertex[0], &q.a);
    make_shape(&r, i / KINDS % KINDS, vertex[1], &q.b);
    q.motion_a = random_place(&r, 0.3);
    q.motion_b = random_place(&r, 3);
    assert_int_equal(bms_convex_separation_at(&q, 0, &apart), BMS_VALID);
    if (!(apart.lower > 0)) continue;
    shift(&q.motion_b, apart.normal, gap - apart.lower);
    assert_int_equal(bms_convex_overlap_at(&q, 0, &o), BMS_VALID);
    for (int k = 0; k < 3; k++) along += o.normal[k] * (o.point[0][k] - o.point[1][k]);
    bool right = along >= o.least - TIGHT && along <= o.depth + TIGHT;
    if (!right) {
      print_message("# along %a (%g)\n", along, along);
      print_query(&q, &o, gap);
    }
    assert_true(right);
    misses += o.depth < 0;
  }
  assert_true(misses > repetitions(ROUNDS) / 10);
}

/* A triangle whose corner is 9e-9 deep in a cylinder, and one that is 1e-9 deep, beside a rim each: the search ends
   before its nearest face is the difference's. */
static void points_by_a_rim_keep_to_the_bounds(void **state) {
  static double corner[2][9] = {
      {0x1.2830ef01e7378p-1, 0x1.6fb891314328p-1, -0x1.7567bc379b52dp-1, 0x1.2687aad40a7ecp-3, 0x1.78a396fb4baf8p-2,
       -0x1.5485577c203f8p-3, 0x1.c4eefed23610cp-2, -0x1.15eb340b1d6f8p-3, 0x1.7684a56b41c8p-7},
      {-0x1.205b2338b50bp-1, -0x1.6e0836911089p-2, 0x1.651c8953eb094p-1, 0x1.04994ec9d8738p-2, 0x1.3b3565e78946p-5,
       0x1.353332d498af6p-1, -0x1.65429c630689p-2, 0x1.27748e05dce7p-1, -0x1.8a99ddc5d6fb4p-3}};
  static const double size[2][2] = {{0x1.097998de7a509p-1, 0x1.3b346d102252ep-3},
                                    {0x1.4baf4327d1bb1p-2, 0x1.4af747703057ep-1}};
  static const double place[2][2][3] = {{{-0x1.42b90369158f4p-3, 0x1.01bb0f134e0d4p-3, -0x1.275a20fab4689p-3},
                                         {-0x1.027b19ae1b4cp-5, -0x1.8f796c4a499cp-4, -0x1.7e9d006f6328p-7}},
                                        {{0x1.16ad89988ddc2p-3, -0x1.deaf5f82912e8p-4, -0x1.2613694831138p-5},
                                         {-0x1.c071713411878p-2, 0x1.696f09c5448p-2, 0x1.8bf6a886cf15p-1}}};
  static const double turn[2][2][4] = {
      {{-0x1.01d0dffc498e3p-3, 0x1.be8b9ca34c102p-2, 0x1.91dd4fc99957bp-6, 0x1.c80cb5feec7aap-1},
       {0x1.d4e8d1c48519p-3, -0x1.811982590fb38p-1, -0x1.597d444ee9f43p-2, -0x1.09108f9a78e14p-1}},
      {{0x1.5b6292b9b753dp-3, -0x1.1f6c52507100cp-2, 0x1.57c174867a249p-1, 0x1.5444047b3e9e5p-1},
       {0x1.233deec6ac12bp-2, -0x1.ca050d0b80236p-3, 0x1.e124c87f9267cp-3, 0x1.cde84bd87b074p-1}}};
  (void)state;
  for (int i = 0; i < 2; i++) {
    double along = 0;
    bms_convex_query q = {.a = bms_convex_points(corner[i], 3, 0), .b = bms_convex_cylinder(size[i][0], size[i][1])};
    bms_convex_overlap o;
    q.motion_a = bms_motion_fixed(place[i][0], turn[i][0]);
    q.motion_b = bms_motion_fixed(place[i][1], turn[i][1]);
    assert_int_equal(bms_convex_overlap_at(&q, 0, &o), BMS_VALID);
    for (int k = 0; k < 3; k++) along += o.normal[k] * (o.point[0][k] - o.point[1][k]);
    assert_true(along >= o.least - TIGHT && along <= o.depth + TIGHT);
  }
}

/* Cores as deep as some power of ten: what is deeper than a depth for certain is as deep, and what is deeper by a tenth
   is shown to be, whatever normal is guessed. */
static void a_depth_is_shown_if_it_is_reached(void **state) {
  random_source r = random_from(SEED + 8);
  int shown = 0, reached = 0, lacking = 0;
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    const long_prism inside = {false, 0.3}, around = {true, 0.3};
    double vertex[2][3 * LONG_MAX_POINTS], wanted = random_power_of_ten(&r, -9, -1), normal[3];
    bms_convex_query q = {.t1 = 0};
    bms_convex_separation apart;
    bms_convex_moment m;
    make_shape(&r, 2 + i % 4, vertex[0], &q.a);
    make_shape(&r, 2 + i / 4 % 4, vertex[1], &q.b);
    q.a.radius = q.b.radius = 0;
    q.motion_a = random_place(&r, 0.3);
    q.motion_b = random_place(&r, 3);
    assert_int_equal(bms_convex_separation_at(&q, 0, &apart), BMS_VALID);
    if (!(apart.lower > 0)) continue;
    shift(&q.motion_b, apart.normal, -apart.lower - wanted * random_uniform(&r, 0, 4));
    random_direction(&r, normal, 3);
    assert_int_equal(bms_convex_moment_at(&q, 0, &m), BMS_VALID);
    double most = (double)-long_convex_gap(&q, &around, 0), least = (double)-long_convex_gap(&q, &inside, 0);
    bool deeper = bms_convex_is_deeper(&m.instant, i % 3 ? NULL : normal, wanted);
    if (deeper && !(wanted <= most)) print_message("# wanted %a, depth %a\n", wanted, most);
    assert_true(!deeper || wanted <= most);
    lacking += most < wanted;
    reached += least > 1.1 * wanted;
    shown += deeper && least > 1.1 * wanted;
  }
  print_message("# %d of %d depths are shown, %d lack\n", shown, reached, lacking);
  assert_true(reached > repetitions(ROUNDS) / 8 && lacking > repetitions(ROUNDS) / 8);
  assert_true(10 * shown > 9 * reached);
}

/* Vertices that only a support function shows, which counts its calls. */
typedef struct counted_hull {
  const double *vertex;
  int count, *calls;
} counted_hull;

static void farthest_vertex(const void *data, const double direction[3], double point[3]) {
  const counted_hull *hull = data;
  double most = -INFINITY;
  ++*hull->calls;
  for (int k = 0; k < hull->count; k++) {
    const double *v = hull->vertex + 3 * k;
    double along = v[0] * direction[0] + v[1] * direction[1] + v[2] * direction[2];
    if (along > most) memcpy(point, v, 3 * sizeof *point);
    most = fmax(most, along);
  }
}

/* Hulls of four corners of a face and one vertex above, turned with the box or not, smaller and larger than it: the
   oracle is given the vertices, the solver their support function.  Few directions show the way out if their face lies
   in the box's. */
static void hulls_of_support_functions_stand_on_faces_of_boxes(void **state) {
  random_source r = random_from(SEED + 3);
  int few = 0, calls = 0;
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    double size = random_uniform(&r, 0.1, 0.9) * (i % 8 < 4 ? 1 : 10), depth = random_power_of_ten(&r, -10, -2),
           turn[4];
    double vertex[15] = {-size, -size, 0, size, -size, 0, -size, size, 0, size, size, 0, 0, 0, 1};
    const bms_box one = bms_box_centred(2, 2, 2);
    const counted_hull hull = {vertex, 5, &calls};
    bms_convex_query q = {.a = bms_convex_box(&one, 0), .b = bms_convex_points(vertex, 5, 0)}, shown;
    bms_convex_overlap o, told;
    random_direction(&r, turn, 4);
    q.motion_a = q.motion_b = bms_motion_fixed((double[]){0, 0, 0}, (double[]){1, 0, 0, 0});
    if (i % 2) q.motion_b = bms_motion_fixed((double[]){0, 0, 0}, turn);
    shift(&q.motion_b, (double[]){random_uniform(&r, -1, 1), random_uniform(&r, -0.05, 0.05), 1 - depth}, 1);
    if (i % 4 == 0) q.motion_b.rigid.position[0][0] *= 0.05;
    shown = q;
    shown.b.core = BMS_CORE_SUPPORT;
    shown.b.support.function = farthest_vertex;
    shown.b.support.data = &hull;
    shown.b.support.reach = 1 + 2 * size;
    shown.b.support.error = 0x1p-50;
    (void)judge(&q, 4);
    calls = 0;
    assert_int_equal(bms_convex_overlap_at(&shown, 0, &told), BMS_VALID);
    if (i % 4 == 0) few += calls <= MOST_CALLS;
    assert_int_equal(bms_convex_overlap_at(&q, 0, &o), BMS_VALID);
    assert_true(told.least <= o.depth + TIGHT && told.depth >= o.least - TIGHT);
  }
  print_message("# %d hulls that stand on a face take at most %d directions\n", few, MOST_CALLS);
  assert_true(few > repetitions(ROUNDS) / 4 * 9 / 10);
}

/* A ball aside of the origin of its frame, that only a support function shows: not a number for a direction of zero. */
static void farthest_of_ball_aside(const void *data, const double direction[3], double point[3]) {
  const double *middle = data, *d = direction, length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  for (int i = 0; i < 3; i++) point[i] = middle[i] + d[i] / length;
}

/* The two frames have one origin, so that the way between the origins is no direction to begin with. */
static void frames_of_one_origin_are_no_exception(void **state) {
  const double middle[3] = {0, 0, 3}, zero[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
  const double vertex[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  bms_convex_query q = {.t1 = 1, .b = bms_convex_points(vertex, 3, 0)};
  bms_convex_overlap o;
  bms_convex_separation s;
  (void)state;
  q.a.core = BMS_CORE_SUPPORT;
  q.a.support.function = farthest_of_ball_aside;
  q.a.support.data = middle;
  q.a.support.reach = 4;
  q.a.support.error = 0x1p-48;
  q.motion_a = q.motion_b = bms_motion_fixed(zero, unturned);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(bms_convex_overlap_at(&q, 0, &o), BMS_VALID);
    assert_true(fabs(o.depth + 2) < CURVED && o.least < 0);
    assert_int_equal(bms_convex_separation_at(&q, 0, &s), BMS_VALID);
    assert_true(fabs(s.lower - 2) < CURVED && fabs(s.upper - 2) < CURVED);
    const bms_convex a = q.a;
    q.a = q.b;
    q.b = a;
  }
}

static void a_half_space_is_as_deep_as_the_lowest_point(void **state) {
  random_source r = random_from(SEED + 2);
  (void)state;
  for (int i = 0; i < repetitions(ROUNDS); i++) {
    double vertex[3 * LONG_MAX_POINTS], normal[3];
    bms_convex_query q = {.t1 = 0}, other;
    bms_convex_overlap o, p;
    random_direction(&r, normal, 3);
    q.a = bms_convex_half_space(normal, random_uniform(&r, -1, 1));
    make_shape(&r, i % KINDS, vertex, &q.b);
    q.motion_a = bms_motion_fixed((double[]){0, 0, 0}, (double[]){1, 0, 0, 0});
    q.motion_b = random_place(&r, 1);
    (void)judge(&q, 4);
    other = q;
    other.a = q.b;
    other.b = q.a;
    other.motion_a = q.motion_b;
    other.motion_b = q.motion_a;
    assert_int_equal(bms_convex_overlap_at(&q, 0, &o), BMS_VALID);
    assert_int_equal(bms_convex_overlap_at(&other, 0, &p), BMS_VALID);
    assert_true(fabs(o.depth - p.depth) < TIGHT && fabs(o.least - p.least) < TIGHT && o.depth - o.least < TIGHT);
    for (int k = 0; k < 3; k++)
      assert_true(fabs(o.normal[k] - normal[k]) < TIGHT && fabs(p.normal[k] + normal[k]) < TIGHT);
  }
}

static void cores_without_an_inside_are_as_deep_as_their_radii(void **state) {
  bms_convex_query q = {.a = bms_convex_sphere(1), .b = bms_convex_capsule(0.5, 2)};
  bms_convex_overlap o;
  const double zero[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
  (void)state;
  q.motion_a = q.motion_b = bms_motion_fixed(zero, unturned);
  assert_int_equal(bms_convex_overlap_at(&q, 0, &o), BMS_VALID);
  assert_true(fabs(o.depth - 1.5) < TIGHT && fabs(o.normal[2]) < TIGHT);
  q.b = bms_convex_sphere(2);
  assert_int_equal(bms_convex_overlap_at(&q, 0, &o), BMS_VALID);
  assert_true(fabs(o.depth - 3) < TIGHT);
}

static void bad_queries_are_refused(void **state) {
  bms_convex_query q = {.a = bms_convex_sphere(1), .b = bms_convex_sphere(-1)};
  bms_convex_overlap o;
  const double zero[3] = {0, 0, 0}, unturned[4] = {1, 0, 0, 0};
  (void)state;
  q.motion_a = q.motion_b = bms_motion_fixed(zero, unturned);
  assert_int_equal(bms_convex_overlap_at(&q, 0, &o), BMS_BOX_REVERSED);
  q.b.radius = 1;
  q.motion_b.rigid.position[0][0] = (double)NAN;
  assert_int_equal(bms_convex_overlap_at(&q, 0, &o), BMS_MOTION_NOT_FINITE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bounds_hold_the_depth_and_the_way_out_leads_out),
      cmocka_unit_test(long_boxes_have_no_false_bounds),
      cmocka_unit_test(faces_and_edges_in_one_plane_are_no_exception),
      cmocka_unit_test(triangles_are_left_the_shortest_way),
      cmocka_unit_test(shapes_beside_a_triangle_are_as_far_from_it_as_from_its_edge),
      cmocka_unit_test(points_of_shapes_that_just_miss_keep_to_the_bounds),
      cmocka_unit_test(points_by_a_rim_keep_to_the_bounds),
      cmocka_unit_test(a_depth_is_shown_if_it_is_reached),
      cmocka_unit_test(hulls_of_support_functions_stand_on_faces_of_boxes),
      cmocka_unit_test(frames_of_one_origin_are_no_exception),
      cmocka_unit_test(a_half_space_is_as_deep_as_the_lowest_point),
      cmocka_unit_test(cores_without_an_inside_are_as_deep_as_their_radii),
      cmocka_unit_test(bad_queries_are_refused),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("convex overlap", tests, NULL, NULL);
}
