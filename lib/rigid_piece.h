/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Pieces of a plane: where it is lowest, and its two parts on either side of a place.
 *
 * Functions of this header are for rigid_quick.c alone, which is compiled for several machines.
 */

#ifndef BMS_RIGID_PIECE_H
#define BMS_RIGID_PIECE_H

#include "rigid_plane.h"

static const double RIGID_INVERSE_2[3] = {1, 0.5, 1},
                    RIGID_INVERSE_6[7] = {1, 1. / 6, 1. / 15, 1. / 20, 1. / 15, 1. / 6, 1};

/* The Bernstein coefficients, without the binomials. */
static void rigid_bernstein(const rigid_plane *plane, double b[RIGID_DEGREE + 1]) {
  const double *inverse = plane->degree == 2 ? RIGID_INVERSE_2 : RIGID_INVERSE_6;
  for (int i = 0; i <= plane->degree; i++) b[i] = plane->c[i] * inverse[i];
}

/* A place about where the plane is lowest, within the stretch: Newton's method for the slope, from the lowest Bernstein
   coefficient.  Only a place to split at: nothing depends on its being right. */
static double rigid_lowest(const rigid_plane *plane) {
  static const double MARGIN = 1. / 32;
  int n = plane->degree, lowest = 0;
  double b[RIGID_DEGREE + 1];
  rigid_bernstein(plane, b);
  for (int i = 1; i <= n; i++)
    if (b[i] < b[lowest]) lowest = i;
  double x = bms_min(bms_max((double)lowest / n, MARGIN), 1 - MARGIN);
  for (int k = 0; k < 3; k++) {
    double d[RIGID_DEGREE];
    for (int i = 0; i < n; i++) d[i] = b[i + 1] - b[i];
    for (int level = n - 1; level > 1; level--)
      for (int i = 0; i < level; i++) d[i] += x * (d[i + 1] - d[i]);
    double curvature = (n - 1) * (d[1] - d[0]);
    if (!(curvature > 0)) break;
    x = bms_min(bms_max(x - (d[0] + x * (d[1] - d[0])) / curvature, MARGIN), 1 - MARGIN);
  }
  return x;
}

/* Splits at place x of the stretch (de Casteljau).  A mean rounds by 5 units of the greatest coefficient, up to 6 of them
   follow each other, and the binomials add 3: 33 in all, where the plane's error is 160 at least.  Both halves are
   lowered by as much, since eight splits one after the other would use the error up. */
static void rigid_split(const rigid_plane *plane, double x, rigid_plane *left, rigid_plane *right) {
  static const double SPLIT_PART = 0.25;
  int n = plane->degree;
  double lower = SPLIT_PART * plane->error;
  const double *binomial = bms_binomial[n];
  double b[RIGID_DEGREE + 1];
  *left = *right = *plane;
  right->s0 = plane->s0 + x * (plane->s1 - plane->s0);
  left->s1 = bms_min(right->s0, 1 - BMS_ROUNDING); /* rounded to 1 it would be taken for the last of the interval */
  left->error = right->error = plane->error + lower;
  rigid_bernstein(plane, b);
  for (int k = 0; k <= n; k++) {
    left->c[k] = (b[0] - lower) * binomial[k];
    right->c[n - k] = (b[n - k] - lower) * binomial[k];
    for (int i = 0; i < n - k; i++) b[i] += x * (b[i + 1] - b[i]);
  }
}

#endif /* BMS_RIGID_PIECE_H */
