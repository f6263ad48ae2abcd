/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Polynomials on [0, 1] in scaled Bernstein form:
 *
 *     p(s) = sum_i c[i] s^i (1 - s)^(degree - i)
 *
 * so c[i] is binomial(degree, i) times the Bernstein coefficient.  c[0] = p(0), c[degree] = p(1); coefficients of one
 * sign prove that p has it on the whole of [0, 1] (the Bernstein coefficients are a convex hull of the values); and a
 * product is a plain convolution, which the binomials of the usual form would spoil.
 */

#ifndef BMS_POLYNOMIAL_H
#define BMS_POLYNOMIAL_H

enum { BMS_MAX_DEGREE = 11 };

typedef struct bms_polynomial {
  int degree;
  double c[BMS_MAX_DEGREE + 1];
} bms_polynomial;

/* bms_binomial[degree][i] is the binomial coefficient, for degree <= BMS_MAX_DEGREE. */
extern const double bms_binomial[BMS_MAX_DEGREE + 1][BMS_MAX_DEGREE + 1];

/* Returns the polynomial with these degree + 1 coefficients. */
static inline bms_polynomial bms_polynomial_of(int degree, const double *c) {
  bms_polynomial p = {.degree = degree};
  for (int i = 0; i <= degree; i++) p.c[i] = c[i];
  return p;
}

/* Returns p * q; p->degree + q->degree <= BMS_MAX_DEGREE. */
bms_polynomial bms_polynomial_product(const bms_polynomial *p, const bms_polynomial *q);

/* Returns p written in a higher degree. */
bms_polynomial bms_polynomial_elevate(const bms_polynomial *p, int degree);

/* Returns p + factor * q, in the higher of the two degrees. */
bms_polynomial bms_polynomial_add_scaled(const bms_polynomial *p, double factor, const bms_polynomial *q);

/* Returns how often the sign changes along coefficients 0 ... degree, a zero counting as negative: no less than the
   number of roots in (0, 1) where they begin above zero (Descartes). */
int bms_sign_changes(const double *c, int degree);

/* Returns p(s), 0 <= s <= 1; the error is at most 4 degree 2^-53 times the largest Bernstein coefficient. */
double bms_polynomial_value(const bms_polynomial *p, double s);

/* Returns the derivative of p; zero for a constant. */
bms_polynomial bms_polynomial_derivative(const bms_polynomial *p);

/* Returns the derivative of p at s. */
double bms_polynomial_slope(const bms_polynomial *p, double s);

/* Returns the largest absolute Bernstein coefficient, which bounds |p| on [0, 1]. */
double bms_polynomial_bound(const bms_polynomial *p);

/* Returns 1 or -1 if all coefficients have that strict sign, else 0. */
int bms_polynomial_sign(const bms_polynomial *p);

/* Splits p into the parts [0, s] and [s, 1], each as a polynomial on [0, 1] (de Casteljau). */
void bms_polynomial_split(const bms_polynomial *p, double s, bms_polynomial *left, bms_polynomial *right);

/*
 * Finds the real roots of p in [0, 1], in order, each once, to the accuracy of doubles.  Returns their number, at most
 * the degree; 0 for a polynomial that is zero throughout.  A root of even multiplicity is found if it is seen as one:
 * if the coefficients of a piece shorter than BMS_ROOT_WIDTH still vary in sign.  For the walk through the sections and
 * for tests; bms_first_contact() certifies its roots itself.
 */
int bms_polynomial_roots(const bms_polynomial *p, double root[BMS_MAX_DEGREE]);

/* Pieces of [0, 1] are not divided below this length when roots are sought: 16 units in the last place at 1. */
#define BMS_ROOT_WIDTH 0x1p-48

#endif /* BMS_POLYNOMIAL_H */
