/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Normals at the time of contact.
 *
 * Products of columns are formed in double-double arithmetic, so that the normal of edges that enclose a sine s is off
 * by some 2^-100 / s before it is rounded.  Edges with a smaller sine than PARALLEL have no normal of their own; the
 * faces beside them then have one that serves: it lies at right angles to both edges up to that sine.
 *
 * Gaps are computed in doubles from rounded half-edges and centres: 3 roundings of each of the seven terms, 9 of their
 * sum, 2 for the normal.  TOLERANCE is above that.
 */

#include "numeric/arithmetic.h"

#include "answer/contact_view.h"

#include <math.h>
#include <string.h>

#include "motion/relative.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

static const double PARALLEL = 0x1p-48, CROSSING = 0.125;

/* Roundings of the size. */
static const double TOLERANCE = 16;

/* The gap along an axis: minus infinity where the axis is none. */
typedef struct candidate {
  double n[3], gap, sine;
  int side; /* what the axis vector was multiplied by */
} candidate;

void bms_normalise(double v[3]) {
  double largest = bms_max(fabs(v[0]), bms_max(fabs(v[1]), fabs(v[2])));
  if (!(largest > 0)) return;
  for (int r = 0; r < 3; r++) v[r] /= largest;
  double length = bms_length(v);
  for (int r = 0; r < 3; r++) v[r] /= length;
}

/* The centre of a box in its own frame, exactly, and half of what it measures. */
static void middle_of(const bms_box *box, bms_double_double middle[3], double half[3]) {
  for (int i = 0; i < 3; i++) {
    middle[i] = bms_double_double_sum(0.5 * box->min[i], 0.5 * box->max[i]);
    half[i] = 0.5 * box->max[i] - 0.5 * box->min[i];
  }
}

static void half_edges_of(const bms_precise_pose *pose, const double half[3], double half_edge[3][3], double *size) {
  for (int i = 0; i < 3; i++) {
    for (int r = 0; r < 3; r++) half_edge[i][r] = pose->column[i].x[r].high / pose->scale.high * half[i];
    *size += bms_length(half_edge[i]);
  }
}

void bms_contact_view_of(const bms_body *a, const bms_body *b, double t, bms_contact_view *view) {
  bms_double_double middle_a[3], middle_b[3];
  double half_a[3], half_b[3];
  view->rigid_a = a->motion.form == BMS_MOTION_RIGID;
  view->rigid_b = b->motion.form == BMS_MOTION_RIGID;
  bms_precise_pose_at(&a->motion, t, &view->a);
  bms_precise_pose_at(&b->motion, t, &view->b);
  middle_of(&a->box, middle_a, half_a);
  middle_of(&b->box, middle_b, half_b);
  view->size = 0;
  half_edges_of(&view->a, half_a, view->half_edge, &view->size);
  half_edges_of(&view->b, half_b, view->half_edge + 3, &view->size);
  /* c_b - c_a = (k_a C_b - k_b C_a) / (k_a k_b) */
  bms_precise_vector centre_a = bms_precise_point(&view->a, middle_a), centre_b = bms_precise_point(&view->b, middle_b);
  centre_b = bms_precise_times(&centre_b, view->a.scale);
  centre_a = bms_precise_times(&centre_a, view->b.scale);
  bms_precise_vector way = bms_precise_difference(&centre_b, &centre_a);
  for (int r = 0; r < 3; r++) view->way[r] = way.x[r].high / view->a.scale.high / view->b.scale.high;
}

/* ------------------------------------------------------------------ axes */

static double length_of(const bms_precise_vector *v) {
  double x[3];
  bms_precise_round(v, x);
  return bms_length(x);
}

static void cross_columns(const bms_precise_vector *u, const bms_precise_vector *v, candidate *out) {
  bms_precise_vector n = bms_precise_cross(u, v);
  out->sine = length_of(&n) / (length_of(u) * length_of(v));
  bms_precise_round(&n, out->n);
}

