/* SPDX-License-Identifier: BSD-3-Clause */

/* Shapes on links, and which of their objects may touch. */

#include "numeric/arithmetic.h"

#include "arm/placed_shape.h"

#include <math.h>

#include "arm/pose.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "shapes/convex.h"

/* Roundings of a shape's reach in its extent and in what is made of it here. */
static const double BOUND_ROUNDINGS = 16 * BMS_ROUNDING;

bms_placed_shape bms_placed_convex(int link, const bms_convex *convex, const bms_pose *pose) {
  return (bms_placed_shape){.link = link, .pose = *pose, .convex = *convex};
}

bms_placed_shape bms_placed_mesh(int link, const bms_mesh *mesh, double radius, const bms_pose *pose) {
  return (bms_placed_shape){.link = link, .pose = *pose, .convex = {.radius = radius}, .mesh = mesh};
}

bool bms_placed_is_box(const bms_placed_shape *shape) {
  return shape->mesh == NULL && shape->convex.core == BMS_CORE_BOX && !(shape->convex.radius > 0);
}

/* ------------------------------------------------------------------ bounds */

static double reach_of_box(const bms_box *box) {
  bms_convex core = bms_convex_box(box, 0);
  return bms_convex_reach(&core);
}

static void grow(bms_box *box, double by) {
  for (int r = 0; r < 3; r++) {
    box->min[r] -= by;
    box->max[r] += by;
  }
}

static bms_box core_of(const bms_convex *convex) {
  bms_box box = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
  if (convex->core == BMS_CORE_BOX) return convex->box;
  if (convex->core == BMS_CORE_HALF_SPACE) return box;
  for (int r = 0; r < 3; r++) {
    const double axis[3] = {r == 0, r == 1, r == 2}, back[3] = {-axis[0], -axis[1], -axis[2]};
    box.min[r] = -bms_convex_extent(convex, back);
    box.max[r] = bms_convex_extent(convex, axis);
  }
  grow(&box, BOUND_ROUNDINGS * reach_of_box(&box));
  return box;
}

bms_box bms_placed_core(const bms_placed_shape *shape) {
  return shape->mesh != NULL ? bms_mesh_bounds(shape->mesh) : core_of(&shape->convex);
}

bms_box bms_placed_bounds(const bms_placed_shape *shape) {
  bms_box box = bms_placed_core(shape);
  double radius = shape->convex.radius;
  if (radius > 0 && isfinite(box.max[0])) grow(&box, radius + BOUND_ROUNDINGS * (reach_of_box(&box) + radius));
  return box;
}

double bms_placed_reach(const bms_placed_shape *shape) {
  if (shape->mesh == NULL && shape->convex.core != BMS_CORE_BOX)
    return bms_convex_reach(&shape->convex) * (1 + BOUND_ROUNDINGS);
  bms_box box = bms_placed_core(shape);
  return reach_of_box(&box);
}

double bms_placed_plane(const bms_placed_shape *shape, double normal[3], double *offset) {
  const bms_half_space *half_space = &shape->convex.half_space;
  const double *position = shape->pose.position, radius = shape->convex.radius;
  double own[3], along = bms_convex_extent(&shape->convex, half_space->normal);
  bms_half_space_normal(half_space, own);
  bms_pose_turn(&shape->pose, own, normal);
  *offset = along + bms_dot(normal, position) + radius;
  return fabs(along) + bms_length(position) + radius;
}

/* ------------------------------------------------------------------ allowed pairs */

size_t bms_allowed_size(int object_count) {
  size_t count = (size_t)object_count;
  return (count * count + 7) / 8;
}

static void set_bit(unsigned char *allowed, size_t bit) {
  allowed[bit / 8] = (unsigned char)(allowed[bit / 8] | 1U << bit % 8);
}

void bms_allow(unsigned char *allowed, int object_count, int a, int b) {
  size_t count = (size_t)object_count, i = (size_t)a, k = (size_t)b;
  set_bit(allowed, i * count + k);
  set_bit(allowed, k * count + i);
}

int bms_is_allowed(const unsigned char *allowed, int object_count, int a, int b) {
  size_t bit = (size_t)a * (size_t)object_count + (size_t)b;
  return allowed[bit / 8] >> bit % 8 & 1;
}
