/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two rigid bodies over an interval, prepared for the quick walk: as little as tells boxes that are far apart, and that
 * the query is valid.
 *
 * Time is s in [0, 1] here, t = t0 + s (t1 - t0).  A body's quaternion is then linear between its values at both ends,
 * the way P = p_b - p_a a parabola with three Bernstein points.
 *
 * Errors.  Q is the length of the vector |q0| + T |q1|, T = max(|t0|, |t1|), of a quaternion's coefficients, and bounds
 * the quaternion and the intermediate results of its evaluation, D the like for P.  In roundings, 2^-53, a quaternion
 * is off by 2 Q at the ends of the interval, P by 12 D in a Bernstein point.
 *
 * Functions of this header are for rigid_quick.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_PAIR_H
#define BMS_RIGID_PAIR_H

#include <math.h>
#include <stdbool.h>

#include "axis.h"
#include "bms.h"
#include "lanes.h"
#include "relative.h"
#include "validate.h"
#include "vector.h"

typedef struct rigid_body {
  double quaternion[2][4]; /* at both ends */
  double half[4];          /* half extents; the last is not used */
  double middle[4];        /* centre of the box in its own frame; likewise */
  double square;           /* Q^2 */
  double largest, rate;    /* bounds of |q|^2 and |q'|^2 over the interval */
  double middle_bound;     /* |m_0| + |m_1| + |m_2| */
} rigid_body;

typedef struct rigid_pair {
  const bms_query *query;
  rigid_body a, b;
  double coefficient[3][4];     /* P: [power of t][coordinate] */
  double position[3][4];        /* P: [Bernstein point][coordinate] */
  double latest;                /* T */
  double size;                  /* D + |m_a| + |m_b| + h_a + h_b */
  double reach;                 /* half the sum of the boxes' diagonals */
  bool turning;                 /* a quaternion is not constant */
  unsigned axes, perpendicular; /* see parallel.h; at first all and none */
} rigid_pair;

/* Half extent k: 0 ... 2 of a, 3 ... 5 of b. */
BMS_INLINE double rigid_half(const rigid_pair *pair, int k) {
  return k < 3 ? pair->a.half[k] : pair->b.half[k - 3];
}

/* Whether face axis `axis` is at right angles to a half-edge (0 ... 2 of a, 3 ... 5 of b) of the other body for all t;
   of the axis of two edges that is not known. */
BMS_INLINE bool rigid_is_perpendicular(const rigid_pair *pair, int axis, int half_edge) {
  if (axis >= BMS_AXIS_EDGES) return false;
  int bit = axis < BMS_AXIS_FACE_B ? 3 * axis + half_edge - 3 : 3 * half_edge + axis - BMS_AXIS_FACE_B;
  return pair->perpendicular >> bit & 1;
}

/* Products of three magnitudes and their squares stay in range between these; as in relative.c. */
#define RIGID_SMALLEST 1e-20
#define RIGID_LARGEST 1e20

/* Half extents and centre; false if the box is flat or reversed. */
BMS_INLINE bool rigid_take_box(const bms_box *box, bms_lanes *half, bms_lanes *middle, rigid_body *body) {
  bms_lanes least = bms_lanes_of3(box->min[0], box->min[1], box->min[2]) * 0.5;
  bms_lanes most = bms_lanes_of3(box->max[0], box->max[1], box->max[2]) * 0.5;
  *half = most - least;
  *middle = most + least;
  memcpy(body->half, half, sizeof body->half);
  memcpy(body->middle, middle, sizeof body->middle);
  return bms_lanes_positive(*half) == 15;
}

/* The quaternion at both ends; false if its norm is not certainly positive in between, see validate.c. */
BMS_INLINE bool rigid_take_quaternion(const double c[4][2], double t0, double t1, double latest, bms_lanes *steep,
                                      rigid_body *body) {
  /* A norm is taken to be positive where it exceeds this part of Q^2: ample for its roundings. */
  static const double DOUBTFUL = 1e-12;
  bms_lanes value = bms_lanes_of(c[0][0], c[1][0], c[2][0], c[3][0]);
  bms_lanes slope = bms_lanes_of(c[0][1], c[1][1], c[2][1], c[3][1]);
  *steep = bms_lanes_absolute(slope);
  bms_lanes bound = bms_lanes_absolute(value) + *steep * latest;
  bms_lanes p = value + slope * t0, q = value + slope * t1;
  bms_lanes sums = bms_lanes_sums4(p * p, q * q, p * q, bound * bound);
  double first = sums[0], last = sums[1], mixed = sums[2], square = sums[3], doubt = DOUBTFUL * square;
  memcpy(body->quaternion[0], &p, sizeof p);
  memcpy(body->quaternion[1], &q, sizeof q);
  body->square = square;
  body->largest = bms_max(first, last) + doubt;
  body->rate = (first + last - 2 * mixed) + doubt;
  if (!(first > doubt && last > doubt && square >= RIGID_SMALLEST && square <= RIGID_LARGEST)) return false;
  return mixed >= 0 || first * last - mixed * mixed > 2 * doubt * (first + last);
}

