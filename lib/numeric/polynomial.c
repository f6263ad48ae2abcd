/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Scaled Bernstein polynomials: products by convolution, roots by subdivision.
 *
 * Roots: the number of sign changes of the coefficients bounds the number of roots (Descartes' rule in Bernstein form)
 * and is exact when it is 0 or 1.  A piece with one change is bisected on values; others are halved (de Casteljau).
 */

#include "numeric/arithmetic.h"

#include "numeric/polynomial.h"

#include <math.h>

#include "numeric/vector.h"

const double bms_binomial[BMS_MAX_DEGREE + 1][BMS_MAX_DEGREE + 1] = {
    {1},
    {1, 1},
    {1, 2, 1},
    {1, 3, 3, 1},
    {1, 4, 6, 4, 1},
    {1, 5, 10, 10, 5, 1},
    {1, 6, 15, 20, 15, 6, 1},
    {1, 7, 21, 35, 35, 21, 7, 1},
    {1, 8, 28, 56, 70, 56, 28, 8, 1},
    {1, 9, 36, 84, 126, 126, 84, 36, 9, 1},
    {1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1},
    {1, 11, 55, 165, 330, 462, 462, 330, 165, 55, 11, 1},
};

/* A product whose second factor is a quadratic, as most are: the same sums in the same order. */
static bms_polynomial product_with_quadratic(const bms_polynomial *p, const double q[3]) {
  bms_polynomial r = {.degree = p->degree + 2};
  for (int i = 0; i <= p->degree; i++) {
    r.c[i] += p->c[i] * q[0];
    r.c[i + 1] += p->c[i] * q[1];
    r.c[i + 2] = p->c[i] * q[2];
  }
  return r;
}

bms_polynomial bms_polynomial_product(const bms_polynomial *p, const bms_polynomial *q) {
  if (q->degree == 2) return product_with_quadratic(p, q->c);
  bms_polynomial r = {.degree = p->degree + q->degree};
  for (int i = 0; i <= p->degree; i++)
    for (int j = 0; j <= q->degree; j++) r.c[i + j] += p->c[i] * q->c[j];
  return r;
}

/* Multiplies by (s + (1 - s))^k = 1, whose coefficients are the binomials. */
bms_polynomial bms_polynomial_elevate(const bms_polynomial *p, int degree) {
  if (degree == p->degree) return *p;
  bms_polynomial one = bms_polynomial_of(degree - p->degree, bms_binomial[degree - p->degree]);
  return bms_polynomial_product(p, &one);
}

bms_polynomial bms_polynomial_add_scaled(const bms_polynomial *p, double factor, const bms_polynomial *q) {
  int degree = p->degree > q->degree ? p->degree : q->degree;
  bms_polynomial r = bms_polynomial_elevate(p, degree), raised;
  if (q->degree < degree) raised = bms_polynomial_elevate(q, degree);
  const bms_polynomial *e = q->degree < degree ? &raised : q;
  for (int i = 0; i <= degree; i++) r.c[i] += factor * e->c[i];
  return r;
}

int bms_sign_changes(const double *c, int degree) {
  int changes = 0;
  for (int i = 0; i < degree; i++) changes += (c[i] > 0) != (c[i + 1] > 0);
  return changes;
}

/* Horner's rule in s / (1 - s) or its inverse, whichever is at most 1; all terms are then damped, none amplified. */
double bms_polynomial_value(const bms_polynomial *p, double s) {
  int n = p->degree;
  double r = 1 - s, value, power = 1;
  if (s <= 0.5) {
    double x = s / r;
    value = p->c[n];
    for (int i = n - 1; i >= 0; i--) {
      value = value * x + p->c[i];
      power *= r;
    }
  } else {
    double x = r / s;
    value = p->c[0];
    for (int i = 1; i <= n; i++) {
      value = value * x + p->c[i];
      power *= s;
    }
  }
  return value * power;
}

/* The Bernstein coefficients of the derivative are degree times the differences. */
bms_polynomial bms_polynomial_derivative(const bms_polynomial *p) {
  int n = p->degree;
  bms_polynomial derivative = {.degree = n > 0 ? n - 1 : 0};
  for (int i = 0; i < n; i++)
    derivative.c[i] =
        n * (p->c[i + 1] / bms_binomial[n][i + 1] - p->c[i] / bms_binomial[n][i]) * bms_binomial[n - 1][i];
  return derivative;
}

double bms_polynomial_slope(const bms_polynomial *p, double s) {
  bms_polynomial derivative = bms_polynomial_derivative(p);
  return bms_polynomial_value(&derivative, s);
}

double bms_polynomial_bound(const bms_polynomial *p) {
  double bound = 0;
  for (int i = 0; i <= p->degree; i++) bound = bms_max(bound, fabs(p->c[i]) / bms_binomial[p->degree][i]);
  return bound;
}

int bms_polynomial_sign(const bms_polynomial *p) {
  int positive = 0, negative = 0;
  for (int i = 0; i <= p->degree; i++) {
    positive += p->c[i] > 0;
    negative += p->c[i] < 0;
  }
  if (positive > p->degree) return 1;
  return negative > p->degree ? -1 : 0;
}

void bms_polynomial_split(const bms_polynomial *p, double s, bms_polynomial *left, bms_polynomial *right) {
  int n = p->degree;
  double b[BMS_MAX_DEGREE + 1];
  const double *binomial = bms_binomial[n];
  left->degree = right->degree = n;
  for (int i = 0; i <= n; i++) b[i] = p->c[i] / binomial[i];
  for (int k = 0; k <= n; k++) {
    left->c[k] = b[0] * binomial[k];
    right->c[n - k] = b[n - k] * binomial[k];
    for (int i = 0; i < n - k; i++) b[i] += s * (b[i + 1] - b[i]);
  }
}

static int sign_changes(const bms_polynomial *p) {
  int changes = 0, last = 0;
  for (int i = 0; i <= p->degree; i++) {
    int sign = (p->c[i] > 0) - (p->c[i] < 0);
    if (sign != 0 && last != 0 && sign != last) changes++;
    if (sign != 0) last = sign;
  }
  return changes;
}

/* The only root of p in (0, 1), p(0) and p(1) having opposite signs, by bisection. */
static double single_root(const bms_polynomial *p) {
  double low = 0, high = 1;
  int sign_low = p->c[0] > 0 ? 1 : -1;
  for (int i = 0; i < 60 && high - low > 0x1p-54; i++) {
    double middle = 0.5 * (low + high);
    double value = bms_polynomial_value(p, middle);
    if (value == 0) return middle;
    if ((value > 0 ? 1 : -1) == sign_low)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

static int append(double root[], int count, double value) {
  if (count > 0 && value - root[count - 1] <= BMS_ROOT_WIDTH) return count;
  if (count == BMS_MAX_DEGREE) return count;
  root[count] = value;
  return count + 1;
}

/* Appends the roots of p, a piece [low, low + width] of the whole. */
static int roots_of_piece(const bms_polynomial *p, double low, double width, double root[], int count) {
  if (p->c[0] == 0) count = append(root, count, low);
  int changes = sign_changes(p);
  if (changes == 1 && p->c[0] != 0 && p->c[p->degree] != 0) {
    count = append(root, count, low + width * single_root(p));
  } else if (changes > 0) {
    if (width <= BMS_ROOT_WIDTH) return append(root, count, low + 0.5 * width);
    bms_polynomial left, right;
    bms_polynomial_split(p, 0.5, &left, &right);
    count = roots_of_piece(&left, low, 0.5 * width, root, count);
    count = roots_of_piece(&right, low + 0.5 * width, 0.5 * width, root, count);
  }
  if (p->c[p->degree] == 0) count = append(root, count, low + width);
  return count;
}

int bms_polynomial_roots(const bms_polynomial *p, double root[BMS_MAX_DEGREE]) {
  if (bms_polynomial_bound(p) == 0) return 0;
  return roots_of_piece(p, 0, 1, root, 0);
}
