/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Is a shape inside of a mesh?  Where the surfaces are apart each part of it is inside as a whole, or outside, so one
 * point of a part decides.  That the point is off by rounding does not matter: the surface is farther away.
 */

#include "numeric/arithmetic.h"

#include <string.h>

#include "arm/placed_shape.h"
#include "arm/shape_pair.h"
#include "mesh/interior.h"
#include "shapes/convex.h"

static bool has_inside(const bms_placed_shape *shape) {
  return shape->mesh != NULL && shape->mesh->interior != NULL && shape->mesh->interior->has_inside;
}

bool bms_shapes_can_nest(const bms_placed_shape *a, const bms_placed_shape *b) {
  return has_inside(a) || has_inside(b);
}

static int part_count(const bms_placed_shape *shape) {
  if (shape->mesh == NULL) return shape->convex.core != BMS_CORE_HALF_SPACE;
  return shape->mesh->interior != NULL ? shape->mesh->interior->part_count : 1;
}

/* Computes a point of a part of a shape. */
static void point_of(const bms_placed_shape *shape, int part, double out[3]) {
  static const double ALONG_X[3] = {1, 0, 0};
  const bms_mesh *mesh = shape->mesh;
  if (mesh == NULL) {
    (void)bms_convex_support(&shape->convex, ALONG_X, out);
    return;
  }
  int vertex = mesh->interior != NULL ? mesh->interior->sample[part] : mesh->corner[0][0];
  memcpy(out, mesh->vertex + 3 * (size_t)vertex, 3 * sizeof *out);
}

/* Takes a point from the frame of b to the frame of a, or back. */
static void take(const bms_shape_pair *pair, bool back, const double x[3], double out[3]) {
  const double(*m)[4] = pair->middle;
  for (int i = 0; i < 3; i++) {
    out[i] = back ? 0 : m[i][3];
    for (int k = 0; k < 3; k++) out[i] += back ? m[k][i] * (x[k] - m[k][3]) : m[i][k] * x[k];
  }
}

/* Returns true if a part of b is inside of a; the other way round if `back`. */
static bool holds(const bms_shape_pair *pair, bool back) {
  const bms_placed_shape *outer = back ? pair->b : pair->a, *inner = back ? pair->a : pair->b;
  if (!has_inside(outer)) return false;
  for (int i = 0; i < part_count(inner); i++) {
    double point[3], seen[3];
    point_of(inner, i, point);
    take(pair, back, point, seen);
    if (bms_mesh_holds(outer->mesh, seen)) return true;
  }
  return false;
}

bool bms_shape_pair_nested(const bms_shape_pair *pair) {
  return holds(pair, false) || holds(pair, true);
}
