/* SPDX-License-Identifier: BSD-3-Clause */

#include "segment.h"

#include <stdbool.h>
#include <stddef.h>

void segment_row(const segment_end end[2], double row[1][BMS_MOVE_TERMS]) {
  const segment_end *a = &end[0], *b = &end[1];
  bool has_rates = a->rate != NULL && b->rate != NULL;
  bool has_accelerations = has_rates && a->acceleration != NULL && b->acceleration != NULL;
  if (has_accelerations)
    bms_move_quintic(1, a->time, a->value, a->rate, a->acceleration, b->time, b->value, b->rate, b->acceleration, row);
  else if (has_rates)
    bms_move_cubic(1, a->time, a->value, a->rate, b->time, b->value, b->rate, row);
  else
    bms_move_linear(1, a->time, a->value, b->time, b->value, row);
}

double segment_parabola_rate(double before, double after, const double *v, int width) {
  double slope0 = (v[0] - v[-width]) / before, slope1 = (v[width] - v[0]) / after;
  return (slope0 * after + slope1 * before) / (before + after);
}
