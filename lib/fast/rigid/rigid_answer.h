/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact of a rigid pair that touches in one point: a vertex on a face, or two edges that cross.
 *
 * As answer.c has it, without its generality.  Quaternions and the way P between the frames are evaluated in
 * compensated arithmetic and then rounded, so cancellation on intervals far from t = 0 costs nothing.  The angular
 * velocity in the world is twice the vector part of q' q^-1.
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_ANSWER_H
#define BMS_RIGID_ANSWER_H

#include "fast/fast_answer.h"
#include "fast/rigid/rigid_contact.h"
#include "fast/rigid/rigid_walk.h"

/* A body at the time of contact, in world coordinates. */
typedef struct rigid_contact_state {
  lanes q;           /* its quaternion, vector first */
  double twice;      /* 2 / |q|^2 */
  lanes position[3]; /* coefficients of the place of its origin */
  lanes origin, velocity, angular;
} rigid_contact_state;

/* c0 + t (c1 + t c2) */
BMS_INLINE lanes rigid_position_at(const lanes c[3], double t) {
  lanes time = lanes_all(t);
  compensated_lanes sum = compensated_linear(c[1], c[2], time);
  lanes product = lanes_mul(sum.value, time);
  compensated_lanes rest = {product, lanes_add_product(lanes_even_rests(sum.value, time, product), sum.error, time)};
  compensated_lanes value = compensated_add(compensated_exactly(c[0]), rest);
  return lanes_add(value.value, value.error);
}

BMS_INLINE void rigid_contact_state_at(const bms_motion *motion, double t, double turning_time,
                                       rigid_contact_state *out) {
  const double(*c)[2] = motion->rigid.quaternion;
  lanes rate = compensated_vector_first(c, 1), way[4];
  compensated_lanes q = compensated_linear(compensated_vector_first(c, 0), rate, lanes_all(turning_time));
  out->q = lanes_add(q.value, q.error);
  out->twice = 2 / lanes_sum4(lanes_mul(out->q, out->q));
  /* q' q^-1: w times the vector of q' less the other way round, and minus their cross product */
  out->angular =
      lanes_scale(lanes_sub(lanes_sub(lanes_scale(rate, lanes_get(out->q, 3)), lanes_scale(out->q, lanes_get(rate, 3))),
                            lanes_cross(rate, out->q)),
                  out->twice);
  rigid_position_rows(motion->rigid.position, way);
  way[3] = way[2];
  lanes_transpose(way);
  memcpy(out->position, way, sizeof out->position);
  out->origin = rigid_position_at(way, t);
  compensated_lanes velocity = compensated_linear(way[1], lanes_add(way[2], way[2]), lanes_all(t));
  out->velocity = lanes_add(velocity.value, velocity.error);
}

/* Returns the way from the origin of a to the origin of b.  Coefficients are subtracted without rounding: neither a
   place that both have in common nor coefficients that cancel at t cost anything. */
BMS_INLINE lanes rigid_way_at(const rigid_contact_state *a, const rigid_contact_state *b, double t) {
  lanes difference[3], rest[3], time = lanes_all(t);
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) {
    compensated_lanes way = compensated_add(compensated_exactly(b->position[k]),
                                            compensated_exactly(lanes_sub(lanes_all(0), a->position[k])));
    difference[k] = way.value;
    rest[k] = way.error;
  }
  return lanes_add(rigid_position_at(difference, t),
                   lanes_add_product(rest[0], lanes_add_product(rest[1], rest[2], time), time));
}

/* v turned from the frame of a body to the world: v + 2 u x (u x v + w v) / |q|^2, u being q's vector and w the
   rest. */
BMS_INLINE lanes rigid_turned_at(const rigid_contact_state *body, lanes v) {
  lanes u = body->q;
  return lanes_add_scaled(v, lanes_cross(u, lanes_add_scaled(lanes_cross(u, v), v, lanes_get(u, 3))), body->twice);
}

/* How fast the material point of a body at `point`, from its origin, goes along the normal. */
BMS_INLINE double rigid_speed_along(const rigid_contact_state *body, lanes normal, lanes point) {
  return lanes_sum3(lanes_mul(normal, lanes_add(body->velocity, lanes_cross(body->angular, point))));
}

/* Returns true if the features along the axis meet in one point only, and by a margin: no half-edge comes near to
   lying in the plane of contact, nor edges that cross near to being parallel. */
