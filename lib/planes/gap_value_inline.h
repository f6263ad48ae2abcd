/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The formulas of plane.h, in numbers instead of polynomials and in double_double arithmetic instead of double.
 *
 * gap_value.c compiles this for any machine, gap_value_avx2.c once more for x86-64 processors with AVX2 and FMA; both
 * compute the same bits.
 */

#ifndef BMS_GAP_VALUE_INLINE_H
#define BMS_GAP_VALUE_INLINE_H

#include <stddef.h>

#include "motion/axis.h"
#include "planes/gap_value.h"

typedef double_lanes number;

BMS_INLINE number plus(number a, number b) {
  return double_lanes_add(a, b);
}
BMS_INLINE number minus(number a, number b) {
  return double_lanes_subtract(a, b);
}
BMS_INLINE number times(number a, number b) {
  return double_lanes_multiply(a, b);
}
static inline int next(int i) {
  return (i + 1) % 3;
}
static inline int after_next(int i) {
  return (i + 2) % 3;
}

BMS_NOINLINE void dot(const number u[3], const number v[3], number *out) {
  *out = double_lanes_dot(u, v);
}

/* ------------------------------------------------------------------ a body at t */

typedef bms_precise_body body;

BMS_NOINLINE void rotation(const bms_track *track, lanes t, body *out) {
  number q[4];
  for (int i = 0; i < 4; i++) {
    const double *c = track->quaternion[i];
    q[i] = plus(double_lanes_of(lanes_all(c[0])), double_lanes_product(t, lanes_all(c[1])));
  }
  double_lanes_rotation(q, out->column, &out->scale);
}

BMS_NOINLINE void matrix_at(const bms_track *track, lanes t, body *out) {
  out->scale = double_lanes_quadratic(track->weight, t);
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) out->column[i][r] = double_lanes_quadratic(track->column[i][r], t);
}

static void body_at(const bms_track *track, lanes t, body *out) {
  out->centred = true;
  for (int i = 0; i < 3; i++) {
    double least = 0.5 * track->box.min[i], most = 0.5 * track->box.max[i];
    out->half[i] = double_lanes_all(bms_double_double_sum(most, -least));
    out->middle[i] = double_lanes_all(bms_double_double_sum(most, least));
    out->centred = out->centred && most == -least;
  }
  if (track->rigid)
    rotation(track, t, out);
  else
    matrix_at(track, t, out);
}

/* C: the centre times the scale. */
static void centre_at(const bms_track *track, lanes t, const body *at, number centre[3]) {
  for (int r = 0; r < 3; r++) {
    centre[r] = double_lanes_quadratic(track->position[r], t);
    if (track->rigid) centre[r] = times(centre[r], at->scale);
    for (int i = 0; i < 3 && !at->centred; i++) centre[r] = plus(centre[r], times(at->middle[i], at->column[i][r]));
  }
}

/* P, the way between the frames. */
static void position_between(const bms_relative *relative, lanes t, number position[3]) {
  number time = double_lanes_of(t);
  for (int r = 0; r < 3; r++) {
    const double *pa = relative->a.position[r], *pb = relative->b.position[r];
    number c[3];
    for (int k = 0; k < 3; k++) c[k] = double_lanes_all(bms_double_double_sum(pb[k], -pa[k]));
    position[r] = plus(c[0], times(time, plus(c[1], times(time, c[2]))));
  }
}

/* D, the way between the centres times both scales. */
static void distance_between(const bms_relative *relative, lanes t, const body *a, const body *b, number distance[3]) {
  number centre_a[3], centre_b[3];
  centre_at(&relative->a, t, a, centre_a);
  centre_at(&relative->b, t, b, centre_b);
  for (int r = 0; r < 3; r++) distance[r] = minus(times(a->scale, centre_b[r]), times(b->scale, centre_a[r]));
}

static void find_distance(lanes t, bms_precise_instants *at) {
  const bms_relative *relative = at->relative;
  if (relative->half_space != NULL)
    centre_at(&relative->b, t, &at->b, at->distance);
  else if (relative->rigid)
    position_between(relative, t, at->distance);
  else
    distance_between(relative, t, &at->a, &at->b, at->distance);
}

BMS_INLINE void instants_at(const bms_relative *relative, const double t[BMS_PRECISE_TIMES], bms_precise_instants *at) {
  lanes time = lanes_load(t);
  at->relative = relative;
  body_at(&relative->b, time, &at->b);
  if (relative->half_space == NULL) body_at(&relative->a, time, &at->a);
  find_distance(time, at);
}

/* Takes the columns of a body and their scale to other times. */
static void turn_to(const bms_track *track, lanes t, body *at) {
  if (!bms_track_turns(track)) return;
  if (track->rigid)
    rotation(track, t, at);
  else
    matrix_at(track, t, at);
}

BMS_INLINE void instants_next(const double t[BMS_PRECISE_TIMES], bms_precise_instants *at) {
  lanes time = lanes_load(t);
  turn_to(&at->relative->b, time, &at->b);
  if (at->relative->half_space == NULL) turn_to(&at->relative->a, time, &at->a);
  find_distance(time, at);
}

/* ------------------------------------------------------------------ rigid pairs */

BMS_INLINE void add_radius(bms_precise_gaps *gaps, int half_edge, number half, number product) {
  gaps->radius[half_edge] = times(half, product);
  gaps->radii |= 1u << half_edge;
}

