/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap along an axis at one time, as a length:
 *
 *     (|n . (c_b - c_a)| - sum_k h_k |n . column_k|) / |n|
 *
 * all of it rational but for |n|.  Rates are differences over a time so short that 2600 bits may be needed to see it,
 * and the curvature is not seen at all.
 */

#include "snapshot.h"

/* Rates are differences over 2^-STEP_BITS of the interval. */
enum { STEP_BITS = 700 };

static void centre(vector c, snapshot_body *b, const exact_body *exact) {
  int i, j;

  for (j = 0; j < 3; j++) {
    fmpq_set(c[j], b->translation[j]);
    for (i = 0; i < 3; i++) fmpq_addmul(c[j], b->column[i][j], exact->middle[i]);
  }
}

/* An axis as it comes, and along it the distance, the radii with their signs and the gap, all times |n|. */
typedef struct measured {
  vector n;
  fmpq_t distance, radius[6], gap;
  mpfr_t length; /* |n| */
} measured;

static void measure(measured *m, snapshot *p, const scene *s, int number) {
  snapshot_body *a = &p->body[0], *b = &p->body[1];
  int k;
  vector ca, cb;
  fmpq_t along;

  vector_init(ca);
  vector_init(cb);
  fmpq_init(along);
  if (number >= 6)
    vector_cross(m->n, a->column[(number - 6) / 3], b->column[(number - 6) % 3]);
  else
    vector_cross(m->n, p->body[number / 3].column[(number + 1) % 3], p->body[number / 3].column[(number + 2) % 3]);
  centre(ca, a, &s->body[0]);
  centre(cb, b, &s->body[1]);
  for (k = 0; k < 3; k++) fmpq_sub(cb[k], cb[k], ca[k]);
  vector_dot(m->distance, m->n, cb);
  fmpq_abs(m->gap, m->distance);
  for (k = 0; k < 6; k++) {
    vector_dot(along, m->n, p->body[k / 3].column[k % 3]);
    fmpq_mul(m->radius[k], along, s->body[k / 3].half[k % 3]);
    fmpq_abs(along, m->radius[k]);
    fmpq_sub(m->gap, m->gap, along);
  }
  vector_norm(m->length, m->n);
  vector_clear(ca);
  vector_clear(cb);
  fmpq_clear(along);
}

static void measured_init(measured *m, snapshot *p, const scene *s, int number) {
  int k;

  vector_init(m->n);
  fmpq_init(m->distance);
  fmpq_init(m->gap);
  for (k = 0; k < 6; k++) fmpq_init(m->radius[k]);
  mpfr_init2(m->length, VECTOR_PRECISION);
  measure(m, p, s, number);
}

static void measured_clear(measured *m) {
  int k;

  vector_clear(m->n);
  fmpq_clear(m->distance);
  fmpq_clear(m->gap);
  for (k = 0; k < 6; k++) fmpq_clear(m->radius[k]);
  mpfr_clear(m->length);
}

int snapshot_look_along(snapshot *p, const scene *s, int number, snapshot_axis *axis) {
  const double *u, *v;
  int k, known, side;
  measured m;

  measured_init(&m, p, s, number);
  known = mpfr_sgn(m.length) > 0;
  side = fmpq_sgn(m.distance) < 0 ? -1 : 1;
  if (known) {
    for (k = 0; k < 3; k++) axis->normal[k] = side * vector_quotient(m.n[k], m.length);
    for (k = 0; k < 6; k++) axis->radius[k] = side * vector_quotient(m.radius[k], m.length);
    axis->distance = side * vector_quotient(m.distance, m.length);
    axis->gap = vector_quotient(m.gap, m.length);
    u = &p->body[number < 6 ? number / 3 : 0].length[number < 6 ? (number + 1) % 3 : (number - 6) / 3];
    v = &p->body[number < 6 ? number / 3 : 1].length[number < 6 ? (number + 2) % 3 : (number - 6) % 3];
    axis->condition = *u * *v / mpfr_get_d(m.length, MPFR_RNDN);
  }
  measured_clear(&m);
  return known;
}

/* Returns the rate (there / there_length - here / here_length) / step. */
static double difference(const fmpq_t here, const fmpq_t there, const measured *m, const measured *moved,
                         const fmpq_t step) {
  double rate;
  mpfr_t x, y;

  mpfr_init2(x, VECTOR_PRECISION);
  mpfr_init2(y, VECTOR_PRECISION);
  fmpq_get_mpfr(x, here, MPFR_RNDN);
  mpfr_div(x, x, m->length, MPFR_RNDN);
  fmpq_get_mpfr(y, there, MPFR_RNDN);
  mpfr_div(y, y, moved->length, MPFR_RNDN);
  mpfr_sub(y, y, x, MPFR_RNDN);
  fmpq_get_mpfr(x, step, MPFR_RNDN);
  mpfr_div(y, y, x, MPFR_RNDN);
  rate = mpfr_get_d(y, MPFR_RNDN);
  mpfr_clear(x);
  mpfr_clear(y);
  return rate;
}

void snapshot_rates(const scene *s, const bms_query *query, int number, const fmpq_t t, snapshot_rate *rate) {
  int k, side;
  snapshot p;
  measured here, there;
  fmpq_t step, later;

  snapshot_init(&p);
  fmpq_init(step);
  fmpq_init(later);
  fmpq_div_2exp(step, s->length, STEP_BITS);
  fmpq_add(later, t, step);
  snapshot_take(&p, s, query, t);
  measured_init(&here, &p, s, number);
  snapshot_take(&p, s, query, later);
  measured_init(&there, &p, s, number);
  side = fmpq_sgn(here.distance) < 0 ? -1 : 1;
  rate->distance = side * difference(here.distance, there.distance, &here, &there, step);
  for (k = 0; k < 6; k++) rate->radius[k] = side * difference(here.radius[k], there.radius[k], &here, &there, step);
  measured_clear(&here);
  measured_clear(&there);
  snapshot_clear(&p);
  fmpq_clear(step);
  fmpq_clear(later);
}
