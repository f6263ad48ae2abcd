/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact of a rigid pair that touches in one point: a vertex on a face, or two edges that cross.
 *
 * As answer.c has it, without its generality.  Quaternions and the way P between the frames are evaluated in
 * compensated arithmetic and then rounded, so cancellation on intervals far from t = 0 costs nothing.  The angular
 * velocity in the world is twice the vector part of q' q^-1.
 *
 * Functions of this header are for rigid_fast.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_ANSWER_H
#define BMS_RIGID_ANSWER_H

#include "fast/fast_answer.h"
#include "fast/rigid/rigid_value.h"
#include "fast/rigid/rigid_walk.h"

/* A body at the time of contact, in world coordinates. */
typedef struct rigid_moment {
  bms_lanes q;  /* its quaternion, vector first */
  double twice; /* 2 / |q|^2 */
  bms_lanes origin, velocity, angular;
} rigid_moment;

/* c0 + t (c1 + t c2) */
BMS_INLINE bms_lanes rigid_position_at(const bms_lanes c[3], double t) {
  bms_lanes time = bms_lanes_all(t);
  quick_numbers sum = quick_linear(c[1], c[2], time);
  bms_lanes product = sum.value * time;
  quick_numbers rest = {product, quick_even_rests(sum.value, time, product) + sum.error * time};
  quick_numbers value = quick_add(quick_exactly(c[0]), rest);
  return value.value + value.error;
}

BMS_INLINE void rigid_moment_at(const bms_motion *motion, double t, double turning_time, rigid_moment *out) {
  const double(*c)[2] = motion->rigid.quaternion;
  bms_lanes rate = rigid_vector_first(c, 1), way[4];
  quick_numbers q = quick_linear(rigid_vector_first(c, 0), rate, bms_lanes_all(turning_time));
  out->q = q.value + q.error;
  out->twice = 2 / bms_lanes_sum4(out->q * out->q);
  /* q' q^-1: w times the vector of q' less the other way round, and minus their cross product */
  out->angular = (rate * out->q[3] - out->q * rate[3] - bms_lanes_cross(rate, out->q)) * out->twice;
  rigid_position_rows(motion->rigid.position, way);
  way[3] = way[2];
  bms_lanes_transpose(way);
  out->origin = rigid_position_at(way, t);
  out->velocity = way[1] + way[2] * (2 * t);
}

/* v turned from the frame of a body to the world: v + 2 u x (u x v + w v) / |q|^2, u being q's vector and w the
   rest. */
BMS_INLINE bms_lanes rigid_turned_at(const rigid_moment *body, bms_lanes v) {
  bms_lanes u = body->q;
  return v + bms_lanes_cross(u, bms_lanes_cross(u, v) + v * u[3]) * body->twice;
}

/* How fast the material point of a body at `point`, from its origin, goes along the normal. */
BMS_INLINE double rigid_speed_along(const rigid_moment *body, bms_lanes normal, bms_lanes point) {
  return bms_lanes_sum3(normal * (body->velocity + bms_lanes_cross(body->angular, point)));
}

/* Whether the features along the axis meet in one point only, and by a margin: no half-edge comes near to lying in the
   plane of contact, nor edges that cross near to being parallel. */
static bool rigid_meets_in_a_point(const rigid_walk *w, const rigid_moment *a, const rigid_moment *b) {
  static const double FLAT = 0x1p-40, PARALLEL = 1e-4;
  const rigid_pair *pair = w->pair;
  int axis = w->axis.axis;
  double magnitude = pair->size + bms_lanes_sum3(bms_lanes_absolute(a->origin) + bms_lanes_absolute(b->origin));
  for (int k = 0; k < 2; k++) {
    bms_lanes half = bms_lanes_load(k == 0 ? pair->a.half : pair->b.half);
    bms_lanes along = half * bms_lanes_absolute(w->product.of[k]);
    if (!rigid_hold_along(w->product.edges, k, along > bms_lanes_all(FLAT * magnitude))) return false;
  }
  if (axis < BMS_AXIS_EDGES) return true;
  double cosine = w->at.c[(axis - BMS_AXIS_EDGES) / 3][(axis - BMS_AXIS_EDGES) % 3];
  return 1 - cosine * cosine >= PARALLEL;
}

