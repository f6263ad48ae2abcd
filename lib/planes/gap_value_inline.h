/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The formulas of plane.h, in numbers instead of polynomials: in double_double arithmetic, or with GAP_THREEFOLD in
 * numbers of three doubles.
 *
 * gap_value.c and gap_threefold.c compile this for any machine, gap_value_avx2.c and gap_threefold_avx2.c once more for
 * x86-64 processors with AVX2 and FMA; both compute the same bits.
 */

#ifndef BMS_GAP_VALUE_INLINE_H
#define BMS_GAP_VALUE_INLINE_H

#include <stddef.h>

#include "motion/axis.h"

#ifdef GAP_THREEFOLD
#include "planes/gap_threefold.h"
#define NUMBER(operation) triple_lanes_##operation
typedef triple_lanes number;
typedef bms_threefold_body body;
typedef bms_threefold_instants instants;
typedef bms_threefold_gaps gaps;
#else
#include "planes/gap_value.h"
#define NUMBER(operation) double_lanes_##operation
typedef double_lanes number;
typedef bms_precise_body body;
typedef bms_precise_instants instants;
typedef bms_precise_gaps gaps;
#endif

BMS_INLINE number plus(number a, number b) {
  return NUMBER(add)(a, b);
}
BMS_INLINE number minus(number a, number b) {
  return NUMBER(add)(a, NUMBER(negate)(b));
}
BMS_INLINE number times(number a, number b) {
  return NUMBER(multiply)(a, b);
}
BMS_INLINE number constant(double x) {
  return NUMBER(all)((bms_double_double){x, 0});
}
static inline int next(int i) {
  return (i + 1) % 3;
}
static inline int after_next(int i) {
  return (i + 2) % 3;
}

BMS_NOINLINE void dot(const number u[3], const number v[3], number *out) {
  *out = plus(plus(times(u[0], v[0]), times(u[1], v[1])), times(u[2], v[2]));
}

BMS_NOINLINE void cross(const number u[3], const number v[3], number out[3]) {
  for (int r = 0; r < 3; r++) out[r] = minus(times(u[next(r)], v[after_next(r)]), times(u[after_next(r)], v[next(r)]));
}

/* c0 + t c1; twofold times are doubles. */
BMS_INLINE number linear(const double c[2], const number *t) {
#ifdef GAP_THREEFOLD
  return plus(constant(c[0]), times(*t, constant(c[1])));
#else
  number product = double_lanes_product(t->high, lanes_all(c[1])),
         sum = double_lanes_sum(lanes_all(c[0]), product.high);
  return double_lanes_ordered_sum(sum.high, lanes_add(sum.low, product.low));
#endif
}

/* c0 + t (c1 + t c2) */
BMS_NOINLINE void quadratic(const double c[3], const number *t, number *out) {
  *out = plus(constant(c[0]), times(*t, linear(c + 1, t)));
}

/* ------------------------------------------------------------------ a body at t */

/* The columns of the rotation of a quaternion times |q|^2 (motion.h), and |q|^2. */
BMS_NOINLINE void rotation(const bms_track *track, const number *t, body *out) {
  number q[4], square[4];
  for (int i = 0; i < 4; i++) {
    q[i] = linear(track->quaternion[i], t);
    square[i] = times(q[i], q[i]);
  }
  out->scale = plus(plus(square[0], square[1]), plus(square[2], square[3]));
  for (int i = 0; i < 3; i++) {
    int j = next(i), k = after_next(i);
    number wk = times(q[0], q[1 + k]), ij = times(q[1 + i], q[1 + j]);
    out->column[i][i] = minus(plus(square[0], square[1 + i]), plus(square[1 + j], square[1 + k]));
    out->column[i][j] = NUMBER(twice)(plus(ij, wk));
    out->column[j][i] = NUMBER(twice)(minus(ij, wk));
  }
}

static void matrix_at(const bms_track *track, const number *t, body *out) {
  quadratic(track->weight, t, &out->scale);
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) quadratic(track->column[i][r], t, &out->column[i][r]);
}

