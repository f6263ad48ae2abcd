/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two rigid bodies over an interval, prepared for the quick walk: as little as tells boxes that are far apart, and that
 * the query is valid.
 *
 * Time is s in [0, 1] here, t = t0 + s (t1 - t0).  A body's quaternion is then linear between its values at both ends,
 * the way P = p_b - p_a a parabola with three Bernstein points, and any stretch [s0, s1] of the interval has the same
 * form: its ends and points are means of these.
 *
 * Errors.  Q is the length of the vector |q0| + T |q1|, T = max(|t0|, |t1|), of a quaternion's coefficients, and bounds
 * the quaternion and the intermediate results of its evaluation, D the like for P.  In roundings, 2^-53:
 *
 *     quaternion   2 Q at the ends; a mean of them adds 2 (difference) + 2 (product) + 1 (sum)        7 Q
 *     P            12 D for a Bernstein point of the interval; two levels of means add 5 each         22 D
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
  double half_bound;       /* h_0 + h_1 + h_2 */
  double middle_bound;     /* |m_0| + |m_1| + |m_2| */
} rigid_body;

typedef struct rigid_pair {
  const bms_query *query;
  rigid_body a, b;
  double coefficient[3][4];     /* P: [power of t][coordinate] */
  double position[3][4];        /* P: [Bernstein point][coordinate] */
  double nearest;               /* s about when the two origins are nearest to each other */
  double latest;                /* T */
  double size;                  /* D + |m_a| + |m_b| + h_a + h_b */
  bool turning;                 /* a quaternion is not constant */
  unsigned axes, perpendicular; /* see parallel.h; at first all and none */
} rigid_pair;

/* Row r of s times the unit matrix plus that which takes the cross product with v: what a rotation's rows have beside
   the products of a quaternion's vector with itself. */
BMS_INLINE bms_lanes rigid_turn_row(int r, double s, bms_lanes v) {
  if (r == 0) return bms_lanes_of3(s, -v[2], v[1]);
  return r == 1 ? bms_lanes_of3(v[2], s, -v[0]) : bms_lanes_of3(-v[1], v[0], s);
}

/* Half extent k: 0 ... 2 of a, 3 ... 5 of b. */
BMS_INLINE double rigid_half(const rigid_pair *pair, int k) {
  return k < 3 ? pair->a.half[k] : pair->b.half[k - 3];
}

/* Whether face axis `axis` is at right angles to a half-edge (0 ... 2 of a, 3 ... 5 of b) of the other body for all t; of
   the axis of two edges that is not known. */
BMS_INLINE bool rigid_is_perpendicular(const rigid_pair *pair, int axis, int half_edge) {
  if (axis >= BMS_AXIS_EDGES) return false;
  int bit = axis < BMS_AXIS_FACE_B ? 3 * axis + half_edge - 3 : 3 * half_edge + axis - BMS_AXIS_FACE_B;
  return pair->perpendicular >> bit & 1;
}

/* Products of three magnitudes and their squares stay in range between these; as in relative.c. */
#define RIGID_SMALLEST 1e-20
#define RIGID_LARGEST 1e20

/* Half extents and centre; false if the box is flat or reversed. */
BMS_INLINE bool rigid_take_box(const bms_box *box, rigid_body *body) {
  bms_lanes least = bms_lanes_of3(box->min[0], box->min[1], box->min[2]) * 0.5;
  bms_lanes most = bms_lanes_of3(box->max[0], box->max[1], box->max[2]) * 0.5;
  bms_lanes half = most - least, middle = most + least;
  memcpy(body->half, &half, sizeof body->half);
  memcpy(body->middle, &middle, sizeof body->middle);
  body->half_bound = bms_lanes_sum3(half);
  body->middle_bound = bms_lanes_sum3(bms_lanes_absolute(middle));
  return half[0] > 0 && half[1] > 0 && half[2] > 0;
}

/* The quaternion at both ends; false if its norm is not certainly positive in between, see validate.c. */
BMS_INLINE bool rigid_take_quaternion(const double c[4][2], double t0, double t1, double latest, bool *turning,
                                      rigid_body *body) {
  /* A norm is taken to be positive where it exceeds this part of Q^2: ample for its roundings. */
  static const double DOUBTFUL = 1e-12;
  bms_lanes value = bms_lanes_of(c[0][0], c[1][0], c[2][0], c[3][0]);
  bms_lanes slope = bms_lanes_of(c[0][1], c[1][1], c[2][1], c[3][1]);
  bms_lanes steep = bms_lanes_absolute(slope), bound = bms_lanes_absolute(value) + steep * latest;
  bms_lanes p = value + slope * t0, q = value + slope * t1;
  double first = bms_lanes_sum4(p * p), last = bms_lanes_sum4(q * q), mixed = bms_lanes_sum4(p * q);
  double square = bms_lanes_sum4(bound * bound), doubt = DOUBTFUL * square;
  memcpy(body->quaternion[0], &p, sizeof p);
  memcpy(body->quaternion[1], &q, sizeof q);
  body->square = square;
  *turning = *turning || slope[0] != 0 || slope[1] != 0 || slope[2] != 0 || slope[3] != 0;
  if (!(first > doubt && last > doubt && square >= RIGID_SMALLEST && square <= RIGID_LARGEST)) return false;
  if (!(bms_lanes_sum4(steep) <= BMS_LARGEST_MAGNITUDE)) return false;
  return mixed >= 0 || first * last - mixed * mixed > 2 * doubt * (first + last);
}

