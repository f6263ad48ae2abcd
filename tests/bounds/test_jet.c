/* SPDX-License-Identifier: BSD-3-Clause */

/* Bounds of derivatives along a chain of rotations and translations: how much of them doubles lose. */

#include "numeric/jet.h"

#include "bounds.h"

enum { JOINTS = 6, DERIVATIVES = 4 };

typedef struct exact_jet {
  precise d[DERIVATIVES];
} exact_jet;

/* Leibniz's rule. */
static exact_jet exact_product(const exact_jet *f, const exact_jet *g) {
  static const int BINOMIAL[DERIVATIVES][DERIVATIVES] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
  exact_jet out;
  for (int k = 0; k < DERIVATIVES; k++) {
    out.d[k] = precise_of(0);
    for (int i = 0; i <= k; i++) {
      precise term = precise_times(precise_of(BINOMIAL[k][i]), precise_times(f->d[i], g->d[k - i]));
      out.d[k] = precise_plus(out.d[k], term);
    }
  }
  return out;
}

/* The inputs are the derivatives of each joint's factor and summand: f = f factor + summand, joint by joint. */
static double share_of_a_chain(const double *x, const void *context) {
  (void)context;
  bms_jet jet = bms_jet_constant(1);
  exact_jet exact = {{precise_of(1), precise_of(0), precise_of(0), precise_of(0)}};
  double most = 0;
  for (int n = 0; n < JOINTS; n++) {
    bms_jet factor, summand;
    exact_jet exact_factor;
    for (int k = 0; k < DERIVATIVES; k++) {
      factor.d[k] = fabs(x[8 * n + k]);
      summand.d[k] = fabs(x[8 * n + 4 + k]);
      exact_factor.d[k] = precise_of(factor.d[k]);
    }
    jet = bms_jet_product(&jet, &factor);
    jet = bms_jet_sum(&jet, &summand);
    exact = exact_product(&exact, &exact_factor);
    for (int k = 0; k < DERIVATIVES; k++) exact.d[k] = precise_plus(exact.d[k], precise_of(summand.d[k]));
  }
  for (int k = 0; k < DERIVATIVES; k++)
    if (jet.d[k] > 0)
      most = fmax(most, precise_double(precise_minus(exact.d[k], precise_of(jet.d[k]))) / (BMS_JET_ERROR * jet.d[k]));
  return most;
}

static void derivatives_of_a_chain_lose_less_than_is_added(void **state) {
  (void)state;
  bounds_measure("BMS_JET_ERROR", share_of_a_chain, NULL, 8 * JOINTS, 2);
}

BOUNDS_MAIN(cmocka_unit_test(derivatives_of_a_chain_lose_less_than_is_added))
