/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Exact gaps from projected vertices.
 *
 * With X_a / k_a and X_b / k_b points of the two bodies, n . (X_b k_a - X_a k_b) is k_a k_b times their distance along
 * n.  The gap is the greater of (least of b - greatest of a) and (least of a - greatest of b).
 *
 * n is made of the homogeneous edges E_i: E_i itself for a face of a rigid body (k times a unit vector), E_j x E_k for
 * one of a matrix motion, E_i x E_j for edges.  divisor_of() turns k_a k_b n . d into the measure asked for.
 */

#include "exact_gap.h"

#include <stddef.h>

void exact_pair_init(exact_pair *pair) {
  exact_pose_init(&pair->a);
  exact_pose_init(&pair->b);
  rational_vector_init(pair->normal);
  mpq_init(pair->offset);
}

void exact_pair_clear(exact_pair *pair) {
  exact_pose_clear(&pair->a);
  exact_pose_clear(&pair->b);
  rational_vector_clear(pair->normal);
  mpq_clear(pair->offset);
}

void exact_pair_at(exact_pair *pair, const bms_query *query, const bms_half_space *half_space, const mpq_t t) {
  pair->half_space = half_space != NULL;
  pair->rigid_a = half_space == NULL && query->a.motion.form == BMS_MOTION_RIGID;
  pair->rigid_b = query->b.motion.form == BMS_MOTION_RIGID;
  exact_pose_at(&pair->b, &query->b, t);
  if (half_space == NULL) {
    exact_pose_at(&pair->a, &query->a, t);
    return;
  }
  mpq_set_ui(pair->a.weight, 1, 1); /* the half-space stands still in the world */
  for (int r = 0; r < 3; r++) mpq_set_d(pair->normal[r], half_space->normal[r]);
  mpq_set_d(pair->offset, half_space->offset);
}

/* ------------------------------------------------------------------ gaps */

static void axis_vector(exact_pair *pair, int axis, rational_vector n) {
  exact_pose *own = axis < 3 ? &pair->a : &pair->b;
  int i = axis % 3;
  if (pair->half_space)
    for (int r = 0; r < 3; r++) mpq_set(n[r], pair->normal[r]);
  else if (axis >= 6)
    rational_cross(n, pair->a.edge[(axis - 6) / 3], pair->b.edge[(axis - 6) % 3]);
  else if (axis < 3 ? pair->rigid_a : pair->rigid_b)
    for (int r = 0; r < 3; r++) mpq_set(n[r], own->edge[i][r]);
  else
    rational_cross(n, own->edge[(i + 1) % 3], own->edge[(i + 2) % 3]);
}

/* Computes the number that k_a k_b n . d is divided by. */
static void divisor_of(exact_pair *pair, int axis, exact_measure measure, mpq_t divisor) {
  mpq_t *ka = &pair->a.weight, *kb = &pair->b.weight;
  mpq_set_ui(divisor, 1, 1);
  if (!pair->half_space && (measure == EXACT_WORLD || (pair->rigid_a && pair->rigid_b))) {
    /* the length of n, apart from the edges' own */
    if (axis < 3 || axis >= 6) mpq_mul(divisor, divisor, *ka);
    if (axis >= 3) mpq_mul(divisor, divisor, *kb);
  }
  if (measure == EXACT_PLANE) return;
  if (!pair->half_space && axis < 3 && !pair->rigid_a) mpq_mul(divisor, divisor, *ka);
  if (!pair->half_space && axis >= 3 && axis < 6 && !pair->rigid_b) mpq_mul(divisor, divisor, *kb);
  mpq_mul(divisor, divisor, *ka);
  mpq_mul(divisor, divisor, *kb);
}

/* Computes the interval of a body along n, in units of 1 / (k_a k_b). */
static void extent(exact_pose *pose, const mpq_t other_weight, rational_vector n, mpq_t least, mpq_t greatest) {
  mpq_t x;
  mpq_init(x);
  for (int v = 0; v < 8; v++) {
    rational_dot(x, n, pose->vertex[v]);
    if (v == 0 || mpq_cmp(x, least) < 0) mpq_set(least, x);
    if (v == 0 || mpq_cmp(x, greatest) > 0) mpq_set(greatest, x);
  }
  mpq_mul(least, least, other_weight);
  mpq_mul(greatest, greatest, other_weight);
  mpq_clear(x);
}

