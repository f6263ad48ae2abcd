/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The two motions of a query side by side, over the whole interval and over stretches of it.
 *
 * A body in homogeneous form: columns A_i(t) of degree 2, a positive scale k(t) of degree 2 (the weight w of a matrix
 * motion, the squared norm n = |q|^2 of a rigid one) and the centre of the box.  A point with box coordinates x stands
 * at A x / k + translation.
 *
 *     rigid pair   d = P + B m_b / k_b - A m_a / k_a,  P = p_b - p_a of degree 2, m the box centre in its own frame
 *     otherwise    d = D / (k_a k_b),  D = k_a C_b - k_b C_a,  C = A m + T (matrix, degree 2) or A m + n p (rigid,
 *     degree 4)
 *
 * Subtracting the positions' coefficients first keeps a rigid pair accurate however far from the origin it moves.
 *
 * A stretch [ta, tb] of the interval carries the same as polynomials in s, t = ta + s (tb - ta).  Its coefficients are
 * values of polar forms of the *original* polynomials at the doubles ta and tb, so errors do not grow from stretch to
 * stretch: each coefficient is off by a few units of rounding times the magnitudes in bms_track and bms_relative.
 *
 * A rigid pair around t = 10^6 has coefficients that are a million times what they add up to.  Where that is so the
 * sums are made in double-double arithmetic, and the magnitudes are those of what they make.
 */

#ifndef BMS_RELATIVE_H
#define BMS_RELATIVE_H

#include <stdbool.h>

#include "motion/axis.h"
#include "bms.h"
#include "numeric/polynomial.h"
#include "numeric/rounding.h"

/* One body, with bounds over the query's interval.  Vectors of polynomials are [..][coordinate][power of t]. */
typedef struct bms_track {
  bool rigid;
  bms_box box;
  double half[3];          /* half extents */
  double middle[3];        /* centre of the box in its own frame */
  double quaternion[4][2]; /* rigid only */
  double column[3][3][3];  /* matrix only: [i] is A_i */
  double position[3][3];   /* p, or T */
  double weight[3];        /* matrix only */
  double column_bound;     /* bounds |A_i| and all intermediate sums of its evaluation */
  double scale_bound;      /* bounds k likewise */
  double centre_bound;     /* bounds C likewise */
  double half_bound;       /* h_0 + h_1 + h_2 */
  bool late;               /* sums are much greater than what they make, and made in double-double arithmetic */
} bms_track;

typedef struct bms_relative {
  const bms_body *body_a, *body_b; /* the caller's, who keeps them; there is no body_a beside a half-space */
  double t0, t1;
  bms_track a, b;
  bool rigid;                       /* both bodies are */
  const bms_half_space *half_space; /* stands in the place of a, or NULL */
  double position[3][3];            /* P, for a rigid pair */
  double distance_bound;            /* bounds |P| + |m_a| + |m_b|, or |D|, and all intermediate sums */
  double lateness; /* bounds the absolute terms of quaternions and of P at T = max(|t0|, |t1|), in those; 1 or more */
  unsigned axes;   /* bit k set: axis k must be looked at; the others are implied by these (parallel_edges.c) */
  unsigned perpendicular; /* bit 3 i + j set: A_i and B_j are known to be at right angles for all t (of matrices, see
                             parallel_edges.h) */
} bms_relative;

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

/* One body at one time: world columns A_i / k. */
typedef struct bms_track_instant {
  double column[3][3];
  double column_length; /* bounds |A_i / k| */
  double column_error;  /* bounds the error of each, as a vector */
} bms_track_instant;

typedef struct bms_instant {
  bms_track_instant a, b;
  double d[3]; /* from the centre of a to the centre of b */
  double d_length, d_error;
} bms_instant;

/* Prepares one body alone over [t0, t1]. */
void bms_track_over(const bms_body *body, double t0, double t1, bms_track *track, bms_track_stretch *stretch);

/* Returns true if the quaternion of a rigid body, or the columns and the weight of a matrix, are not the same at all
   times. */
bool bms_track_turns(const bms_track *track);

/* Prepares a query whose doubles are finite.  Returns false if magnitudes are outside the range in which the products
   that the solver forms can neither overflow nor lose digits to underflow; then only the exact path serves. */
bool bms_relative_prepare(const bms_query *query, bms_relative *relative);

/* Makes a prepared rigid pair count errors by what sums make, where their terms are much greater.  The sections do
   without: their levels count with the terms. */
void bms_relative_sharpen(bms_relative *relative);

/* Prepares a half-space and a body as bms_relative_prepare() does; D is then the centre of b times its scale, and d the
   centre. */
bool bms_relative_prepare_half_space(const bms_half_space *a, const bms_body *b, double t0, double t1,
                                     bms_relative *relative);

/* Computes both motions over the stretch [ta, tb], t0 <= ta <= tb <= t1. */
void bms_relative_stretch(const bms_relative *relative, double ta, double tb, bms_stretch *stretch);

/* Computes both bodies at t.  The error bounds are infinite where a scale cannot be told from zero. */
void bms_relative_instant(const bms_relative *relative, double t, bms_instant *instant);

/* Makes the error bounds of an instant hold for all times within BMS_EXTENT roundings of max(|t0|, |t1|) of its own. */
void bms_instant_extend(const bms_relative *relative, bms_instant *instant);

enum { BMS_EXTENT = 4 };

/* Returns A_i . B_j over a stretch, of degree 4: the nine octant equations of a rigid pair. */
bms_polynomial bms_stretch_column_product(const bms_stretch *stretch, int i, int j);

/* Computes the normal of face i of a body over a stretch, [coordinate]: A_i itself (degree 2) for a rigid body, the
   cross product of the two other columns (degree 4) for a matrix motion. */
void bms_track_face_normal(const bms_track *track, const bms_track_stretch *stretch, int i, bms_polynomial normal[3]);

/* Computes the determinant of the columns of a matrix motion over a stretch, of degree 6. */
bms_polynomial bms_track_determinant(const bms_track *track, const bms_track_stretch *stretch);

#endif /* BMS_RELATIVE_H */
