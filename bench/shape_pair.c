/* SPDX-License-Identifier: BSD-3-Clause */

/* Draws pairs of shapes that hit each other. */

#include "shape_pair.h"

#include <math.h>
#include <stddef.h>

#include "family.h"

typedef enum shape { BOX, SPHERE, CAPSULE, CYLINDER, HULL, TRIANGLE } shape;

static const struct {
  const char *name;
  shape shape[2];
} pairs[] = {
    {"box-box", {BOX, BOX}},
    {"box-box-as-convex", {BOX, BOX}},
    {"sphere-box", {SPHERE, BOX}},
    {"sphere-sphere", {SPHERE, SPHERE}},
    {"capsule-box", {CAPSULE, BOX}},
    {"capsule-capsule", {CAPSULE, CAPSULE}},
    {"triangle-box", {TRIANGLE, BOX}},
    {"hull-box", {HULL, BOX}},
    {"hull-hull", {HULL, HULL}},
    {"cylinder-box", {CYLINDER, BOX}},
    {"cylinder-sphere", {CYLINDER, SPHERE}},
    {"cylinder-triangle", {CYLINDER, TRIANGLE}},
    {"cylinder-cylinder", {CYLINDER, CYLINDER}},
};

enum { PAIRS = sizeof pairs / sizeof *pairs };

const char *shape_pair_name(int which) {
  return which < PAIRS ? pairs[which].name : NULL;
}

/* Spreads points over an ellipsoid along a spiral. */
static bms_convex hull_in(const double half[3], double (*point)[3]) {
  static const double GOLDEN_ANGLE = 2.399963229728653;
  for (int k = 0; k < SHAPE_HULL_POINTS; k++) {
    double height = (2 * k + 1.0) / SHAPE_HULL_POINTS - 1, across = sqrt(1 - height * height);
    point[k][0] = half[0] * across * cos(k * GOLDEN_ANGLE);
    point[k][1] = half[1] * across * sin(k * GOLDEN_ANGLE);
    point[k][2] = half[2] * height;
  }
  return bms_convex_points(point[0], SHAPE_HULL_POINTS, 0);
}

static bms_convex triangle_in(const double half[3], double (*point)[3]) {
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) point[k][i] = i == k ? half[i] : -half[i];
  return bms_convex_points(point[0], 3, 0);
}

static bms_convex shape_in(shape which, const double half[3], double (*point)[3]) {
  bms_box box = bms_box_centred(2 * half[0], 2 * half[1], 2 * half[2]);
  switch (which) {
    case SPHERE:
      return bms_convex_sphere(half[0]);
    case CAPSULE:
      return bms_convex_capsule(half[0], half[2]);
    case CYLINDER:
      return bms_convex_cylinder(half[0], half[2]);
    case HULL:
      return hull_in(half, point);
    case TRIANGLE:
      return triangle_in(half, point);
    case BOX:
      break;
  }
  return bms_convex_box(&box, 0);
}

static bms_motion motion_of(const course *body) {
  return bms_motion_between(0, body->position[START], body->quaternion[START], 1, body->position[END],
                            body->quaternion[END]);
}

bms_status shape_pair_answer(int which, const shape_pair *pair) {
  const bms_convex_query *query = &pair->query;
  bms_convex_contact convex;
  bms_contact contact;
  if (which > 0) return bms_convex_first_contact(query, NULL, &convex);
  const bms_query boxes = {
      .t0 = query->t0, .t1 = query->t1, .a = {query->a.box, query->motion_a}, .b = {query->b.box, query->motion_b}};
  return bms_first_contact(&boxes, &contact);
}

void shape_pair_draw(int which, uint64_t seed, int index, shape_pair *pair) {
  static const int TRIES = 1000;
  bms_status status = BMS_INVALID;
  for (int k = 0; k < TRIES && status != BMS_CONTACT; k++) {
    test_case scene;
    (void)family_draw(FAMILY_TUMBLE, MODEL_QUATERNION, seed, TRIES * index + k, &scene);
    const course *a = &scene.body[0], *b = &scene.body[1];
    pair->query = (bms_convex_query){.t0 = 0, .t1 = 1, .motion_a = motion_of(a), .motion_b = motion_of(b)};
    pair->query.a = shape_in(pairs[which].shape[0], a->half, pair->point[0]);
    pair->query.b = shape_in(pairs[which].shape[1], b->half, pair->point[1]);
    status = shape_pair_answer(which, pair);
  }
}
