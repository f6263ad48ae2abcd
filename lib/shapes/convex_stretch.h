/* SPDX-License-Identifier: BSD-3-Clause */

/* Two convex shapes over a stretch of time, and where they stand at its start. */

#ifndef BMS_CONVEX_STRETCH_H
#define BMS_CONVEX_STRETCH_H

#include "shapes/convex_pair.h"

/* Over [ta, tb]: polynomials in s, t = ta + s (tb - ta), by scaled Bernstein coefficients. */
typedef struct bms_convex_stretch {
  const bms_convex_pair *pair;
  double ta, tb;
  bms_convex_scale scale;                  /* for times up to both */
  int degree_a, degree_b, degree_position; /* 0 for what does not move, or if ta == tb; else 2 */
  double a[3][3][3], b[3][3][3];           /* [coefficient][row][column] of A and B */
  double position[3][3];                   /* [coefficient][row] of P */
  double scale_a[3], scale_b[3], scales[5];
} bms_convex_stretch;

/* Checks the two over [ta, tb]. */
void bms_convex_stretch_over(const bms_convex_pair *pair, double ta, double tb, bms_convex_stretch *stretch);

/* The pose of b at the start of a stretch, seen from the frame of a. */
typedef struct bms_convex_instant {
  const bms_convex_pair *pair;
  double rotation[3][3];
  double position[3];
  double error; /* bounds the error of a point of b, and twice over of all sums of its points with weights */
} bms_convex_instant;

/* Finds where they stand at ta. */
void bms_convex_instant_of(const bms_convex_stretch *stretch, bms_convex_instant *instant);

/* Writes a vector of the frame of a in the frame of b, and the other way round. */
void bms_convex_to_b(const bms_convex_instant *instant, const double vector[3], double out[3]);
void bms_convex_to_a(const bms_convex_instant *instant, const double vector[3], double out[3]);

#endif /* BMS_CONVEX_STRETCH_H */