/* P, and what bounds it and the coefficients of both positions. */
BMS_INLINE void rigid_take_position(const bms_query *query, rigid_pair *pair, bms_lanes *bound, bms_lanes *magnitude) {
  const double(*a)[3] = query->a.motion.rigid.position, (*b)[3] = query->b.motion.rigid.position;
  double t0 = query->t0, t1 = query->t1;
  bms_lanes c[3], point[3];
  *magnitude = bms_lanes_all(0);
  BMS_UNROLL(3)
  for (int k = 0; k < 3; k++) {
    bms_lanes of_a = bms_lanes_of3(a[0][k], a[1][k], a[2][k]), of_b = bms_lanes_of3(b[0][k], b[1][k], b[2][k]);
    c[k] = of_b - of_a;
    *magnitude += bms_lanes_absolute(of_a) + bms_lanes_absolute(of_b);
  }
  point[0] = c[0] + (c[1] + c[2] * t0) * t0;
  point[1] = c[0] + (c[1] * (0.5 * (t0 + t1)) + c[2] * (t0 * t1));
  point[2] = c[0] + (c[1] + c[2] * t1) * t1;
  *bound =
      bms_lanes_absolute(c[0]) + (bms_lanes_absolute(c[1]) + bms_lanes_absolute(c[2]) * pair->latest) * pair->latest;
  memcpy(pair->coefficient, c, sizeof c);
  memcpy(pair->position, point, sizeof point);
}

/*
 * Prepares a query of two rigid motions.  Returns false if that leaves anything open: the query may be invalid, a
 * quaternion may vanish, a box is flat, the interval is a point, magnitudes leave the range in which products neither
 * overflow nor vanish.
 */
BMS_INLINE bool rigid_prepare(const bms_query *query, rigid_pair *pair) {
  const bms_motion *motion_a = &query->a.motion, *motion_b = &query->b.motion;
  rigid_body *a = &pair->a, *b = &pair->b;
  double t0 = query->t0, t1 = query->t1;
  if (motion_a->form != BMS_MOTION_RIGID || motion_b->form != BMS_MOTION_RIGID || !(t0 < t1)) return false;
  pair->query = query;
  pair->latest = bms_max(fabs(t0), fabs(t1));
  pair->axes = BMS_ALL_AXES;
  pair->perpendicular = 0;
  bms_lanes half_a, half_b, middle_a, middle_b, steep_a, steep_b, bound, magnitude;
  if (!rigid_take_box(&query->a.box, &half_a, &middle_a, a)) return false;
  if (!rigid_take_box(&query->b.box, &half_b, &middle_b, b)) return false;
  if (!rigid_take_quaternion(motion_a->rigid.quaternion, t0, t1, pair->latest, &steep_a, a)) return false;
  if (!rigid_take_quaternion(motion_b->rigid.quaternion, t0, t1, pair->latest, &steep_b, b)) return false;
  rigid_take_position(query, pair, &bound, &magnitude);
  bms_lanes slopes = steep_a + steep_b;
  bms_lanes sums = bms_lanes_sums3(half_a, half_b, bms_lanes_absolute(middle_a), bms_lanes_absolute(middle_b));
  bms_lanes squares = bms_lanes_sums3(bound * bound, magnitude, half_a * half_a, half_b * half_b);
  a->middle_bound = sums[2];
  b->middle_bound = sums[3];
  pair->turning = bms_lanes_positive(slopes) != 0;
  pair->size = sqrt(squares[0]) + ((sums[0] + sums[1]) + (sums[2] + sums[3]));
  pair->reach = sqrt(squares[2]) + sqrt(squares[3]);
  if (!(squares[1] <= BMS_LARGEST_MAGNITUDE && bms_lanes_sum4(slopes) <= BMS_LARGEST_MAGNITUDE)) return false;
  return pair->size >= RIGID_SMALLEST && pair->size <= RIGID_LARGEST && pair->latest <= BMS_LARGEST_MAGNITUDE;
}

/*
 * Whether the spheres about the two origins that hold the boxes stay apart all the time.
 *
 * P(t) stays in the triangle of its Bernstein points; the direction tried is that to the point of the chord from P(t0)
 * to P(t1) that is nearest to zero, which is the best one for a straight path.
 */
BMS_INLINE bool rigid_spheres_apart(const rigid_pair *pair) {
  /* Roundings of a Bernstein point with a dot product of it, and of a radius. */
  static const double SPHERE_ERROR = 24 * BMS_ROUNDING;
  bms_lanes first = bms_lanes_load(pair->position[0]), middle = bms_lanes_load(pair->position[1]);
  bms_lanes last = bms_lanes_load(pair->position[2]), chord = last - first;
  double along = -bms_lanes_sum3(chord * first), square = bms_lanes_sum3(chord * chord), s = 0;
  if (along > 0) s = along < square ? along / square : 1;
  bms_lanes n = first + chord * s, sums = bms_lanes_sums3(n * first, n * middle, n * last, n * n);
  double least = bms_min(sums[0], bms_min(sums[1], sums[2])), reach = pair->reach + SPHERE_ERROR * pair->size;
  if (pair->a.middle_bound + pair->b.middle_bound > 0) reach += bms_length(pair->a.middle) + bms_length(pair->b.middle);
  return least > 0 && least * least > sums[3] * reach * reach * (1 + SPHERE_ERROR);
}

#endif /* BMS_RIGID_PAIR_H */