static void undivided_gap(exact_pair *pair, int axis, int side, mpq_t gap) {
  rational_vector n;
  mpq_t end[4];
  rational_vector_init(n);
  for (int i = 0; i < 4; i++) mpq_init(end[i]);
  axis_vector(pair, axis, n);
  extent(&pair->b, pair->a.weight, n, end[2], end[3]);
  if (pair->half_space) {
    mpq_mul(end[1], pair->offset, pair->b.weight);
    mpq_sub(gap, end[2], end[1]);
  } else {
    extent(&pair->a, pair->b.weight, n, end[0], end[1]);
    mpq_sub(gap, end[2], end[1]);
    mpq_sub(end[0], end[0], end[3]);
    if (side < 0 || (side == 0 && mpq_cmp(end[0], gap) > 0)) mpq_set(gap, end[0]);
  }
  for (int i = 0; i < 4; i++) mpq_clear(end[i]);
  rational_vector_clear(n);
}

static void divide(exact_pair *pair, int axis, exact_measure measure, mpq_t value) {
  mpq_t divisor;
  mpq_init(divisor);
  divisor_of(pair, axis, measure, divisor);
  mpq_div(value, value, divisor);
  mpq_clear(divisor);
}

void exact_gap(exact_pair *pair, int axis, int side, exact_measure measure, mpq_t gap) {
  undivided_gap(pair, axis, side, gap);
  divide(pair, axis, measure, gap);
}

int exact_greatest_sign(exact_pair *pair, unsigned axes, int *axis) {
  int greatest = -1;
  mpq_t gap;
  mpq_init(gap);
  for (int k = 0; k < 15; k++) {
    int tried = (*axis + k) % 15;
    if (!(axes >> tried & 1)) continue;
    undivided_gap(pair, tried, 0, gap);
    int sign = mpq_sgn(gap);
    greatest = sign > greatest ? sign : greatest;
    if (sign > 0) {
      *axis = tried;
      break;
    }
  }
  mpq_clear(gap);
  return greatest;
}

/* ------------------------------------------------------------------ terms */

void exact_terms_init(exact_terms *terms) {
  mpq_init(terms->distance);
  for (int k = 0; k < 6; k++) mpq_init(terms->half_edge[k]);
}

void exact_terms_clear(exact_terms *terms) {
  mpq_clear(terms->distance);
  for (int k = 0; k < 6; k++) mpq_clear(terms->half_edge[k]);
}

/* Computes n . (the mean of two opposite vertices), times the other's weight. */
static void middle_along(exact_pose *pose, const mpq_t other_weight, rational_vector n, mpq_t middle) {
  rational_dot(middle, n, pose->vertex[0]);
  for (int r = 0; r < 3; r++) rational_add_product(middle, n[r], pose->vertex[7][r]);
  mpq_div_2exp(middle, middle, 1);
  mpq_mul(middle, middle, other_weight);
}

/* Computes n . half the edge from vertex 0 along axis i, times the other's weight. */
static void half_edge_along(exact_pose *pose, int i, const mpq_t other_weight, rational_vector n, mpq_t along) {
  mpq_t x;
  mpq_init(x);
  rational_dot(x, n, pose->vertex[0]);
  rational_dot(along, n, pose->vertex[i == 0 ? 1 : 2 * i]);
  mpq_sub(along, along, x);
  mpq_div_2exp(along, along, 1);
  mpq_mul(along, along, other_weight);
  mpq_clear(x);
}

void exact_gap_terms(exact_pair *pair, int axis, exact_terms *terms) {
  rational_vector n;
  mpq_t x;
  rational_vector_init(n);
  mpq_init(x);
  axis_vector(pair, axis, n);
  middle_along(&pair->b, pair->a.weight, n, terms->distance);
  if (pair->half_space)
    mpq_mul(x, pair->offset, pair->b.weight);
  else
    middle_along(&pair->a, pair->b.weight, n, x);
  mpq_sub(terms->distance, terms->distance, x);
  divide(pair, axis, EXACT_PLANE, terms->distance);
  for (int i = 0; i < 3; i++) {
    if (pair->half_space)
      mpq_set_ui(terms->half_edge[i], 0, 1);
    else
      half_edge_along(&pair->a, i, pair->b.weight, n, terms->half_edge[i]);
    half_edge_along(&pair->b, i, pair->a.weight, n, terms->half_edge[3 + i]);
    divide(pair, axis, EXACT_PLANE, terms->half_edge[i]);
    divide(pair, axis, EXACT_PLANE, terms->half_edge[3 + i]);
  }
  rational_vector_clear(n);
  mpq_clear(x);
}

void exact_vertex_distance(exact_pair *pair, int axis, int a, int b, mpq_t distance) {
  rational_vector n;
  mpq_t x;
  rational_vector_init(n);
  mpq_init(x);
  axis_vector(pair, axis, n);
  rational_dot(x, n, pair->a.vertex[a]);
  mpq_mul(x, x, pair->b.weight);
  rational_dot(distance, n, pair->b.vertex[b]);
  mpq_mul(distance, distance, pair->a.weight);
  mpq_sub(distance, distance, x);
  divide(pair, axis, EXACT_PLANE, distance);
  rational_vector_clear(n);
  mpq_clear(x);
}
