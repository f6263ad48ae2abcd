/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Computes exactly where a body stands at a rational time, and polynomials at rational places, for exact_gap.c and the
 * tests.
 *
 * Everything is in homogeneous coordinates, so that no division is needed before the end: a point of a body stands at X
 * / weight.
 */

#ifndef EXACT_POSE_H
#define EXACT_POSE_H

#include <gmp.h>

#include "bms.h"
#include "numeric/polynomial.h"

typedef mpq_t rational_vector[3];

void rational_vector_init(rational_vector v);
void rational_vector_clear(rational_vector v);

/* Sets sum += x y. */
void rational_add_product(mpq_t sum, const mpq_t x, const mpq_t y);
void rational_dot(mpq_t out, rational_vector u, rational_vector v);
/* Sets out = u x v, which must be neither of them. */
void rational_cross(rational_vector out, rational_vector u, rational_vector v);

/* One body at one time. */
typedef struct exact_pose {
  mpq_t weight;              /* w of a matrix, |q|^2 of a rigid motion */
  rational_vector edge[3];   /* the box's unit vector i, times the weight */
  rational_vector vertex[8]; /* bit i of the index: at the maximum of axis i */
} exact_pose;

void exact_pose_init(exact_pose *pose);
void exact_pose_clear(exact_pose *pose);
void exact_pose_at(exact_pose *pose, const bms_body *body, const mpq_t t);

/* Compute coordinate r in the world of edge vector i, and of the centre of the box. */
void exact_world_edge(exact_pose *pose, int i, int r, mpq_t value);
void exact_world_centre(exact_pose *pose, int r, mpq_t value);

/* Computes the value of a polynomial, exactly as its coefficients have it, at a rational s. */
void exact_polynomial_value(const bms_polynomial *p, const mpq_t s, mpq_t value);

/* Computes ta + s (tb - ta). */
void exact_time(double ta, double tb, const mpq_t s, mpq_t t);

#endif /* EXACT_POSE_H */
