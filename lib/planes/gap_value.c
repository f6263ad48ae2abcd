/* SPDX-License-Identifier: BSD-3-Clause */

/* The formulas of plane.h, in numbers instead of polynomials and in double_double arithmetic instead of double. */

#include "numeric/arithmetic.h"

#include "planes/gap_value.h"

#include <stddef.h>

#include "motion/axis.h"

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
static number of(double a) {
  return (number){a, 0};
}

static int next(int i) {
  return (i + 1) % 3;
}
static int after_next(int i) {
  return (i + 2) % 3;
}

static number dot(const number u[3], const number v[3]) {
  return plus(plus(times(u[0], v[0]), times(u[1], v[1])), times(u[2], v[2]));
}

static void cross(const number u[3], const number v[3], number out[3]) {
  for (int r = 0; r < 3; r++) out[r] = minus(times(u[next(r)], v[after_next(r)]), times(u[after_next(r)], v[next(r)]));
}

/* ------------------------------------------------------------------ a body at t */

typedef struct body {
  number column[3][3]; /* [i][coordinate] */
  number scale;
  number half[3], middle[3]; /* exact */
} body;

static number quadratic(const double c[3], double t) {
  return plus(of(c[0]), times(of(t), plus(of(c[1]), bms_double_double_product(t, c[2]))));
}

static number doubled(number a) {
  return (number){2 * a.high, 2 * a.low};
}

static void rotation(const bms_track *track, double t, body *out) {
  number q[4], square[4];
  for (int i = 0; i < 4; i++) {
    q[i] = plus(of(track->quaternion[i][0]), bms_double_double_product(t, track->quaternion[i][1]));
    square[i] = times(q[i], q[i]);
  }
  out->scale = plus(plus(square[0], square[1]), plus(square[2], square[3]));
  for (int i = 0; i < 3; i++) {
    int j = next(i), k = after_next(i);
    number wk = times(q[0], q[1 + k]), ij = times(q[1 + i], q[1 + j]);
    out->column[i][i] = minus(plus(square[0], square[1 + i]), plus(square[1 + j], square[1 + k]));
    out->column[i][j] = doubled(plus(ij, wk));
    out->column[j][i] = doubled(minus(ij, wk));
  }
}

static void body_at(const bms_track *track, double t, body *out) {
  for (int i = 0; i < 3; i++) {
    out->half[i] = bms_double_double_sum(0.5 * track->box.max[i], -0.5 * track->box.min[i]);
    out->middle[i] = bms_double_double_sum(0.5 * track->box.max[i], 0.5 * track->box.min[i]);
  }
  if (track->rigid) {
    rotation(track, t, out);
    return;
  }
  out->scale = quadratic(track->weight, t);
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) out->column[i][r] = quadratic(track->column[i][r], t);
}

/* C: the centre times the scale. */
static void centre_at(const bms_track *track, double t, const body *at, number centre[3]) {
  for (int r = 0; r < 3; r++) {
    centre[r] = quadratic(track->position[r], t);
    if (track->rigid) centre[r] = times(centre[r], at->scale);
    for (int i = 0; i < 3; i++) centre[r] = plus(centre[r], times(at->middle[i], at->column[i][r]));
  }
}

/* ------------------------------------------------------------------ rigid pairs */

static number on_side(int side, number distance) {
  return side < 0 ? bms_double_double_negate(distance) : distance;
}

static number radius(number half, number product) {
  return times(half, bms_double_double_absolute(product));
}

static number rigid_face(const body *own, const body *other, int i, bool of_a, int side, const number position[3]) {
  number scales = times(own->scale, other->scale);
  number distance = times(dot(own->column[i], position), other->scale), radii = times(own->half[i], scales);
  number offset = times(own->middle[i], scales);
  for (int j = 0; j < 3; j++) {
    number c = dot(own->column[i], other->column[j]);
    offset = minus(offset, times(other->middle[j], c));
    radii = plus(radii, radius(other->half[j], c));
  }
  distance = of_a ? minus(distance, offset) : plus(distance, offset);
  return minus(on_side(side, distance), radii);
}

