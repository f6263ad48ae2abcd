/* SPDX-License-Identifier: BSD-3-Clause */

/* Numbers of 400 bits as values. */

#include "precise.h"

#include <stdio.h>
#include <stdlib.h>

enum { BITS = 400, PLACES = 1 << 14 };

static mpfr_t place[PLACES];
static int ready, used;

static precise fresh(void) {
  if (used == PLACES) {
    fprintf(stderr, "precise: an expression of more than %d numbers\n", PLACES);
    abort();
  }
  if (used == ready) mpfr_init2(place[ready++], BITS);
  return place[used++];
}

void precise_forget(void) {
  used = 0;
}

void precise_free(void) {
  while (ready > 0) mpfr_clear(place[--ready]);
  used = 0;
  mpfr_free_cache();
}

precise precise_of(double x) {
  precise out = fresh();
  mpfr_set_d(out, x, MPFR_RNDN);
  return out;
}

/* ------------------------------------------------------------------ arithmetic */

static precise of_one(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), precise x) {
  precise out = fresh();
  f(out, x, MPFR_RNDN);
  return out;
}

static precise of_two(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t), precise x, precise y) {
  precise out = fresh();
  f(out, x, y, MPFR_RNDN);
  return out;
}

precise precise_plus(precise x, precise y) {
  return of_two(mpfr_add, x, y);
}

precise precise_minus(precise x, precise y) {
  return of_two(mpfr_sub, x, y);
}

precise precise_times(precise x, precise y) {
  return of_two(mpfr_mul, x, y);
}

precise precise_over(precise x, precise y) {
  return of_two(mpfr_div, x, y);
}

precise precise_root(precise x) {
  return of_one(mpfr_sqrt, x);
}

precise precise_absolute(precise x) {
  precise out = fresh();
  mpfr_abs(out, x, MPFR_RNDN);
  return out;
}

precise precise_sine(precise x) {
  return of_one(mpfr_sin, x);
}

precise precise_cosine(precise x) {
  return of_one(mpfr_cos, x);
}

precise precise_angle(precise y, precise x) {
  return of_two(mpfr_atan2, y, x);
}

double precise_double(precise x) {
  return mpfr_get_d(x, MPFR_RNDN);
}

double precise_error(double computed, precise exact) {
  return precise_double(precise_absolute(precise_minus(precise_of(computed), exact)));
}

/* ------------------------------------------------------------------ vectors */

precise_vector precise_vector_of(const double x[3]) {
  return (precise_vector){{precise_of(x[0]), precise_of(x[1]), precise_of(x[2])}};
}

precise_vector precise_vector_plus(precise_vector u, precise_vector v) {
  precise_vector out;
  for (int r = 0; r < 3; r++) out.x[r] = precise_plus(u.x[r], v.x[r]);
  return out;
}

precise_vector precise_vector_times(precise factor, precise_vector v) {
  precise_vector out;
  for (int r = 0; r < 3; r++) out.x[r] = precise_times(factor, v.x[r]);
  return out;
}

precise precise_dot(precise_vector u, precise_vector v) {
  precise sum = precise_of(0);
  for (int r = 0; r < 3; r++) sum = precise_plus(sum, precise_times(u.x[r], v.x[r]));
  return sum;
}

precise_vector precise_cross(precise_vector u, precise_vector v) {
  precise_vector out;
  for (int r = 0; r < 3; r++) {
    int i = (r + 1) % 3, j = (r + 2) % 3;
    out.x[r] = precise_minus(precise_times(u.x[i], v.x[j]), precise_times(u.x[j], v.x[i]));
  }
  return out;
}

double precise_vector_error(const double computed[3], precise_vector exact) {
  precise sum = precise_of(0);
  for (int r = 0; r < 3; r++) {
    precise off = precise_minus(precise_of(computed[r]), exact.x[r]);
    sum = precise_plus(sum, precise_times(off, off));
  }
  return precise_double(precise_root(sum));
}

/* Returns x + 2 v x (v x x + w x) / |q|^2, with q = (w, v). */
precise_vector precise_rotated(const precise q[4], precise_vector x) {
  precise_vector v = {{q[1], q[2], q[3]}};
  precise square = precise_plus(precise_times(q[0], q[0]), precise_dot(v, v));
  precise_vector inner = precise_vector_plus(precise_cross(v, x), precise_vector_times(q[0], x));
  precise twice = precise_over(precise_of(2), square);
  return precise_vector_plus(x, precise_vector_times(twice, precise_cross(v, inner)));
}
