/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Edges that are parallel but for rounding have an axis whose gap is nothing but rounding, and no sign that doubles are
 * sure of: the boxes may overlap by half, and the verdict over all axes is still open.  A point that lies inside both
 * settles it.  It is searched for by alternating projections: moved into one box, a little shrunk, then into the other,
 * and so on.  Only the point that comes out is judged.
 *
 * Coordinates of a point y, from a body's centre, along its columns A_i: y_i = N_i . y / det, N_i = A_i+1 x A_i+2.  It
 * is inside where |N_i . y| < h_i |det| for all i.
 *
 * A face that covers what touches it settles it as well: if the gap along it is zero a corner of the other body lies in
 * its plane, and in the face.  The corners that may be that one are those whose radii have the signs of the nearest, or
 * signs in doubt; all of them are to be before the face and, across it, inside.
 *
 * Errors.  With columns of length l that are off by e, N_i is off by 2 e l + 4 u l^2 = n, the determinant by n l + l^2
 * e + 4 u l^3, N_i . y by (n + 4 u l^2) |y| and by l^2 times what y is off by: nothing, seen from the centre of a, and
 * d's error, seen from b's.  SAFETY covers the roundings of these bounds, of the halves and of the comparison.
 */

#include "numeric/arithmetic.h"

#include "certified/interior.h"

#include <math.h>
#include <stddef.h>

#include "numeric/rounding.h"
#include "numeric/vector.h"

enum { PROJECTIONS = 12 };

static const double SHRUNK = 1 - 0x1p-7, SAFETY = 2;

/* A product of a normal and a column is clear of zero beyond this part of their lengths, if columns are off by no more
   than the other part of theirs, which makes an error of some 3 of these parts in it. */
static const double CLEAR = 0x1p-16, SHARP = 0x1p-22;

/* Roundings of the way to a corner, of the length of its parts: 3 for sums, 1 for products. */
static const double CORNER_ROUNDINGS = 4;

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

/* Bounds what N_i . y, of y of this length from the centre and off by `error`, and the determinant are off by. */
static void margins(const placed_box *s, double length, double error, double out[2]) {
  double l = s->at->column_length, e = s->at->column_error;
  double normal_error = 2 * e * l + 4 * BMS_ROUNDING * l * l;
  double determinant_error = normal_error * l + l * l * e + 4 * BMS_ROUNDING * l * l * l;
  out[0] = SAFETY * ((normal_error + 4 * BMS_ROUNDING * l * l) * length + l * l * error);
  out[1] = SAFETY * determinant_error;
}

/* Returns what N_i . y is less than, in absolute value, inside of slab i, with a determinant of this or more. */
static double most_along(const placed_box *s, int i, double least) {
  return s->half[i] * least * (1 - 16 * BMS_ROUNDING);
}

/* Returns true if y is certainly inside. */
static bool holds(const placed_box *s, const double y[3], double error) {
  double margin[2];
  margins(s, bms_length(y), error, margin);
  double least = fabs(s->determinant) - margin[1];
  for (int i = 0; i < 3; i++)
    if (!(fabs(bms_dot(s->normal[i], y)) + margin[0] < most_along(s, i, least))) return false;
  return true;
}

