/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bounds of derivatives, against derivatives at many times.
 *
 * Oracle: Taylor series to the third order in complex long double; a rotation about a fixed axis is a complex number of
 * length 1.  Series are multiplied, inverted and put into the exponential term by term.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "numeric/jet.h"
#include "random.h"
#include "repetitions.h"

static const uint64_t SEED = 2718;

enum { TIMES = 50 };

/* c[k] h^k, real and imaginary parts. */
typedef struct series {
  long double re[4], im[4];
} series;

static series product(const series *f, const series *g) {
  series out = {{0}, {0}};
  for (int i = 0; i < 4; i++)
    for (int j = 0; i + j < 4; j++) {
      out.re[i + j] += f->re[i] * g->re[j] - f->im[i] * g->im[j];
      out.im[i + j] += f->re[i] * g->im[j] + f->im[i] * g->re[j];
    }
  return out;
}

static series cubic_at(const double c[4], long double t) {
  series out = {
      {c[0] + t * (c[1] + t * (c[2] + t * c[3])), c[1] + t * (2 * c[2] + t * 3 * c[3]), c[2] + 3 * t * c[3], c[3]},
      {0}};
  return out;
}

/* Returns 1 / f for a real series. */
static series reciprocal(const series *f) {
  series out = {{1 / f->re[0]}, {0}};
  for (int k = 1; k < 4; k++) {
    for (int i = 1; i <= k; i++) out.re[k] -= f->re[i] * out.re[k - i];
    out.re[k] /= f->re[0];
  }
  return out;
}

/* Returns exp(i a) for a real series: its derivative is i a' times itself. */
static series rotation(const series *a) {
  series out = {{cosl(a->re[0])}, {sinl(a->re[0])}};
  for (int k = 0; k < 3; k++) {
    long double re = 0, im = 0;
    for (int i = 0; i <= k; i++) {
      re -= (i + 1) * a->re[i + 1] * out.im[k - i];
      im += (i + 1) * a->re[i + 1] * out.re[k - i];
    }
    out.re[k + 1] = re / (k + 1);
    out.im[k + 1] = im / (k + 1);
  }
  return out;
}

/* Checks that the derivatives of a series are within the bounds. */
static void check_within(const series *f, const bms_jet *bounds) {
  static const int FACTORIAL[4] = {1, 1, 2, 6};
  for (int k = 0; k < 4; k++)
    assert_true(FACTORIAL[k] * hypotl(f->re[k], f->im[k]) <= (long double)bounds->d[k] * BMS_JET_SAFETY + 1e-300L);
}

static void random_cubic(random_source *r, double c[4]) {
  for (int k = 0; k < 4; k++) c[k] = random_uniform(r, -2, 2);
}

static void derivatives_stay_within_their_bounds(void **state) {
  (void)state;
  random_source r = random_from(SEED);
  for (int n = 0; n < repetitions(400); n++) {
    double f[4], g[4], t0 = random_uniform(&r, -2, 2), t1 = t0 + random_uniform(&r, 0, 2);
    random_cubic(&r, f);
    random_cubic(&r, g);
    f[0] += 60; /* positive on the interval */
    bms_jet jet_f = bms_jet_cubic(f, t0, t1), jet_g = bms_jet_cubic(g, t0, t1);
    bms_jet sum = bms_jet_sum(&jet_f, &jet_g), times = bms_jet_product(&jet_f, &jet_g), turn = bms_jet_rotation(&jet_g);
    bms_jet turned = bms_jet_product(&turn, &jet_f);
    for (int k = 0; k <= TIMES; k++) {
      long double t = t0 + (t1 - (long double)t0) * k / TIMES;
      series sf = cubic_at(f, t), sg = cubic_at(g, t), both = sf, fg = product(&sf, &sg), rot = rotation(&sg);
      for (int i = 0; i < 4; i++) both.re[i] += sg.re[i];
      series rot_f = product(&rot, &sf);
      check_within(&sf, &jet_f);
      check_within(&both, &sum);
      check_within(&fg, &times);
      check_within(&rot, &turn);
      check_within(&rot_f, &turned);
    }
  }
}

static void a_reciprocal_is_bounded_by_the_least_value(void **state) {
  (void)state;
  random_source r = random_from(SEED);
  for (int n = 0; n < repetitions(400); n++) {
    double f[4], t0 = random_uniform(&r, -1, 1), t1 = t0 + random_uniform(&r, 0, 1);
    long double least = INFINITY;
    random_cubic(&r, f);
    f[0] += 20;
    for (int k = 0; k <= TIMES; k++) least = fminl(least, cubic_at(f, t0 + (t1 - (long double)t0) * k / TIMES).re[0]);
    bms_jet jet = bms_jet_cubic(f, t0, t1), inverse = bms_jet_reciprocal(&jet, (double)least);
    for (int k = 0; k <= TIMES; k++) {
      series s = cubic_at(f, t0 + (t1 - (long double)t0) * k / TIMES), one_over = reciprocal(&s);
      check_within(&one_over, &inverse);
    }
  }
}

static void a_constant_does_not_change(void **state) {
  (void)state;
  bms_jet jet = bms_jet_constant(3);
  assert_true(jet.d[0] == 3 && jet.d[1] == 0 && jet.d[2] == 0 && jet.d[3] == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(derivatives_stay_within_their_bounds),
      cmocka_unit_test(a_reciprocal_is_bounded_by_the_least_value),
      cmocka_unit_test(a_constant_does_not_change),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %llu\n", (unsigned long long)SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
