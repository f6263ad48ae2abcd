/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Poses as rational numbers, from the definitions: the columns as images of the unit vectors, a quaternion's by the
 * formula for turning a vector; the shadow of a box on an axis as the least and the greatest of its eight corners.
 */

#include "rational_pose.h"

#include <gmp.h>

typedef struct vector {
  mpq_t x[3];
} vector;

static void vector_init(vector *v) {
  for (int k = 0; k < 3; k++) mpq_init(v->x[k]);
}

static void vector_clear(vector *v) {
  for (int k = 0; k < 3; k++) mpq_clear(v->x[k]);
}

static void polynomial_at(mpq_t value, const double *c, int count, const mpq_t t) {
  mpq_t part;
  mpq_init(part);
  mpq_set_ui(value, 0, 1);
  for (int i = count - 1; i >= 0; i--) {
    mpq_mul(value, value, t);
    mpq_set_d(part, c[i]);
    mpq_add(value, value, part);
  }
  mpq_clear(part);
}

static void dot(mpq_t value, const vector *u, const vector *v) {
  mpq_t part;
  mpq_init(part);
  mpq_mul(value, u->x[0], v->x[0]);
  for (int k = 1; k < 3; k++) {
    mpq_mul(part, u->x[k], v->x[k]);
    mpq_add(value, value, part);
  }
  mpq_clear(part);
}

static void cross(vector *w, const vector *u, const vector *v) {
  mpq_t part;
  mpq_init(part);
  for (int k = 0; k < 3; k++) {
    mpq_mul(w->x[k], u->x[(k + 1) % 3], v->x[(k + 2) % 3]);
    mpq_mul(part, u->x[(k + 2) % 3], v->x[(k + 1) % 3]);
    mpq_sub(w->x[k], w->x[k], part);
  }
  mpq_clear(part);
}

/* A body at one time: origin of its frame, the three unit vectors of its frame (as they stand in the world), the
   centre of its box. */
typedef struct pose {
  vector origin, column[3], centre, half[3];
} pose;

static void pose_init(pose *p) {
  vector_init(&p->origin);
  vector_init(&p->centre);
  for (int i = 0; i < 3; i++) {
    vector_init(&p->column[i]);
    vector_init(&p->half[i]);
  }
}

static void pose_clear(pose *p) {
  vector_clear(&p->origin);
  vector_clear(&p->centre);
  for (int i = 0; i < 3; i++) {
    vector_clear(&p->column[i]);
    vector_clear(&p->half[i]);
  }
}

/* Turns the unit vector i by a quaternion: ((w^2 - u.u) e + 2 (u.e) u + 2 w (u x e)) / |q|^2, u its vector part. */
static void turn(vector *column, mpq_t q[4], int i) {
  mpq_t norm, square, part;
  mpq_inits(norm, square, part, NULL);
  for (int k = 0; k < 4; k++) {
    mpq_mul(part, q[k], q[k]);
    mpq_add(norm, norm, part);
    if (k > 0) mpq_add(square, square, part);
  }
  for (int k = 0; k < 3; k++) {
    mpq_mul(column->x[k], q[1 + i], q[1 + k]);
    if (k != i) { /* (u x e_i)_k: -u_(k-1) if i = k + 1, else u_(k+1) */
      mpq_mul(part, q[0], k == (i + 1) % 3 ? q[1 + (i + 2) % 3] : q[1 + (i + 1) % 3]);
      if (k == (i + 1) % 3)
        mpq_add(column->x[k], column->x[k], part);
      else
        mpq_sub(column->x[k], column->x[k], part);
    }
    mpq_mul_2exp(column->x[k], column->x[k], 1);
    if (k == i) {
      mpq_mul_2exp(part, square, 1);
      mpq_sub(part, norm, part);
      mpq_add(column->x[k], column->x[k], part);
    }
    mpq_div(column->x[k], column->x[k], norm);
  }
  mpq_clears(norm, square, part, NULL);
}

static void frame_at(pose *p, const bms_motion *motion, const mpq_t t) {
  mpq_t q[4], weight;
  mpq_init(weight);
  for (int k = 0; k < 4; k++) {
    mpq_init(q[k]);
    if (motion->form == BMS_MOTION_RIGID) polynomial_at(q[k], motion->rigid.quaternion[k], 2, t);
  }
  if (motion->form == BMS_MOTION_MATRIX) polynomial_at(weight, motion->matrix.weight, 3, t);
  for (int i = 0; i < 3; i++) {
    if (motion->form == BMS_MOTION_RIGID) {
      turn(&p->column[i], q, i);
      polynomial_at(p->origin.x[i], motion->rigid.position[i], 3, t);
      continue;
    }
    for (int k = 0; k < 3; k++) {
      polynomial_at(p->column[i].x[k], motion->matrix.entry[k][i], 3, t);
      mpq_div(p->column[i].x[k], p->column[i].x[k], weight);
    }
    polynomial_at(p->origin.x[i], motion->matrix.entry[i][3], 3, t);
    mpq_div(p->origin.x[i], p->origin.x[i], weight);
  }
  for (int k = 0; k < 4; k++) mpq_clear(q[k]);
  mpq_clear(weight);
}

