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

#include "rigid_instant.h"
#include "rigid_root.h"
#include "rigid_still.h"
#include "rigid_value.h"
#include "twofold.h"
#include "walk.h"

/* Roundings of s in a place of a piece, s0 + x (s1 - s0): 2 1/2 of its own, and what the ends of the piece are off by.
   These are 3 at the beginning and 6 at the end, as a piece is taken from the rest of the interval.  Taking the part
   before x, of length x L, makes e at the end x e + 3 (1 - x) + 2 x L + 1/2; as x <= 31/32 (rigid_lowest()) that is 36
   at most after 24 times. */
static const double S_ROUNDINGS = 40;

/* Roundings of T in t = t0 + s (t1 - t0): two each for the difference and the product, which may be twice as large, one
   for the sum; and those of s. */
static const double TIME_ROUNDINGS = 96;

/* The widest enclosure that the walk is content with, in roundings of T. */
static const double NARROW_ROUNDINGS = 2;

/* The products of an axis with the columns of a and b: 1 for a face's own, 0 for others that the axis is at right angles
   to by its construction.  Those of the half-edges in `edges` (as bits; 0 ... 2 of a, 3 ... 5 of b) may be anything. */
typedef struct rigid_products {
  bms_lanes of[2];
  unsigned edges;
} rigid_products;

typedef struct rigid_walk {
  rigid_pair *pair;
  double slack;          /* bounds the rounding of a time */
  double s;              /* the boxes are apart on [0, s] */
  rigid_samples samples; /* over the interval, of a pair that turns */
  rigid_still still;     /* of one that does not */
  bms_axis_side axis;    /* followed up to s */
  rigid_plane plane;     /* its plane, over a piece that ends with its root or behind */
  double near;           /* place of that piece about where the root is */
  rigid_root root;
  rigid_instant at;       /* the pair at about s */
  rigid_gaps gaps;        /* at that time */
  rigid_products product; /* of the axis with the columns of a and b there */
} rigid_walk;

/* Minus the slope of the plane before its root, and the largest |second derivative|: n (n - 1) times the second
   differences of the Bernstein coefficients. */
static double slope_and_curvature(const rigid_walk *w, double *curvature) {
  enum { n = RIGID_DEGREE };
  const double *c = w->plane.c.place;
  double b[RIGID_NODES], largest = 0, z = w->root.before / (1 - w->root.before);
  rigid_plain p;
  rigid_bernstein(&w->plane, b);
  BMS_UNROLL(7)
  for (int i = 0; i < n; i++) b[i] = b[i + 1] - b[i];
  BMS_UNROLL(6)
  for (int i = 0; i + 1 < n; i++) largest = bms_max(largest, fabs(b[i + 1] - b[i]));
  rigid_plain_of(c, &p);
  *curvature = n * (n - 1) * largest * (1 + 0x1p-40);
  return rigid_fall(rigid_bent_at(&p, rigid_plain_value(c, z), z), z);
}

static void rigid_products_of(const rigid_instant *at, int axis, rigid_products *out) {
  if (axis < BMS_AXIS_FACE_B) {
    *out = (rigid_products){{rigid_unit(axis), at->c[axis]}, 7u << 3};
  } else if (axis < BMS_AXIS_EDGES) {
    int j = axis - BMS_AXIS_FACE_B;
    *out = (rigid_products){{at->c_t[j], rigid_unit(j)}, 7u};
  } else { /* A_i x B_j, seen from a and from b */
    int i = (axis - BMS_AXIS_EDGES) / 3, j = (axis - BMS_AXIS_EDGES) % 3;
    *out = (rigid_products){{bms_lanes_cross(rigid_unit(i), at->c_t[j]), bms_lanes_cross(at->c[i], rigid_unit(j))},
                            0x3fu & ~(1u << i | 8u << j)};
  }
}

/* Whether what holds in some lanes does so for all half-edges of a body (0 or 1) that are among these bits. */
BMS_INLINE bool rigid_hold_along(unsigned edges, int body, bms_lanes_mask mask) {
  const bms_lanes_mask bits = {1, 2, 4, 0};
  return bms_lanes_hold(mask | ((bits & (edges >> 3 * body)) == 0));
}

/* Whether no radius along the axis changes its sign near the contact: the plane is then the gap on both sides of it. A
   radius of h is at most h Q_a^2 Q_b^2 as a polynomial, and 2 n times that steep. */
static bool radii_keep_signs(const rigid_walk *w, double distance) {
  const rigid_pair *pair = w->pair;
  double bound = pair->a.square * pair->b.square * 2 * RIGID_DEGREE * distance;
  unsigned edges = w->product.edges;
  if (!pair->turning) return true;
  for (int k = 0; k < 6 && pair->perpendicular != 0; k++)
    if (rigid_is_perpendicular(pair, w->axis.axis, k)) edges &= ~(1u << k);
  for (int k = 0; k < 2; k++) {
    bms_lanes half = bms_lanes_load(k == 0 ? pair->a.half : pair->b.half);
    bms_lanes least = half * (bms_lanes_absolute(w->product.of[k]) * w->at.scale - bound);
    if (!rigid_hold_along(edges, k, least > bms_lanes_all(2 * w->plane.error))) return false;
  }
  return true;
}

