/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gaps along the 15 axes (motion/axis.h), exactly, as polynomials of t.
 *
 * A body is its columns A_i, a positive scale k (the weight w of a matrix motion, the squared norm |q|^2 of a rigid
 * one) and a position; the middle m = (min + max) / 2 and half extents h = (max - min) / 2 of its box are exact too,
 * not rounded to doubles.  Multiplied by positive polynomials, the gap along an axis n is
 *
 *     |distance(t)| - sum_k |radius_k(t)|,
 *
 *     rigid pair   P = p_b - p_a,  C_ij = A_i . B_j
 *       face i of a   distance = (A_i . P) k_b + sum_j m_b,j C_ij - m_a,i k_a k_b;  radii h_a,i k_a k_b;  h_b,j C_ij
 *       face j of b   the same with the roles exchanged
 *       edges i, j    distance = (A_i x B_j) . P + m_b,j+1 C_i,j+2 - m_b,j+2 C_i,j+1
 *                                                + m_a,i+1 C_i+2,j - m_a,i+2 C_i+1,j
 *                     radii    - h_a,i+1 C_i+2,j;  h_a,i+2 C_i+1,j;  h_b,j+1 C_i,j+2;  - h_b,j+2 C_i,j+1
 *     otherwise    D = k_a C_b - k_b C_a,  C = A m + T (matrix) or A m + k p (rigid)
 *       every axis    distance = n . D;  radii  h_a,i k_b (n . A_i);  h_b,j k_a (n . B_j)
 *
 * with indices modulo 3.  The first form has degree 6 and not 10, because A_i x A_i+1 = k_a A_i+2 lets the scales
 * cancel.  n is A_i for a face of a rigid body, A_i+1 x A_i+2 for one of a matrix motion, A_i x B_j for two edges;
 * the signs of the terms are those for this n.
 *
 * At one dyadic time all of these are numbers: polynomials of degree 0 in the same formulas.
 */

#ifndef BMS_EXACT_AXIS_H
#define BMS_EXACT_AXIS_H

#include "motion/axis.h"
#include "exact/exact_polynomial.h"

typedef struct bms_exact_body {
  bool rigid;
  bms_exact half[3], middle[3];
  bms_exact_polynomial column[3][3]; /* [i][coordinate] */
  bms_exact_polynomial position[3];  /* p, or T */
  bms_exact_polynomial scale;
} bms_exact_body;

typedef struct bms_exact_pair {
  bms_exact_body a, b;
  bool rigid;                         /* both are */
  bms_exact_polynomial difference[3]; /* P of a rigid pair, else D */
} bms_exact_pair;

enum { BMS_EXACT_TERMS = 7 };

typedef struct bms_exact_gap {
  bool directed;                  /* the distance counts with its sign: a half-space */
  int terms;                      /* term[0] is the distance; the others are radii, none of them the zero polynomial */
  int half_edge[BMS_EXACT_TERMS]; /* of a radius: whose, 0..2 of a, 3..5 of b */
  bms_exact_polynomial term[BMS_EXACT_TERMS];
} bms_exact_gap;

/* Returns a body, whose doubles are all finite, as exact polynomials. */
bms_exact_body bms_exact_body_of(bms_exact_arena *arena, const bms_body *body);

/* Returns a body at one time: all polynomials are constant. */
bms_exact_body bms_exact_body_at_time(bms_exact_arena *arena, const bms_body *body, bms_exact t);

/* Computes D, the way from the centre of a to the centre of b times both scales. */
void bms_exact_way(bms_exact_arena *arena, const bms_exact_body *a, const bms_exact_body *b,
                   bms_exact_polynomial way[3]);

/* Puts the two bodies of a pair side by side: computes all else of it. */
void bms_exact_pair_join(bms_exact_arena *arena, bms_exact_pair *pair);

/* Returns a body at one time, from its polynomials. */
bms_exact_body bms_exact_body_at(bms_exact_arena *arena, const bms_exact_body *body, bms_exact t);

/* Computes the gap along an axis. */
void bms_exact_gap_along(bms_exact_arena *arena, const bms_exact_pair *pair, int axis, bms_exact_gap *gap);

/* Computes the gap between a half-space and a body: distance = normal . C - offset k, radii h_j (normal . A_j). */
void bms_exact_gap_above(bms_exact_arena *arena, const bms_half_space *half_space, const bms_exact_body *b,
                         bms_exact_gap *gap);

/* Computes the vector of an axis, n. */
void bms_exact_axis_vector(bms_exact_arena *arena, const bms_exact_pair *pair, int axis, bms_exact_polynomial n[3]);

/* Returns det A of a body. */
bms_exact_polynomial bms_exact_body_determinant(bms_exact_arena *arena, const bms_exact_body *body);

#endif /* BMS_EXACT_AXIS_H */
