/* SPDX-License-Identifier: BSD-3-Clause */

/* The filter of triangles: gaps along its axes, and the place outside of which all triangles stay clear. */

#include "meshes/triangle_filter.c"

#include "bounds.h"

/* A mesh and a solid, neither of which turns. */
typedef struct scene {
  qmboxMoving mesh, solid;
  qmboxGuardedBody body[2];
  qmboxGuardedGeom geom[2];
  qmboxTriangleFilter filter;
} scene;

/* The inputs of a pose are a quaternion (4) and a position (3). */
static bool pose_solid(const double *x, qmboxMoving *solid) {
  bms_motion still = bms_motion_fixed(x + 4, x);
  solid->shape = QMBOX_SHAPE_CONVEX;
  solid->moves = true;
  for (int i = 0; i < 3; i++) solid->reach = fmax(solid->reach, fabs(x[4 + i]));
  if (!(qmboxDot(x, x) + x[3] * x[3] > 0.1)) return false;
  bms_motion_at(&still, 0, solid->pose);
  return true;
}

static void prepare(scene *s, const double shift[6]) {
  qmboxBodies bodies = {.body = s->body, .geom = s->geom};
  s->geom[1].body = 1;
  for (int i = 0; i < 6; i++) s->body[i / 3].shift[i % 3] = shift[i];
  qmboxPrepareFilter(&bodies, 0, &s->mesh, 1, &s->solid, &s->filter);
}

/* The inputs are the poses of both (14), a box (6), and the ways of both (6). */
enum { BOX_INPUTS = 26, TRIANGLE_INPUTS = 33 };

static bool make_box(const double *x, scene *s) {
  bms_box *box = &s->solid.figure.shape.box;
  *s = (scene){.solid = {.figure.thickness = 0.01}, .mesh = {.figure.thickness = HUGE_VAL, .radius = 2}};
  s->solid.figure.shape.core = BMS_CORE_BOX;
  if (!pose_solid(x, &s->mesh) || !pose_solid(x + 7, &s->solid)) return false;
  for (int i = 0; i < 3; i++) {
    box->min[i] = fmin(x[14 + i], x[17 + i]) - 0.01;
    box->max[i] = fmax(x[14 + i], x[17 + i]) + 0.01;
    s->solid.radius += fmax(fabs(box->min[i]), fabs(box->max[i]));
  }
  prepare(s, x + 20);
  return true;
}

/* The inputs are the poses of both (14), a triangle (9), how slim it is, the ways of both (6), and the middle of the
   core (3). */
static bool make_triangle(const double *x, scene *s) {
  double vertex[9];
  *s = (scene){.solid = {.figure.thickness = HUGE_VAL}, .mesh = {.figure.thickness = HUGE_VAL, .radius = 2}};
  if (!pose_solid(x, &s->mesh) || !pose_solid(x + 7, &s->solid)) return false;
  for (int k = 0; k < 9; k++) vertex[k] = x[14 + k];
  for (int k = 6; k < 9; k++) vertex[k] = vertex[k - 3] + ldexp(vertex[k], -(int)(50 * fabs(x[23])));
  qmboxMakeTriangleFigure(vertex, &s->solid.figure);
  s->solid.radius = s->solid.figure.radius;
  s->solid.figure.core.inner = s->mesh.figure.core.inner = 0.5;
  for (int i = 0; i < 3; i++) s->solid.figure.core.middle[i] = s->mesh.figure.core.middle[i] = x[30 + i];
  s->solid.radius += qmboxLength(x + 30);
  qmboxFindStartPose(&s->solid, &s->solid.startPose);
  if (!isTriangle(&s->solid)) return false;
  prepare(s, x + 24);
  return true;
}

/* ------------------------------------------------------------------ exactly */

static precise_vector in_world(const double pose[3][4], precise_vector own) {
  precise_vector world;
  for (int i = 0; i < 3; i++)
    world.x[i] = precise_plus(precise_dot(precise_vector_of(pose[i]), own), precise_of(pose[i][3]));
  return world;
}

