/* SPDX-License-Identifier: BSD-3-Clause */

/* The formulas of exact_axis.h at one time; a vector is rounded after its largest coordinate has been made about 1. */

#include "numeric/arithmetic.h"

#include "answer/exact_view.h"

#include <math.h>

#include "exact/exact_axis.h"
#include "numeric/vector.h"

enum { LIMBS = 4 * 1024 };

/* A vector of doubles times 2^exponent. */
typedef struct scaled_vector {
  double v[3];
  int exponent;
} scaled_vector;

/* Rounds constants to a vector whose largest coordinate is from 1/2 to 1. */
static scaled_vector rounded(const bms_exact_polynomial v[3]) {
  scaled_vector out = {{0, 0, 0}, 0};
  bool zero = true;
  for (int r = 0; r < 3; r++) {
    bms_exact x = bms_exact_polynomial_constant_term(&v[r]);
    if (bms_exact_sign(x) == 0) continue;
    int magnitude = bms_exact_magnitude(x);
    if (zero || magnitude > out.exponent) out.exponent = magnitude;
    zero = false;
  }
  for (int r = 0; r < 3; r++)
    out.v[r] = bms_exact_round_down(bms_exact_scale(bms_exact_polynomial_constant_term(&v[r]), -out.exponent));
  return out;
}

static scaled_vector rounded_number(const bms_exact_polynomial *p) {
  const bms_exact_polynomial v[3] = {*p, bms_exact_polynomial_zero(), bms_exact_polynomial_zero()};
  return rounded(v);
}

/* Computes half-edges, and lengths of columns by the exponents of their vectors. */
static void look_at_body(bms_exact_arena *arena, const bms_exact_body *body, double half_edge[3][3],
                         scaled_vector column[3]) {
  scaled_vector scale = rounded_number(&body->scale);
  for (int i = 0; i < 3; i++) {
    bms_exact_polynomial edge[3];
    column[i] = rounded(body->column[i]);
    for (int r = 0; r < 3; r++) edge[r] = bms_exact_polynomial_times(arena, &body->column[i][r], body->half[i]);
    scaled_vector half = rounded(edge);
    for (int r = 0; r < 3; r++) half_edge[i][r] = ldexp(half.v[r] / scale.v[0], half.exponent - scale.exponent);
  }
}

/* Returns what 2^-exponent times the product of the lengths of two columns is, at most 2^1000: the sine of an axis is
   never taken for zero. */
static double length_of(const scaled_vector *u, const scaled_vector *v, int exponent) {
  double length = bms_length(u->v) * bms_length(v->v);
  return bms_min(ldexp(length, u->exponent + v->exponent - exponent), 0x1p1000);
}

static double length_of_axis(int axis, const bms_exact_pair *pair, const scaled_vector column[6], int exponent) {
  int i = axis % 3, own = axis < BMS_AXIS_FACE_B ? 0 : 3;
  if (axis >= BMS_AXIS_EDGES) return length_of(&column[(axis - BMS_AXIS_EDGES) / 3], &column[3 + i], exponent);
  if ((own == 0 ? &pair->a : &pair->b)->rigid) return bms_length(column[own + i].v);
  return length_of(&column[own + (i + 1) % 3], &column[own + (i + 2) % 3], exponent);
}

bool bms_exact_view_at(const bms_body *a, const bms_body *b, double t, bms_exact_view *view) {
  uint64_t limb[LIMBS];
  bms_exact_arena arena = bms_exact_arena_of(limb, LIMBS);
  bms_exact time = bms_exact_from_double(&arena, t);
  bms_exact_pair pair;
  pair.a = bms_exact_body_at_time(&arena, a, time);
  pair.b = bms_exact_body_at_time(&arena, b, time);
  bms_exact_pair_join(&arena, &pair);
  bms_exact_polynomial vector[3];
  scaled_vector column[6];
  size_t mark = arena.used;
  look_at_body(&arena, &pair.a, view->half_edge, column);
  look_at_body(&arena, &pair.b, view->half_edge + 3, column + 3);
  arena.used = mark;
  bms_exact_way(&arena, &pair.a, &pair.b, vector);
  scaled_vector way = rounded(vector), k_a = rounded_number(&pair.a.scale), k_b = rounded_number(&pair.b.scale);
  int exponent = way.exponent - k_a.exponent - k_b.exponent;
  for (int r = 0; r < 3; r++) view->way[r] = ldexp(way.v[r] / (k_a.v[0] * k_b.v[0]), exponent);
  for (int axis = 0; axis < BMS_AXES; axis++) {
    arena.used = mark;
    bms_exact_axis_vector(&arena, &pair, axis, vector);
    scaled_vector n = rounded(vector);
    for (int r = 0; r < 3; r++) view->axis[axis][r] = n.v[r];
    view->length[axis] = length_of_axis(axis, &pair, column, n.exponent);
  }
  return !arena.exhausted;
}
