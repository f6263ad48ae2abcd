/* SPDX-License-Identifier: BSD-3-Clause */

/* Speeds in double-double arithmetic: compiled by approach_speed.c and contact_view_avx2.c. */

#ifndef BMS_PRECISE_SPEED_INLINE_H
#define BMS_PRECISE_SPEED_INLINE_H

#include <math.h>

#include "answer/approach_speed.h"
#include "answer/precise_pose_inline.h"
#include "numeric/vector.h"

static double end_of(const bms_box *box, int i, int at_maximum) {
  return at_maximum ? box->max[i] : box->min[i];
}

static void corner_of(const bms_box *box, bms_octant octant, double x[3]) {
  for (int i = 0; i < 3; i++) x[i] = end_of(box, i, octant >> i & 1);
}

BMS_INLINE precise exactly(const double x[3]) {
  return double_lanes_of(lanes_of3(x[0], x[1], x[2]));
}

/* The speed of a point of a, less the speed of a point of b, along the normal. */
static double closing_speed(const bms_contact_view *view, const precise *on_a, const precise *on_b,
                            const double normal[3]) {
  precise of_a, of_b;
  precise_velocity(&view->a, on_a, &of_a);
  precise_velocity(&view->b, on_b, &of_b);
  lanes closing = minus(of_a, of_b).high;
  return normal[0] * lanes_get(closing, 0) + normal[1] * lanes_get(closing, 1) + normal[2] * lanes_get(closing, 2);
}

/* The point of a body that is where a corner of another one is, moved along the normal to the plane of a face: along a
   column that leans it would get far aside, of a flat box. */
static void foot_on_face(const bms_precise_pose *of, const precise *corner, const bms_precise_pose *body,
                         const bms_box *box, bms_face face, const double normal[3], precise *x) {
  static const double UPRIGHT = 1 - 0x1p-30;
  int i = face / 2;
  precise world, end = double_lanes_of(lanes_all(end_of(box, i, face % 2)));
  precise_point(of, corner, &world);
  precise_point_at(body, &world, of->scale, x);
  if (body->rigid) return; /* there is no difference */
  lanes n = lanes_of3(normal[0], normal[1], normal[2]), column = lanes_div(body->column[i].high, body->scale.high);
  double rise = lanes_sum3(lanes_mul(n, column));
  if (rise * rise >= UPRIGHT * lanes_sum3(lanes_mul(column, column))) {
    *x = double_lanes_choose(lanes_mask_bits(1u << i), end, *x);
    return;
  }
  double way = rise * lanes_get(minus(*x, end).high, i);
  world = minus(world, times(of->scale, double_lanes_of(lanes_scale(n, way))));
  precise_point_at(body, &world, of->scale, x);
}

/* The middle of an edge of a box, from its centre in the world. */
static void middle_of_edge(const lanes half_edge[3], bms_edge edge, double middle[3]) {
  int direction = edge / 4, low = direction == 0 ? 1 : 0, high = direction == 2 ? 1 : 2;
  for (int r = 0; r < 3; r++) {
    double of_low = lanes_get(half_edge[r], low), of_high = lanes_get(half_edge[r], high);
    middle[r] = (edge & 1 ? of_low : -of_low) + (edge & 2 ? of_high : -of_high);
  }
}

/* The column along an edge, in the world. */
static void direction_of_edge(const bms_precise_pose *pose, bms_edge edge, double direction[3]) {
  lanes column = lanes_div(pose->column[edge / 4].high, pose->scale.high);
  for (int r = 0; r < 3; r++) direction[r] = lanes_get(column, r);
}

/* How far along a line it is nearest to another one: as a multiple of `along`.  `way` leads from its origin to that
   of the other, which has direction `other`. */
static double place_along(const double along[3], const double way[3], const double other[3]) {
  double normal[3], across[3];
  bms_cross(along, other, normal);
  bms_cross(way, other, across);
  return bms_dot(across, normal) / bms_dot(normal, normal);
}

/* The point of an edge's line that is `place` from its middle. */
static void point_of_edge(const bms_box *box, bms_edge edge, double place, precise *x) {
  int direction = edge / 4, low = direction == 0 ? 1 : 0, high = direction == 2 ? 1 : 2;
  bms_double_double along = bms_double_double_sum(0.5 * box->min[direction] + 0.5 * box->max[direction], place);
  double point[3], rest[3] = {0, 0, 0};
  point[direction] = along.high;
  rest[direction] = along.low;
  point[low] = end_of(box, low, edge & 1);
  point[high] = end_of(box, high, edge >> 1 & 1);
  *x = (precise){lanes_of3(point[0], point[1], point[2]), lanes_of3(rest[0], rest[1], rest[2])};
}

static void where_edges_meet(const bms_contact_view *view, const bms_body *a, const bms_body *b, const bms_pair *pair,
                             precise *on_a, precise *on_b) {
  double middle_a[3], along_a[3], middle_b[3], along_b[3], way[3], back[3];
  middle_of_edge(view->half_edge[0], pair->a, middle_a);
  middle_of_edge(view->half_edge[1], pair->b, middle_b);
  direction_of_edge(&view->a, pair->a, along_a);
  direction_of_edge(&view->b, pair->b, along_b);
  for (int r = 0; r < 3; r++) {
    way[r] = view->way[r] + middle_b[r] - middle_a[r];
    back[r] = -way[r];
  }
  point_of_edge(&a->box, pair->a, place_along(along_a, way, along_b), on_a);
  point_of_edge(&b->box, pair->b, place_along(along_b, back, along_a), on_b);
}

static double approach_of_features(const bms_contact_view *view, const bms_body *a, const bms_body *b,
                                   const bms_contact *contact) {
  const bms_pair *pair = &contact->pair;
  precise on_a, on_b;
  double x[3];
  if (pair->kind == BMS_PAIR_VO) {
    corner_of(&b->box, pair->b, x);
    on_b = exactly(x);
    foot_on_face(&view->b, &on_b, &view->a, &a->box, pair->a, contact->normal, &on_a);
  } else if (pair->kind == BMS_PAIR_OV) {
    corner_of(&a->box, pair->a, x);
    on_a = exactly(x);
    foot_on_face(&view->a, &on_a, &view->b, &b->box, pair->b, contact->normal, &on_b);
  } else {
    where_edges_meet(view, a, b, pair, &on_a, &on_b);
  }
  return closing_speed(view, &on_a, &on_b, contact->normal);
}

static double approach_at_points(const bms_contact_view *view, const bms_contact *contact) {
  const precise one = double_lanes_of(lanes_all(1));
  double greatest = -INFINITY;
  for (int k = 0; k < contact->point_count; k++) {
    precise on_a, on_b, world = exactly(contact->point[k]);
    precise_point_at(&view->a, &world, one, &on_a);
    precise_point_at(&view->b, &world, one, &on_b);
    greatest = bms_max(greatest, closing_speed(view, &on_a, &on_b, contact->normal));
  }
  return greatest;
}

#endif /* BMS_PRECISE_SPEED_INLINE_H */
