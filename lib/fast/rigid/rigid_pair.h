/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two rigid bodies over an interval, prepared for the fast walk: as little as recognises boxes that are far apart, and
 * that the query is valid.
 *
 * Time is s in [0, 1] here, t = t0 + s (t1 - t0).  A body's quaternion is then linear between its values at both ends,
 * the way P = p_b - p_a a parabola with three Bernstein points.
 *
 * Errors.  Q is the length of the vector |q0| + T |q1|, T = max(|t0|, |t1|), of a quaternion's coefficients, and bounds
 * the quaternion and the intermediate results of its evaluation, D the like for P.  In roundings, 2^-53, a quaternion
 * is off by 2 Q at the ends of the interval, P by 12 D in a Bernstein point.
 *
 * Functions of this header are for rigid_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_PAIR_H
#define BMS_RIGID_PAIR_H

#include <math.h>
#include <stdbool.h>

#include "motion/axis.h"
#include "bms.h"
#include "numeric/lanes.h"
#include "fast/compensated.h"
#include "motion/relative.h"
#include "validate/rules.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

typedef struct rigid_body {
  BMS_LANES_ALIGNED double quaternion[2][4]; /* at both ends */
  BMS_LANES_ALIGNED double half[4];          /* half extents; the last is not used */
  BMS_LANES_ALIGNED double middle[4];        /* centre of the box in its own frame; as above */
  double square;                             /* Q^2 */
} rigid_body;

typedef struct rigid_pair {
  const bms_query *query;
  double t0, t1; /* the interval: the query's, or a part of it outside of which the boxes are apart */
  rigid_body a, b;
  BMS_LANES_ALIGNED double coefficient[3][4]; /* P: [power of t][coordinate] */
  BMS_LANES_ALIGNED double position[3][4];    /* P: [Bernstein point][coordinate] */
  BMS_LANES_ALIGNED double ends[4];           /* |q_a|^2 at both ends, |q_b|^2 at both */
  BMS_LANES_ALIGNED double products[4];       /* of the quaternions at both ends, of a and of b; Q_a^2, Q_b^2 */
  double max_abs_time;                        /* T */
  double size;                                /* D + |m_a| + |m_b| + h_a + h_b */
  double middle_bound;                        /* |m_0| + |m_1| + |m_2| of both */
  double reach;                               /* half the sum of the boxes' diagonals */
  double extent_a, extent_b;                  /* sums of the half extents */
  bool turning;                               /* a quaternion is not constant */
  unsigned solid; /* bit k: half-edge k (0 ... 2 of a, 3 ... 5 of b) has a length; others have no sign along any axis */
  unsigned axes, perpendicular; /* see parallel_edges.h; at first all and none */
} rigid_pair;

/* Half extent k: 0 ... 2 of a, 3 ... 5 of b. */
BMS_INLINE double rigid_half(const rigid_pair *pair, int k) {
  return k < 3 ? pair->a.half[k] : pair->b.half[k - 3];
}

/* Returns true if face axis `axis` is at right angles to a half-edge (0 ... 2 of a, 3 ... 5 of b) of the other body
   for all t; of the axis of two edges that is not known. */
BMS_INLINE bool rigid_is_perpendicular(const rigid_pair *pair, int axis, int half_edge) {
  if (axis >= BMS_AXIS_EDGES) return false;
  int bit = axis < BMS_AXIS_FACE_B ? 3 * axis + half_edge - 3 : 3 * half_edge + axis - BMS_AXIS_FACE_B;
  return pair->perpendicular >> bit & 1;
}

/* When quaternions are to be evaluated.  If they are constant that may be at any time: at one that is known early, so
   that nothing waits for t. */
BMS_INLINE double rigid_turning_time(const rigid_pair *pair, double t) {
  return pair->turning ? t : 0;
}

/* Products of three magnitudes and their squares stay in range between these; as in relative.c. */
#define RIGID_SMALLEST 1e-20
#define RIGID_LARGEST 1e20

