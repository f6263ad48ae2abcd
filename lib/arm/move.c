/* SPDX-License-Identifier: BSD-3-Clause */

/* Moves: polynomials from values, rates and accelerations at both ends. */

#include "numeric/arithmetic.h"

#include "arm/chain.h"

#include <math.h>

double bms_move_value(const bms_move *move, int variable, double t) {
  const double *c = move->value[variable];
  double time = t - move->t0;
  return c[0] + time * (c[1] + time * (c[2] + time * (c[3] + time * (c[4] + time * c[5]))));
}

double bms_move_terms(const bms_move *move, int variable, double max_abs_time) {
  const double *c = move->value[variable];
  double sum = 0;
  for (int k = BMS_MOVE_TERMS - 1; k >= 0; k--) sum = fabs(c[k]) + max_abs_time * sum;
  return sum;
}

void bms_move_at(const bms_move *move, int count, double t, double *value) {
  for (int v = 0; v < count; v++) value[v] = bms_move_value(move, v, t);
}

void bms_move_linear(int count, double t0, const double *from, double t1, const double *to,
                     double (*value)[BMS_MOVE_TERMS]) {
  for (int v = 0; v < count; v++) {
    value[v][0] = from[v];
    value[v][1] = (to[v] - from[v]) / (t1 - t0);
    for (int k = 2; k < BMS_MOVE_TERMS; k++) value[v][k] = 0;
  }
}

void bms_move_cubic(int count, double t0, const double *from, const double *from_rate, double t1, const double *to,
                    const double *to_rate, double (*value)[BMS_MOVE_TERMS]) {
  double length = t1 - t0;
  for (int v = 0; v < count; v++) {
    double mean = (to[v] - from[v]) / length;
    value[v][0] = from[v];
    value[v][1] = from_rate[v];
    value[v][2] = (3 * mean - 2 * from_rate[v] - to_rate[v]) / length;
    value[v][3] = (from_rate[v] + to_rate[v] - 2 * mean) / length / length;
    value[v][4] = value[v][5] = 0;
  }
}

/* With x = (t - t0) / length and what the parabola of the start leaves over at the end, of the value, the rate and the
   acceleration, the rest is x^3 (a + b x + c x^2) with a = 10 p - 4 v + w / 2, b = -15 p + 7 v - w, c = 6 p - 3 v + w
   / 2. */
void bms_move_quintic(int count, double t0, const double *from, const double *from_rate,
                      const double *from_acceleration, double t1, const double *to, const double *to_rate,
                      const double *to_acceleration, double (*value)[BMS_MOVE_TERMS]) {
  double length = t1 - t0, square = length * length, cube = square * length;
  for (int i = 0; i < count; i++) {
    double p = to[i] - from[i] - length * (from_rate[i] + 0.5 * length * from_acceleration[i]);
    double v = length * (to_rate[i] - from_rate[i] - length * from_acceleration[i]);
    double w = square * (to_acceleration[i] - from_acceleration[i]);
    value[i][0] = from[i];
    value[i][1] = from_rate[i];
    value[i][2] = 0.5 * from_acceleration[i];
    value[i][3] = (10 * p - 4 * v + 0.5 * w) / cube;
    value[i][4] = (-15 * p + 7 * v - w) / cube / length;
    value[i][5] = (6 * p - 3 * v + 0.5 * w) / cube / square;
  }
}
