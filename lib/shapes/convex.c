/* SPDX-License-Identifier: BSD-3-Clause */

/* One function per core for each of: constructor, validity, reach, support point, extent. */

#include "numeric/arithmetic.h"

#include "shapes/convex.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "numeric/vector.h"
#include "validate/validate.h"

bms_convex bms_convex_points(const double *vertex, int count, double radius) {
  return (bms_convex){.core = BMS_CORE_POINTS, .radius = radius, .points = {vertex, count}};
}

bms_convex bms_convex_box(const bms_box *box, double radius) {
  return (bms_convex){.core = BMS_CORE_BOX, .radius = radius, .box = *box};
}

bms_convex bms_convex_cylinder(double radius, double half_length) {
  return (bms_convex){.core = BMS_CORE_CYLINDER, .cylinder = {radius, half_length}};
}

bms_convex bms_convex_half_space(const double normal[3], double offset) {
  return (bms_convex){.core = BMS_CORE_HALF_SPACE, .half_space = {{normal[0], normal[1], normal[2]}, offset}};
}

bms_convex bms_convex_sphere(double radius) {
  return bms_convex_capsule(radius, 0);
}

bms_convex bms_convex_capsule(double radius, double half_length) {
  return bms_convex_box(&(bms_box){{0, 0, -half_length}, {0, 0, half_length}}, radius);
}

/* ------------------------------------------------------------------ validity */

static bool all_finite(const double *x, int count) {
  double zero = 0;
  for (int i = 0; i < count; i++) zero += 0 * x[i];
  return zero == 0;
}

/* A box or a half-space with numbers beyond BMS_LARGEST_MAGNITUDE is refused with the pair: see convex_pair.c. */
static bms_reason validate_core(const bms_convex *shape) {
  switch (shape->core) {
    case BMS_CORE_POINTS:
      if (shape->points.vertex == NULL || shape->points.count < 1) return BMS_BOX_REVERSED;
      return all_finite(shape->points.vertex, 3 * shape->points.count) ? BMS_VALID : BMS_BOX_NOT_FINITE;
    case BMS_CORE_BOX:
      return bms_validate_box(&shape->box, DBL_MAX);
    case BMS_CORE_CYLINDER:
      if (!isfinite(shape->cylinder.radius + shape->cylinder.half_length)) return BMS_BOX_NOT_FINITE;
      return shape->cylinder.radius < 0 || shape->cylinder.half_length < 0 ? BMS_BOX_REVERSED : BMS_VALID;
    case BMS_CORE_HALF_SPACE:
      return bms_validate_half_space_alone(&shape->half_space, DBL_MAX);
    case BMS_CORE_SUPPORT:
      if (shape->support.function == NULL || !isfinite(shape->support.reach + shape->support.error))
        return BMS_BOX_NOT_FINITE;
      return shape->support.reach < 0 || shape->support.error < 0 ? BMS_BOX_REVERSED : BMS_VALID;
  }
  return BMS_BOX_NOT_FINITE;
}

bms_reason bms_convex_validate(const bms_convex *shape) {
  if (!isfinite(shape->radius)) return BMS_BOX_NOT_FINITE;
  return shape->radius < 0 ? BMS_BOX_REVERSED : validate_core(shape);
}

/* ------------------------------------------------------------------ half-spaces */

/* Writes the normal, scaled by a power of two so that its squares neither overflow nor vanish; returns the exponent. */
static int scaled_normal(const bms_half_space *half_space, double normal[3]) {
  const double *n = half_space->normal;
  int exponent;
  (void)frexp(bms_max(fabs(n[0]), bms_max(fabs(n[1]), fabs(n[2]))), &exponent);
  for (int i = 0; i < 3; i++) normal[i] = ldexp(n[i], -exponent);
  return exponent;
}

void bms_half_space_normal(const bms_half_space *half_space, double normal[3]) {
  (void)scaled_normal(half_space, normal);
  double length = bms_length(normal);
  for (int i = 0; i < 3; i++) normal[i] /= length;
}

static double offset_of(const bms_half_space *half_space) {
  double normal[3];
  int exponent = scaled_normal(half_space, normal);
  return ldexp(half_space->offset, -exponent) / bms_length(normal);
}

/* ------------------------------------------------------------------ reach */

static double reach_of_points(const double *vertex, int count) {
  double square = 0, reach = 0;
  for (int k = 0; k < count; k++) square = bms_max(square, bms_dot(vertex + 3 * k, vertex + 3 * k));
  if (!(square < BMS_LEAST_SQUARE)) return sqrt(square);
  for (int k = 0; k < count; k++) reach = bms_max(reach, bms_length_at_most(vertex + 3 * k));
  return reach;
}

