/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Where the quick walk stands, and the contact that it has come to: the root of its plane, enclosed in t.
 *
 * As in walk.c, by one value of the gap in compensated arithmetic (rigid_value.h) and bounds of its slope.  What the
 * conversion from s to t may be off by is among what the slopes hold for.
 *
 * Functions of this header are for rigid_quick.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_CONTACT_H
#define BMS_RIGID_CONTACT_H

#include "rigid_piece.h"
#include "rigid_value.h"
#include "twofold.h"
#include "walk.h"

/* Raises the error of a plane to cover the evaluation of its polynomial; as in walk.c. */
static const double EVALUATION_FACTOR = 1.25;

/* Roundings of s in a place of a stretch, s0 + x (s1 - s0): three, and for each split before it three more. */
static const double S_ROUNDINGS = 40;

/* Roundings of T in t = t0 + s (t1 - t0): two each for the difference and the product, which may be twice as large, one
   for the sum; and those of s. */
static const double TIME_ROUNDINGS = 96;

/* The widest enclosure that the walk is content with, in roundings of T. */
static const double NARROW_ROUNDINGS = 2;

typedef struct rigid_walk {
  rigid_pair *pair;
  double slack;          /* bounds the rounding of a time */
  double s;              /* the boxes are apart on [0, s] */
  double end;            /* of the stretch to look at */
  bms_axis_side axis;    /* separates at s */
  rigid_instant at;      /* the pair at about s */
  rigid_gaps gaps;       /* at that time */
  rigid_plane plane;     /* over [s, end] */
  double ahead;          /* a later time that has been looked at */
  bool closing;          /* that is when the boxes are nearest to each other */
  rigid_gaps gaps_ahead; /* at that time */
} rigid_walk;

/* Minus the slope of the plane at place x of its stretch, and the largest |second derivative|: n (n - 1) times the
   second differences of the Bernstein coefficients. */
static double slope_and_curvature(const rigid_plane *plane, double x, double *curvature) {
  double b[RIGID_DEGREE + 1], largest = 0;
  int n = plane->degree;
  rigid_bernstein(plane, b);
  for (int i = 0; i < n; i++) b[i] = b[i + 1] - b[i];
  for (int i = 0; i + 1 < n; i++) largest = bms_max(largest, fabs(b[i + 1] - b[i]));
  for (int level = n - 1; level > 0; level--)
    for (int i = 0; i < level; i++) b[i] += x * (b[i + 1] - b[i]);
  *curvature = n * (n - 1) * largest * (1 + 0x1p-40);
  return -n * b[0];
}

/* The products of an axis with the columns of a and then of b: 1 for a face's own, 0 for others that the axis is at right
   angles to by its construction.  Returns the rest (bit k), whose products may be anything. */
static unsigned rigid_products(const rigid_instant *at, int axis, double product[6]) {
  int i = axis % 3, j = i;
  for (int k = 0; k < 6; k++) product[k] = 0;
  if (axis < BMS_AXIS_FACE_B) {
    product[i] = 1;
    for (int k = 0; k < 3; k++) product[3 + k] = at->c[i][k];
    return 7u << 3;
  }
  if (axis < BMS_AXIS_EDGES) {
    product[3 + j] = 1;
    for (int k = 0; k < 3; k++) product[k] = at->c[k][j];
    return 7u;
  }
  i = (axis - BMS_AXIS_EDGES) / 3;
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  product[i1] = -at->c[i2][j];
  product[i2] = at->c[i1][j];
  product[3 + j1] = at->c[i][j2];
  product[3 + j2] = -at->c[i][j1];
  return 0x3fu & ~(1u << i | 8u << j);
}

/* Whether no radius along the axis changes its sign near the contact: the plane is then the gap on both sides of it. A
   radius of h is at most h Q_a^2 Q_b^2 as a polynomial, and 2 n times that steep. */
