/* SPDX-License-Identifier: BSD-3-Clause */

/* Shares of error bounds. */

#include "share.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "precise.h"
#include "repetitions.h"

/* Trials of a climb for each input. */
enum { TRIALS = 120 };

/* Takes an error into account; the test fails if it exceeds the bound. */
static void take(share *s, double error, double bound) {
  double part = error > 0 ? error / bound : 0;
  s->count++;
  s->largest = fmax(s->largest, part);
  if (part <= 1) return;
  print_message("# %s: an error of %a exceeds its bound, %a\n", s->constant, error, bound);
  fail();
}

void share_print(const share *s) {
  print_message("# %s: up to %.2g of the bound in %llu cases\n", s->constant, s->largest, (unsigned long long)s->count);
  assert_true(s->largest > 0 || repetitions(64) < 64); /* few rounds may find none */
}

/* Returns another number near x, of another size, a neighbour of a power of two, or 0 at times. */
static double changed(random_source *r, double x) {
  double sign = random_sign(r), part = 1 - 0x1p-53 * random_below(r, 8);
  switch (random_below(r, 7)) {
    case 0:
      return random_uniform(r, -1, 1);
    case 1:
      return x * (1 + 0x1p-52 * random_below(r, 1000));
    case 2:
      return nextafter(x, sign);
    case 3:
      return -x;
    case 4:
      return sign * ldexp(part, -random_below(r, 4));
    case 5:
      return 0;
    default:
      return x * random_uniform(r, 0.9, 1.1);
  }
}

static double measured(share *s, share_of_inputs *f, const double *x, const void *context) {
  double part = f(x, context);
  precise_forget();
  take(s, part, 1);
  return part;
}

static void climb(share *s, random_source *r, share_of_inputs *f, const void *context, int inputs) {
  double x[SHARE_MOST_INPUTS] = {0};
  for (int k = 0; k < inputs; k++) x[k] = random_uniform(r, -1, 1);
  double best = measured(s, f, x, context);
  for (int n = 0; n < TRIALS * inputs; n++) {
    int k = random_below(r, inputs);
    double before = x[k];
    x[k] = fmin(fmax(changed(r, before), -1), 1);
    double part = measured(s, f, x, context);
    if (part >= best)
      best = part;
    else
      x[k] = before;
  }
}

void share_climb(share *s, random_source *r, share_of_inputs *f, const void *context, int inputs, int starts) {
  assert_true(inputs <= SHARE_MOST_INPUTS);
  for (int k = 0; k < starts; k++) climb(s, r, f, context, inputs);
}
