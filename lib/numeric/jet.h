/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bounds of a function of time and of its first three derivatives.
 *
 * d[k] bounds the norm of the k-th derivative all over an interval.  Vectors have the Euclidean norm, matrices the
 * operator norm, so norms of products are at most products of norms and Leibniz's rule carries the bounds through any
 * chain of rotations and translations:
 *
 *     |(f g)^(k)| <= sum_i binomial(k, i) |f^(i)| |g^(k - i)|
 *
 * The bounds are computed in plain doubles, so they are right to a few ulps only; users multiply by BMS_JET_SAFETY.
 */

#ifndef BMS_JET_H
#define BMS_JET_H

#include <math.h>

/* Swallows the roundings in a bound: up to 2^30 operations, all on numbers that are not negative, are right to
   2^-22. */
#define BMS_JET_ERROR 0x1p-20
#define BMS_JET_SAFETY (1 + BMS_JET_ERROR)

typedef struct bms_jet {
  double d[4];
} bms_jet;

static inline bms_jet bms_jet_constant(double size) {
  return (bms_jet){{size, 0, 0, 0}};
}

static inline bms_jet bms_jet_sum(const bms_jet *f, const bms_jet *g) {
  return (bms_jet){{f->d[0] + g->d[0], f->d[1] + g->d[1], f->d[2] + g->d[2], f->d[3] + g->d[3]}};
}

static inline bms_jet bms_jet_product(const bms_jet *f, const bms_jet *g) {
  const double *a = f->d, *b = g->d;
  return (bms_jet){{a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[0] * b[2] + 2 * a[1] * b[1] + a[2] * b[0],
                    a[0] * b[3] + 3 * (a[1] * b[2] + a[2] * b[1]) + a[3] * b[0]}};
}

/* 1 / f for a function that is positive and at least `least`:
   s' = -f' s^2,  s'' = 2 f'^2 s^3 - f'' s^2,  s''' = -6 f'^3 s^4 + 6 f' f'' s^3 - f''' s^2. */
static inline bms_jet bms_jet_reciprocal(const bms_jet *f, double least) {
  double s = 1 / least, s2 = s * s, f1 = f->d[1], f2 = f->d[2];
  return (bms_jet){
      {s, f1 * s2, 2 * f1 * f1 * s2 * s + f2 * s2, 6 * f1 * f1 * f1 * s2 * s2 + 6 * f1 * f2 * s2 * s + f->d[3] * s2}};
}

/* The rotation by an angle with these derivatives about an axis that stands still: across the axis it is exp(i angle),
   so R' = i a' R, R'' = (i a'' - a'^2) R, R''' = (i a''' - 3 a' a'' - i a'^3) R, and along it all three vanish. */
static inline bms_jet bms_jet_rotation(const bms_jet *angle) {
  double a1 = angle->d[1], a2 = angle->d[2], a3 = angle->d[3];
  return (bms_jet){{1, a1, sqrt(a2 * a2 + a1 * a1 * a1 * a1), a3 + a1 * (3 * a2 + a1 * a1)}};
}

/* Bounds of a quintic of t on [t0, t1]: from the highest derivative down, each is at most its value in the middle and
   half of the length times the bound of the next. */
static inline bms_jet bms_jet_quintic(const double c[6], double t0, double t1) {
  double m = 0.5 * (t0 + t1), half = fmax(t1 - m, m - t0);
  double value = fabs(c[0] + m * (c[1] + m * (c[2] + m * (c[3] + m * (c[4] + m * c[5])))));
  double first = fabs(c[1] + m * (2 * c[2] + m * (3 * c[3] + m * (4 * c[4] + m * 5 * c[5]))));
  double second = fabs(2 * c[2] + m * (6 * c[3] + m * (12 * c[4] + m * 20 * c[5])));
  double third = fabs(6 * c[3] + m * (24 * c[4] + m * 60 * c[5])), fourth = fabs(24 * c[4] + m * 120 * c[5]);
  fourth += half * fabs(120 * c[5]);
  third += half * fourth;
  second += half * third;
  first += half * second;
  return (bms_jet){{value + half * first, first, second, third}};
}

/* Bounds of a cubic. */
static inline bms_jet bms_jet_cubic(const double c[4], double t0, double t1) {
  const double quintic[6] = {c[0], c[1], c[2], c[3], 0, 0};
  return bms_jet_quintic(quintic, t0, t1);
}

#endif /* BMS_JET_H */