static double reach_of_box(const bms_box *box) {
  double corner[3];
  for (int i = 0; i < 3; i++) corner[i] = bms_max(fabs(box->min[i]), fabs(box->max[i]));
  return bms_length_at_most(corner);
}

double bms_convex_reach(const bms_convex *shape) {
  switch (shape->core) {
    case BMS_CORE_POINTS:
      return reach_of_points(shape->points.vertex, shape->points.count);
    case BMS_CORE_BOX:
      return reach_of_box(&shape->box);
    case BMS_CORE_CYLINDER:
      return bms_length_at_most((const double[3]){shape->cylinder.radius, shape->cylinder.half_length, 0});
    case BMS_CORE_HALF_SPACE:
      return fabs(offset_of(&shape->half_space));
    case BMS_CORE_SUPPORT:
      break;
  }
  return shape->support.reach + shape->support.error;
}

/* ------------------------------------------------------------------ single points */

bool bms_convex_is_point(const bms_convex *shape, double point[3]) {
  bool is_box = shape->core == BMS_CORE_BOX;
  if (!is_box && (shape->core != BMS_CORE_POINTS || shape->points.count != 1)) return false;
  const double *from = is_box ? shape->box.min : shape->points.vertex;
  for (int i = 0; i < 3; i++) {
    if (is_box && shape->box.max[i] != from[i]) return false;
    point[i] = from[i];
  }
  return true;
}

bool bms_convex_is_origin(const bms_convex *shape) {
  double point[3];
  return bms_convex_is_point(shape, point) && point[0] == 0 && point[1] == 0 && point[2] == 0;
}

/* ------------------------------------------------------------------ support points */

static int support_of_points(const double *vertex, int count, const double direction[3], double point[3]) {
  int farthest = 0;
  double most = bms_dot(direction, vertex);
  for (int k = 1; k < count; k++) {
    double along = bms_dot(direction, vertex + 3 * k);
    if (along > most) {
      most = along;
      farthest = k;
    }
  }
  for (int i = 0; i < 3; i++) point[i] = vertex[3 * farthest + i];
  return farthest;
}

static int support_of_box(const bms_box *box, const double direction[3], double point[3]) {
  int octant = 0;
  for (int i = 0; i < 3; i++) {
    bool upper = direction[i] > 0;
    octant |= upper << i;
    point[i] = upper ? box->max[i] : box->min[i];
  }
  return octant;
}

static double across(const double direction[3]) {
  return sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
}

int bms_convex_support(const bms_convex *shape, const double direction[3], double point[3]) {
  double length;
  switch (shape->core) {
    case BMS_CORE_POINTS:
      return support_of_points(shape->points.vertex, shape->points.count, direction, point);
    case BMS_CORE_BOX:
      return support_of_box(&shape->box, direction, point);
    case BMS_CORE_CYLINDER:
      length = across(direction);
      for (int i = 0; i < 2; i++) point[i] = length > 0 ? shape->cylinder.radius * (direction[i] / length) : 0;
      point[2] = direction[2] > 0 ? shape->cylinder.half_length : -shape->cylinder.half_length;
      return 0;
    case BMS_CORE_HALF_SPACE:
    case BMS_CORE_SUPPORT:
      break;
  }
  shape->support.function(shape->support.data, direction, point);
  return 0;
}

/* ------------------------------------------------------------------ extents */

static double extent_of_points(const double *vertex, int count, const double direction[3]) {
  double most = bms_dot(direction, vertex);
  for (int k = 1; k < count; k++) most = bms_max(most, bms_dot(direction, vertex + 3 * k));
  return most;
}

static double extent_of_box(const bms_box *box, const double direction[3]) {
  double most = 0;
  for (int i = 0; i < 3; i++) most += bms_max(direction[i] * box->min[i], direction[i] * box->max[i]);
  return most;
}

static double extent_of_support(const bms_convex *shape, const double direction[3]) {
  double point[3], length = bms_length(direction);
  if (!(length > 0)) return 0;
  shape->support.function(shape->support.data, direction, point);
  return bms_dot(direction, point) + length * shape->support.error;
}

double bms_convex_extent(const bms_convex *shape, const double direction[3]) {
  switch (shape->core) {
    case BMS_CORE_POINTS:
      return extent_of_points(shape->points.vertex, shape->points.count, direction);
    case BMS_CORE_BOX:
      return extent_of_box(&shape->box, direction);
    case BMS_CORE_CYLINDER:
      return shape->cylinder.radius * across(direction) + shape->cylinder.half_length * fabs(direction[2]);
    case BMS_CORE_HALF_SPACE:
      return offset_of(&shape->half_space);
    case BMS_CORE_SUPPORT:
      break;
  }
  return extent_of_support(shape, direction);
}
