/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Any two bodies over an interval, prepared for the fast walk of homogeneous pairs (homogeneous_walk.h).
 *
 * In homogeneous form (relative.h): columns A_i and a scale k of degree 2, the centre of the box times its scale, C = A
 * m + T for a matrix motion, A m + k p for a rigid one.  Time is s in [0, 1], t = t0 + s (t1 - t0); a motion quadratic
 * has three Bernstein points.
 *
 * Errors, in roundings of the bounds in homogeneous_body.  Bernstein points: 6 of a quadratic's, 20 of a quaternion's
 * products, 6 of C's own sums.  The three weights of a parabola's points add 5, or 9 where they are rounded themselves.
 * So at a place columns and scales are off by at most 30, and C, with k p, by 50.
 *
 * Functions of this header are for homogeneous_fast_inline.h alone, which is compiled for several machines.
 */

#ifndef BMS_HOMOGENEOUS_PAIR_H
#define BMS_HOMOGENEOUS_PAIR_H

#include <math.h>
#include <stdbool.h>

#include "motion/axis.h"
#include "bms.h"
#include "numeric/lanes.h"
#include "motion/motion.h"
#include "motion/relative.h"
#include "validate/rules.h"
#include "numeric/vector.h"

typedef struct homogeneous_body {
  double point[3][3][4];         /* [Bernstein point][coordinate]: A_0, A_1, A_2, and C without k p */
  double scale[3];               /* k: Bernstein points */
  bool rigid;                    /* p is there, too: */
  double position[3][3];         /* [Bernstein point][coordinate] */
  double half[4];                /* half extents; the last is not used */
  double column, weight, centre; /* bounds of |A_i|, k and |C|, and of what they are computed from */
  double half_sum;
} homogeneous_body;

typedef struct homogeneous_pair {
  const bms_query *query;
  homogeneous_body a, b;
  double max_abs_time; /* max(|t0|, |t1|) */
  double size;         /* bounds |D| and the boxes' half diagonals, times both scales */
  double bound[3]; /* of gaps with the factors that they have here, and of their parts: along faces of a, of b, edges */
} homogeneous_pair;

/* Which of the bounds an axis has. */
BMS_INLINE int homogeneous_kind(int axis) {
  return axis < BMS_AXIS_FACE_B ? 0 : axis < BMS_AXIS_EDGES ? 1 : 2;
}

/* As in relative.c: products of all factors of a gap stay in range between these. */
#define HOMOGENEOUS_SMALLEST 1e-20
#define HOMOGENEOUS_LARGEST 1e20

/* Half extents and centre; false if the box is reversed, or so thin that half of that is zero. */
BMS_INLINE bool homogeneous_take_box(const bms_box *box, homogeneous_body *body, lanes *middle) {
  lanes min = lanes_of3(box->min[0], box->min[1], box->min[2]), least = lanes_scale(min, 0.5);
  lanes max = lanes_of3(box->max[0], box->max[1], box->max[2]), most = lanes_scale(max, 0.5);
  lanes half = lanes_sub(most, least);
  *middle = lanes_add(most, least);
  memcpy(body->half, &half, sizeof body->half);
  body->half_sum = lanes_sum3(half);
  return lanes_hold(lanes_mask_or(lanes_greater(half, lanes_all(0)), lanes_equal(min, max)));
}

/* A scale is taken to be positive where it exceeds this part of its terms: some thousand times its roundings, as what
   follows divides by it. */
static const double HOMOGENEOUS_SCALE_ERROR = 1e-12;

/* Returns true if the scale is certainly positive all the time. */
BMS_INLINE bool homogeneous_scale_positive(const homogeneous_body *body) {
  double doubt = HOMOGENEOUS_SCALE_ERROR * body->weight, first = body->scale[0], mixed = body->scale[1],
         last = body->scale[2];
  return first > doubt && last > doubt && bms_stays_positive(first, mixed, last, doubt);
}