static bool radii_keep_signs(const rigid_walk *w, double distance) {
  const rigid_pair *pair = w->pair;
  double product[6], bound = pair->a.square * pair->b.square * 2 * RIGID_DEGREE * distance;
  if (!pair->turning) return true;
  unsigned edges = rigid_products(&w->at, w->axis.axis, product);
  for (int k = 0; k < 6; k++) {
    if (!(edges >> k & 1) || rigid_is_perpendicular(pair, w->axis.axis, k)) continue;
    double least = rigid_half(pair, k) * (fabs(product[k]) * w->at.scale - bound);
    if (!(least > 2 * EVALUATION_FACTOR * w->plane.error)) return false;
  }
  return true;
}

/*
 * The contact between `before` and `behind` of the stretch, in t; see the top of this file and of walk.c.
 *
 * `distance` (in parts of the stretch): at `before` the gap is at most 2.25 errors more than the plane's zero, and the
 * slope at least half of what it is there, so root and places of evaluation are less than 3/4 of it away.  Curvature is
 * bounded on the stretch.  A place before it, by 3/4 WIDEST at most, knows (1 + 1.5 WIDEST)^4 < 4/3 times as much (the
 * sum of the absolute Bernstein polynomials of degree 4), which the other fourth is for.
 */
static bool enclose_contact(const rigid_walk *w, double before, double behind, bms_walk_result *result) {
  static const double WIDEST = 1. / 32;
  const bms_query *query = w->pair->query;
  double length = w->plane.s1 - w->plane.s0, duration = query->t1 - query->t0, per_t = 1 / (length * duration),
         curvature;
  double slope = slope_and_curvature(&w->plane, before, &curvature), error = w->plane.error;
  double distance = 8 * error / slope + 4 * w->slack * per_t + 2 * (behind - before);
  double uncertainty = distance * curvature + 4 * w->plane.degree * error +
                       (1e-9 + 4 * S_ROUNDINGS * BMS_ROUNDING / length) * slope; /* what length may be off by */
  if (!(slope > 0 && uncertainty < 0.5 * slope) || !radii_keep_signs(w, distance)) return false;
  if (w->plane.degree > 2 && distance > WIDEST) return false;
  if (w->plane.s1 < 1 && before + distance > 1) return false; /* nothing is known of slopes behind the stretch */
  double flattest = (slope - uncertainty) * per_t, steepest = (slope + uncertainty) * per_t;

  double s = w->plane.s0 + length * (before + EVALUATION_FACTOR * error / slope), reach = 0.5 * distance / per_t;
  double t = bms_min(query->t0 + s * duration, query->t1), start = t;
  for (int k = 0; k < 2; k++) {
    double value = rigid_value(query, w->axis.axis, w->axis.side, t) / w->plane.factor;
    double doubt = RIGID_VALUE_ERROR * error;
    double least = value - doubt, most = value + doubt;
    double from = least / (least > 0 ? steepest : flattest), to = most / (most > 0 ? flattest : steepest);
    double later = bms_twofold_rounded_sum(t, to, INFINITY), earlier = bms_twofold_rounded_sum(t, from, -INFINITY);
    if (earlier > query->t0 && earlier >= start - reach && later <= start + reach && later <= query->t1 &&
        later - earlier <= NARROW_ROUNDINGS * BMS_ROUNDING * w->pair->latest && t + from == t + to) {
      result->t_lower = earlier;
      result->t_upper = later;
      result->t = t + from;
      return true;
    }
    t = bms_min(t + 0.5 * (from + to), query->t1);
  }
  return false;
}

/* The signs along the axis, which name the pair of features.  Returns whether none is in doubt.  A product of zero is so
   by construction: one that only rounding makes zero belongs to an edge in the plane of contact, along which another
   axis is in doubt as well, and the verdict was not OVERLAP. */
static bool settle_signs(const rigid_walk *w, bms_axis_signs *signs) {
  double product[6], doubt = w->at.error / w->pair->size; /* four times the error of an entry of C at least */
  bool certain = true;
  (void)rigid_products(&w->at, w->axis.axis, product);
  *signs = (bms_axis_signs){.axis = w->axis.axis, .distance = w->axis.side};
  for (int k = 0; k < 6; k++) {
    signs->half_edge[k] = (product[k] > 0) - (product[k] < 0);
    certain = certain && (product[k] == 0 || fabs(product[k]) > doubt);
  }
  return certain;
}

#endif /* BMS_RIGID_CONTACT_H */
