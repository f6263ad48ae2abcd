/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Numbers of 400 bits (MPFR) as values of expressions: the computations of doubles, without their rounding.
 *
 * A sum, product or quotient of such numbers is off by 2^-400 of itself; the errors that are measured with them are
 * some 2^-53.  All numbers of an expression live until precise_forget().
 */

#ifndef PRECISE_H
#define PRECISE_H

#include <mpfr.h>

typedef mpfr_ptr precise;

/* Forgets all numbers: their places are used again. */
void precise_forget(void);

/* Frees all places. */
void precise_free(void);

precise precise_of(double x);
precise precise_plus(precise x, precise y);
precise precise_minus(precise x, precise y);
precise precise_times(precise x, precise y);
precise precise_over(precise x, precise y);
precise precise_root(precise x);
precise precise_absolute(precise x);
precise precise_sine(precise x);
precise precise_cosine(precise x);
precise precise_angle(precise y, precise x); /* atan2(y, x) */

double precise_double(precise x);

/* Returns |computed - exact|. */
double precise_error(double computed, precise exact);

/* ------------------------------------------------------------------ vectors */

typedef struct precise_vector {
  precise x[3];
} precise_vector;

precise_vector precise_vector_of(const double x[3]);
precise_vector precise_vector_plus(precise_vector u, precise_vector v);
precise_vector precise_vector_times(precise factor, precise_vector v);
precise precise_dot(precise_vector u, precise_vector v);
precise_vector precise_cross(precise_vector u, precise_vector v);

/* Returns the length of computed - exact. */
double precise_vector_error(const double computed[3], precise_vector exact);

/* Returns R(q) x: the rotation by a quaternion w, x, y, z of any length. */
precise_vector precise_rotated(const precise q[4], precise_vector x);

#endif /* PRECISE_H */
