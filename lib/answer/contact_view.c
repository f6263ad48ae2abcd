/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Normals at the time of contact.
 *
 * Products of columns are formed in double-double arithmetic, so that the normal of edges that enclose a sine s is off
 * by some 2^-100 / s before it is rounded.  Edges with a smaller sine than PARALLEL have no normal of their own; the
 * faces next to them then have one that serves: it lies at right angles to both edges up to that sine.
 *
 * Sums of a pose lose some 2^-100 of their terms without signs.  If that is more than 2 roundings of what they add up
 * to, or of the size for the way between the boxes, or where a face's slight sine makes it more, all is computed
 * without rounding (exact_view.h), and then no axis is too slight.
 *
 * Gaps are computed in doubles from rounded half-edges and centres: 3 roundings of each of the seven terms, 9 of their
 * sum, 2 for the normal.  TOLERANCE is above that.
 */

#include "numeric/arithmetic.h"

#include "answer/contact_view.h"

#include <math.h>
#include <string.h>

#include "answer/contact_view_avx2.h"
#include "answer/contact_view_inline.h"
#include "answer/exact_view.h"
#include "motion/relative.h"
#include "numeric/compiler.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

static const double CROSSING = 0.125;

/* Roundings of the size. */
static const double TOLERANCE = 16;

void bms_normalise(double v[3]) {
  double largest = bms_max(fabs(v[0]), bms_max(fabs(v[1]), fabs(v[2])));
  if (!(largest > 0)) return;
  for (int r = 0; r < 3; r++) v[r] /= largest;
  double length = bms_length(v);
  for (int r = 0; r < 3; r++) v[r] /= length;
}

static bool look(const bms_body *a, const bms_body *b, double t, bms_contact_view *view) {
#if BMS_FAST_AVX2
  if (bms_processor_has_avx2()) return bms_contact_view_of_avx2(a, b, t, view);
#endif
  return contact_view_of(a, b, t, view);
}

static lanes in_lanes(const double v[3][3], int r) {
  return lanes_of3(v[0][r], v[1][r], v[2][r]);
}

/* Puts what is exact in the place of what is not certain; the poses are left, from which speeds come. */
static void look_exactly(const bms_body *a, const bms_body *b, double t, bms_contact_view *view) {
  bms_exact_view exact;
  if (!bms_exact_view_at(a, b, t, &exact)) return;
  view->size = 0;
  for (int k = 0; k < 2; k++) {
    lanes *edge = view->half_edge[k];
    for (int r = 0; r < 3; r++) edge[r] = in_lanes((const double(*)[3])exact.half_edge + 3 * k, r);
    view->size += lanes_sum3(length_of(edge[0], edge[1], edge[2]));
  }
  memcpy(view->way, exact.way, sizeof view->way);
  for (int group = 0; group < BMS_AXIS_GROUPS; group++) {
    const double *length = exact.length + 3 * group;
    three_axes axes = {.length = lanes_of3(length[0], length[1], length[2])};
    for (int r = 0; r < 3; r++) axes.n[r] = double_lanes_of(in_lanes((const double(*)[3])exact.axis + 3 * group, r));
    look_along(&axes, group, view);
  }
  view->least_sine = 0;
}

void bms_contact_view_of(const bms_body *a, const bms_body *b, double t, bms_contact_view *view) {
  if (!look(a, b, t, view)) look_exactly(a, b, t, view);
}

/* Returns the sine of the two vectors whose product an axis is. */
static double sine_of(const bms_contact_view *view, int axis) {
  return lanes_get(view->sine[axis / 3], axis % 3);
}

static double along(const bms_contact_view *view, int axis) {
  return lanes_get(view->along[axis / 3], axis % 3);
}

/* Returns 1 or -1, the factor with which an axis leads from a to b. */
static int side_of(const bms_contact_view *view, int axis) {
  return along(view, axis) < 0 ? -1 : 1;
}

/* Returns the gap along an axis, minus infinity where the axis is none. */
static double gap_of(const bms_contact_view *view, int axis, int side) {
  if (!(sine_of(view, axis) > view->least_sine)) return -INFINITY;
  return side * along(view, axis) - lanes_get(view->radii[axis / 3], axis % 3);
}

/* ------------------------------------------------------------------ which */

static bms_contact_normal normal_of(const bms_contact_view *view, int axis, int side, bool own) {
  double radii = lanes_get(view->radii[axis / 3], axis % 3);
  bms_contact_normal normal = {.own = own, .flat = radii <= TOLERANCE * BMS_ROUNDING * view->size};
  for (int r = 0; r < 3; r++) normal.n[r] = side * lanes_get(view->n[axis / 3][r], axis % 3);
  return normal;
}

void bms_view_faces(const bms_contact_view *view, double normal[2][3][3]) {
  for (int axis = 0; axis < BMS_AXIS_EDGES; axis++)
    for (int r = 0; r < 3; r++) normal[axis / 3][axis % 3][r] = lanes_get(view->n[axis / 3][r], axis % 3);
}

int bms_contact_normals(const bms_contact_view *view, const bms_axis_signs *signs,
                        bms_contact_normal normal[BMS_CONTACT_NORMALS]) {
  double gap[BMS_AXES], greatest = -INFINITY;
  int own = signs->axis, own_side = signs->distance != 0 ? signs->distance : side_of(view, own), best = 0, count = 0;
  bool crossing = sine_of(view, own) >= CROSSING;
  if (crossing || (own < BMS_AXIS_EDGES && sine_of(view, own) > view->least_sine)) {
    normal[0] = normal_of(view, own, own_side, crossing);
    return 1;
  }
  for (int k = 0; k < BMS_AXES; k++) {
    gap[k] = gap_of(view, k, side_of(view, k));
    if (gap[k] > greatest) best = k;
    greatest = bms_max(greatest, gap[k]);
  }
  double least = greatest - TOLERANCE * BMS_ROUNDING * view->size;
  for (int k = 0; k < BMS_AXIS_EDGES; k++)
    if (gap[k] >= least) normal[count++] = normal_of(view, k, side_of(view, k), false);
  if (count > 0 && gap[own] >= least) normal[count++] = normal_of(view, own, own_side, false);
  if (count > 0) return count;
  bool none = gap[own] == -INFINITY;
  normal[0] = normal_of(view, none ? best : own, none ? side_of(view, best) : own_side, false);
  return 1;
}

void bms_contact_deepest(const bms_contact_view *view, bms_axis_signs *signs) {
  double deepest = -INFINITY;
  int best = 0;
  for (int k = 0; k < BMS_AXES; k++) {
    double ahead = k < BMS_AXIS_EDGES ? 0 : TOLERANCE * BMS_ROUNDING * view->size;
    double gap = gap_of(view, k, side_of(view, k));
    if (!(gap > deepest + ahead)) continue;
    best = k;
    deepest = gap;
  }
  *signs = (bms_axis_signs){.axis = best, .distance = side_of(view, best)};
  bms_contact_normal axis = normal_of(view, best, 1, true);
  for (int k = 0; k < 6; k++) {
    const lanes *edge = view->half_edge[k / 3];
    const double half_edge[3] = {lanes_get(edge[0], k % 3), lanes_get(edge[1], k % 3), lanes_get(edge[2], k % 3)};
    double rise = bms_is_perpendicular(best, k) ? 0 : bms_dot(axis.n, half_edge);
    signs->half_edge[k] = (rise > 0) - (rise < 0);
  }
}
