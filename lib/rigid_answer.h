/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact of a rigid pair that touches in one point: a vertex on a face, or two edges that cross.
 *
 * As answer.c has it, without its generality.  Quaternions and the way P between the frames are evaluated in compensated
 * arithmetic and then rounded, so cancellation on intervals far from t = 0 costs nothing.  The angular velocity in the
 * world is twice the vector part of q' q^-1.
 *
 * Functions of this header are for rigid_quick.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_ANSWER_H
#define BMS_RIGID_ANSWER_H

#include "answer.h"
#include "rigid_value.h"
#include "rigid_walk.h"

/* A body at the time of contact, in world coordinates. */
typedef struct rigid_moment {
  bms_lanes row[3]; /* of its rotation */
  double origin[3], velocity[3], angular[3];
} rigid_moment;

BMS_INLINE double rigid_position_at(const double c[3], double t) {
  double inner = t * c[2], sum = c[1] + inner, product = t * sum;
  double rest = (rigid_rest(t, c[2], inner) + bms_twofold_sum(c[1], inner).low) * t + rigid_rest(t, sum, product);
  bms_twofold value = bms_twofold_sum(c[0], product);
  return value.high + (value.low + rest);
}

BMS_INLINE void rigid_moment_at(const bms_motion *motion, double t, rigid_moment *out) {
  const double(*c)[2] = motion->rigid.quaternion;
  rigid_numbers linear = rigid_linear(bms_lanes_of(c[1][0], c[2][0], c[3][0], c[0][0]),
                                      bms_lanes_of(c[1][1], c[2][1], c[3][1], c[0][1]), bms_lanes_all(t));
  bms_lanes q = linear.value + linear.error, squares = q * q, rate = bms_lanes_of(c[1][1], c[2][1], c[3][1], c[0][1]);
  double x = q[0], y = q[1], z = q[2], w = q[3], rest = bms_lanes_sum3(squares), one = 1 / (squares[3] + rest);
  bms_lanes scaled = q * (2 * one), turn = scaled * w;
  double along = one * (squares[3] - rest);
  out->row[0] = scaled * x + rigid_turn_row(0, along, turn);
  out->row[1] = scaled * y + rigid_turn_row(1, along, turn);
  out->row[2] = scaled * z + rigid_turn_row(2, along, turn);
  /* q' q^-1: w times the vector of q' less the other way round, and minus their cross product */
  bms_lanes cross = bms_lanes_next(rate) * bms_lanes_after_next(q) - bms_lanes_after_next(rate) * bms_lanes_next(q);
  bms_lanes angular = (rate * w - q * rate[3] - cross) * (2 * one);
  for (int r = 0; r < 3; r++) {
    const double *p = motion->rigid.position[r];
    out->angular[r] = angular[r];
    out->origin[r] = rigid_position_at(p, t);
    out->velocity[r] = p[1] + 2 * t * p[2];
  }
}

/* The point with these coordinates in the frame of a body, from its origin. */
BMS_INLINE void rigid_point(const rigid_moment *body, const double local[3], double out[3]) {
  for (int r = 0; r < 3; r++)
    out[r] = body->row[r][0] * local[0] + body->row[r][1] * local[1] + body->row[r][2] * local[2];
}

BMS_INLINE void rigid_column_at(const rigid_moment *body, int i, double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = body->row[r][i];
}

BMS_INLINE double rigid_speed_along(const rigid_moment *body, const double normal[3], const double point[3]) {
  double turned[3];
  bms_cross(body->angular, point, turned);
  return bms_dot(normal, body->velocity) + bms_dot(normal, turned);
}

/* The corner of a box that lies farthest along `towards` times the signs of its half-edges, in its own frame; of an edge
   along axis `middle` (-1: none) its middle. */
BMS_INLINE void rigid_corner(const bms_box *box, const int sign[3], int towards, int middle, double local[3]) {
  for (int i = 0; i < 3; i++) local[i] = sign[i] * towards > 0 ? box->max[i] : box->min[i];
  if (middle >= 0) local[middle] = 0.5 * box->min[middle] + 0.5 * box->max[middle];
}

/* Where edge i of a, through on_a, comes nearest to edge j of b, through on_b, both from a's origin; n = u x v. */
BMS_INLINE void rigid_crossing(const double u[3], const double v[3], const double n[3], double half,
                               const double on_b[3], double on_a[3]) {
  double way[3], across[3];
  for (int r = 0; r < 3; r++) way[r] = on_b[r] - on_a[r];
  bms_cross(way, v, across);
  double place = bms_dot(across, n) / bms_dot(n, n);
  place = bms_min(bms_max(place, -half), half);
  for (int r = 0; r < 3; r++) on_a[r] += place * u[r];
}

