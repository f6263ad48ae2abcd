/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Separating planes of two convex shapes, followed through time.
 *
 * A plane is given by its normal, which turns with one of the two or is perpendicular to a direction in either.  For a
 * unit normal n, from a to b, with h the support function of a core (h(n) = max over its points x of n . x)
 *
 *     gap = n . P  -  h_b(-n)  -  h_a(n)  -  radius
 *
 * and the two are apart where it is positive.  Multiplied by a b, with h of vectors in the frame of its own shape:
 *
 *     normal A m / a, m fixed    b (A m . P)  -  a b (h_a(m) + radius)  -  h_b(-B'A m)
 *     normal B m / b, m fixed    a (B m . P)  -  a b (h_b(-m) + radius) -  h_a(A'B m)
 *     A e x B f                  (A e x B f) . P  -  h_a(e x A'B f)  -  h_b(f x B'A e)  -  radius |e x A'B f|
 *
 * The arguments of h are polynomial vectors d(s).  A support function, and the length of a vector, are convex and
 * homogeneous: h of sum_k B_k(s) d_k is at most sum_k B_k(s) h(d_k).  So h of each Bernstein coefficient gives a
 * polynomial that bounds the gap from below over the whole stretch, whatever the core: of points, round, or known by a
 * support function only.  It is the gap itself where one vertex stays the farthest, and off by the square of the
 * stretch's length otherwise.  A cylinder that rolls has the bound of the capsule around it: d is then as long as a b,
 * so that the radius counts without loss.
 */

#ifndef BMS_SEPARATING_PLANE_H
#define BMS_SEPARATING_PLANE_H

#include <stdbool.h>

#include "numeric/polynomial.h"
#include "shapes/convex_stretch.h"

enum { BMS_CARRIER_NONE, BMS_CARRIER_A, BMS_CARRIER_B, BMS_CARRIER_BOTH };

/*
 * carrier A: vector a is the normal, in the frame of a; B: vector b, in the frame of b; both unit vectors that lead
 * from a to b.  BOTH: two unit vectors of either frame whose cross product a x b leads from a to b.
 */
typedef bms_convex_hint bms_separating_plane;

/* Writes a polynomial that is positive only where the two are certainly apart, the gap along the plane times a b (and
   the length of A e x B f).  Returns false if the plane decides nothing. */
bool bms_separating_plane_gap(const bms_convex_stretch *stretch, const bms_separating_plane *plane,
                              bms_polynomial *gap);

/* Returns a certain lower bound of the gap at ta, in length. */
double bms_separating_plane_clearance(const bms_convex_stretch *stretch, const bms_separating_plane *plane);

/* Returns the largest time of the stretch found up to which the gap along the plane is certainly positive; ta if it is
   not certainly so at ta. */
double bms_separating_plane_clear_until(const bms_convex_stretch *stretch, const bms_separating_plane *plane);

#endif /* BMS_SEPARATING_PLANE_H */