/* Returns where a point is that has been scaled about the middle of a core. */
static precise_vector scaled(const qmboxMeshCore *core, double scale, const double x[3]) {
  precise_vector own;
  for (int i = 0; i < 3; i++) {
    precise middle = precise_of(core->middle[i]);
    own.x[i] = precise_plus(middle, precise_times(precise_of(scale), precise_minus(precise_of(x[i]), middle)));
  }
  return own;
}

/* Writes the points of the solid's core; returns how many there are. */
static int points_of(const scene *s, precise_vector point[8]) {
  const qmboxMoving *solid = &s->solid;
  qmboxShrunkPair two = qmboxShrinkSolids(&s->mesh, solid);
  double scale = qmboxScaleOfCore(&solid->figure.core, two.allowance[1]);
  const bms_box *box = &solid->figure.shape.box;
  if (solid->figure.shape.core != BMS_CORE_BOX) {
    for (int k = 0; k < 3; k++)
      point[k] = in_world(solid->pose, scaled(&solid->figure.core, scale, solid->figure.point[k]));
    return 3;
  }
  for (int k = 0; k < 8; k++) {
    precise_vector own;
    for (int i = 0; i < 3; i++)
      own.x[i] = k >> i & 1 ? precise_minus(precise_of(box->max[i]), precise_of(two.allowance[1]))
                            : precise_plus(precise_of(box->min[i]), precise_of(two.allowance[1]));
    point[k] = in_world(solid->pose, own);
  }
  return 8;
}

/* Returns how far the points reach along a direction. */
static precise farthest_of(const precise_vector *point, int count, const double direction[3]) {
  precise most = precise_dot(precise_vector_of(direction), point[0]);
  for (int k = 1; k < count; k++) {
    precise at = precise_dot(precise_vector_of(direction), point[k]);
    if (precise_double(precise_minus(at, most)) > 0) most = at;
  }
  return most;
}

/* Returns how far one goes along a direction, at least 0. */
static precise way_along(const double shift[3], const double direction[3]) {
  precise way = precise_dot(precise_vector_of(shift), precise_vector_of(direction));
  return precise_double(way) > 0 ? way : precise_of(0);
}

/* Returns the gap that is left between the solid and a triangle along a direction from the one to the other. */
static precise gap_along(const scene *s, const precise_vector *point, int count, const precise_vector corner[3],
                         const double direction[3]) {
  const double back[3] = {-direction[0], -direction[1], -direction[2]};
  precise taken = precise_plus(farthest_of(point, count, direction), farthest_of(corner, 3, back));
  taken = precise_plus(taken, way_along(s->body[0].shift, back));
  return precise_minus(precise_of(0), precise_plus(taken, way_along(s->body[1].shift, direction)));
}

static bool normal_of(double corner[3][3], double normal[3]) {
  qmboxNormalOfPoints(corner[0], corner[1], corner[2], normal);
  return qmboxMakeUnit(normal, 0);
}

/* Returns the greatest gap along the axes that the filter tries, and writes the direction that it is along. */
static precise greatest_gap(const scene *s, const double vertex[9], double placed[3][3], bool by_normal,
                            double along[3]) {
  double axis[3][3];
  precise_vector point[8], corner[3];
  int count = points_of(s, point), axes = by_normal ? 1 : 3;
  precise most = NULL;
  memcpy(axis, s->filter.axis, sizeof axis);
  if (by_normal) (void)normal_of(placed, axis[0]);
  for (int k = 0; k < 3; k++)
    corner[k] = in_world(s->mesh.pose, scaled(&s->mesh.figure.core, s->filter.scale, vertex + 3 * k));
  for (int k = 0; k < 2 * axes; k++) {
    double sign = k % 2 ? -1 : 1, *a = axis[k / 2], direction[3] = {sign * a[0], sign * a[1], sign * a[2]};
    precise gap = gap_along(s, point, count, corner, direction);
    if (most && precise_double(precise_minus(gap, most)) <= 0) continue;
    most = gap;
    memcpy(along, direction, sizeof direction);
  }
  return most;
}