static void body_at(const bms_track *track, const number *t, body *out) {
  out->centred = true;
  for (int i = 0; i < 3; i++) {
    double least = 0.5 * track->box.min[i], most = 0.5 * track->box.max[i];
    out->half[i] = NUMBER(all)(bms_double_double_sum(most, -least));
    out->middle[i] = NUMBER(all)(bms_double_double_sum(most, least));
    out->centred = out->centred && most == -least;
  }
  if (track->rigid)
    rotation(track, t, out);
  else
    matrix_at(track, t, out);
}

/* C: the centre times the scale. */
static void centre_at(const bms_track *track, const number *t, const body *at, number centre[3]) {
  for (int r = 0; r < 3; r++) {
    quadratic(track->position[r], t, &centre[r]);
    if (track->rigid) centre[r] = times(centre[r], at->scale);
    for (int i = 0; i < 3 && !at->centred; i++) centre[r] = plus(centre[r], times(at->middle[i], at->column[i][r]));
  }
}

/* P, the way between the frames. */
static void position_between(const bms_relative *relative, const number *t, number position[3]) {
  for (int r = 0; r < 3; r++) {
    const double *pa = relative->a.position[r], *pb = relative->b.position[r];
    number c[3];
    for (int k = 0; k < 3; k++) c[k] = NUMBER(all)(bms_double_double_sum(pb[k], -pa[k]));
    if (pb[2] != pa[2]) c[1] = plus(c[1], times(*t, c[2]));
    position[r] = plus(c[0], times(*t, c[1]));
  }
}

/* D, the way between the centres times both scales. */
static void distance_between(const bms_relative *relative, const number *t, const body *a, const body *b,
                             number distance[3]) {
  number centre_a[3], centre_b[3];
  centre_at(&relative->a, t, a, centre_a);
  centre_at(&relative->b, t, b, centre_b);
  for (int r = 0; r < 3; r++) distance[r] = minus(times(a->scale, centre_b[r]), times(b->scale, centre_a[r]));
}

static void find_distance(const number *t, instants *at) {
  const bms_relative *relative = at->relative;
  at->known = 0;
  if (relative->half_space != NULL)
    centre_at(&relative->b, t, &at->b, at->distance);
  else if (relative->rigid)
    position_between(relative, t, at->distance);
  else
    distance_between(relative, t, &at->a, &at->b, at->distance);
}

static void instants_at(const bms_relative *relative, const number *t, instants *at) {
  at->relative = relative;
  body_at(&relative->b, t, &at->b);
  if (relative->half_space == NULL) body_at(&relative->a, t, &at->a);
  find_distance(t, at);
}

/* Takes the columns of a body and their scale to other times. */
static void turn_to(const bms_track *track, const number *t, body *at) {
  if (!bms_track_turns(track)) return;
  if (track->rigid)
    rotation(track, t, at);
  else
    matrix_at(track, t, at);
}

static void instants_next(const number *t, instants *at) {
  turn_to(&at->relative->b, t, &at->b);
  if (at->relative->half_space == NULL) turn_to(&at->relative->a, t, &at->a);
  find_distance(t, at);
}

#ifdef GAP_THREEFOLD
static void instants_of(const bms_relative *relative, const number *t, instants *at) {
  if (at->relative == relative)
    instants_next(t, at);
  else
    instants_at(relative, t, at);
}
#endif

/* ------------------------------------------------------------------ rigid pairs */

/* Returns C_ij = A_i . B_j, which is made once. */
static const number *product_of(instants *at, int i, int j) {
  unsigned bit = 1u << (3 * i + j);
  number *c = &at->product[i][j];
  if (!(at->known & bit)) dot(at->a.column[i], at->b.column[j], c);
  at->known |= bit;
  return c;
}

BMS_INLINE void add_radius(gaps *out, int half_edge, number half, number product) {
  out->radius[half_edge] = times(half, product);
  out->radii |= 1u << half_edge;
}