/* Four quadratics, one after the other, by powers of t. */
BMS_INLINE void homogeneous_powers(const double *c, lanes power[3]) {
  lanes x = lanes_load(c), y = lanes_load(c + 4), z = lanes_load(c + 8);
  power[0] = lanes_of(lanes_get(x, 0), lanes_get(x, 3), lanes_get(y, 2), lanes_get(z, 1));
  power[1] = lanes_of(lanes_get(x, 1), lanes_get(y, 0), lanes_get(y, 3), lanes_get(z, 2));
  power[2] = lanes_of(lanes_get(x, 2), lanes_get(y, 1), lanes_get(z, 0), lanes_get(z, 3));
}

BMS_INLINE bool homogeneous_take_matrix(const bms_query *query, const bms_motion *motion, lanes middle,
                                        double max_abs_time, homogeneous_body *body) {
  double t0 = query->t0, t1 = query->t1, mean = 0.5 * (t0 + t1), product = t0 * t1;
  const double *w = motion->matrix.weight;
  lanes squares = lanes_all(0), magnitude = squares;
  bool centred = lanes_sum3(lanes_absolute(middle)) == 0;
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    lanes c[3], point[3];
    homogeneous_powers(&motion->matrix.entry[r][0][0], c);
    lanes size1 = lanes_absolute(c[1]), size2 = lanes_absolute(c[2]);
    lanes bound = lanes_add_scaled(lanes_absolute(c[0]), lanes_add_scaled(size1, size2, max_abs_time), max_abs_time);
    squares = lanes_add_product(squares, bound, bound);
    magnitude = lanes_add(magnitude, lanes_add(bound, lanes_add(size1, size2)));
    point[0] = lanes_add_scaled(c[0], lanes_add_scaled(c[1], c[2], t0), t0);
    point[1] = lanes_add(c[0], lanes_add_scaled(lanes_scale(c[1], mean), c[2], product));
    point[2] = lanes_add_scaled(c[0], lanes_add_scaled(c[1], c[2], t1), t1);
    BMS_UNROLL(3)
    for (int k = 0; k < 3; k++) {
      if (!centred) lanes_set(&point[k], 3, lanes_get(point[k], 3) + lanes_sum3(lanes_mul(point[k], middle)));
      memcpy(body->point[k][r], &point[k], sizeof point[k]);
    }
  }
  double longest = bms_max(lanes_get(squares, 0), bms_max(lanes_get(squares, 1), lanes_get(squares, 2)));
  double size1 = fabs(w[1]), size2 = fabs(w[2]);
  body->weight = fabs(w[0]) + (size1 + size2 * max_abs_time) * max_abs_time;
  body->scale[0] = w[0] + (w[1] + w[2] * t0) * t0;
  body->scale[1] = w[0] + (w[1] * mean + w[2] * product);
  body->scale[2] = w[0] + (w[1] + w[2] * t1) * t1;
  body->rigid = false;
  body->column = sqrt(longest);
  body->centre = sqrt(lanes_get(squares, 3)) + body->column * lanes_sum3(lanes_absolute(middle));
  return lanes_sum4(magnitude) + (body->weight + size1 + size2) <= BMS_LARGEST_MAGNITUDE;
}