/* Half extents and centre; false if the box is reversed, or so thin that half of that is zero. */
BMS_INLINE bool rigid_take_box(const bms_box *box, lanes *half, lanes *middle, rigid_body *body) {
  lanes min = lanes_of3(box->min[0], box->min[1], box->min[2]), least = lanes_scale(min, 0.5);
  lanes max = lanes_of3(box->max[0], box->max[1], box->max[2]), most = lanes_scale(max, 0.5);
  *half = lanes_sub(most, least);
  *middle = lanes_add(most, least);
  memcpy(body->half, half, sizeof body->half);
  memcpy(body->middle, middle, sizeof body->middle);
  return lanes_hold(lanes_mask_or(lanes_greater(*half, lanes_all(0)), lanes_equal(min, max)));
}

/* A norm is taken to be positive where it exceeds this part of Q^2: some thousand times its roundings, as what follows
   divides by it. */
static const double RIGID_NORM_ERROR = 1e-12;

/* The coefficients of a quaternion, and its values at both ends of the interval. */
typedef struct rigid_course {
  lanes value, slope, first, last;
} rigid_course;

BMS_INLINE rigid_course rigid_take_course(const rigid_pair *pair, const double c[4][2], rigid_body *body) {
  rigid_course course;
  course.value = lanes_of(c[0][0], c[1][0], c[2][0], c[3][0]);
  course.slope = lanes_of(c[0][1], c[1][1], c[2][1], c[3][1]);
  course.first = lanes_add_scaled(course.value, course.slope, pair->t0);
  course.last = lanes_add_scaled(course.value, course.slope, pair->t1);
  memcpy(body->quaternion[0], &course.first, sizeof course.first);
  memcpy(body->quaternion[1], &course.last, sizeof course.last);
  return course;
}

/* Bounds the coefficients. */
BMS_INLINE lanes rigid_course_bound(const rigid_course *course, double max_abs_time) {
  return lanes_add_scaled(lanes_absolute(course->value), lanes_absolute(course->slope), max_abs_time);
}

/* Takes the squares at both ends. */
BMS_INLINE lanes rigid_take_squares(const rigid_course *a, const rigid_course *b, rigid_pair *pair) {
  lanes ends = lanes_sums4(lanes_mul(a->first, a->first), lanes_mul(a->last, a->last), lanes_mul(b->first, b->first),
                           lanes_mul(b->last, b->last));
  memcpy(pair->ends, &ends, sizeof ends);
  return ends;
}

/* Returns true if the norm of a quaternion is certainly positive between both ends, given that it is there.  Only a
   quaternion that turns by more than half a turn leaves that in question. */
static bool rigid_stays_regular(double first, double last, double product, double square) {
  return bms_stays_positive(first, product, last, RIGID_NORM_ERROR * square);
}

/* The quaternions of both bodies; false if a norm is not certainly positive all the time. */
BMS_INLINE bool rigid_take_quaternions(rigid_pair *pair, lanes *steep) {
  rigid_course a = rigid_take_course(pair, pair->query->a.motion.rigid.quaternion, &pair->a);
  rigid_course b = rigid_take_course(pair, pair->query->b.motion.rigid.quaternion, &pair->b);
  lanes bound_a = rigid_course_bound(&a, pair->max_abs_time), bound_b = rigid_course_bound(&b, pair->max_abs_time);
  lanes ends = rigid_take_squares(&a, &b, pair);
  lanes products = lanes_sums4(lanes_mul(a.first, a.last), lanes_mul(b.first, b.last), lanes_mul(bound_a, bound_a),
                               lanes_mul(bound_b, bound_b));
  lanes squares = lanes_shuffle(products, products, 2, 2, 3, 3);
  memcpy(pair->products, &products, sizeof products);
  pair->a.square = lanes_get(products, 2);
  pair->b.square = lanes_get(products, 3);
  *steep = lanes_add(lanes_absolute(a.slope), lanes_absolute(b.slope));
  if (!lanes_hold(lanes_mask_and(lanes_mask_and(lanes_greater(ends, lanes_scale(squares, RIGID_NORM_ERROR)),
                                                lanes_at_least(squares, lanes_all(RIGID_SMALLEST))),
                                 lanes_at_least(lanes_all(RIGID_LARGEST), squares))))
    return false;
  return lanes_hold(lanes_at_least(products, lanes_all(0))) ||
         (rigid_stays_regular(lanes_get(ends, 0), lanes_get(ends, 1), lanes_get(products, 0), lanes_get(products, 2)) &&
          rigid_stays_regular(lanes_get(ends, 2), lanes_get(ends, 3), lanes_get(products, 1), lanes_get(products, 3)));
}