static bool rigid_meets_in_a_point(const rigid_walk *w, const rigid_contact_state *a, const rigid_contact_state *b) {
  static const double FLAT = 0x1p-40, PARALLEL = 1. / 64;
  const rigid_pair *pair = w->pair;
  int axis = w->walk.axis.axis;
  double magnitude = pair->size + lanes_sum3(lanes_add(lanes_absolute(a->origin), lanes_absolute(b->origin)));
  for (int k = 0; k < 2; k++) {
    lanes half = lanes_load(k == 0 ? pair->a.half : pair->b.half);
    lanes along = lanes_mul(half, lanes_absolute(w->product.of[k]));
    if (!rigid_hold_along(w->product.edges, k, lanes_greater(along, lanes_all(FLAT * magnitude)))) return false;
  }
  if (axis < BMS_AXIS_EDGES) return true;
  double cosine = lanes_get(w->at.c[(axis - BMS_AXIS_EDGES) / 3], (axis - BMS_AXIS_EDGES) % 3);
  return 1 - cosine * cosine >= PARALLEL;
}

/* The place at which the features touch, and their normal: a vertex and a face's, or the crossing of two edges and
   their product.  `p` is the way from the origin of a to the origin of b; *on_a and *on_b are from the origins of their
   bodies. */
BMS_INLINE void rigid_touch(const rigid_pair *pair, const bms_axis_signs *signs, const rigid_contact_state *a,
                            const rigid_contact_state *b, lanes p, lanes *normal, lanes *on_a, lanes *on_b) {
  const bms_box *box_a = &pair->query->a.box, *box_b = &pair->query->b.box;
  int axis = signs->axis, side = signs->distance;
  lanes of_a = fast_farthest(box_a, signs, 0, side);
  lanes of_b = fast_farthest(box_b, signs, 1, -side);
  if (axis < BMS_AXIS_FACE_B) {
    *normal = rigid_turned_at(a, fast_unit(axis));
    *on_b = rigid_turned_at(b, of_b);
    *on_a = lanes_add(p, *on_b);
    return;
  }
  if (axis < BMS_AXIS_EDGES) {
    *normal = rigid_turned_at(b, fast_unit(axis - BMS_AXIS_FACE_B));
    *on_a = rigid_turned_at(a, of_a);
    *on_b = lanes_sub(*on_a, p);
    return;
  }
  int i = (axis - BMS_AXIS_EDGES) / 3, j = (axis - BMS_AXIS_EDGES) % 3;
  lanes u = rigid_turned_at(a, fast_unit(i)), v = rigid_turned_at(b, fast_unit(j));
  lanes middle = rigid_turned_at(a, fast_middle(box_a, of_a, i));
  lanes way = lanes_sub(lanes_add(p, rigid_turned_at(b, fast_middle(box_b, of_b, j))), middle);
  *normal = lanes_cross(u, v);
  /* The place at which edge i comes nearest to edge j. */
  double place = lanes_sum3(lanes_mul(lanes_cross(way, v), *normal)) / lanes_sum3(lanes_mul(*normal, *normal));
  *on_a = lanes_add_scaled(middle, u, bms_min(bms_max(place, -pair->a.half[i]), pair->a.half[i]));
  *on_b = lanes_sub(*on_a, p);
}

/* Both bodies at a time. */
BMS_INLINE void rigid_contact_states(const rigid_pair *pair, double t, rigid_contact_state *a, rigid_contact_state *b) {
  double turning_time = rigid_turning_time(pair, t);
  rigid_contact_state_at(&pair->query->a.motion, t, turning_time, a);
  rigid_contact_state_at(&pair->query->b.motion, t, turning_time, b);
}

/* Answers with the features that the signs name, at result->t.  Returns the point, from the origin of a. */
BMS_INLINE lanes rigid_answer_along(const rigid_pair *pair, const fast_result *result, const rigid_contact_state *a,
                                    const rigid_contact_state *b, bms_contact *contact) {
  const bms_axis_signs *signs = &result->signs;
  lanes normal, on_a, on_b;
  rigid_touch(pair, signs, a, b, rigid_way_at(a, b, result->t), &normal, &on_a, &on_b);
  normal = lanes_scale(normal, signs->distance / sqrt(lanes_sum3(lanes_mul(normal, normal))));
  lanes point = signs->axis < BMS_AXIS_FACE_B ? lanes_add(b->origin, on_b)
                                              : lanes_add(a->origin, on_a); /* the vertex; of edges a's */
  fast_answer_point(result, normal, point, contact);
  contact->approach_speed = rigid_speed_along(a, normal, on_a) - rigid_speed_along(b, normal, on_b);
  return on_a;
}

/* Completes a contact that the walk has found; false leaves the point to answer.c. */
static bool rigid_answer(const rigid_walk *w, const fast_result *result, bms_contact *contact) {
  rigid_contact_state a, b;
  rigid_contact_states(w->pair, result->t, &a, &b);
  if (!rigid_meets_in_a_point(w, &a, &b)) return false;
  (void)rigid_answer_along(w->pair, result, &a, &b, contact);
  return true;
}

#endif /* BMS_RIGID_ANSWER_H */