static void rigid_face(const bms_precise_instants *at, int axis, bms_precise_gaps *gaps) {
  bool of_a = axis < BMS_AXIS_FACE_B;
  const body *own = of_a ? &at->a : &at->b, *other = of_a ? &at->b : &at->a;
  int i = axis % 3, first = of_a ? 3 : 0;
  number scales = times(own->scale, other->scale), c;
  dot(own->column[i], at->distance, &gaps->distance);
  gaps->distance = times(gaps->distance, other->scale);
  if (!of_a) gaps->distance = double_lanes_negate(gaps->distance);
  if (!own->centred) gaps->distance = minus(gaps->distance, times(own->middle[i], scales));
  add_radius(gaps, axis, own->half[i], scales);
  for (int j = 0; j < 3; j++) {
    dot(own->column[i], other->column[j], &c);
    if (!other->centred) gaps->distance = plus(gaps->distance, times(other->middle[j], c));
    add_radius(gaps, first + j, other->half[j], c);
  }
  if (!of_a) gaps->distance = double_lanes_negate(gaps->distance);
}

static void rigid_edges(const bms_precise_instants *at, int i, int j, bms_precise_gaps *gaps) {
  const body *a = &at->a, *b = &at->b;
  int i1 = next(i), i2 = after_next(i), j1 = next(j), j2 = after_next(j);
  number normal[3], a1, a2, b1, b2;
  double_lanes_cross(a->column[i], b->column[j], normal);
  dot(normal, at->distance, &gaps->distance);
  dot(a->column[i1], b->column[j], &a1);
  dot(a->column[i2], b->column[j], &a2);
  dot(a->column[i], b->column[j1], &b1);
  dot(a->column[i], b->column[j2], &b2);
  if (!b->centred) gaps->distance = plus(gaps->distance, minus(times(b->middle[j1], b2), times(b->middle[j2], b1)));
  if (!a->centred) gaps->distance = minus(gaps->distance, minus(times(a->middle[i2], a1), times(a->middle[i1], a2)));
  add_radius(gaps, i1, a->half[i1], double_lanes_negate(a2));
  add_radius(gaps, i2, a->half[i2], a1);
  add_radius(gaps, 3 + j1, b->half[j1], b2);
  add_radius(gaps, 3 + j2, b->half[j2], double_lanes_negate(b1));
}

/* ------------------------------------------------------------------ all others */

static void general_normal(const bms_precise_instants *at, int axis, number normal[3]) {
  const body *a = &at->a, *b = &at->b;
  if (axis >= BMS_AXIS_EDGES) {
    double_lanes_cross(a->column[(axis - BMS_AXIS_EDGES) / 3], b->column[(axis - BMS_AXIS_EDGES) % 3], normal);
    return;
  }
  bool of_a = axis < BMS_AXIS_FACE_B;
  const body *own = of_a ? a : b;
  int i = axis % 3;
  if ((of_a ? at->relative->a : at->relative->b).rigid)
    for (int r = 0; r < 3; r++) normal[r] = own->column[i][r];
  else
    double_lanes_cross(own->column[next(i)], own->column[after_next(i)], normal);
}

static void general_gap(const bms_precise_instants *at, int axis, bms_precise_gaps *gaps) {
  number normal[3], along;
  general_normal(at, axis, normal);
  dot(normal, at->distance, &gaps->distance);
  for (int k = 0; k < 6; k++) {
    const body *own = k < 3 ? &at->a : &at->b, *other = k < 3 ? &at->b : &at->a;
    if (bms_is_perpendicular(axis, k)) continue;
    dot(normal, own->column[k % 3], &along);
    add_radius(gaps, k, times(other->scale, own->half[k % 3]), along);
  }
}

static void half_space_gap(const bms_precise_instants *at, bms_precise_gaps *gaps) {
  const bms_half_space *half_space = at->relative->half_space;
  number normal[3], along;
  for (int r = 0; r < 3; r++) normal[r] = double_lanes_of(lanes_all(half_space->normal[r]));
  dot(normal, at->distance, &gaps->distance);
  gaps->distance = minus(gaps->distance, times(double_lanes_of(lanes_all(half_space->offset)), at->b.scale));
  for (int j = 0; j < 3; j++) {
    dot(normal, at->b.column[j], &along);
    add_radius(gaps, 3 + j, at->b.half[j], along);
  }
}

/* ------------------------------------------------------------------ values */

BMS_INLINE void gaps_along(const bms_precise_instants *at, int axis, bms_precise_gaps *gaps) {
  gaps->radii = 0;
  if (at->relative->half_space != NULL)
    half_space_gap(at, gaps);
  else if (!at->relative->rigid)
    general_gap(at, axis, gaps);
  else if (axis < BMS_AXIS_EDGES)
    rigid_face(at, axis, gaps);
  else
    rigid_edges(at, (axis - BMS_AXIS_EDGES) / 3, (axis - BMS_AXIS_EDGES) % 3, gaps);
  for (int k = 0; k < 6; k++)
    if (!(gaps->radii >> k & 1)) gaps->radius[k] = double_lanes_of(lanes_all(0));
}

BMS_INLINE void gap_values(const bms_precise_gaps *gaps, number value[2]) {
  number radii = double_lanes_of(lanes_all(0));
  for (int k = 0; k < 6; k++)
    if (gaps->radii >> k & 1) radii = plus(radii, double_lanes_absolute(gaps->radius[k]));
  value[0] = minus(gaps->distance, radii);
  value[1] = minus(double_lanes_negate(gaps->distance), radii);
}

BMS_INLINE void plane_values(const bms_precise_gaps *gaps, int side, const int sign[6], number *value) {
  number sum = side < 0 ? double_lanes_negate(gaps->distance) : gaps->distance;
  for (int k = 0; k < 6; k++) {
    if (sign[k] > 0) sum = minus(sum, gaps->radius[k]);
    if (sign[k] < 0) sum = plus(sum, gaps->radius[k]);
  }
  *value = sum;
}

#endif /* BMS_GAP_VALUE_INLINE_H */