/* Takes the quaternions at the ends of another interval. */
BMS_INLINE void rigid_take_ends(rigid_pair *pair) {
  rigid_course a = rigid_take_course(pair, pair->query->a.motion.rigid.quaternion, &pair->a);
  rigid_course b = rigid_take_course(pair, pair->query->b.motion.rigid.quaternion, &pair->b);
  (void)rigid_take_squares(&a, &b, pair);
  pair->products[0] = lanes_sum4(lanes_mul(a.first, a.last));
  pair->products[1] = lanes_sum4(lanes_mul(b.first, b.last));
}

/* Rows of a position's coefficients, each with one of the next in the spare lane, which saves a move. */
BMS_INLINE void rigid_position_rows(const double c[3][3], lanes row[3]) {
  row[0] = lanes_of(c[0][0], c[0][1], c[0][2], c[1][0]);
  row[1] = lanes_of(c[1][0], c[1][1], c[1][2], c[2][0]);
  row[2] = lanes_of3(c[2][0], c[2][1], c[2][2]);
}

/* Takes the Bernstein points of P over the interval. */
BMS_INLINE void rigid_take_positions(rigid_pair *pair) {
  double t0 = pair->t0, t1 = pair->t1;
  lanes c[3], point[3];
  memcpy(c, pair->coefficient, sizeof c);
  point[0] = lanes_add_scaled(c[0], lanes_add_scaled(c[1], c[2], t0), t0);
  point[1] = lanes_add(c[0], lanes_add_scaled(lanes_scale(c[1], 0.5 * (t0 + t1)), c[2], t0 * t1));
  point[2] = lanes_add_scaled(c[0], lanes_add_scaled(c[1], c[2], t1), t1);
  memcpy(pair->position, point, sizeof point);
}

/* P, and what bounds it and the coefficients of both positions. */
BMS_INLINE void rigid_take_position(const bms_query *query, rigid_pair *pair, lanes *bound, lanes *magnitude) {
  lanes row_a[3], row_b[3], c[4];
  rigid_position_rows(query->a.motion.rigid.position, row_a);
  rigid_position_rows(query->b.motion.rigid.position, row_b);
  *magnitude = lanes_add(lanes_add(lanes_add(lanes_absolute(row_a[0]), lanes_absolute(row_b[0])),
                                   lanes_add(lanes_absolute(row_a[1]), lanes_absolute(row_b[1]))),
                         lanes_add(lanes_absolute(row_a[2]), lanes_absolute(row_b[2])));
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) c[r] = lanes_sub(row_b[r], row_a[r]);
  c[3] = c[2];
  lanes_transpose(c);
  *bound = lanes_add_scaled(lanes_absolute(c[0]),
                            lanes_add_scaled(lanes_absolute(c[1]), lanes_absolute(c[2]), pair->max_abs_time),
                            pair->max_abs_time);
  memcpy(pair->coefficient, c, sizeof pair->coefficient);
  rigid_take_positions(pair);
}

/*
 * Prepares a query of two rigid motions.  Returns false if that leaves anything open: the query may be invalid, a
 * quaternion may vanish, the interval is a point, magnitudes leave the range in which products neither overflow nor
 * vanish.
 */
