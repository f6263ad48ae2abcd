/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact of a general pair that touches in one point: a vertex on a face, or two edges that cross.
 *
 * As answer.c has it, without its generality.  The gap of general_moment.h is |n| k_a k_b times the real one, and zero
 * here, so its derivative is that of the real one times the same: the approach speed is minus
 *
 *     side (n' . W + n . W') / (|n| k_a k_b),  W = k_a V_b - k_b V_a.
 *
 * Functions of this header are for homogeneous_fast.c alone, which is compiled for several machines.
 */

#ifndef BMS_HOMOGENEOUS_ANSWER_H
#define BMS_HOMOGENEOUS_ANSWER_H

#include "fast/homogeneous/homogeneous_walk.h"
#include "fast/fast_answer.h"

/* Whether the features along the axis meet in one point only, and by a margin; see rigid_meets_in_a_point(). */
static bool general_meets_in_a_point(const general_walk *w, double normal) {
  static const double FLAT = 0x1p-40, PARALLEL = 1e-4;
  const general_pair *pair = w->pair;
  const general_block *here = &w->here;
  int axis = w->axis.axis, i = (axis - BMS_AXIS_EDGES) / 3, j = axis % 3;
  double least = FLAT * normal * pair->size, a = 0, b = 0;
  general_radius radius[4];
  general_radii_of(pair, here, axis, radius);
  for (int k = 0; k < 4; k++)
    if (!(radius[k].half * (*radius[k].scale)[0] * fabs((*radius[k].product)[0]) > least)) return false;
  if (axis < BMS_AXIS_EDGES) return true;
  for (int r = 0; r < 3; r++) {
    a += here->a[i][r][0] * here->a[i][r][0];
    b += here->b[j][r][0] * here->b[j][r][0];
  }
  return normal * normal >= PARALLEL * (a * b);
}

/* n and its derivative. */
BMS_INLINE bms_lanes general_normal_rate(const general_moment *a, const general_moment *b, int axis,
                                         bms_lanes *normal) {
  int i = axis % 3, u = (i + 1) % 3, v = (i + 2) % 3;
  const general_moment *first = a, *second = b;
  if (axis >= BMS_AXIS_EDGES) {
    u = (axis - BMS_AXIS_EDGES) / 3;
    v = i;
  } else {
    first = second = axis < BMS_AXIS_FACE_B ? a : b;
  }
  bms_lanes x = general_rounded(first->column[u]), y = general_rounded(second->column[v]);
  *normal = bms_lanes_cross(x, y);
  return bms_lanes_cross(first->rate[u], y) + bms_lanes_cross(x, second->rate[v]);
}

/* V'. */
BMS_INLINE bms_lanes general_placed_rate(const general_moment *body, bms_lanes v) {
  return body->rate[3] + (body->rate[0] * v[0] + body->rate[1] * v[1] + body->rate[2] * v[2]);
}

/* The point of the edge of a along axis i that is nearest to the edge of b along axis j. */
BMS_INLINE bms_lanes general_crossing_point(const general_walk *w, const general_moment *a, const general_moment *b,
                                            bms_lanes of_a, bms_lanes of_b, bms_lanes normal, double k_a, double k_b) {
  const bms_query *query = w->pair->query;
  int i = (w->axis.axis - BMS_AXIS_EDGES) / 3, j = w->axis.axis % 3;
  double half = w->pair->a.half[i];
  bms_lanes u = general_rounded(a->column[i]), v = general_rounded(b->column[j]);
  bms_lanes middle = general_rounded(general_placed(a, quick_middle(&query->a.box, of_a, i))) / k_a;
  bms_lanes other = general_rounded(general_placed(b, quick_middle(&query->b.box, of_b, j))) / k_b;
  double square = bms_lanes_sum3(normal * normal);
  double place = k_a * (bms_lanes_sum3(bms_lanes_cross(other - middle, v) * normal) / square);
  return middle + u * (bms_min(bms_max(place, -half), half) / k_a);
}

/* Completes a contact that the walk has found; false leaves it to answer.c. */
static bool general_answer(const general_walk *w, const bms_walk_result *result, bms_contact *contact) {
  const bms_query *query = w->pair->query;
  const bms_axis_signs *signs = &result->signs;
  int axis = signs->axis;
  general_moment a, b;
  bms_lanes of_a, of_b, normal;
  general_moment_at(&query->a.motion, result->t, &a);
  general_moment_at(&query->b.motion, result->t, &b);
  bms_lanes turn = general_normal_rate(&a, &b, axis, &normal);
  double length = sqrt(bms_lanes_sum3(normal * normal));
  if (!general_meets_in_a_point(w, length)) return false;
  general_corners(query, signs, &of_a, &of_b);
  bms_lanes on_a = general_rounded(general_placed(&a, of_a)), on_b = general_rounded(general_placed(&b, of_b));
  bms_lanes rest_a = general_rounded(a.column[3]), rest_b = general_rounded(b.column[3]);
  double k_a = rest_a[3], k_b = rest_b[3];
  bms_lanes way = on_b * k_a - on_a * k_b;
  bms_lanes way_rate = (on_b * a.rate[3][3] - on_a * b.rate[3][3]) +
                       (general_placed_rate(&b, of_b) * k_a - general_placed_rate(&a, of_a) * k_b);
  double fall = -bms_lanes_sum3(turn * way + normal * way_rate), side = signs->distance;
  bms_lanes point = axis < BMS_AXIS_FACE_B ? on_b / k_b : on_a / k_a;
  if (axis >= BMS_AXIS_EDGES) point = general_crossing_point(w, &a, &b, of_a, of_b, normal, k_a, k_b);
  normal *= side / length;
  quick_answer_point(result, normal, point, contact);
  contact->approach_speed = side * fall / (length * (k_a * k_b));
  return true;
}

#endif /* BMS_HOMOGENEOUS_ANSWER_H */