static number rigid_edges(const body *a, const body *b, int i, int j, int side, const number position[3]) {
  int i1 = next(i), i2 = after_next(i), j1 = next(j), j2 = after_next(j);
  number normal[3];
  cross(a->column[i], b->column[j], normal);
  number a1 = dot(a->column[i1], b->column[j]), a2 = dot(a->column[i2], b->column[j]);
  number b1 = dot(a->column[i], b->column[j1]), b2 = dot(a->column[i], b->column[j2]);
  number distance = dot(normal, position);
  distance = plus(distance, minus(times(b->middle[j1], b2), times(b->middle[j2], b1)));
  distance = plus(distance, minus(times(a->middle[i1], a2), times(a->middle[i2], a1)));
  number radii = plus(plus(radius(a->half[i1], a2), radius(a->half[i2], a1)),
                      plus(radius(b->half[j1], b2), radius(b->half[j2], b1)));
  return minus(on_side(side, distance), radii);
}

static number rigid_value(const bms_relative *relative, int axis, int side, double t, const body *a, const body *b) {
  number position[3];
  for (int r = 0; r < 3; r++) {
    const double *pa = relative->a.position[r], *pb = relative->b.position[r];
    number c[3];
    for (int k = 0; k < 3; k++) c[k] = bms_double_double_sum(pb[k], -pa[k]);
    position[r] = plus(c[0], times(of(t), plus(c[1], times(of(t), c[2]))));
  }
  if (axis < BMS_AXIS_FACE_B) return rigid_face(a, b, axis, true, side, position);
  if (axis < BMS_AXIS_EDGES) return rigid_face(b, a, axis - BMS_AXIS_FACE_B, false, side, position);
  return rigid_edges(a, b, (axis - BMS_AXIS_EDGES) / 3, (axis - BMS_AXIS_EDGES) % 3, side, position);
}

/* ------------------------------------------------------------------ all others */

static void general_normal(const bms_relative *relative, int axis, const body *a, const body *b, number normal[3]) {
  if (axis >= BMS_AXIS_EDGES) {
    cross(a->column[(axis - BMS_AXIS_EDGES) / 3], b->column[(axis - BMS_AXIS_EDGES) % 3], normal);
    return;
  }
  bool of_a = axis < BMS_AXIS_FACE_B;
  const body *own = of_a ? a : b;
  int i = axis % 3;
  if ((of_a ? relative->a : relative->b).rigid)
    for (int r = 0; r < 3; r++) normal[r] = own->column[i][r];
  else
    cross(own->column[next(i)], own->column[after_next(i)], normal);
}

static number general_value(const bms_relative *relative, int axis, int side, double t, const body *a, const body *b) {
  number centre_a[3], centre_b[3], distance[3], normal[3];
  centre_at(&relative->a, t, a, centre_a);
  centre_at(&relative->b, t, b, centre_b);
  for (int r = 0; r < 3; r++) distance[r] = minus(times(a->scale, centre_b[r]), times(b->scale, centre_a[r]));
  general_normal(relative, axis, a, b, normal);
  number gap = on_side(side, dot(normal, distance));
  for (int i = 0; i < 3; i++) {
    number radius_a = times(b->scale, radius(a->half[i], dot(normal, a->column[i])));
    number radius_b = times(a->scale, radius(b->half[i], dot(normal, b->column[i])));
    gap = minus(gap, plus(radius_a, radius_b));
  }
  return gap;
}

static number half_space_value(const bms_relative *relative, double t, const body *b) {
  number centre[3], normal[3];
  centre_at(&relative->b, t, b, centre);
  for (int r = 0; r < 3; r++) normal[r] = of(relative->half_space->normal[r]);
  number gap = minus(dot(normal, centre), times(of(relative->half_space->offset), b->scale));
  for (int j = 0; j < 3; j++) gap = minus(gap, radius(b->half[j], dot(normal, b->column[j])));
  return gap;
}

bms_double_double bms_gap_value(const bms_relative *relative, int axis, int side, double t) {
  body a, b;
  body_at(&relative->b, t, &b);
  if (relative->half_space != NULL) return half_space_value(relative, t, &b);
  body_at(&relative->a, t, &a);
  if (relative->rigid) return rigid_value(relative, axis, side, t, &a, &b);
  return general_value(relative, axis, side, t, &a, &b);
}
