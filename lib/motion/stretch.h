/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The two motions of a query over a stretch of its interval.
 *
 * A stretch [ta, tb] of the interval carries the same as polynomials in s, t = ta + s (tb - ta).  Its coefficients are
 * values of polar forms of the *original* polynomials at the doubles ta and tb, so errors do not grow from stretch to
 * stretch: each coefficient is off by a few units of rounding times the magnitudes in bms_track and bms_relative.
 */

#ifndef BMS_STRETCH_H
#define BMS_STRETCH_H

#include "motion/relative.h"
#include "numeric/polynomial.h"

/* The motion of one body over a stretch, in scaled Bernstein form of degree 2. */
typedef struct bms_track_stretch {
  double column[3][3][3]; /* [i][coordinate][coefficient] */
  double scale[3];
} bms_track_stretch;

typedef struct bms_stretch {
  const bms_relative *relative;
  double ta, tb;
  bms_track_stretch a, b;
  double position[3][3];      /* rigid pair: P */
  bms_polynomial distance[3]; /* otherwise: D, of degree 4 or 6; for a half-space 2 or 4 */
} bms_stretch;

/* Prepares one body alone over [t0, t1]. */
void bms_track_over(const bms_body *body, double t0, double t1, bms_track *track, bms_track_stretch *stretch);

/* Computes both motions over the stretch [ta, tb], t0 <= ta <= tb <= t1. */
void bms_relative_stretch(const bms_relative *relative, double ta, double tb, bms_stretch *stretch);

/* Returns A_i . B_j over a stretch, of degree 4: the nine octant equations of a rigid pair. */
bms_polynomial bms_stretch_column_product(const bms_stretch *stretch, int i, int j);

/* Computes the normal of face i of a body over a stretch, [coordinate]: A_i itself (degree 2) for a rigid body, the
   cross product of the two other columns (degree 4) for a matrix motion. */
void bms_track_face_normal(const bms_track *track, const bms_track_stretch *stretch, int i, bms_polynomial normal[3]);

/* Computes the determinant of the columns of a matrix motion over a stretch, of degree 6. */
bms_polynomial bms_track_determinant(const bms_track *track, const bms_track_stretch *stretch);

#endif /* BMS_STRETCH_H */
