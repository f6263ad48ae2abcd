/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Edges that are parallel but for rounding have an axis whose gap is nothing but rounding, and no sign that doubles are
 * sure of: the boxes may overlap by half, and the verdict over all axes is still open.  A point that lies inside both
 * settles it.  It is looked for by alternating projections: moved into one box, a little shrunk, then into the other,
 * and so on.  Only the point that comes out is judged.
 *
 * Coordinates of a point y, from a body's centre, along its columns A_i: y_i = N_i . y / det, N_i = A_i+1 x A_i+2.  It
 * is inside where |N_i . y| < h_i |det| for all i.
 *
 * Errors.  With columns of length l that are off by e, N_i is off by 2 e l + 4 u l^2 = n, the determinant by n l + l^2
 * e + 4 u l^3, N_i . y by (n + 4 u l^2) |y| and by l^2 times what y is off by: nothing, seen from the centre of a, and
 * d's error, seen from that of b.  SAFETY covers the roundings of these bounds, of the halves and of the comparison.
 */

#include "numeric/arithmetic.h"

#include "certified/interior.h"

#include <math.h>
#include <stddef.h>

#include "numeric/rounding.h"
#include "numeric/vector.h"

enum { PROJECTIONS = 12 };

static const double SHRUNK = 1 - 0x1p-7, SAFETY = 2;

/* A body at an instant: N_i and det. */
typedef struct placed_box {
  const double *half;
  const bms_track_instant *at;
  double normal[3][3], determinant;
} placed_box;

static placed_box placed_of(const bms_track *track, const bms_track_instant *at) {
  placed_box s = {.half = track->half, .at = at};
  for (int i = 0; i < 3; i++) bms_cross(at->column[(i + 1) % 3], at->column[(i + 2) % 3], s.normal[i]);
  s.determinant = bms_dot(s.normal[0], at->column[0]);
  return s;
}

/* Takes y, from the centre, to a place inside. */
static void move_into(const placed_box *s, double y[3]) {
  double inside[3];
  for (int i = 0; i < 3; i++) {
    double most = SHRUNK * s->half[i], along = bms_dot(s->normal[i], y) / s->determinant;
    inside[i] = bms_min(bms_max(along, -most), most);
  }
  for (int r = 0; r < 3; r++)
    y[r] = inside[0] * s->at->column[0][r] + inside[1] * s->at->column[1][r] + inside[2] * s->at->column[2][r];
}

/* Bounds what N_i . y, of y from the centre and off by `error`, and the determinant are off by. */
static void margins(const placed_box *s, const double y[3], double error, double out[2]) {
  double l = s->at->column_length, e = s->at->column_error;
  double normal_error = 2 * e * l + 4 * BMS_ROUNDING * l * l;
  double determinant_error = normal_error * l + l * l * e + 4 * BMS_ROUNDING * l * l * l;
  out[0] = SAFETY * ((normal_error + 4 * BMS_ROUNDING * l * l) * bms_length(y) + l * l * error);
  out[1] = SAFETY * determinant_error;
}

/* Returns true if y is certainly inside. */
static bool holds(const placed_box *s, const double y[3], double error) {
  double margin[2];
  margins(s, y, error, margin);
  double least = fabs(s->determinant) - margin[1];
  for (int i = 0; i < 3; i++)
    if (!(fabs(bms_dot(s->normal[i], y)) + margin[0] < s->half[i] * least * (1 - 16 * BMS_ROUNDING))) return false;
  return true;
}

bool bms_interiors_meet(const bms_relative *relative, const bms_instant *instant) {
  const double *d = instant->d;
  if (relative->half_space != NULL) return false;
  placed_box a = placed_of(&relative->a, &instant->a), b = placed_of(&relative->b, &instant->b);
  double x[3] = {d[0], d[1], d[2]}, from_b[3]; /* from the centre of a, and from that of b */
  for (int k = 0; k < PROJECTIONS; k++) {
    move_into(&a, x);
    for (int r = 0; r < 3; r++) from_b[r] = x[r] - d[r];
    double rounded = 2 * BMS_ROUNDING * (bms_length(x) + bms_length(d));
    if (holds(&b, from_b, instant->d_error + rounded) && holds(&a, x, 0)) return true;
    move_into(&b, from_b);
    for (int r = 0; r < 3; r++) x[r] = from_b[r] + d[r];
  }
  return false;
}
