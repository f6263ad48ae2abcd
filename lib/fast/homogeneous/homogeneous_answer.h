/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact of a homogeneous pair that touches in one point: a vertex on a face, or two edges that cross.
 *
 * As answer.c has it, without its generality.  The gap of homogeneous_contact_state.h is |n| k_a k_b times the real
 * one, and zero here, so its derivative is the real one's times the same: the approach speed is minus
 *
 *     side (n' . W + n . W') / (|n| k_a k_b),  W = k_a V_b - k_b V_a.
 *
 * Functions of this header are for homogeneous_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_HOMOGENEOUS_ANSWER_H
#define BMS_HOMOGENEOUS_ANSWER_H

#include "fast/homogeneous/homogeneous_walk.h"
#include "fast/homogeneous/homogeneous_contact_state.h"
#include "fast/homogeneous/homogeneous_plane.h"
#include "fast/homogeneous/homogeneous_samples.h"
#include "fast/fast_answer.h"

/* Returns true if the features along the axis meet in one point only, and by a margin; see rigid_meets_in_a_point(). */
static bool homogeneous_meets_in_a_point(const homogeneous_walk *w, double normal) {
  static const double FLAT = 0x1p-40, PARALLEL = 1. / 64;
  const homogeneous_pair *pair = w->pair;
  const homogeneous_block *at = &w->at;
  int axis = w->walk.axis.axis, i = (axis - BMS_AXIS_EDGES) / 3, j = axis % 3;
  double least = FLAT * normal * pair->size, a = 0, b = 0;
  homogeneous_radius radius[4];
  homogeneous_radii_of(pair, at, axis, radius);
  for (int k = 0; k < 4; k++)
    if (radius[k].half > 0 &&
        !(radius[k].half * lanes_get(*radius[k].scale, 0) * fabs(lanes_get(*radius[k].product, 0)) > least))
      return false;
  if (axis < BMS_AXIS_EDGES) return true;
  for (int r = 0; r < 3; r++) {
    a += lanes_get(at->a[i][r], 0) * lanes_get(at->a[i][r], 0);
    b += lanes_get(at->b[j][r], 0) * lanes_get(at->b[j][r], 0);
  }
  return normal * normal >= PARALLEL * (a * b);
}

/* n and its derivative. */
BMS_INLINE lanes homogeneous_normal_rate(const homogeneous_contact_state *a, const homogeneous_contact_state *b,
                                         int axis, lanes *normal) {
  int i = axis % 3, u = (i + 1) % 3, v = (i + 2) % 3;
  const homogeneous_contact_state *first = a, *second = b;
  if (axis >= BMS_AXIS_EDGES) {
    u = (axis - BMS_AXIS_EDGES) / 3;
    v = i;
  } else {
    first = second = axis < BMS_AXIS_FACE_B ? a : b;
  }
  lanes x = homogeneous_rounded(first->column[u]), y = homogeneous_rounded(second->column[v]);
  *normal = lanes_cross(x, y);
  return lanes_add(lanes_cross(first->rate[u], y), lanes_cross(x, second->rate[v]));
}

/* V'. */
BMS_INLINE lanes homogeneous_placed_rate(const homogeneous_contact_state *body, lanes v) {
  return lanes_add(body->rate[3], lanes_combine(body->rate[0], lanes_get(v, 0), body->rate[1], lanes_get(v, 1),
                                                body->rate[2], lanes_get(v, 2)));
}

/* The point of the edge of a along axis i that is nearest to the edge of b along axis j. */
BMS_INLINE lanes homogeneous_crossing_point(const homogeneous_walk *w, const homogeneous_contact_state *a,
                                            const homogeneous_contact_state *b, lanes of_a, lanes of_b, lanes normal,
                                            double k_a, double k_b) {
  const bms_query *query = w->pair->query;
  int i = (w->walk.axis.axis - BMS_AXIS_EDGES) / 3, j = w->walk.axis.axis % 3;
  double half = w->pair->a.half[i];
  lanes u = homogeneous_rounded(a->column[i]), v = homogeneous_rounded(b->column[j]);
  lanes middle =
      lanes_div(homogeneous_rounded(homogeneous_placed(a, fast_middle(&query->a.box, of_a, i))), lanes_all(k_a));
  lanes other =
      lanes_div(homogeneous_rounded(homogeneous_placed(b, fast_middle(&query->b.box, of_b, j))), lanes_all(k_b));
  double square = lanes_sum3(lanes_mul(normal, normal));
  double place = k_a * (lanes_sum3(lanes_mul(lanes_cross(lanes_sub(other, middle), v), normal)) / square);
  return lanes_add_scaled(middle, u, bms_min(bms_max(place, -half), half) / k_a);
}

/* Completes a contact that the walk has found; false leaves it to answer.c. */
static bool homogeneous_answer(const homogeneous_walk *w, const fast_result *result, bms_contact *contact) {
  const bms_query *query = w->pair->query;
  const bms_axis_signs *signs = &result->signs;
  int axis = signs->axis;
  homogeneous_contact_state a, b;
  lanes of_a, of_b, normal;
  homogeneous_contact_state_at(&query->a.motion, result->t, &a);
  homogeneous_contact_state_at(&query->b.motion, result->t, &b);
  lanes turn = homogeneous_normal_rate(&a, &b, axis, &normal);
  double length = sqrt(lanes_sum3(lanes_mul(normal, normal)));
  if (!homogeneous_meets_in_a_point(w, length)) return false;
  homogeneous_corners(query, signs, &of_a, &of_b);
  lanes on_a = homogeneous_rounded(homogeneous_placed(&a, of_a)),
        on_b = homogeneous_rounded(homogeneous_placed(&b, of_b));
  lanes rest_a = homogeneous_rounded(a.column[3]), rest_b = homogeneous_rounded(b.column[3]);
  double k_a = lanes_get(rest_a, 3), k_b = lanes_get(rest_b, 3);
  lanes way = lanes_sub(lanes_scale(on_b, k_a), lanes_scale(on_a, k_b));
  lanes way_rate =
      lanes_add(lanes_sub(lanes_scale(on_b, lanes_get(a.rate[3], 3)), lanes_scale(on_a, lanes_get(b.rate[3], 3))),
                lanes_sub(lanes_scale(homogeneous_placed_rate(&b, of_b), k_a),
                          lanes_scale(homogeneous_placed_rate(&a, of_a), k_b)));
  double fall = -lanes_sum3(lanes_add_product(lanes_mul(turn, way), normal, way_rate)), side = signs->distance;
  lanes point = axis < BMS_AXIS_FACE_B ? lanes_div(on_b, lanes_all(k_b)) : lanes_div(on_a, lanes_all(k_a));
  if (axis >= BMS_AXIS_EDGES) point = homogeneous_crossing_point(w, &a, &b, of_a, of_b, normal, k_a, k_b);
  normal = lanes_scale(normal, side / length);
  fast_answer_point(result, normal, point, contact);
  contact->approach_speed = side * fall / (length * (k_a * k_b));
  return true;
}

#endif /* BMS_HOMOGENEOUS_ANSWER_H */
