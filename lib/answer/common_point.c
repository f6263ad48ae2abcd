/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A point that two boxes share.
 *
 * If two boxes share a point, an edge of one of them meets the other box: the intersection has corners, and each lies
 * on an edge of a or of b.  Along an edge the excess over a slab is the greater of two linear functions, and the
 * greatest excess a convex function with six pieces, whose least value takes a few steps.
 *
 * If a box is flat, as its axes are nearly in one plane, this loses nothing: the points of an edge are sums of its
 * half-edges, and excesses are products with normals; no system of nearly dependent equations is solved.  Clipping the
 * faces of one box by the other's was rejected for that reason.
 */

#include "numeric/arithmetic.h"

#include "answer/common_point.h"

#include <math.h>
#include <stdbool.h>

#include "answer/patch.h"
#include "numeric/vector.h"

/* ------------------------------------------------------------------ edges */

/* A linear function of s. */
typedef struct line {
  double at_zero, slope;
} line;

/* An edge middle + s along, |s| <= 1, from the centre of the other box. */
typedef struct edge {
  double middle[3], along[3];
} edge;

static double value_of(line l, double s) {
  return l.at_zero + l.slope * s;
}

/* Returns the excess over that slab of a box that is the greatest at s. */
static line greatest_excess(const edge *e, const bms_placed_box *box, double s) {
  line greatest = {-INFINITY, 0};
  for (int k = 0; k < 3; k++) {
    double middle = bms_dot(box->normal[k], e->middle), along = bms_dot(box->normal[k], e->along);
    double sign = middle + s * along < 0 ? -1 : 1;
    line excess = {sign * middle - box->width[k], sign * along};
    if (value_of(excess, s) > value_of(greatest, s)) greatest = excess;
  }
  return greatest;
}

/* Finds the s of [-1, 1] where the edge is the least outside of a box.  Returns by how much. */
static double least_excess(const edge *e, const bms_placed_box *box, double *s) {
  enum { PIECES = 6 };
  line falling = greatest_excess(e, box, -1), rising = greatest_excess(e, box, 1), here;
  *s = -1;
  if (falling.slope >= 0) return value_of(falling, -1);
  *s = 1;
  if (rising.slope <= 0) return value_of(rising, 1);
  for (int k = 0; k < PIECES; k++) {
    *s = bms_min(bms_max((rising.at_zero - falling.at_zero) / (falling.slope - rising.slope), -1), 1);
    here = greatest_excess(e, box, *s);
    if (here.slope < 0)
      falling = here;
    else
      rising = here;
  }
  return value_of(here, *s);
}

/* Tries all edges of a box.  `way` leads from its centre to the other's.  Returns true if one is less outside than
   *least; then *x is the point, from the centre of the box itself. */
static bool try_edges(const bms_placed_box *box, const bms_placed_box *other, const double way[3], double *least,
                      double x[3]) {
  bool found = false;
  for (int k = 0; k < 12; k++) {
    int i = k / 4, j = (i + 1) % 3, l = (i + 2) % 3;
    edge e;
    double start[3] = {0, 0, 0}, s;
    bms_add_scaled(start, k & 1 ? box->half[j] : -box->half[j], box->axis[j], start);
    bms_add_scaled(start, k & 2 ? box->half[l] : -box->half[l], box->axis[l], start);
    bms_add_scaled(start, -1, way, e.middle);
    for (int r = 0; r < 3; r++) e.along[r] = box->half[i] * box->axis[i][r];
    double excess = least_excess(&e, other, &s);
    if (!(excess < *least)) continue;
    *least = excess;
    bms_add_scaled(start, s, e.along, x);
    found = true;
  }
  return found;
}

void bms_nearest_edge_point(const bms_placed_box *a, const bms_placed_box *b, double point[3]) {
  double way[3], back[3], x[3] = {0, 0, 0}, least = INFINITY;
  for (int r = 0; r < 3; r++) {
    way[r] = b->centre[r] - a->centre[r];
    back[r] = -way[r];
  }
  (void)try_edges(a, b, way, &least, x);
  const bms_placed_box *on = try_edges(b, a, back, &least, x) ? b : a;
  for (int r = 0; r < 3; r++) point[r] = on->centre[r] + x[r];
}

/* ------------------------------------------------------------------ centres */

/* Moves x, from the centre of a box, to the point of it with the nearest coordinates along its axes. */
static void move_into(const bms_placed_box *box, double x[3]) {
  double s[3];
  for (int i = 0; i < 3; i++) s[i] = bms_dot(box->normal[i], x) / bms_dot(box->normal[i], box->axis[i]);
  for (int r = 0; r < 3; r++) x[r] = 0;
  for (int i = 0; i < 3; i++) bms_add_scaled(x, bms_min(bms_max(s[i], -box->half[i]), box->half[i]), box->axis[i], x);
}

/* Searches for the point of one box that is nearest to the centre of the other, x from the centre of a. */
static bool find_nearest(const bms_placed_box *a, const bms_placed_box *b, double slack, double x[3]) {
  double way[3];
  for (int r = 0; r < 3; r++) way[r] = x[r] = b->centre[r] - a->centre[r];
  move_into(a, x);
  if (bms_outside_of_boxes(a, b, x) <= slack) return true;
  for (int r = 0; r < 3; r++) x[r] = -way[r];
  move_into(b, x);
  bms_add_scaled(x, 1, way, x);
  return bms_outside_of_boxes(a, b, x) <= slack;
}

/* ------------------------------------------------------------------ patches */

/* Computes the middle of the patch along a normal, x from the centre of a.  Returns false if it is not in both boxes:
   it is where they overlap by little. */
static bool find_middle_of_patch(const bms_placed_box *a, const bms_placed_box *b, const double normal[3], double slack,
                                 double x[3]) {
  static const bms_pair NONE = {BMS_PAIR_NONE, 0, 0};
  double point[BMS_MAX_POINTS][3];
  int count = bms_contact_patch(a, b, &NONE, normal, 0, point);
  if (count == 0) return false;
  for (int r = 0; r < 3; r++) {
    double sum = 0;
    for (int k = 0; k < count; k++) sum += point[k][r] - a->centre[r];
    x[r] = sum / count;
  }
  return bms_outside_of_boxes(a, b, x) <= slack;
}

void bms_common_point(const bms_placed_box *a, const bms_placed_box *b, const double normal[3], double point[3]) {
  double slack = BMS_SLACK * (a->magnitude + b->magnitude), x[3];
  if (find_nearest(a, b, slack, x) || find_middle_of_patch(a, b, normal, slack, x))
    for (int r = 0; r < 3; r++) point[r] = a->centre[r] + x[r];
  else
    bms_nearest_edge_point(a, b, point);
}
