/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The two motions of a query side by side.  With the columns A and scales k of track.h, from centre to centre it is
 *
 *     rigid pair   d = P + B m_b / k_b - A m_a / k_a,  P = p_b - p_a of degree 2, m the box centre in its own frame
 *     otherwise    d = D / (k_a k_b),  D = k_a C_b - k_b C_a,  C = A m + T (matrix, degree 2) or A m + n p (rigid,
 *     degree 4)
 *
 * Subtracting the positions' coefficients first keeps a rigid pair accurate however far from the origin it moves.
 *
 * A rigid pair around t = 10^6 has coefficients that are a million times what they add up to.  If that is so the sums
 * are made in double-double arithmetic, and the magnitudes are their results'.
 */

#ifndef BMS_RELATIVE_H
#define BMS_RELATIVE_H

#include <stdbool.h>

#include "bms.h"
#include "motion/axis.h"
#include "motion/track.h"

typedef struct bms_relative {
  const bms_body *body_a, *body_b; /* owned by the caller; there is no body_a with a half-space */
  double t0, t1;
  bms_track a, b;
  bool rigid;                       /* both bodies are */
  const bms_half_space *half_space; /* stands in the place of a, or NULL */
  double position[3][3];            /* P, for a rigid pair */
  double distance_bound;            /* bounds |P| + |m_a| + |m_b|, or |D|, and all intermediate sums */
  double lateness; /* bounds the absolute terms of quaternions and of P at T = max(|t0|, |t1|), in those; 1 or more */
  unsigned axes;   /* bit k set: axis k must be checked; the others are implied by these (parallel_edges.c) */
  unsigned perpendicular; /* bit 3 i + j set: the normal of face i of a is known to be perpendicular to B_j for all t;
                             bit 9 + 3 i + j: of face j of b to A_i */
} bms_relative;

/* Prepares a query whose doubles are finite.  Returns false if magnitudes are outside the range in which the products
   that the solver forms can neither overflow nor lose digits to underflow; then only the exact path serves. */
bool bms_relative_prepare(const bms_query *query, bms_relative *relative);

/* Makes a prepared rigid pair count errors by the results of sums, if their terms are much greater.  The sections do
   without: their levels count with the terms. */
void bms_relative_sharpen(bms_relative *relative);

/* Prepares a half-space and a body as bms_relative_prepare() does; D is then the centre of b times its scale, and d the
   centre. */
bool bms_relative_prepare_half_space(const bms_half_space *a, const bms_body *b, double t0, double t1,
                                     bms_relative *relative);

/* Computes P over [ta, tb], of a rigid pair: [coordinate] is a scaled Bernstein polynomial of degree 2. */
void bms_relative_position_over(const bms_relative *relative, double ta, double tb, double out[3][3]);

/* Computes P at t, of a rigid pair. */
void bms_relative_position_at(const bms_relative *relative, double t, double out[3]);

#endif /* BMS_RELATIVE_H */