/* ------------------------------------------------------------------ the measures */

/* Returns by how much the filter takes a gap for wider than it is, in parts of its margin. */
static double share_of_a_gap(const scene *s, const double vertex[9]) {
  const qmboxTriangleFilter *filter = &s->filter;
  double corner[3][3], normal[3], along[3], size = filter->size, most = 0;
  (void)place(filter, vertex, corner, &size);
  for (int i = 0; i < 3; i++) size += fabs(filter->shift[0][i]) + fabs(filter->shift[1][i]);
  for (int by_normal = 0; by_normal < 2; by_normal++) {
    double clear = -8 * size, met = 8 * size;
    if (filter->passes || (by_normal && !normal_of(corner, normal))) continue;
    while (met - clear > 1e-18 * size && clear < clear / 2 + met / 2 && clear / 2 + met / 2 < met) {
      double slack = clear / 2 + met / 2;
      bool is_clear = by_normal ? clearAlongNormal(filter, corner, slack) : clearAlongBox(filter, corner, slack);
      *(is_clear ? &clear : &met) = slack;
    }
    precise exact = greatest_gap(s, vertex, corner, by_normal, along);
    most = fmax(most, precise_double(precise_minus(precise_of(clear), exact)) / (FILTER_ERROR * size));
  }
  return most;
}

static double share_at_a_box(const double *x, const void *context) {
  scene s;
  (void)context;
  return make_box(x + 9, &s) ? share_of_a_gap(&s, x) : 0;
}

static double share_at_a_triangle(const double *x, const void *context) {
  scene s;
  (void)context;
  return make_triangle(x + 9, &s) ? share_of_a_gap(&s, x) : 0;
}

/* Returns how much of the margin of the place a point on one of its sides uses up: it is to stay clear. */
static double share_of_a_side(const scene *s, const double at[3]) {
  const qmboxTriangleFilter *filter = &s->filter;
  qmboxPlace place;
  double most = 0, size = filter->size + filter->reach;
  if (!qmboxPlaceOfFilter(filter, &place)) return 0;
  for (int i = 0; i < 3; i++) size += fabs(filter->shift[0][i]) + fabs(filter->shift[1][i]) + fabs(filter->pose[i][3]);
  for (int side = 0; side < 6; side++) {
    double vertex[9], sign = side % 2 ? -1 : 1, placed[3][3], along[3];
    for (int i = 0; i < 3; i++) {
      vertex[i] = place.middle[i];
      for (int k = 0; k < 3; k++) vertex[i] += place.axis[k][i] * place.half[k] * (k == side / 2 ? sign : at[k]);
      vertex[3 + i] = vertex[6 + i] = vertex[i];
    }
    precise gap = greatest_gap(s, vertex, placed, false, along);
    most = fmax(most, 1 - precise_double(gap) / (FILTER_ERROR * size));
  }
  return most;
}

static double share_of_a_place_of_a_box(const double *x, const void *context) {
  scene s;
  (void)context;
  return make_box(x + 3, &s) ? share_of_a_side(&s, x) : 0;
}

static double share_of_a_place_of_a_triangle(const double *x, const void *context) {
  scene s;
  (void)context;
  return make_triangle(x + 3, &s) ? share_of_a_side(&s, x) : 0;
}

