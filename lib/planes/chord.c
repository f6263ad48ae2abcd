/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Chords.  A product of polynomials with n <= 10 degrees in all, each at most L times F in absolute terms at T =
 * max(|t0|, |t1|) where F bounds its value, has |p''| <= n (n - 1) (L / T)^2 M, M the product of the F, L the lateness;
 * so over a width w it is within w^2 / 8 of its chord's.  M is at most e / (160 u) for the error e of the gap's
 * polynomial (plane.c).
 *
 * The slope of a term is its chord's except for w |p''| / 2, four times that much for each unit of the stretch.
 * SLOPE_FACTOR makes the error of the gap one from which bounds of slopes follow as from a polynomial's, for both sides
 * of a radius that changes its sign.
 */

#include "numeric/arithmetic.h"

#include "planes/chord.h"

#include <math.h>
#include <stddef.h>

#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "planes/gap_value.h"

/* How far a gap is from its chord, as a part of e / u (L w / T)^2. */
static const double CHORD_ERROR = 90.0 / 8 / 160 * (1 + 0x1p-20);

static const double SLOPE_FACTOR = 8;

/* The longest stretch, as a part of T: on longer ones polynomials are better. */
static const double STRAIGHT = 0x1p-31;

/* Returns true if a body neither turns nor speeds up. */
static bool is_linear_track(const bms_track *track) {
  bool linear = !bms_track_turns(track);
  for (int i = 0; i < 3; i++) linear = linear && track->position[i][2] == 0;
  return linear;
}

/* Returns true if no body turns or speeds up: gaps without absolute values are polynomials of degree 1. */
static bool is_linear(const bms_relative *relative) {
  return is_linear_track(&relative->b) && (relative->half_space != NULL || is_linear_track(&relative->a));
}

static double latest(const bms_relative *relative) {
  return bms_max(fabs(relative->t0), fabs(relative->t1));
}

double bms_chord_error(const bms_relative *relative, int axis, double width) {
  if (width == 0 || is_linear(relative)) return 0;
  double part = relative->lateness * (width / latest(relative));
  return CHORD_ERROR / BMS_ROUNDING * bms_gap_error(relative, axis) * part * part;
}

bool bms_is_straight(const bms_relative *relative, double ta, double tb) {
  return tb - ta <= STRAIGHT * latest(relative) || is_linear(relative);
}

/* Returns 1 or -1 if a term certainly has that sign on all of the stretch, else 0. */
static int sign_of_chord(const double c[2], double error) {
  if (bms_min(c[0], c[1]) > error) return 1;
  return bms_max(c[0], c[1]) < -error ? -1 : 0;
}

void bms_chord_along(bms_precise_instants *at, double ta, double tb, bms_axis_side plane, bms_gap *gap) {
  const bms_relative *relative = at->relative;
  const double ends[BMS_PRECISE_TIMES] = {ta, tb, ta, tb};
  bms_precise_gaps terms;
  double_lanes value;
  int sign[6] = {0};
  bms_precise_instants_at(at, ends);
  bms_precise_gaps_along(at, plane.axis, &terms);
  double error = SLOPE_FACTOR * bms_chord_error(relative, plane.axis, tb - ta) + bms_precise_gap_error(at, plane.axis);
  *gap = (bms_gap){.axis = plane.axis, .error = error};
  for (int k = 0; k < 6; k++) {
    double half = k < 3 ? relative->a.half[k] : relative->b.half[k - 3];
    if (!(terms.radii >> k & 1) || half == 0) continue;
    double c[2] = {lanes_get(terms.radius[k].high, 0), lanes_get(terms.radius[k].high, 1)};
    sign[k] = sign_of_chord(c, error);
    if (sign[k] != 0) continue;
    gap->half_edge[gap->radii] = k;
    gap->radius[gap->radii++] = bms_polynomial_of(1, c);
    gap->error += error + 2 * BMS_ROUNDING * bms_max(fabs(c[0]), fabs(c[1]));
  }
  bms_precise_plane_values(&terms, plane.side, sign, &value);
  double sum[2] = {lanes_get(value.high, 0), lanes_get(value.high, 1)};
  gap->distance = bms_polynomial_of(1, sum);
  gap->error += 2 * BMS_ROUNDING * bms_max(fabs(sum[0]), fabs(sum[1]));
}