static void pose_at(pose *p, const bms_body *body, double t) {
  mpq_t time, low, high, part;
  mpq_inits(time, low, high, part, NULL);
  mpq_set_d(time, t);
  mpq_set_d(part, body->motion.origin);
  mpq_sub(time, time, part);
  frame_at(p, &body->motion, time);
  for (int k = 0; k < 3; k++) mpq_set(p->centre.x[k], p->origin.x[k]);
  for (int i = 0; i < 3; i++) {
    mpq_set_d(low, body->box.min[i]);
    mpq_set_d(high, body->box.max[i]);
    for (int k = 0; k < 3; k++) {
      mpq_sub(part, high, low);
      mpq_div_2exp(part, part, 1);
      mpq_mul(p->half[i].x[k], p->column[i].x[k], part);
      mpq_add(part, high, low);
      mpq_div_2exp(part, part, 1);
      mpq_mul(part, part, p->column[i].x[k]);
      mpq_add(p->centre.x[k], p->centre.x[k], part);
    }
  }
  mpq_clears(time, low, high, part, NULL);
}

static void axis_of(vector *n, const pose *a, const pose *b, int axis) {
  const pose *own = axis < BMS_AXIS_FACE_B ? a : b;
  if (axis < BMS_AXIS_EDGES)
    cross(n, &own->column[(axis + 1) % 3], &own->column[(axis + 2) % 3]);
  else
    cross(n, &a->column[(axis - BMS_AXIS_EDGES) / 3], &b->column[(axis - BMS_AXIS_EDGES) % 3]);
}

/* Computes the shadow of a box on n, from the eight corners. */
static void shadow(mpq_t low, mpq_t high, const pose *p, const vector *n) {
  mpq_t middle, along[3], sum;
  mpq_inits(middle, sum, NULL);
  dot(middle, n, &p->centre);
  for (int i = 0; i < 3; i++) {
    mpq_init(along[i]);
    dot(along[i], n, &p->half[i]);
  }
  for (int corner = 0; corner < 8; corner++) {
    mpq_set(sum, middle);
    for (int i = 0; i < 3; i++) (corner >> i & 1 ? mpq_add : mpq_sub)(sum, sum, along[i]);
    if (corner == 0 || mpq_cmp(sum, low) < 0) mpq_set(low, sum);
    if (corner == 0 || mpq_cmp(sum, high) > 0) mpq_set(high, sum);
  }
  for (int i = 0; i < 3; i++) mpq_clear(along[i]);
  mpq_clears(middle, sum, NULL);
}

int rational_apart_at(const bms_query *query, double t, int only) {
  pose a, b;
  vector n;
  mpq_t low_a, high_a, low_b, high_b;
  int apart = -1;
  pose_init(&a);
  pose_init(&b);
  vector_init(&n);
  mpq_inits(low_a, high_a, low_b, high_b, NULL);
  pose_at(&a, &query->a, t);
  pose_at(&b, &query->b, t);
  for (int axis = 0; axis < BMS_AXES; axis++) {
    if (only >= 0 && axis != only) continue;
    axis_of(&n, &a, &b, axis);
    if (mpq_sgn(n.x[0]) == 0 && mpq_sgn(n.x[1]) == 0 && mpq_sgn(n.x[2]) == 0) continue;
    shadow(low_a, high_a, &a, &n);
    shadow(low_b, high_b, &b, &n);
    int first = mpq_cmp(low_b, high_a), second = mpq_cmp(low_a, high_b), gap = first > second ? first : second;
    gap = (gap > 0) - (gap < 0);
    apart = gap > apart ? gap : apart;
  }
  mpq_clears(low_a, high_a, low_b, high_b, NULL);
  vector_clear(&n);
  pose_clear(&a);
  pose_clear(&b);
  return apart;
}

bms_axis_signs rational_signs_at(const bms_query *query, double t, int axis) {
  pose a, b;
  vector n;
  mpq_t value, other;
  bms_axis_signs signs = {axis, 0, {0}};
  pose_init(&a);
  pose_init(&b);
  vector_init(&n);
  mpq_inits(value, other, NULL);
  pose_at(&a, &query->a, t);
  pose_at(&b, &query->b, t);
  axis_of(&n, &a, &b, axis);
  dot(value, &n, &b.centre);
  dot(other, &n, &a.centre);
  signs.distance = mpq_cmp(value, other);
  signs.distance = (signs.distance > 0) - (signs.distance < 0);
  for (int k = 0; k < 6; k++) {
    dot(value, &n, k < 3 ? &a.half[k] : &b.half[k - 3]);
    signs.half_edge[k] = mpq_sgn(value);
  }
  mpq_clears(value, other, NULL);
  vector_clear(&n);
  pose_clear(&a);
  pose_clear(&b);
  return signs;
}
