/* SPDX-License-Identifier: BSD-3-Clause */

/* Hulls of up to four points of a Minkowski difference, and their points nearest to the origin. */

#ifndef BMS_SIMPLEX_H
#define BMS_SIMPLEX_H

#include <stdbool.h>

/* Corner k is point[k], the difference of corner_b[k], seen from the frame of a, and corner_a[k]. */
typedef struct bms_simplex {
  int count;
  double point[4][3];                    /* in the frame of a */
  double corner_a[4][3], corner_b[4][3]; /* each in its own frame */
  int number_a[4], number_b[4];          /* of bms_convex_support() */
  double weight[4];                      /* of the nearest point */
} bms_simplex;

/* Returns true if two corners of a shape are the same one. */
static inline bool bms_same_corner(const double u[3], const double v[3]) {
  return u[0] == v[0] && u[1] == v[1] && u[2] == v[2];
}

/* Cuts the simplex down to the face that holds the point nearest to the origin and has the newest corner; returns the
   square of the distance. */
double bms_simplex_reduce(bms_simplex *simplex, double nearest[3]);

/* Returns the least distance of the origin from the planes of a tetrahedron's faces, if the origin is inside; else
   negative. */
double bms_simplex_depth(const bms_simplex *simplex);

#endif /* BMS_SIMPLEX_H */
