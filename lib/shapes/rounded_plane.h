/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Separating planes of a box and a rounded shape, followed through time.
 *
 * A plane is given by its normal, which turns with one of the two or is perpendicular to an edge of either.  For a unit
 * normal n, from the box to the shape, the gap along it is
 *
 *     gap = min over v of n . (P + B v / b)  -  max over x of n . A x / a  -  radius
 *
 * and the two are apart where it is positive.  Multiplied by a b (index i: of the box's frame, j: of the shape's;
 * C_ij = A_i . B_j):
 *
 *     normal A n / a, n fixed    b sum_i n_i A_i . P + min_v sum_ij n_i C_ij v_j  -  a b (max_x n . x + radius)
 *     normal B n / b, n fixed    a sum_j n_j B_j . P + a b min_v n . v  -  max_x sum_ij x_i C_ij n_j  -  a b radius
 *     A_i x B e, e an edge       (A_i x B e) . P + min_v (C_i x e) . v  -  max_x x . (i x C e)  -  radius |A_i x B e|
 *
 * all of degree 6 but |A_i x B e| = sqrt(N), N = a^2 b^2 |e|^2 - (C e)_i^2 of degree 8, which is bounded from above by
 * its tangent as a function of N: (N / m + m) / 2, m its value at the start of the stretch.
 *
 * min_v and max_x are taken of each Bernstein coefficient by itself.  A support function is convex and homogeneous, so
 * that gives a lower bound of the gap over the whole stretch: the gap itself where one vertex stays the nearest, and
 * off by the square of the stretch's length where the vertex changes.
 */

#ifndef BMS_ROUNDED_PLANE_H
#define BMS_ROUNDED_PLANE_H

#include "numeric/polynomial.h"
#include "shapes/rounded.h"

typedef enum bms_rounded_carrier {
  BMS_CARRIER_BOX,   /* the normal is fixed in the box's frame */
  BMS_CARRIER_SHAPE, /* ... in the shape's */
  BMS_CARRIER_EDGES  /* it is perpendicular to an edge of either */
} bms_rounded_carrier;

typedef struct bms_rounded_plane {
  bms_rounded_carrier carrier;
  double vector[3]; /* the normal; or the edge of the shape, its sign such that A_i x B e leads to the shape */
  int edge;         /* the axis of the box's edge */
} bms_rounded_plane;

/* The two over the stretch [ta, tb] of the interval, polynomials in s, t = ta + s (tb - ta). */
typedef struct bms_rounded_stretch {
  const bms_rounded_pair *pair;
  double ta, tb;
  bms_rounded_bounds bounds;
  double a[3][3][3], b[3][3][3];           /* [coefficient][row][column] of A and B, degree 2 */
  double position[3][3];                   /* [coefficient][row] of P, degree 2 */
  bms_polynomial scale_a, scale_b, scales; /* a, b, a b */
  double product[5][3][3];                 /* [coefficient][i][j] of C, degree 4 */
} bms_rounded_stretch;

void bms_rounded_stretch_over(const bms_rounded_pair *pair, double ta, double tb, bms_rounded_stretch *stretch);

/* Whether the gap along the plane is certainly positive at ta. */
bool bms_rounded_separates(const bms_rounded_stretch *stretch, const bms_rounded_plane *plane);

/* The largest time of the stretch found up to which the gap along the plane is certainly positive; ta if it is not
   certainly so at ta. */
double bms_rounded_clear_until(const bms_rounded_stretch *stretch, const bms_rounded_plane *plane);

#endif /* BMS_ROUNDED_PLANE_H */
