/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The view of a contact: both poses in double-double arithmetic, and from them all axes, three side by side: the faces
 * of one body, or the products of one column of a with each of b.
 *
 * contact_view.c compiles this for any machine, contact_view_avx2.c once more for x86-64 processors with AVX2 and FMA;
 * both compute the same bits.
 */

#ifndef BMS_CONTACT_VIEW_INLINE_H
#define BMS_CONTACT_VIEW_INLINE_H

#include <math.h>

#include "answer/contact_view.h"
#include "answer/precise_pose_inline.h"
#include "motion/axis.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

/* Edges with a smaller sine have no normal of their own; see contact_view.c. */
static const double PARALLEL = 0x1p-48;

/* Sums of a pose and of the way are off by this part of their terms without signs.  Views that lose no more than ENOUGH
   are certain. */
static const double CANCELLED = 0x1p-100, ENOUGH = 2 * BMS_ROUNDING;

/* The sines and vectors of three axes in double-double arithmetic, of these lengths. */
typedef struct three_axes {
  precise n[3];
  lanes length;
} three_axes;

BMS_INLINE lanes length_of(lanes x, lanes y, lanes z) {
  const lanes v[3] = {x, y, z};
  return lanes_sqrt(lanes_dot(v, v));
}

/* The centre of a box in its own frame, exactly, and half of what it measures. */
static void middle_of(const bms_box *box, precise *middle, double half[3]) {
  bms_double_double m[3];
  for (int i = 0; i < 3; i++) {
    m[i] = bms_double_double_sum(0.5 * box->min[i], 0.5 * box->max[i]);
    half[i] = 0.5 * box->max[i] - 0.5 * box->min[i];
  }
  *middle = (precise){lanes_of3(m[0].high, m[1].high, m[2].high), lanes_of3(m[0].low, m[1].low, m[2].low)};
}

/* Returns the lengths of the half-edges of a body, summed. */
static double half_edges_of(const bms_precise_pose *pose, const double half[3], lanes half_edge[3]) {
  for (int r = 0; r < 3; r++)
    half_edge[r] = lanes_mul(lanes_div(pose->row[r].high, pose->scale.high), lanes_of3(half[0], half[1], half[2]));
  return lanes_sum3(length_of(half_edge[0], half_edge[1], half_edge[2]));
}

/* Returns p_b - p_a of two rigid motions, by the differences of their coefficients, which are exact: an offset that
   both have in common is nowhere added. */
static precise way_of_positions(const bms_motion *a, const bms_motion *b, double t, double *terms) {
  const double(*p)[3] = a->rigid.position, (*q)[3] = b->rigid.position;
  const precise time = double_lanes_of(lanes_all(t));
  precise way = double_lanes_of(lanes_all(0));
  lanes of_a[3], of_b[3], rounded[3];
  coefficients_of(p[0], p[1], p[2], of_a);
  coefficients_of(q[0], q[1], q[2], of_b);
  for (int k = 2; k >= 0; k--) {
    precise difference = double_lanes_sum(of_b[k], lanes_negate(of_a[k]));
    way = plus(times(way, time), difference);
    rounded[k] = difference.high;
  }
  *terms = terms_of(rounded, time.high);
  return way;
}

BMS_INLINE double size_of_middle(const precise *middle) {
  return lanes_sum3(lanes_absolute(middle->high));
}

/* c_b - c_a = p_b - p_a + R_b m_b / k_b - R_a m_a / k_a; and the terms that it is a sum of, without their signs. */
static lanes rigid_way(const bms_body *a, const bms_body *b, double t, const precise *middle_a, const precise *middle_b,
                       const bms_contact_view *view, double *terms) {
  const precise none = double_lanes_of(lanes_all(0));
  precise of_a = over(combination(view->a.column, none, *middle_a), view->a.scale);
  precise of_b = over(combination(view->b.column, none, *middle_b), view->b.scale);
  precise positions = way_of_positions(&a->motion, &b->motion, t, terms);
  *terms += size_of_middle(middle_a) + size_of_middle(middle_b);
  return plus(positions, minus(of_b, of_a)).high;
}

/* Returns the terms of the columns of a body without signs, summed. */
BMS_INLINE double terms_of_columns(const bms_precise_pose *pose) {
  return pose->terms[0] + pose->terms[1] + pose->terms[2];
}

BMS_INLINE double terms_of_centre(const bms_precise_pose *pose, const precise *middle) {
  return (pose->terms[3] + terms_of_columns(pose) * size_of_middle(middle)) / lanes_get(pose->scale.high, 0);
}

/* c_b - c_a = (k_a C_b - k_b C_a) / (k_a k_b), and its terms in the same way. */
static lanes homogeneous_way(const precise *middle_a, const precise *middle_b, const bms_contact_view *view,
                             double *terms) {
  precise centre_a, centre_b;
  precise_point(&view->a, middle_a, &centre_a);
  precise_point(&view->b, middle_b, &centre_b);
  precise way = minus(times(centre_b, view->a.scale), times(centre_a, view->b.scale));
  *terms = terms_of_centre(&view->a, middle_a) + terms_of_centre(&view->b, middle_b);
  return lanes_div(lanes_div(way.high, view->a.scale.high), view->b.scale.high);
}

/* ------------------------------------------------------------------ axes */

/* The lengths of the columns of a body. */
static lanes lengths_of(const bms_precise_pose *pose) {
  return length_of(pose->row[0].high, pose->row[1].high, pose->row[2].high);
}