/* Whether the features along the axis meet in one point only, and by a margin: no half-edge comes near to lying in the
   plane of contact, nor edges that cross near to being parallel. */
static bool rigid_meets_in_a_point(const rigid_walk *w, const rigid_moment *a, const rigid_moment *b) {
  static const double FLAT = 0x1p-40, PARALLEL = 1e-4;
  const rigid_pair *pair = w->pair;
  int axis = w->axis.axis;
  double magnitude = pair->size, product[6];
  for (int r = 0; r < 3; r++) magnitude += fabs(a->origin[r]) + fabs(b->origin[r]);
  unsigned edges = rigid_products(&w->at, axis, product);
  for (int k = 0; k < 6; k++)
    if (edges >> k & 1 && !(rigid_half(pair, k) * fabs(product[k]) > FLAT * magnitude)) return false;
  if (axis < BMS_AXIS_EDGES) return true;
  double cosine = w->at.c[(axis - BMS_AXIS_EDGES) / 3][(axis - BMS_AXIS_EDGES) % 3];
  return 1 - cosine * cosine >= PARALLEL;
}

/* Where the features touch, and their normal: a vertex and a face's, or the crossing of two edges and their product.
   `p` is the way from the origin of a to that of b; *on_a and *on_b are from the origins of their bodies. */
static void rigid_touch(const rigid_pair *pair, const bms_axis_signs *signs, const rigid_moment *a,
                        const rigid_moment *b, const double p[3], double normal[3], double on_a[3], double on_b[3]) {
  const bms_query *query = pair->query;
  int axis = signs->axis, side = signs->distance;
  double local[3];
  if (axis < BMS_AXIS_FACE_B) {
    rigid_column_at(a, axis, normal);
    rigid_corner(&query->b.box, signs->half_edge + 3, -side, -1, local);
    rigid_point(b, local, on_b);
    for (int r = 0; r < 3; r++) on_a[r] = p[r] + on_b[r];
  } else if (axis < BMS_AXIS_EDGES) {
    rigid_column_at(b, axis - BMS_AXIS_FACE_B, normal);
    rigid_corner(&query->a.box, signs->half_edge, side, -1, local);
    rigid_point(a, local, on_a);
    for (int r = 0; r < 3; r++) on_b[r] = on_a[r] - p[r];
  } else {
    int i = (axis - BMS_AXIS_EDGES) / 3, j = (axis - BMS_AXIS_EDGES) % 3;
    double u[3], v[3];
    rigid_column_at(a, i, u);
    rigid_column_at(b, j, v);
    bms_cross(u, v, normal);
    rigid_corner(&query->a.box, signs->half_edge, side, i, local);
    rigid_point(a, local, on_a);
    rigid_corner(&query->b.box, signs->half_edge + 3, -side, j, local);
    rigid_point(b, local, on_b);
    for (int r = 0; r < 3; r++) on_b[r] += p[r];
    rigid_crossing(u, v, normal, pair->a.half[i], on_b, on_a);
    for (int r = 0; r < 3; r++) on_b[r] = on_a[r] - p[r];
  }
}

/* Completes a contact that the walk has found; false leaves the point to answer.c. */
static bool rigid_answer(const rigid_walk *w, const bms_walk_result *result, bms_contact *contact) {
  const bms_query *query = w->pair->query;
  const bms_axis_signs *signs = &result->signs;
  rigid_moment a, b;
  double p[3], on_a[3], on_b[3], normal[3], t = result->t;
  rigid_moment_at(&query->a.motion, t, &a);
  rigid_moment_at(&query->b.motion, t, &b);
  if (!rigid_meets_in_a_point(w, &a, &b)) return false;
  for (int r = 0; r < 3; r++) {
    double c[3] = {w->pair->coefficient[0][r], w->pair->coefficient[1][r], w->pair->coefficient[2][r]};
    p[r] = rigid_position_at(c, t);
  }
  rigid_touch(w->pair, signs, &a, &b, p, normal, on_a, on_b);
  bms_answer_none(BMS_CONTACT, result->t_lower, result->t_upper, contact);
  contact->t = t;
  contact->pair = bms_axis_pair(signs);
  double scale = signs->distance / bms_length(normal);
  bool from_b = signs->axis < BMS_AXIS_FACE_B; /* whose vertex it is; of edges the point on a's is taken */
  contact->point_count = 1;
  for (int r = 0; r < 3; r++) {
    contact->normal[r] = scale * normal[r];
    contact->point[0][r] = from_b ? b.origin[r] + on_b[r] : a.origin[r] + on_a[r];
  }
  contact->approach_speed = rigid_speed_along(&a, contact->normal, on_a) - rigid_speed_along(&b, contact->normal, on_b);
  return true;
}

#endif /* BMS_RIGID_ANSWER_H */
