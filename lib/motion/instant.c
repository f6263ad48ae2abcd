/* SPDX-License-Identifier: BSD-3-Clause */

#include "numeric/arithmetic.h"

#include "motion/instant.h"

#include <math.h>
#include <stddef.h>

#include "motion/motion.h"
#include "numeric/quadratic.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

/* Roundings in a column of A or in a position at one time or as a polar form, as a vector; stretch.c derives them. */
static const double COLUMN_ROUNDINGS = 20, POLYNOMIAL_ROUNDINGS = 12;

/* Computes the world columns of a unit quaternion: an error e of q turns it by 2 e / |q|; the rest is the rounding of
   the formula. */
static void rigid_instant(const bms_track *track, double t, bms_track_instant *out) {
  double q[4], matrix[3][3];
  bms_track_quaternion(track, t, q);
  double n = bms_dot4(q, q);
  bms_rotation_polar(q, q, matrix);
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) out->column[i][r] = 1 / n * matrix[r][i];
  double relative_error = 3 * BMS_ROUNDING * sqrt(track->scale_bound / n);
  out->column_error = relative_error < 0.01 ? 2.1 * relative_error + COLUMN_ROUNDINGS * BMS_ROUNDING : INFINITY;
  out->column_length = 1 + out->column_error;
}

/* Computes the world columns A_i / w. */
static void matrix_instant(const bms_track *track, double t, bms_track_instant *out) {
  double longest = 0, weight = bms_quadratic_value(track->weight, t);
  double weight_error = POLYNOMIAL_ROUNDINGS * BMS_ROUNDING * track->scale_bound;
  for (int i = 0; i < 3; i++) {
    for (int r = 0; r < 3; r++) out->column[i][r] = bms_quadratic_value(track->column[i][r], t) / weight;
    longest = bms_max(longest, bms_length(out->column[i]));
  }
  double error = COLUMN_ROUNDINGS * BMS_ROUNDING * track->column_bound + longest * weight_error;
  out->column_error = weight > 100 * weight_error ? 1.1 * error / weight + 4 * BMS_ROUNDING * longest : INFINITY;
  out->column_length = longest * (1 + 4 * BMS_ROUNDING) + out->column_error;
}

static void track_instant(const bms_track *track, double t, bms_track_instant *out) {
  if (track->rigid)
    rigid_instant(track, t, out);
  else
    matrix_instant(track, t, out);
}

/* Computes the centre of a body; returns the bound of its error. */
static double centre_at(const bms_track *track, double t, const bms_track_instant *at, double centre[3]) {
  double weight = track->rigid ? 1 : bms_quadratic_value(track->weight, t);
  double bound = bms_quadratics_terms(&track->position[0][0], fabs(t));
  double error = POLYNOMIAL_ROUNDINGS * BMS_ROUNDING * bound;
  for (int r = 0; r < 3; r++) centre[r] = bms_quadratic_value(track->position[r], t) / weight;
  if (!track->rigid) {
    double weight_error = POLYNOMIAL_ROUNDINGS * BMS_ROUNDING * track->scale_bound;
    error = 1.1 * (error + bms_length(centre) * weight_error) / weight + 4 * BMS_ROUNDING * bms_length(centre);
  }
  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 3; r++) centre[r] += at->column[i][r] * track->middle[i];
  return error + bms_absolute_sum(track->middle) * (at->column_error + 12 * BMS_ROUNDING * at->column_length) +
         12 * BMS_ROUNDING * bms_length(centre);
}

static void rigid_pair_distance(const bms_relative *relative, double t, bms_instant *instant) {
  const double *ma = relative->a.middle, *mb = relative->b.middle;
  double p[3];
  bms_relative_position_at(relative, t, p);
  for (int r = 0; r < 3; r++) {
    double d = p[r];
    for (int i = 0; i < 3; i++) d += instant->b.column[i][r] * mb[i] - instant->a.column[i][r] * ma[i];
    instant->d[r] = d;
  }
  instant->d_error = 2 * POLYNOMIAL_ROUNDINGS * BMS_ROUNDING * relative->distance_bound +
                     instant->a.column_error * bms_absolute_sum(ma) + instant->b.column_error * bms_absolute_sum(mb);
}

static void general_pair_distance(const bms_relative *relative, double t, bms_instant *instant) {
  double a[3], b[3];
  double error = centre_at(&relative->a, t, &instant->a, a) + centre_at(&relative->b, t, &instant->b, b);
  for (int r = 0; r < 3; r++) instant->d[r] = b[r] - a[r];
  instant->d_error = error + 2 * BMS_ROUNDING * bms_length(instant->d);
}

void bms_relative_instant(const bms_relative *relative, double t, bms_instant *instant) {
  track_instant(&relative->b, t, &instant->b);
  if (relative->half_space != NULL) {
    instant->a = (bms_track_instant){.column_length = 0};
    instant->d_error = centre_at(&relative->b, t, &instant->b, instant->d);
  } else {
    track_instant(&relative->a, t, &instant->a);
    if (relative->rigid)
      rigid_pair_distance(relative, t, instant);
    else
      general_pair_distance(relative, t, instant);
  }
  instant->d_length = bms_length(instant->d) + instant->d_error;
}

/*
 * In 4 roundings u T of time, T = max(|t0|, |t1|), a quadratic moves by at most 2 * 4 u times its bound |c0| + |c1| T +
 * |c2| T^2, a linear quaternion by 4 u of its own and a column of its rotation by 2.1 times that, relatively.  The
 * errors are counted with at least 12 u, 3 u and 2.1 times 3 u of the same bounds, or of less by the lateness: the
 * movement is at most 4 / 3 of the error, times that.
 */
static const double EXTENT_ERROR = 4.0 / 3;

void bms_instant_extend(const bms_relative *relative, bms_instant *instant) {
  double factor = 1 + EXTENT_ERROR * relative->lateness;
  instant->a.column_error *= factor;
  instant->b.column_error *= factor;
  instant->d_error *= factor;
  instant->a.column_length += instant->a.column_error;
  instant->b.column_length += instant->b.column_error;
  instant->d_length += instant->d_error;
}
