/* SPDX-License-Identifier: BSD-3-Clause */

/* Evaluates the exact polynomials of the scene at one rational time. */

#include "snapshot.h"

#include <math.h>

void snapshot_init(snapshot *p) {
  int k, i, j;

  for (k = 0; k < 2; k++)
    for (i = 0; i < 3; i++) {
      fmpq_init(p->body[k].translation[i]);
      for (j = 0; j < 3; j++) fmpq_init(p->body[k].column[i][j]);
    }
}

void snapshot_clear(snapshot *p) {
  int k, i, j;

  for (k = 0; k < 2; k++)
    for (i = 0; i < 3; i++) {
      fmpq_clear(p->body[k].translation[i]);
      for (j = 0; j < 3; j++) fmpq_clear(p->body[k].column[i][j]);
    }
}

/* ------------------------------------------------------------------ the boxes at a time */

static double absolute_sum(const double *c, int count, double t) {
  return fabs(c[0]) + t * (fabs(c[1]) + (count == 3 ? t * fabs(c[2]) : 0.0));
}

/* Returns the sum of the absolute terms of the derivative. */
static double absolute_rate(const double *c, int count, double t) {
  return fabs(c[1]) + (count == 3 ? 2.0 * t * fabs(c[2]) : 0.0);
}

/* Estimates the rates of a rigid body: q turns the box by 2 |q'| / |q| at most. The arm on which that acts is a
   difference of places. */
static void estimate_rigid(snapshot_body *b, const bms_motion *motion, double latest, double length) {
  double q = 0.0, rate = 0.0;
  int i;

  b->place_error = b->fastest = 0.0;
  for (i = 0; i < 3; i++) {
    b->place_error += absolute_sum(motion->rigid.position[i], 3, latest);
    b->fastest += absolute_rate(motion->rigid.position[i], 3, latest);
  }
  for (i = 0; i < 4; i++) {
    q += absolute_sum(motion->rigid.quaternion[i], 2, latest);
    rate += absolute_rate(motion->rigid.quaternion[i], 2, latest);
  }
  b->column_error = 8.0 * (1.0 + q / length);
  b->turning = b->column_error * rate / length;
  b->fastest += (b->reach + b->place_error) * b->turning;
}

static void estimate_matrix(snapshot_body *b, const bms_motion *motion, double latest, double weight) {
  double column = 0.0, rate = 0.0, place = 0.0, place_rate = 0.0;
  double lost = absolute_sum(motion->matrix.weight, 3, latest) / weight;
  double shrink = absolute_rate(motion->matrix.weight, 3, latest) / weight;
  int i, j;

  for (j = 0; j < 4; j++) {
    double sum = 0.0, sum_rate = 0.0;
    for (i = 0; i < 3; i++) {
      sum += absolute_sum(motion->matrix.entry[i][j], 3, latest);
      sum_rate += absolute_rate(motion->matrix.entry[i][j], 3, latest);
    }
    if (j == 3) {
      place = sum / weight;
      place_rate = sum_rate / weight;
    } else {
      column = fmax(column, sum / (weight * b->length[j]));
      rate = fmax(rate, sum_rate / (weight * b->length[j]));
    }
  }
  b->column_error = 8.0 * (column + lost);
  b->place_error = place * lost;
  b->turning = lost * (rate + shrink * column);
  b->fastest = lost * (place_rate + shrink * place + b->reach * (rate + shrink * column));
}

/* Computes one body. `latest` is the largest |t| of the interval: a solver may shift the polynomials to an end of it
   first. */
static void take_body(snapshot_body *b, const exact_body *exact, const bms_body *body, const fmpq_t at, double latest) {
  int i, j;
  double corner = 0.0, longest = 0.0, shortest = INFINITY;
  fmpq_t weight;
  mpfr_t length;

  fmpq_init(weight);
  mpfr_init2(length, VECTOR_PRECISION);
  fmpq_poly_evaluate_fmpq(weight, exact->weight, at);
  for (i = 0; i < 3; i++) {
    fmpq_poly_evaluate_fmpq(b->translation[i], exact->translation[i], at);
    fmpq_div(b->translation[i], b->translation[i], weight);
    for (j = 0; j < 3; j++) {
      fmpq_poly_evaluate_fmpq(b->column[i][j], exact->column[i][j], at);
      fmpq_div(b->column[i][j], b->column[i][j], weight);
    }
    vector_norm(length, b->column[i]);
    b->length[i] = mpfr_get_d(length, MPFR_RNDN);
    longest = fmax(longest, b->length[i]);
    shortest = fmin(shortest, b->length[i]);
    corner += fmax(fabs(body->box.min[i]), fabs(body->box.max[i]));
  }
  b->reach = longest * corner;
  b->uneven = longest / shortest;
  if (body->motion.form == BMS_MOTION_RIGID)
    estimate_rigid(b, &body->motion, latest, sqrt(fmpq_get_d(weight)));
  else
    estimate_matrix(b, &body->motion, latest, fmpq_get_d(weight));
  mpfr_clear(length);
  fmpq_clear(weight);
}

void snapshot_take(snapshot *p, const scene *s, const bms_query *query, const fmpq_t t) {
  double latest = fmax(fabs(query->t0), fabs(query->t1));
  fmpq_t at;

  fmpq_init(at);
  fmpq_sub(at, t, s->start);
  if (!fmpq_is_zero(s->length)) fmpq_div(at, at, s->length);
  take_body(&p->body[0], &s->body[0], &query->a, at, latest);
  take_body(&p->body[1], &s->body[1], &query->b, at, latest);
  fmpq_clear(at);
}

/* Returns how far the point is outside. In slab i its coordinate is N . (point - translation) / N . column_i with N the
   cross product of the other columns, and a unit of it is |N . column_i| / |N| of length. */
double snapshot_outside(snapshot *p, const bms_box *box, int k, const double point[3]) {
  snapshot_body *b = &p->body[k];
  int i, j;
  double outside = 0.0;
  vector n, from;
  fmpq_t along, unit, end;
  mpfr_t length;

  vector_init(n);
  vector_init(from);
  fmpq_init(along);
  fmpq_init(unit);
  fmpq_init(end);
  mpfr_init2(length, VECTOR_PRECISION);
  for (j = 0; j < 3; j++) {
    exact_double(from[j], point[j]);
    fmpq_sub(from[j], from[j], b->translation[j]);
  }
  for (i = 0; i < 3; i++) {
    vector_cross(n, b->column[(i + 1) % 3], b->column[(i + 2) % 3]);
    vector_norm(length, n);
    vector_dot(along, n, from);
    vector_dot(unit, n, b->column[i]);
    if (fmpq_sgn(unit) < 0) {
      fmpq_neg(unit, unit);
      fmpq_neg(along, along);
    }
    exact_double(end, box->max[i]);
    fmpq_mul(end, end, unit);
    fmpq_sub(end, along, end);
    outside = fmax(outside, vector_quotient(end, length));
    exact_double(end, box->min[i]);
    fmpq_mul(end, end, unit);
    fmpq_sub(end, end, along);
    outside = fmax(outside, vector_quotient(end, length));
  }
  vector_clear(n);
  vector_clear(from);
  fmpq_clear(along);
  fmpq_clear(unit);
  fmpq_clear(end);
  mpfr_clear(length);
  return outside;
}
