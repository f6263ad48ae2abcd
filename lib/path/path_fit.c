/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A smooth motion cut into pieces: at each time the longest piece whose slack is within the tolerance, nearly.
 *
 * The error of a fit is of third order in its length (fit.c), so a piece that failed with slack S at tolerance T is
 * tried again at a length (T / S)^(1/3) as long, and the next piece starts from the length that would just have been
 * enough.  A piece is at least TRIES_AGAIN of that, so lengths settle in one or two tries.
 *
 * A piece's motion is a function of t less the path's origin.  From s, t = middle + half s, the coefficients become
 *
 *     c2 / half^2,   (c1 - 2 c2 m) / half,   c0 - c1 m + c2 m^2,      m = middle / half
 *
 * which costs digits where |middle| is large against half.  Each has at most 8 roundings of terms that are no larger,
 * at any t of the piece, than |c0| + |c1| q + |c2| q^2 with q = 2 |m| + 1.  The sum over all entries bounds every
 * norm; it goes into the radius and into the stretch.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "bms_path.h"
#include "motion/origin.h"
#include "path/fit.h"
#include "numeric/double_double.h"
#include "numeric/elementary.h"
#include "numeric/jet.h"

static const double SHIFT_ROUNDINGS = 8;

/* The part of the length that the cubic law predicts: this is an estimate, as the bounds change with the length. */
static const double CAUTION = 0.95;

/* A length below this part of |t| cannot hold three nodes apart. */
static const double LEAST_LENGTH = 0x1p-40;

/* A smooth motion over an interval, and the origin of its pieces in the time of its functions. */
typedef struct course {
  const bms_smooth *motion;
  double reach, origin;
} course;

/* Changes a fit from s to t; computes what the roundings add to an entry of the linear part and of the origin. */
static void shift(const bms_fit *fit, const bms_fit_nodes *nodes, double from, bms_motion *motion, double *turn,
                  double *origin) {
  double half = nodes->half, m = (nodes->middle - from) / half, q = 2 * fabs(m) + 1;
  *motion = (bms_motion){.form = BMS_MOTION_MATRIX, .matrix.weight = {1, 0, 0}};
  *turn = *origin = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) {
      const double *c = fit->coefficient[i][j];
      double *out = motion->matrix.entry[i][j];
      out[2] = c[2] / half / half;
      out[1] = (c[1] - 2 * c[2] * m) / half;
      out[0] = c[0] - m * (c[1] - c[2] * m);
      *(j < 3 ? turn : origin) += SHIFT_ROUNDINGS * BMS_ROUNDING * (fabs(c[0]) + fabs(c[1]) * q + fabs(c[2]) * q * q);
    }
}

static bms_piece piece_over(const course *c, double t0, double t1) {
  const bms_smooth *motion = c->motion;
  double from = bms_double_double_rounded_sum(t0, -motion->origin, -INFINITY), reach = c->reach;
  double to = bms_double_double_rounded_sum(t1, -motion->origin, INFINITY);
  bms_fit_nodes nodes = bms_fit_nodes_of(from, to);
  bms_smooth_bounds bounds;
  bms_fit fit;
  double pose[3][3][4], turn, origin;
  bms_piece piece = {.t0 = t0, .t1 = t1};
  motion->bounds(motion->context, from, to, &bounds);
  for (int k = 0; k < 3; k++) motion->pose(motion->context, nodes.time[k], pose[k]);
  bms_fit_poses(&nodes, (const double(*)[3][4])pose, &bounds, reach, &fit);
  shift(&fit, &nodes, c->origin, &piece.motion, &turn, &origin);
  piece.motion.origin = motion->origin + c->origin;
  piece.radius = fit.radius + (origin + turn * reach) * BMS_JET_SAFETY;
  piece.stretch = fit.stretch / (1 - turn * fit.stretch) * BMS_JET_SAFETY; /* (A + E)^-1 = (I + A^-1 E)^-1 A^-1 */
  if (!(piece.stretch >= 1)) piece.stretch = INFINITY;
  return piece;
}

/* Returns how the length is to change for a slack of just the tolerance. */
static double change(double tolerance, double slack) {
  double factor = slack > 0 ? CAUTION * bms_rough_cube_root(tolerance / slack) : 2;
  return isfinite(slack) ? fmin(fmax(factor, 0.1), 2) : 0.5;
}

int bms_path_fit(const bms_smooth *motion, double reach, double t0, double t1, double tolerance, int capacity,
                 bms_piece *piece, int *count) {
  double length = t1 - t0, from = t0, to = t1;
  course c = {motion, reach, motion->origin == 0 ? bms_origin_of(&from, &to) : 0};
  double least = LEAST_LENGTH * fmax(fabs(t0 - motion->origin), fabs(t1 - motion->origin));
  *count = 0;
  if (!(length > 0 && length < INFINITY && tolerance > 0 && reach >= 0 && reach < INFINITY)) return -1;
  for (double t = t0; t < t1;) {
    bms_piece next = piece_over(&c, t, length < t1 - t ? fmax(t + length, nextafter(t, INFINITY)) : t1);
    double slack = bms_piece_slack(&next), factor = change(tolerance, slack);
    length = (next.t1 - next.t0) * factor;
    if (!(slack <= tolerance && slack < INFINITY)) {
      bool shortest = !(nextafter(t, INFINITY) < next.t1);
      if (shortest || !(length > least && t + length > t)) return -1;
      if (factor >= CAUTION) length *= CAUTION; /* the prediction was that it would do */
      continue;
    }
    if (*count < capacity) piece[*count] = next;
    ++*count;
    t = next.t1;
  }
  return 0;
}