/* Moves the triangle until it just touches; returns 2 if the filter calls it clear nevertheless, else 0. */
static double share_of_a_touch(const scene *s, const double apart[9]) {
  const qmboxTriangleFilter *filter = &s->filter;
  double vertex[9], corner[3][3], along[3], own[3], size = 0;
  memcpy(vertex, apart, sizeof vertex);
  for (int n = 0; n < 4 && !filter->passes; n++) {
    (void)place(filter, vertex, corner, &size);
    double gap = precise_double(greatest_gap(s, vertex, corner, false, along));
    if (gap <= 0 && qmboxTriangleStaysClear(filter, vertex) &&
        precise_double(greatest_gap(s, vertex, corner, true, along)) <= 0)
      return 2;
    turnBack(filter, along, own);
    for (int k = 0; k < 9; k++) vertex[k] -= own[k % 3] * (gap + 2 * DBL_EPSILON * size) / filter->scale;
  }
  return 0;
}

static double touch_of_a_box(const double *x) {
  scene s;
  return make_box(x + 9, &s) ? share_of_a_touch(&s, x) : 0;
}

static double touch_of_a_triangle(const double *x) {
  scene s;
  return make_triangle(x + 9, &s) ? share_of_a_touch(&s, x) : 0;
}

static void what_touches_is_not_clear(void **state) {
  random_source r = random_from(2);
  enum { TOUCHES = 1000 };
  (void)state;
  for (int n = 0; n < repetitions(TOUCHES); n++) {
    double x[9 + TRIANGLE_INPUTS];
    random_numbers(&r, -1, 1, x, 9 + TRIANGLE_INPUTS);
    assert_true(touch_of_a_box(x) == 0);
    assert_true(touch_of_a_triangle(x) == 0);
    precise_forget();
  }
}

static void gaps_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("FILTER_ERROR", share_at_a_box, NULL, 9 + BOX_INPUTS, 1);
  bounds_measure("FILTER_ERROR", share_at_a_triangle, NULL, 9 + TRIANGLE_INPUTS, 1);
}

static void places_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("FILTER_ERROR", share_of_a_place_of_a_box, NULL, 3 + BOX_INPUTS, 1);
  bounds_measure("FILTER_ERROR", share_of_a_place_of_a_triangle, NULL, 3 + TRIANGLE_INPUTS, 1);
}

/* A box is two metres above a triangle, and each of the two turns by so much that some point goes 1.5 m: that is too
   little by itself, and enough together. */
static void what_both_turn_by_counts(void **state) {
  const double vertex[9] = {0.5, 0, 0, -0.5, 0.5, 0, -0.5, -0.5, 0}, unmoved[6] = {0}, still[4] = {1, 0, 0, 0};
  (void)state;
  for (int turns = 0; turns < 4; turns++) {
    double x[BOX_INPUTS] = {0}, normal[3] = {0, 0, 1};
    scene s;
    qmboxPlace place;
    for (int i = 0; i < 3; i++) {
      x[14 + i] = -0.5;
      x[17 + i] = 0.5;
    }
    memcpy(x, still, sizeof still);
    memcpy(x + 7, still, sizeof still);
    x[13] = 2.5;
    assert_true(make_box(x, &s));
    s.body[0].chord = turns & 1 ? 1.5 / hypot(0.5, 0.5) : 0;
    s.body[1].chord = turns & 2 ? 1.5 / s.solid.radius : 0;
    prepare(&s, unmoved);
    assert_int_equal(qmboxTriangleStaysClear(&s.filter, vertex), turns < 3);
    assert_true(qmboxPlaceOfFilter(&s.filter, &place));
    double least = 0.5 + (turns & 1 ? s.mesh.radius * s.body[0].chord : 0) + (turns & 2 ? 1.5 : 0), reach = 0;
    for (int k = 0; k < 3; k++) reach += fabs(qmboxDot(place.axis[k], normal)) * place.half[k];
    assert_true(reach >= least - 0.02);
  }
}

BOUNDS_MAIN(cmocka_unit_test(gaps_are_as_good_as_counted), cmocka_unit_test(places_are_as_good_as_counted),
            cmocka_unit_test(what_touches_is_not_clear), cmocka_unit_test(what_both_turn_by_counts))