static void rigid_face(instants *at, int axis, gaps *out) {
  bool of_a = axis < BMS_AXIS_FACE_B;
  const body *own = of_a ? &at->a : &at->b, *other = of_a ? &at->b : &at->a;
  int i = axis % 3, first = of_a ? 3 : 0;
  number scales = times(own->scale, other->scale);
  dot(own->column[i], at->distance, &out->distance);
  out->distance = times(out->distance, other->scale);
  if (!of_a) out->distance = NUMBER(negate)(out->distance);
  if (!own->centred) out->distance = minus(out->distance, times(own->middle[i], scales));
  add_radius(out, axis, own->half[i], scales);
  for (int j = 0; j < 3; j++) {
    number c = *product_of(at, of_a ? i : j, of_a ? j : i);
    if (!other->centred) out->distance = plus(out->distance, times(other->middle[j], c));
    add_radius(out, first + j, other->half[j], c);
  }
  if (!of_a) out->distance = NUMBER(negate)(out->distance);
}

static void rigid_edges(instants *at, int i, int j, gaps *out) {
  const body *a = &at->a, *b = &at->b;
  int i1 = next(i), i2 = after_next(i), j1 = next(j), j2 = after_next(j);
  number a1 = *product_of(at, i1, j), a2 = *product_of(at, i2, j);
  number b1 = *product_of(at, i, j1), b2 = *product_of(at, i, j2), normal[3];
  cross(a->column[i], b->column[j], normal);
  dot(normal, at->distance, &out->distance);
  if (!b->centred) out->distance = plus(out->distance, minus(times(b->middle[j1], b2), times(b->middle[j2], b1)));
  if (!a->centred) out->distance = minus(out->distance, minus(times(a->middle[i2], a1), times(a->middle[i1], a2)));
  add_radius(out, i1, a->half[i1], NUMBER(negate)(a2));
  add_radius(out, i2, a->half[i2], a1);
  add_radius(out, 3 + j1, b->half[j1], b2);
  add_radius(out, 3 + j2, b->half[j2], NUMBER(negate)(b1));
}

/* ------------------------------------------------------------------ all others */

static void general_normal(const instants *at, int axis, number normal[3]) {
  const body *a = &at->a, *b = &at->b;
  if (axis >= BMS_AXIS_EDGES) {
    cross(a->column[(axis - BMS_AXIS_EDGES) / 3], b->column[(axis - BMS_AXIS_EDGES) % 3], normal);
    return;
  }
  bool of_a = axis < BMS_AXIS_FACE_B;
  const body *own = of_a ? a : b;
  int i = axis % 3;
  if ((of_a ? at->relative->a : at->relative->b).rigid)
    for (int r = 0; r < 3; r++) normal[r] = own->column[i][r];
  else
    cross(own->column[next(i)], own->column[after_next(i)], normal);
}

static void general_gap(const instants *at, int axis, gaps *out) {
  number normal[3], along;
  general_normal(at, axis, normal);
  dot(normal, at->distance, &out->distance);
  for (int k = 0; k < 6; k++) {
    const body *own = k < 3 ? &at->a : &at->b, *other = k < 3 ? &at->b : &at->a;
    if (bms_is_perpendicular(axis, k)) continue;
    dot(normal, own->column[k % 3], &along);
    add_radius(out, k, times(other->scale, own->half[k % 3]), along);
  }
}

static void half_space_gap(const instants *at, gaps *out) {
  const bms_half_space *half_space = at->relative->half_space;
  number normal[3], along;
  for (int r = 0; r < 3; r++) normal[r] = constant(half_space->normal[r]);
  dot(normal, at->distance, &out->distance);
  out->distance = minus(out->distance, times(constant(half_space->offset), at->b.scale));
  for (int j = 0; j < 3; j++) {
    dot(normal, at->b.column[j], &along);
    add_radius(out, 3 + j, at->b.half[j], along);
  }
}

/* ------------------------------------------------------------------ values */