bool bms_interiors_meet(const bms_relative *relative, const bms_instant *instant) {
  const double *d = instant->d;
  if (relative->half_space != NULL) return false;
  placed_box a = placed_of(&relative->a, &instant->a), b = placed_of(&relative->b, &instant->b);
  double x[3] = {d[0], d[1], d[2]}, from_b[3]; /* from the centre of a, and of b */
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

/* ------------------------------------------------------------------ faces */

/* A face of a body, and what a place before it is compared with: the sign of N_i . y there, what N_k . y may be at most
   in slab k, and what these are off by. */
typedef struct placed_face {
  const placed_box *of;
  int axis, sign;
  double most[3], margin;
} placed_face;

/* Returns face i on the side of the other body, for places no farther away than `length` and off by `error`. */
static placed_face face_of(const placed_box *s, int i, const double way[3], double length, double error) {
  placed_face face = {.of = s, .axis = i, .sign = bms_dot(s->normal[i], way) < 0 ? -1 : 1};
  double margin[2];
  margins(s, length, error, margin);
  for (int k = 0; k < 3; k++) face.most[k] = most_along(s, k, fabs(s->determinant) - margin[1]);
  face.margin = margin[0];
  return face;
}

/* Returns true if y, from the centre, is certainly on the outer side of the middle of the face's slab, and inside both
   others. */
static bool covers(const placed_face *face, const double y[3]) {
  bool beside = face->most[face->axis] > 0;
  for (int k = 0; k < 3; k++) {
    double along = bms_dot(face->of->normal[k], y);
    beside =
        beside && (k == face->axis ? face->sign * along > face->margin : fabs(along) + face->margin < face->most[k]);
  }
  return beside;
}

/* Returns the half-edges of a body that certainly rise along the outer normal of a face (bits 0 to 2) or fall (3 to
   5). */
static unsigned rising_along(const placed_face *face, const bms_track_instant *at) {
  double length = face->of->at->column_length * face->of->at->column_length * at->column_length;
  unsigned rising = 0;
  for (int j = 0; j < 3; j++) {
    double rise = face->sign * bms_dot(face->of->normal[face->axis], at->column[j]);
    if (fabs(rise) > CLEAR * length) rising |= (rise > 0 ? 1u : 8u) << j;
  }
  return rising;
}

/* Returns the faces of a body (bits 0 to 2) that are seen to cover a place: others cover no box about it, as long as
   more than one of its corners may be the nearest. */
static unsigned faces_about(const placed_box *s, const double place[3]) {
  unsigned within = 0, faces = 0;
  for (int k = 0; k < 3; k++)
    if (fabs(bms_dot(s->normal[k], place)) < s->half[k] * fabs(s->determinant)) within |= 1u << k;
  for (int i = 0; i < 3; i++)
    if ((within | 1u << i) == 7) faces |= 1u << i;
  return faces;
}

/* Goes a way, and on to a corner. */
static void go_to_corner(const double way[3], const double half[3], const double column[3][3], unsigned corner,
                         double y[3]) {
  for (int r = 0; r < 3; r++) {
    y[r] = way[r];
    for (int j = 0; j < 3; j++) y[r] += (corner >> j & 1 ? half[j] : -half[j]) * column[j][r];
  }
}

/* Returns true if face i of a body, on the side of the other one, covers all corners of that which may be the nearest.
   The way leads to its centre. */
static bool covers_corners(const placed_box *s, int i, const double way[3], double way_error, const bms_track *other,
                           const bms_track_instant *at) {
  double size = bms_length(way) + other->half_bound * at->column_length;
  double error = way_error + other->half_bound * at->column_error + CORNER_ROUNDINGS * BMS_ROUNDING * size;
  placed_face face = face_of(s, i, way, size + error, error);
  unsigned rising = rising_along(&face, at);
  for (unsigned corner = 0; corner < 8; corner++) {
    if ((corner & rising) != 0 || (~corner & rising >> 3) != 0) continue; /* not the nearest */
    double y[3];
    go_to_corner(way, other->half, at->column, corner, y);
    if (!covers(&face, y)) return false;
  }
  return true;
}

static bool is_sharp(const bms_track_instant *at) {
  return at->column_error <= SHARP * at->column_length;
}

/* Returns one of some faces of a body (bits 0 to 2) that covers the corners of the other one, or -1. */
static int covering_face(const bms_track *own, const bms_track_instant *own_at, const bms_track *other,
                         const bms_track_instant *other_at, const double way[3], double way_error, unsigned faces) {
  placed_box s = placed_of(own, own_at);
  faces &= faces_about(&s, way);
  for (int i = 0; i < 3; i++)
    if ((faces >> i & 1) && covers_corners(&s, i, way, way_error, other, other_at)) return i;
  return -1;
}

int bms_covering_face(const bms_relative *relative, const bms_instant *instant, unsigned axes) {
  const bms_track *a = &relative->a, *b = &relative->b;
  const bms_track_instant *at_a = &instant->a, *at_b = &instant->b;
  const double *d = instant->d, back[3] = {-d[0], -d[1], -d[2]};
  int face = -1;
  if (relative->half_space != NULL || !is_sharp(at_a) || !is_sharp(at_b)) return -1;
  if (axes & 7) face = covering_face(a, at_a, b, at_b, d, instant->d_error, axes & 7);
  if (face >= 0 || !(axes >> 3 & 7)) return face;
  face = covering_face(b, at_b, a, at_a, back, instant->d_error, axes >> 3 & 7);
  return face < 0 ? face : BMS_AXIS_FACE_B + face;
}