static double time_at(const rigid_walk *w, double s) {
  const bms_query *query = w->pair->query;
  return bms_min(query->t0 + s * (query->t1 - query->t0), query->t1);
}

/* About when the gap reaches zero. */
static double contact_near(const rigid_walk *w) {
  static const double MOST = 1. / 32;
  double x = bms_min(w->root.before + w->plane.error / w->root.fall, w->root.behind + MOST);
  return time_at(w, w->plane.s0 + x * (w->plane.s1 - w->plane.s0));
}

/*
 * The contact between `before` and `behind` of the piece, in t; see the top of this file and of walk.c.
 *
 * `distance` (in parts of the piece): the plane's zero is between these two, where the gap is at most 2.25 errors (it
 * exceeds the plane by up to 2 errors, and what evaluation rounds is less than 1/4), and slopes are at least half of
 * that at `before`.  So the root is less than 3/4 of `distance` behind `before`, and so are the places of evaluation:
 * the first, contact_near(), is less than 1/4 away, as the slope that it goes by is at least half of the other, and the
 * others are at most 1/2 away from that.
 *
 * `uncertainty` of the slope: curvature is bounded on the piece.  A place before it, by 3/4 WIDEST at most, knows
 * (1 + 1.5 WIDEST)^5 < 4/3 times as much (the sum of the absolute Bernstein polynomials of degree 5), which the other
 * fourth is for.  An error polynomial of degree n <= 7 that is at most e on the piece has slopes of at most 2 n^2 e
 * there (Markov), and before it at most T_n'(1 + 1.5 WIDEST) / T_n'(1) < 2 times as much; 8 n^2 e is twice that again,
 * ample for the roundings of slope and curvature.
 */
static bool enclose_contact(const rigid_walk *w, bms_walk_result *result) {
  static const double WIDEST = 1. / 32;
  const bms_query *query = w->pair->query;
  double length = w->plane.s1 - w->plane.s0, duration = query->t1 - query->t0, per_t = 1 / (length * duration);
  double curvature, slope = slope_and_curvature(w, &curvature), error = w->plane.error;
  double before = w->root.before, behind = w->root.behind;
  double distance = 8 * error / slope + 4 * w->slack * per_t + 2 * (behind - before);
  double uncertainty = distance * curvature + 8 * RIGID_DEGREE * RIGID_DEGREE * error +
                       (1e-9 + 4 * S_ROUNDINGS * BMS_ROUNDING / length) * slope; /* what length may be off by */
  if (!(slope > 0 && uncertainty < 0.5 * slope && w->root.fall > 0.5 * slope)) return false;
  if (!radii_keep_signs(w, distance)) return false;
  if (distance > WIDEST) return false;
  if (w->plane.s1 < 1 && before + distance > 1) return false; /* nothing is known of slopes behind the piece */
  double flattest = (slope - uncertainty) * per_t, steepest = (slope + uncertainty) * per_t;

  double t = contact_near(w), start = t, reach = 0.5 * distance / per_t;
  for (int k = 0; k < 2; k++) {
    double doubt, value = rigid_value(w->pair, &result->signs, t, &doubt);
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

/* The signs along the axis, which name the pair of features.  Returns whether none is in doubt.  A product of zero is
   so by construction: one that only rounding makes zero belongs to an edge in the plane of contact, along which another
   axis is in doubt as well, and the verdict was not OVERLAP. */
static bool settle_signs(rigid_walk *w, bms_axis_signs *signs) {
  const bms_lanes zero = bms_lanes_all(0);
  double doubt = w->at.error / w->pair->size; /* four times the error of an entry of C at least */
  bms_lanes_int sign[2];
  bool certain = true;
  rigid_products_of(&w->at, w->axis.axis, &w->product);
  BMS_UNROLL(2)
  for (int k = 0; k < 2; k++) {
    bms_lanes product = w->product.of[k];
    sign[k] = __builtin_convertvector((product < zero) - (product > zero), bms_lanes_int);
    certain = certain & bms_lanes_hold3((product == zero) | (bms_lanes_absolute(product) > bms_lanes_all(doubt)));
  }
  signs->axis = w->axis.axis;
  signs->distance = w->axis.side;
  bms_lanes_int first = __builtin_shufflevector(sign[0], sign[1], 0, 1, 2, 4);
  bms_lanes_int last = __builtin_shufflevector(sign[0], sign[1], 2, 4, 5, 6);
  memcpy(signs->half_edge, &first, sizeof first);
  memcpy(signs->half_edge + 2, &last, sizeof last);
  return certain;
}

#endif /* BMS_RIGID_CONTACT_H */