/* P and the size; false if a coefficient is out of range. */
BMS_INLINE bool rigid_take_position(const bms_query *query, rigid_pair *pair) {
  const double(*a)[3] = query->a.motion.rigid.position, (*b)[3] = query->b.motion.rigid.position;
  double t0 = query->t0, t1 = query->t1;
  bms_lanes c[3], point[3], magnitude = bms_lanes_all(0);
  for (int k = 0; k < 3; k++) {
    bms_lanes of_a = bms_lanes_of3(a[0][k], a[1][k], a[2][k]), of_b = bms_lanes_of3(b[0][k], b[1][k], b[2][k]);
    c[k] = of_b - of_a;
    magnitude += bms_lanes_absolute(of_a) + bms_lanes_absolute(of_b);
  }
  point[0] = c[0] + (c[1] + c[2] * t0) * t0;
  point[1] = c[0] + (c[1] * (0.5 * (t0 + t1)) + c[2] * (t0 * t1));
  point[2] = c[0] + (c[1] + c[2] * t1) * t1;
  bms_lanes bound =
      bms_lanes_absolute(c[0]) + (bms_lanes_absolute(c[1]) + bms_lanes_absolute(c[2]) * pair->latest) * pair->latest;
  memcpy(pair->coefficient, c, sizeof c);
  memcpy(pair->position, point, sizeof point);
  pair->size = sqrt(bms_lanes_sum3(bound * bound)) + pair->a.middle_bound + pair->b.middle_bound + pair->a.half_bound +
               pair->b.half_bound;
  return bms_lanes_sum3(magnitude) <= BMS_LARGEST_MAGNITUDE;
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
  pair->turning = false;
  pair->axes = BMS_ALL_AXES;
  pair->perpendicular = 0;
  if (!rigid_take_box(&query->a.box, a) || !rigid_take_box(&query->b.box, b)) return false;
  if (!rigid_take_quaternion(motion_a->rigid.quaternion, t0, t1, pair->latest, &pair->turning, a)) return false;
  if (!rigid_take_quaternion(motion_b->rigid.quaternion, t0, t1, pair->latest, &pair->turning, b)) return false;
  if (!rigid_take_position(query, pair)) return false;
  return pair->size >= RIGID_SMALLEST && pair->size <= RIGID_LARGEST && pair->latest <= BMS_LARGEST_MAGNITUDE;
}

/*
 * Whether the spheres about the two origins that hold the boxes stay apart all the time.  Sets pair->nearest.
 *
 * P(t) stays in the triangle of its Bernstein points; the direction tried is that to the point of the chord from P(t0)
 * to P(t1) that is nearest to zero, which is the best one for a straight path.
 */
BMS_INLINE bool rigid_spheres_apart(rigid_pair *pair) {
  /* Roundings of a Bernstein point with a dot product of it, and of a radius. */
  static const double SPHERE_ERROR = 24 * BMS_ROUNDING;
  bms_lanes first = bms_lanes_load(pair->position[0]), middle = bms_lanes_load(pair->position[1]);
  bms_lanes last = bms_lanes_load(pair->position[2]), chord = last - first;
  double along = -bms_lanes_sum3(chord * first), square = bms_lanes_sum3(chord * chord), s = 0;
  if (along > 0) s = along < square ? along / square : 1;
  bms_lanes n = first + chord * s;
  double least = bms_min(bms_lanes_sum3(n * first), bms_min(bms_lanes_sum3(n * middle), bms_lanes_sum3(n * last)));
  double reach = bms_length(pair->a.half) + bms_length(pair->b.half) + SPHERE_ERROR * pair->size;
  if (pair->a.middle_bound + pair->b.middle_bound > 0) reach += bms_length(pair->a.middle) + bms_length(pair->b.middle);
  pair->nearest = s;
  return least > 0 && least * least > bms_lanes_sum3(n * n) * reach * reach * (1 + SPHERE_ERROR);
}

#endif /* BMS_RIGID_PAIR_H */
