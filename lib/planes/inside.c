/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * gap = |distance| - sum_k |radius_k|  <=  +-distance - sum_k s_k radius_k  with the better of the two signs, whatever
 * the signs s_k are.  So with any fixed signs these are two polynomials, and where the Bernstein coefficients of both
 * are below minus the error, over some stretch, the gap is negative there.  Taken are the signs that the radii have
 * half-way: in one homogeneous section the bound is then the gap itself.  The distance from a half-space has a sign of
 * its own, and the first polynomial alone is the bound.
 *
 * If that fails the stretch is halved; if it succeeds the next one is twice as long, so changes of sections cost
 * a few stretches each.
 */

#include "numeric/arithmetic.h"

#include "planes/inside.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "planes/plane.h"
#include "numeric/vector.h"

/* Stretches checked.  A gap that is negative all the time takes about two for each change of a section; one that comes
   near zero would take any number, and is left to exact arithmetic. */
enum { MAX_STRETCHES = 20 };

static bool is_negative(const bms_relative *relative, int axis, double from, double to) {
  bms_stretch stretch;
  bms_gap gap;
  bms_relative_stretch(relative, from, to, &stretch);
  bms_gap_along(&stretch, axis, &gap);
  double inner[BMS_MAX_DEGREE + 1];
  for (int i = 0; i <= gap.distance.degree; i++)
    inner[i] = -(1 + BMS_EVALUATION_ERROR) * gap.error * bms_binomial[gap.distance.degree][i];
  for (int k = 0; k < gap.radii; k++) {
    double sign = bms_polynomial_value(&gap.radius[k], 0.5) < 0 ? -1 : 1;
    for (int i = 0; i <= gap.distance.degree; i++) inner[i] += sign * gap.radius[k].c[i];
  }
  bool one_sided = relative->half_space != NULL;
  for (int i = 0; i <= gap.distance.degree; i++)
    if (!((one_sided ? gap.distance.c[i] : fabs(gap.distance.c[i])) < inner[i])) return false;
  return true;
}

double bms_inside_until(const bms_relative *relative, int axis, double from, double to) {
  double step = to - from;
  for (int i = 0; i < MAX_STRETCHES && from < to; i++) {
    double end = bms_min(from + step, to);
    if (!(from < end)) break;
    if (is_negative(relative, axis, from, end)) {
      from = end;
      step *= 2;
    } else {
      step *= 0.5;
    }
  }
  return from;
}
