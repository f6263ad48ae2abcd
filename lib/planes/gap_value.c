/* SPDX-License-Identifier: BSD-3-Clause */

/* The formulas of plane.h, in numbers instead of polynomials and in double_double arithmetic instead of double. */

#include "numeric/arithmetic.h"

#include "planes/gap_value.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "motion/axis.h"
#include "numeric/double_double_vector.h"
#include "numeric/vector.h"
#include "planes/plane.h"

typedef bms_double_double number;

static number plus(number a, number b) {
  return bms_double_double_add(a, b);
}
static number minus(number a, number b) {
  return bms_double_double_subtract(a, b);
}
static number times(number a, number b) {
  return bms_double_double_multiply(a, b);
}
static int next(int i) {
  return (i + 1) % 3;
}
static int after_next(int i) {
  return (i + 2) % 3;
}

/* ------------------------------------------------------------------ a body at t */

typedef bms_precise_body body;

static void rotation(const bms_track *track, double t, body *out) {
  number q[4];
  for (int i = 0; i < 4; i++)
    q[i] = plus(bms_double_double_of(track->quaternion[i][0]), bms_double_double_product(t, track->quaternion[i][1]));
  bms_double_double_rotation(q, out->column, &out->scale);
}

static void matrix_at(const bms_track *track, double t, body *out) {
  out->scale = bms_double_double_quadratic(track->weight, t);
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) out->column[i][r] = bms_double_double_quadratic(track->column[i][r], t);
}

static void body_at(const bms_track *track, double t, body *out) {
  for (int i = 0; i < 3; i++) {
    out->half[i] = bms_double_double_sum(0.5 * track->box.max[i], -0.5 * track->box.min[i]);
    out->middle[i] = bms_double_double_sum(0.5 * track->box.max[i], 0.5 * track->box.min[i]);
  }
  if (track->rigid)
    rotation(track, t, out);
  else
    matrix_at(track, t, out);
}

/* C: the centre times the scale. */
static void centre_at(const bms_track *track, double t, const body *at, number centre[3]) {
  for (int r = 0; r < 3; r++) {
    centre[r] = bms_double_double_quadratic(track->position[r], t);
    if (track->rigid) centre[r] = times(centre[r], at->scale);
    for (int i = 0; i < 3; i++) centre[r] = plus(centre[r], times(at->middle[i], at->column[i][r]));
  }
}

/* ------------------------------------------------------------------ rigid pairs */

static void add_radius(bms_precise_gap *gap, int half_edge, number half, number product) {
  gap->radius[half_edge] = times(half, product);
}

static void rigid_face(const bms_precise_instant *at, int axis, bms_precise_gap *gap) {
  bool of_a = axis < BMS_AXIS_FACE_B;
  const body *own = of_a ? &at->a : &at->b, *other = of_a ? &at->b : &at->a;
  int i = axis % 3, first = of_a ? 3 : 0;
  number scales = times(own->scale, other->scale), offset = times(own->middle[i], scales);
  number distance = times(bms_double_double_dot(own->column[i], at->distance), other->scale);
  add_radius(gap, axis, own->half[i], scales);
  for (int j = 0; j < 3; j++) {
    number c = bms_double_double_dot(own->column[i], other->column[j]);
    offset = minus(offset, times(other->middle[j], c));
    add_radius(gap, first + j, other->half[j], c);
  }
  gap->distance = of_a ? minus(distance, offset) : plus(distance, offset);
}

static void rigid_edges(const bms_precise_instant *at, int i, int j, bms_precise_gap *gap) {
  const body *a = &at->a, *b = &at->b;
  int i1 = next(i), i2 = after_next(i), j1 = next(j), j2 = after_next(j);
  number normal[3];
  bms_double_double_cross(a->column[i], b->column[j], normal);
  number a1 = bms_double_double_dot(a->column[i1], b->column[j]),
         a2 = bms_double_double_dot(a->column[i2], b->column[j]);
  number b1 = bms_double_double_dot(a->column[i], b->column[j1]),
         b2 = bms_double_double_dot(a->column[i], b->column[j2]);
  number distance = bms_double_double_dot(normal, at->distance);
  distance = plus(distance, minus(times(b->middle[j1], b2), times(b->middle[j2], b1)));
  gap->distance = plus(distance, minus(times(a->middle[i1], a2), times(a->middle[i2], a1)));
  add_radius(gap, i1, a->half[i1], bms_double_double_negate(a2));
  add_radius(gap, i2, a->half[i2], a1);
  add_radius(gap, 3 + j1, b->half[j1], b2);
  add_radius(gap, 3 + j2, b->half[j2], bms_double_double_negate(b1));
}

/* P, the way between the frames. */
static void position_between(const bms_relative *relative, double t, number position[3]) {
  for (int r = 0; r < 3; r++) {
    const double *pa = relative->a.position[r], *pb = relative->b.position[r];
    number c[3];
    for (int k = 0; k < 3; k++) c[k] = bms_double_double_sum(pb[k], -pa[k]);
    position[r] = plus(c[0], times(bms_double_double_of(t), plus(c[1], times(bms_double_double_of(t), c[2]))));
  }
}

/* ------------------------------------------------------------------ all others */