static void face_of(bool rigid, const bms_precise_pose *pose, int i, candidate *out) {
  out->sine = 1;
  if (rigid)
    bms_precise_round(&pose->column[i], out->n);
  else
    cross_columns(&pose->column[(i + 1) % 3], &pose->column[(i + 2) % 3], out);
}

static void axis_vector(const bms_contact_view *view, int axis, candidate *out) {
  if (axis < BMS_AXIS_FACE_B)
    face_of(view->rigid_a, &view->a, axis, out);
  else if (axis < BMS_AXIS_EDGES)
    face_of(view->rigid_b, &view->b, axis - BMS_AXIS_FACE_B, out);
  else
    cross_columns(&view->a.column[(axis - BMS_AXIS_EDGES) / 3], &view->b.column[(axis - BMS_AXIS_EDGES) % 3], out);
}

static double gap_along(const bms_contact_view *view, int axis, const double n[3]) {
  double gap = bms_dot(n, view->way);
  for (int k = 0; k < 6; k++)
    if (!bms_is_perpendicular(axis, k)) gap -= fabs(bms_dot(n, view->half_edge[k]));
  return gap;
}

/* An axis, turned to `side` or, where that is 0, from a to b. */
static void look_along(const bms_contact_view *view, int axis, int side, candidate *out) {
  axis_vector(view, axis, out);
  out->gap = -INFINITY;
  if (!(out->sine > PARALLEL)) return;
  bms_normalise(out->n);
  double along = bms_dot(out->n, view->way);
  if (side == 0) side = along < 0 ? -1 : 1;
  out->side = side;
  for (int r = 0; r < 3; r++) out->n[r] *= side;
  out->gap = gap_along(view, axis, out->n);
}

/* ------------------------------------------------------------------ which */

static void take(const candidate *c, bool own, bms_contact_normal *out) {
  memcpy(out->n, c->n, sizeof out->n);
  out->own = own;
}

int bms_contact_normals(const bms_contact_view *view, const bms_axis_signs *signs,
                        bms_contact_normal normal[BMS_CONTACT_NORMALS]) {
  candidate of[BMS_AXES];
  double greatest = -INFINITY;
  int own = signs->axis, best = 0, count = 0;
  for (int k = 0; k < BMS_AXES; k++) {
    look_along(view, k, k == own ? signs->distance : 0, &of[k]);
    if (of[k].gap > greatest) best = k;
    greatest = bms_max(greatest, of[k].gap);
  }
  double least = greatest - TOLERANCE * BMS_ROUNDING * view->size;
  bool crossing = of[own].sine >= CROSSING;
  if (of[own].gap >= least && (crossing || own < BMS_AXIS_EDGES)) {
    take(&of[own], crossing, &normal[0]);
    return 1;
  }
  for (int k = 0; k < BMS_AXIS_EDGES; k++)
    if (of[k].gap >= least) take(&of[k], false, &normal[count++]);
  if (count > 0) return count;
  take(&of[of[own].gap >= least ? own : best], false, &normal[0]);
  return 1;
}

void bms_contact_deepest(const bms_contact_view *view, bms_axis_signs *signs) {
  candidate of[BMS_AXES];
  int best = 0;
  for (int k = 0; k < BMS_AXES; k++) {
    double ahead = k < BMS_AXIS_EDGES ? 0 : TOLERANCE * BMS_ROUNDING * view->size;
    look_along(view, k, 0, &of[k]);
    if (of[k].gap > of[best].gap + ahead) best = k;
  }
  *signs = (bms_axis_signs){.axis = best, .distance = of[best].side};
  for (int k = 0; k < 6; k++) {
    double along = bms_is_perpendicular(best, k) ? 0 : of[best].side * bms_dot(of[best].n, view->half_edge[k]);
    signs->half_edge[k] = (along > 0) - (along < 0);
  }
}