static void gaps_along(instants *at, int axis, gaps *out) {
  out->radii = 0;
  if (at->relative->half_space != NULL)
    half_space_gap(at, out);
  else if (!at->relative->rigid)
    general_gap(at, axis, out);
  else if (axis < BMS_AXIS_EDGES)
    rigid_face(at, axis, out);
  else
    rigid_edges(at, (axis - BMS_AXIS_EDGES) / 3, (axis - BMS_AXIS_EDGES) % 3, out);
  for (int k = 0; k < 6; k++)
    if (!(out->radii >> k & 1)) out->radius[k] = constant(0);
}

#ifndef GAP_THREEFOLD
/* Returns x1 where `one` is set, x2 where `two` is, and else x. */
BMS_INLINE number one_of_three(number x, number x1, number x2, lanes_mask one, lanes_mask two) {
  return NUMBER(choose)(one, x1, NUMBER(choose)(two, x2, x));
}

/* Renumbers the columns of a body, with its half extents and middle: column m of a lane is column m + turn. */
static void turned_by(const int turn[BMS_PRECISE_TIMES], const body *at, body *out) {
  if ((turn[0] | turn[1] | turn[2] | turn[3]) == 0) {
    *out = *at;
    return;
  }
  lanes_mask by = lanes_mask_load(turn);
  lanes_mask one = lanes_mask_equal(by, lanes_mask_all(1)), two = lanes_mask_equal(by, lanes_mask_all(2));
  out->scale = at->scale;
  out->centred = at->centred;
  BMS_UNROLL(3)
  for (int m = 0; m < 3; m++) {
    int m1 = next(m), m2 = after_next(m);
    BMS_UNROLL(3)
    for (int r = 0; r < 3; r++)
      out->column[m][r] = one_of_three(at->column[m][r], at->column[m1][r], at->column[m2][r], one, two);
    out->half[m] = one_of_three(at->half[m], at->half[m1], at->half[m2], one, two);
    if (!at->centred) out->middle[m] = one_of_three(at->middle[m], at->middle[m1], at->middle[m2], one, two);
  }
}

/* An axis is the first of its kind, of bodies whose columns are numbered from its own on. */
static void gaps_side_by_side(const instants *at, const int axis[BMS_PRECISE_TIMES], gaps *out) {
  static const int FIRST[3] = {BMS_AXIS_FACE_A, BMS_AXIS_FACE_B, BMS_AXIS_EDGES};
  int turn_a[BMS_PRECISE_TIMES], turn_b[BMS_PRECISE_TIMES];
  instants turned;
  turned.relative = at->relative;
  turned.known = 0;
  for (int r = 0; r < 3; r++) turned.distance[r] = at->distance[r];
  for (int l = 0; l < BMS_PRECISE_TIMES; l++) {
    turn_a[l] = bms_first_half_edge(axis[l], 0);
    turn_b[l] = bms_first_half_edge(axis[l], 1);
  }
  turned_by(turn_a, &at->a, &turned.a);
  turned_by(turn_b, &at->b, &turned.b);
  gaps_along(&turned, FIRST[bms_axis_kind(axis[0])], out);
}
#endif

static void gap_values(const gaps *at, number value[2]) {
  number radii = constant(0);
  for (int k = 0; k < 6; k++)
    if (at->radii >> k & 1) radii = plus(radii, NUMBER(absolute)(at->radius[k]));
  value[0] = minus(at->distance, radii);
  value[1] = minus(NUMBER(negate)(at->distance), radii);
}

#ifndef GAP_THREEFOLD
static void plane_values(const gaps *at, int side, const int sign[6], number *value) {
  number sum = side < 0 ? NUMBER(negate)(at->distance) : at->distance;
  for (int k = 0; k < 6; k++) {
    if (sign[k] > 0) sum = minus(sum, at->radius[k]);
    if (sign[k] < 0) sum = plus(sum, at->radius[k]);
  }
  *value = sum;
}
#endif

#endif /* BMS_GAP_VALUE_INLINE_H */