static bool homogeneous_take_rigid(const bms_query *query, const bms_motion *motion, lanes middle, double max_abs_time,
                                   homogeneous_body *body) {
  double t0 = query->t0, t1 = query->t1, q[2][4], square = 0, magnitude = 0, squares = 0;
  for (int i = 0; i < 4; i++) {
    const double *c = motion->rigid.quaternion[i];
    double bound = fabs(c[0]) + fabs(c[1]) * max_abs_time;
    q[0][i] = c[0] + t0 * c[1];
    q[1][i] = c[0] + t1 * c[1];
    square += bound * bound;
    magnitude += bound + fabs(c[1]);
  }
  for (int k = 0; k < 3; k++) {
    double turn[3][3];
    const double *from = q[k / 2], *to = q[(k + 1) / 2];
    bms_rotation_polar(from, to, turn);
    body->scale[k] = bms_dot4(from, to);
    for (int r = 0; r < 3; r++) {
      double centre =
          turn[r][0] * lanes_get(middle, 0) + turn[r][1] * lanes_get(middle, 1) + turn[r][2] * lanes_get(middle, 2);
      lanes row = lanes_of(turn[r][0], turn[r][1], turn[r][2], centre);
      memcpy(body->point[k][r], &row, sizeof row);
    }
  }
  for (int r = 0; r < 3; r++) {
    const double *c = motion->rigid.position[r];
    double size1 = fabs(c[1]), size2 = fabs(c[2]), bound = fabs(c[0]) + (size1 + size2 * max_abs_time) * max_abs_time;
    squares += bound * bound;
    magnitude += bound + (size1 + size2);
    body->position[0][r] = c[0] + (c[1] + c[2] * t0) * t0;
    body->position[1][r] = c[0] + (c[1] * (0.5 * (t0 + t1)) + c[2] * (t0 * t1));
    body->position[2][r] = c[0] + (c[1] + c[2] * t1) * t1;
  }
  body->rigid = true;
  body->column = body->weight = square;
  body->centre = square * (sqrt(squares) + lanes_sum3(lanes_absolute(middle)));
  return magnitude <= BMS_LARGEST_MAGNITUDE;
}

BMS_INLINE bool homogeneous_in_range(double x) {
  return x >= HOMOGENEOUS_SMALLEST && x <= HOMOGENEOUS_LARGEST;
}

BMS_INLINE bool homogeneous_take_body(const bms_query *query, const bms_body *body, double max_abs_time,
                                      homogeneous_body *out) {
  lanes middle;
  if (!homogeneous_take_box(&body->box, out, &middle)) return false;
  if (body->motion.form == BMS_MOTION_MATRIX) {
    if (!homogeneous_take_matrix(query, &body->motion, middle, max_abs_time, out)) return false;
  } else {
    if (body->motion.form != BMS_MOTION_RIGID) return false;
    if (!homogeneous_take_rigid(query, &body->motion, middle, max_abs_time, out)) return false;
  }
  return homogeneous_in_range(out->column) && homogeneous_in_range(out->weight) && out->centre <= HOMOGENEOUS_LARGEST &&
         out->half_sum <= HOMOGENEOUS_LARGEST && homogeneous_scale_positive(out);
}

/*
 * Prepares a query.  Returns false if that leaves anything open but whether matrices are regular: the query may be
 * invalid, the interval is a point, magnitudes leave the range in which products neither overflow nor vanish.
 */
BMS_INLINE bool homogeneous_prepare(const bms_query *query, homogeneous_pair *pair) {
  homogeneous_body *a = &pair->a, *b = &pair->b;
  if (!(query->t0 < query->t1)) return false;
  pair->query = query;
  pair->max_abs_time = bms_max(fabs(query->t0), fabs(query->t1));
  if (!(pair->max_abs_time <= BMS_LARGEST_MAGNITUDE)) return false;
  if (!homogeneous_take_body(query, &query->a, pair->max_abs_time, a)) return false;
  if (!homogeneous_take_body(query, &query->b, pair->max_abs_time, b)) return false;
  double way = a->weight * b->centre + b->weight * a->centre;
  double size = way + (b->weight * a->column * a->half_sum + a->weight * b->column * b->half_sum);
  pair->size = size;
  pair->bound[0] = a->column * a->column * size;
  pair->bound[1] = b->column * b->column * size;
  pair->bound[2] = a->column * b->column * size;
  if (!(size >= HOMOGENEOUS_SMALLEST)) return false;
  return bms_all_proved(&(bms_proved){
      .interval_range = true,
      .interval_order = true, /* t0 < t1 */
      .box_range = true,      /* by half_sum and centre */
      .box_order = true,      /* homogeneous_take_box() */
      .motion_form = true,
      .motion_range = true, /* homogeneous_take_body() */
      /* Scales are positive by homogeneous_scale_positive(); homogeneous_far_apart() and homogeneous_walk_start(), one
         of which comes next, prove that matrices are regular. */
      .motion_regular = true,
  });
}

#endif /* BMS_HOMOGENEOUS_PAIR_H */