/* Where the features touch, and their normal: a vertex and a face's, or the crossing of two edges and their product.
   `p` is the way from the origin of a to that of b; *on_a and *on_b are from the origins of their bodies. */
BMS_INLINE void rigid_touch(const rigid_pair *pair, const bms_axis_signs *signs, const rigid_moment *a,
                            const rigid_moment *b, bms_lanes p, bms_lanes *normal, bms_lanes *on_a, bms_lanes *on_b) {
  const bms_box *box_a = &pair->query->a.box, *box_b = &pair->query->b.box;
  int axis = signs->axis, side = signs->distance;
  bms_lanes of_a = quick_farthest(box_a, signs, 0, side);
  bms_lanes of_b = quick_farthest(box_b, signs, 1, -side);
  if (axis < BMS_AXIS_FACE_B) {
    *normal = rigid_turned_at(a, quick_unit(axis));
    *on_b = rigid_turned_at(b, of_b);
    *on_a = p + *on_b;
    return;
  }
  if (axis < BMS_AXIS_EDGES) {
    *normal = rigid_turned_at(b, quick_unit(axis - BMS_AXIS_FACE_B));
    *on_a = rigid_turned_at(a, of_a);
    *on_b = *on_a - p;
    return;
  }
  int i = (axis - BMS_AXIS_EDGES) / 3, j = (axis - BMS_AXIS_EDGES) % 3;
  bms_lanes u = rigid_turned_at(a, quick_unit(i)), v = rigid_turned_at(b, quick_unit(j));
  bms_lanes middle = rigid_turned_at(a, quick_middle(box_a, of_a, i));
  bms_lanes way = p + rigid_turned_at(b, quick_middle(box_b, of_b, j)) - middle;
  *normal = bms_lanes_cross(u, v);
  /* Where edge i comes nearest to edge j. */
  double place = bms_lanes_sum3(bms_lanes_cross(way, v) * *normal) / bms_lanes_sum3(*normal * *normal);
  *on_a = middle + u * bms_min(bms_max(place, -pair->a.half[i]), pair->a.half[i]);
  *on_b = *on_a - p;
}

/* Completes a contact that the walk has found; false leaves the point to answer.c. */
static bool rigid_answer(const rigid_walk *w, const bms_walk_result *result, bms_contact *contact) {
  const bms_query *query = w->pair->query;
  const bms_axis_signs *signs = &result->signs;
  rigid_moment a, b;
  bms_lanes normal, on_a, on_b, coefficient[3];
  double t = result->t, turning_time = rigid_turning_time(w->pair, t);
  rigid_moment_at(&query->a.motion, t, turning_time, &a);
  rigid_moment_at(&query->b.motion, t, turning_time, &b);
  if (!rigid_meets_in_a_point(w, &a, &b)) return false;
  memcpy(coefficient, w->pair->coefficient, sizeof coefficient);
  rigid_touch(w->pair, signs, &a, &b, rigid_position_at(coefficient, t), &normal, &on_a, &on_b);
  normal *= signs->distance / sqrt(bms_lanes_sum3(normal * normal));
  bms_lanes point = signs->axis < BMS_AXIS_FACE_B ? b.origin + on_b : a.origin + on_a; /* the vertex; of edges a's */
  quick_answer_point(result, normal, point, contact);
  contact->approach_speed = rigid_speed_along(&a, normal, on_a) - rigid_speed_along(&b, normal, on_b);
  return true;
}

#endif /* BMS_RIGID_ANSWER_H */
