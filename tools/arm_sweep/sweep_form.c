/* SPDX-License-Identifier: BSD-3-Clause */

/* Recognises spheres and capsules by their cores, which are boxes without width, grown (bms_shapes.h). */

#include "sweep_form.h"

#include <string.h>

#include "replay/replay_json.h"

static void centre_of(const bms_placed_shape *shape, double centre[3]) {
  bms_box bounds = bms_placed_bounds(shape);
  for (int j = 0; j < 3; j++) centre[j] = 0.5 * bounds.min[j] + 0.5 * bounds.max[j];
}

static void append_point(json_t *list, const double *x, const double centre[3]) {
  for (int j = 0; j < 3; j++) json_array_append_new(list, json_real(x[j] - centre[j]));
}

static json_t *mesh_json(const bms_placed_shape *shape) {
  int count = bms_mesh_triangle_count(shape->mesh);
  double centre[3];
  if (count > SWEEP_FORM_TRIANGLES) return json_null();
  json_t *list = json_array();
  centre_of(shape, centre);
  for (int k = 0; k < count; k++) {
    double vertex[9];
    bms_mesh_triangle(shape->mesh, k, vertex);
    for (int i = 0; i < 3; i++) append_point(list, vertex + 3 * i, centre);
  }
  return json_pack("{s:o}", "triangles", list);
}

static json_t *points_json(const bms_placed_shape *shape) {
  double centre[3];
  json_t *list = json_array();
  centre_of(shape, centre);
  for (int k = 0; k < shape->convex.points.count; k++) append_point(list, shape->convex.points.vertex + 3 * k, centre);
  return json_pack("{s:o}", "points", list);
}

/* Returns the form of a grown box, which is a sphere or a capsule if it has no width in x and y. */
static json_t *box_json(const bms_convex *convex) {
  const bms_box *box = &convex->box;
  bool thin = box->max[0] <= box->min[0] && box->max[1] <= box->min[1];
  if (!thin || !(convex->radius > 0)) return json_null();
  return json_pack("{s:f, s:f}", "radius", convex->radius, "length", box->max[2] - box->min[2]);
}

json_t *sweep_form_json(const bms_placed_shape *shape) {
  const bms_convex *convex = &shape->convex;
  if (shape->mesh != NULL) return mesh_json(shape);
  if (convex->core == BMS_CORE_BOX) return box_json(convex);
  if (convex->core == BMS_CORE_POINTS && !(convex->radius > 0)) return points_json(shape);
  if (convex->core == BMS_CORE_CYLINDER && !(convex->radius > 0))
    return json_pack("{s:[f, f]}", "cylinder", convex->cylinder.radius, 2 * convex->cylinder.half_length);
  if (convex->core == BMS_CORE_HALF_SPACE) {
    const double *n = convex->half_space.normal;
    return json_pack("{s:[f, f, f, f]}", "plane", n[0], n[1], n[2], convex->half_space.offset);
  }
  return json_null();
}