BMS_INLINE bool rigid_prepare(const bms_query *query, rigid_pair *pair) {
  double t0 = query->t0, t1 = query->t1;
  if (query->a.motion.form != BMS_MOTION_RIGID || query->b.motion.form != BMS_MOTION_RIGID || !(t0 < t1)) return false;
  pair->query = query;
  pair->t0 = t0;
  pair->t1 = t1;
  pair->max_abs_time = bms_max(fabs(t0), fabs(t1));
  pair->axes = BMS_ALL_AXES;
  pair->perpendicular = 0;
  lanes half_a, half_b, middle_a, middle_b, steep, bound, magnitude;
  if (!rigid_take_box(&query->a.box, &half_a, &middle_a, &pair->a)) return false;
  if (!rigid_take_box(&query->b.box, &half_b, &middle_b, &pair->b)) return false;
  if (!rigid_take_quaternions(pair, &steep)) return false;
  rigid_take_position(query, pair, &bound, &magnitude);
  lanes sums = lanes_sums3(half_a, half_b, lanes_absolute(middle_a), lanes_absolute(middle_b));
  lanes roots = lanes_sqrt(lanes_sums3(lanes_mul(bound, bound), lanes_mul(bound, bound), lanes_mul(half_a, half_a),
                                       lanes_mul(half_b, half_b)));
  pair->middle_bound = lanes_get(sums, 2) + lanes_get(sums, 3);
  pair->turning = lanes_positive(steep) != 0;
  pair->solid = (lanes_positive(half_a) & 7) | (lanes_positive(half_b) & 7) << 3;
  pair->extent_a = lanes_get(sums, 0);
  pair->extent_b = lanes_get(sums, 1);
  pair->size = lanes_get(roots, 0) + ((lanes_get(sums, 0) + lanes_get(sums, 1)) + pair->middle_bound);
  pair->reach = lanes_get(roots, 2) + lanes_get(roots, 3);
  if (!(pair->size >= RIGID_SMALLEST && pair->size <= RIGID_LARGEST)) return false;
  return bms_all_proved(&(bms_proved){
      .interval_range = pair->max_abs_time <= BMS_LARGEST_MAGNITUDE,
      .interval_order = true, /* t0 < t1 */
      .box_range = true,      /* by the size */
      .box_order = true,      /* rigid_take_box() */
      .motion_form = true,
      /* Every coefficient is in one of these lanes. */
      .motion_range = lanes_hold(lanes_at_least(lanes_all(BMS_LARGEST_MAGNITUDE), lanes_add(magnitude, steep))),
      .motion_regular = true, /* rigid_take_quaternions() */
  });
}

/* Roundings of a Bernstein point with a dot product of it, and of a radius. */
static const double SPHERE_ERROR = 24 * BMS_ROUNDING;

/* The spheres about the two origins that hold the boxes: the sum of their radii. */
BMS_INLINE double rigid_reach(const rigid_pair *pair) {
  double reach = pair->reach + SPHERE_ERROR * pair->size;
  if (pair->middle_bound > 0) reach += bms_length(pair->a.middle) + bms_length(pair->b.middle);
  return reach;
}

/* Returns true if P(t), which stays in the triangle of its Bernstein points, is certainly farther from zero than
   `reach` along n. */
BMS_INLINE bool rigid_keeps_away(lanes first, lanes middle, lanes last, lanes n, double reach) {
  lanes sums = lanes_sums3(lanes_mul(n, first), lanes_mul(n, middle), lanes_mul(n, last), lanes_mul(n, n));
  double least = bms_min(lanes_get(sums, 0), bms_min(lanes_get(sums, 1), lanes_get(sums, 2)));
  return least > 0 && least * least > lanes_get(sums, 3) * reach * reach * (1 + SPHERE_ERROR);
}

/*
 * Returns true if the spheres stay apart all the time.
 *
 * The direction tried is that to the point of the chord from P(t0) to P(t1) that is nearest to zero, which is the best
 * one for a straight path.
 */
BMS_INLINE bool rigid_spheres_apart(const rigid_pair *pair) {
  lanes first = lanes_load(pair->position[0]), last = lanes_load(pair->position[2]), chord = lanes_sub(last, first);
  double along = -lanes_sum3(lanes_mul(chord, first)), square = lanes_sum3(lanes_mul(chord, chord)), s = 0;
  if (along > 0) s = along < square ? along / square : 1;
  return rigid_keeps_away(first, lanes_load(pair->position[1]), last, lanes_add_scaled(first, chord, s),
                          rigid_reach(pair));
}

#endif /* BMS_RIGID_PAIR_H */