/* The normals of the faces. */
static void faces_of(const bms_precise_pose *pose, three_axes *out) {
  lanes length = lengths_of(pose);
  if (pose->rigid) {
    for (int r = 0; r < 3; r++) out->n[r] = pose->row[r];
    out->length = length;
  } else {
    precise_normals(pose, out->n);
    out->length = lanes_mul(lanes_next(length), lanes_after_next(length));
  }
}

/* The products of column i of a with b's. */
static void edges_of(const bms_precise_pose *a, int i, const bms_precise_pose *b, three_axes *out) {
  for (int r = 0; r < 3; r++) {
    int s = (r + 1) % 3, t = (r + 2) % 3;
    out->n[r] = minus(times(all_of(a->column[i], s), b->row[t]), times(all_of(a->column[i], t), b->row[s]));
  }
  out->length = lanes_scale(lengths_of(b), lanes_get(lengths_of(a), i));
}

/* The lanes of a group of axes in which half-edge k is not perpendicular to the axis (bms_is_perpendicular()). */
static unsigned counts(int group, int k) {
  unsigned own = 1u << (k % 3);
  if (group < 2) return k / 3 == group ? own : 7;
  return k >= 3 ? 7 & ~own : k == group - 2 ? 0 : 7;
}

/* Returns x, or 1 where it is zero: no lane divides zero by zero, the spare one included. */
BMS_INLINE lanes one_for_zero(lanes x) {
  return lanes_choose(lanes_greater(x, lanes_all(0)), x, lanes_all(1));
}

/* Puts a group of axes into the view, with vectors of unit length.  Ones of no length stay zero, and so is their
 sine. */
static void look_along(const three_axes *axes, int group, bms_contact_view *view) {
  lanes n[3], largest = lanes_all(0), along = lanes_all(0), radii = lanes_all(0);
  for (int r = 0; r < 3; r++) largest = lanes_max(largest, lanes_absolute(axes->n[r].high));
  lanes divisor = one_for_zero(largest);
  for (int r = 0; r < 3; r++) n[r] = lanes_div(axes->n[r].high, divisor);
  lanes length = length_of(n[0], n[1], n[2]);
  divisor = one_for_zero(length);
  for (int r = 0; r < 3; r++) n[r] = lanes_div(n[r], divisor);
  for (int r = 0; r < 3; r++) along = lanes_add_scaled(along, n[r], view->way[r]);
  for (int k = 0; k < 6; k++) {
    const lanes *edge = view->half_edge[k / 3];
    lanes dot = lanes_scale(n[0], lanes_get(edge[0], k % 3));
    for (int r = 1; r < 3; r++) dot = lanes_add_scaled(dot, n[r], lanes_get(edge[r], k % 3));
    radii = lanes_add(radii, lanes_keep(lanes_absolute(dot), lanes_mask_bits(counts(group, k))));
  }
  for (int r = 0; r < 3; r++) view->n[group][r] = n[r];
  view->sine[group] = lanes_div(lanes_mul(largest, length), axes->length);
  view->along[group] = along;
  view->radii[group] = radii;
}

/* ------------------------------------------------------------------ what it is worth */

/* Returns true if the columns of a body, and the normals of its faces, are known to 2 roundings. */
static bool is_body_certain(const bms_precise_pose *pose, lanes sines) {
  lanes least = lanes_mul(lengths_of(pose), sines);
  double shortest = bms_min(bms_min(lanes_get(least, 0), lanes_get(least, 1)), lanes_get(least, 2));
  return pose->rigid || (CANCELLED * terms_of_columns(pose) <= ENOUGH * shortest &&
                         CANCELLED * pose->scale_terms <= ENOUGH * lanes_get(pose->scale.high, 0));
}

/* Returns true if the view is known to some roundings of its size; see contact_view.c. */
static bool is_certain(const bms_contact_view *view, double way_terms) {
  return CANCELLED * way_terms <= ENOUGH * view->size && is_body_certain(&view->a, view->sine[0]) &&
         is_body_certain(&view->b, view->sine[1]);
}

/* Computes the view.  Returns true if it is certain. */
static bool contact_view_of(const bms_body *a, const bms_body *b, double t, bms_contact_view *view) {
  precise middle_a, middle_b;
  double half_a[3], half_b[3], way_terms;
  three_axes axes;
  precise_pose_at(&a->motion, t, &view->a);
  precise_pose_at(&b->motion, t, &view->b);
  middle_of(&a->box, &middle_a, half_a);
  middle_of(&b->box, &middle_b, half_b);
  view->size = half_edges_of(&view->a, half_a, view->half_edge[0]);
  view->size += half_edges_of(&view->b, half_b, view->half_edge[1]);
  lanes way = view->a.rigid && view->b.rigid ? rigid_way(a, b, t, &middle_a, &middle_b, view, &way_terms)
                                             : homogeneous_way(&middle_a, &middle_b, view, &way_terms);
  for (int r = 0; r < 3; r++) view->way[r] = lanes_get(way, r);
  faces_of(&view->a, &axes);
  look_along(&axes, 0, view);
  faces_of(&view->b, &axes);
  look_along(&axes, 1, view);
  for (int i = 0; i < 3; i++) {
    edges_of(&view->a, i, &view->b, &axes);
    look_along(&axes, 2 + i, view);
  }
  view->least_sine = PARALLEL;
  return is_certain(view, way_terms);
}

#endif /* BMS_CONTACT_VIEW_INLINE_H */