static void general_normal(const bms_precise_instant *at, int axis, number normal[3]) {
  const body *a = &at->a, *b = &at->b;
  if (axis >= BMS_AXIS_EDGES) {
    bms_double_double_cross(a->column[(axis - BMS_AXIS_EDGES) / 3], b->column[(axis - BMS_AXIS_EDGES) % 3], normal);
    return;
  }
  bool of_a = axis < BMS_AXIS_FACE_B;
  const body *own = of_a ? a : b;
  int i = axis % 3;
  if ((of_a ? at->relative->a : at->relative->b).rigid)
    for (int r = 0; r < 3; r++) normal[r] = own->column[i][r];
  else
    bms_double_double_cross(own->column[next(i)], own->column[after_next(i)], normal);
}

static void general_gap(const bms_precise_instant *at, int axis, bms_precise_gap *gap) {
  number normal[3];
  general_normal(at, axis, normal);
  gap->distance = bms_double_double_dot(normal, at->distance);
  for (int k = 0; k < 6; k++) {
    const body *own = k < 3 ? &at->a : &at->b, *other = k < 3 ? &at->b : &at->a;
    if (bms_is_perpendicular(axis, k)) continue;
    add_radius(gap, k, times(other->scale, own->half[k % 3]), bms_double_double_dot(normal, own->column[k % 3]));
  }
}

/* D, the way between the centres times both scales. */
static void distance_between(const bms_relative *relative, double t, const body *a, const body *b, number distance[3]) {
  number centre_a[3], centre_b[3];
  centre_at(&relative->a, t, a, centre_a);
  centre_at(&relative->b, t, b, centre_b);
  for (int r = 0; r < 3; r++) distance[r] = minus(times(a->scale, centre_b[r]), times(b->scale, centre_a[r]));
}

static void half_space_gap(const bms_precise_instant *at, bms_precise_gap *gap) {
  const bms_half_space *half_space = at->relative->half_space;
  number normal[3];
  for (int r = 0; r < 3; r++) normal[r] = bms_double_double_of(half_space->normal[r]);
  gap->distance =
      minus(bms_double_double_dot(normal, at->distance), times(bms_double_double_of(half_space->offset), at->b.scale));
  for (int j = 0; j < 3; j++) add_radius(gap, 3 + j, at->b.half[j], bms_double_double_dot(normal, at->b.column[j]));
}

/* ------------------------------------------------------------------ values */

void bms_precise_instant_at(const bms_relative *relative, double t, bms_precise_instant *at) {
  at->relative = relative;
  body_at(&relative->b, t, &at->b);
  if (relative->half_space != NULL) {
    centre_at(&relative->b, t, &at->b, at->distance);
    return;
  }
  body_at(&relative->a, t, &at->a);
  if (relative->rigid)
    position_between(relative, t, at->distance);
  else
    distance_between(relative, t, &at->a, &at->b, at->distance);
}

/* Takes the columns of a body and their scale to another time. */
static void turn_to(const bms_track *track, double t, body *at) {
  if (!bms_track_turns(track)) return;
  if (track->rigid)
    rotation(track, t, at);
  else
    matrix_at(track, t, at);
}

void bms_precise_instant_next(double t, bms_precise_instant *at) {
  const bms_relative *relative = at->relative;
  turn_to(&relative->b, t, &at->b);
  if (relative->half_space != NULL) {
    centre_at(&relative->b, t, &at->b, at->distance);
    return;
  }
  turn_to(&relative->a, t, &at->a);
  if (relative->rigid)
    position_between(relative, t, at->distance);
  else
    distance_between(relative, t, &at->a, &at->b, at->distance);
}

void bms_precise_gap_along(const bms_precise_instant *at, int axis, bms_precise_gap *gap) {
  for (int k = 0; k < 6; k++) gap->radius[k] = bms_double_double_of(0);
  if (at->relative->half_space != NULL)
    half_space_gap(at, gap);
  else if (!at->relative->rigid)
    general_gap(at, axis, gap);
  else if (axis < BMS_AXIS_EDGES)
    rigid_face(at, axis, gap);
  else
    rigid_edges(at, (axis - BMS_AXIS_EDGES) / 3, (axis - BMS_AXIS_EDGES) % 3, gap);
}

/* Bounds |q|^2 in that of the interval, of a rigid body: the sum of a double and a product of two has a relative
   error. */
static double part_of_scale(const bms_track *track, const body *at) {
  return bms_min(fabs(at->scale.high) / track->scale_bound * (1 + 0x1p-40), 1);
}

double bms_precise_gap_error(const bms_precise_instant *at, int axis) {
  const bms_relative *relative = at->relative;
  double error =
      BMS_TWOFOLD_ERROR * relative->lateness * bms_gap_error(relative, axis); /* P loses digits to its sums */
  if (!relative->rigid || relative->half_space != NULL) return error;
  return error * part_of_scale(&relative->a, &at->a) * part_of_scale(&relative->b, &at->b);
}

bms_double_double bms_precise_gap_value(const bms_precise_gap *gap, int side) {
  number value = side < 0 ? bms_double_double_negate(gap->distance) : gap->distance;
  for (int k = 0; k < 6; k++)
    if (gap->radius[k].high != 0) value = minus(value, bms_double_double_absolute(gap->radius[k]));
  return value;
}

bms_double_double bms_gap_value(const bms_relative *relative, int axis, int side, double t) {
  bms_precise_instant at;
  bms_precise_gap gap;
  bms_precise_instant_at(relative, t, &at);
  bms_precise_gap_along(&at, axis, &gap);
  return bms_precise_gap_value(&gap, relative->half_space != NULL ? 1 : side);
}
