/* SPDX-License-Identifier: BSD-3-Clause */

/* Numbers: ODE's dReal, which may be float, and the solver's doubles; and vectors of doubles. */

#ifndef QMBOX_REAL_H
#define QMBOX_REAL_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "qmbox_ode.h"

/* The distance from 1 to the next dReal, in which every tolerance of this library is counted. */
#ifdef dSINGLE
#define QMBOX_EPSILON ((double)FLT_EPSILON)
#define QMBOX_NEXT_AFTER nextafterf
#else
#define QMBOX_EPSILON DBL_EPSILON
#define QMBOX_NEXT_AFTER nextafter
#endif

/* The solver finds a contact too early by no more than this part of the sizes and the distance, four times what as in
   bms_shapes.h. */
#define QMBOX_SOLVER_ERROR 4e-12

/* The greatest dReal that is not above x, and the least that is not below it.  In double precision, x. */
static inline dReal qmboxRoundedDown(double x) {
  dReal r = (dReal)x;
  return (double)r > x ? QMBOX_NEXT_AFTER(r, -dInfinity) : r;
}

static inline dReal qmboxRoundedUp(double x) {
  dReal r = (dReal)x;
  return (double)r < x ? QMBOX_NEXT_AFTER(r, dInfinity) : r;
}

/* The larger and the smaller of two numbers, neither of which is NaN: fmax() and fmin() are calls. */
static inline double qmboxMax(double a, double b) {
  return a > b ? a : b;
}

static inline double qmboxMin(double a, double b) {
  return a < b ? a : b;
}

/* The first n numbers of a vector or quaternion. */
static inline void qmboxToDouble(const dReal *from, double *to, int n) {
  int i;
  for (i = 0; i < n; i++) to[i] = (double)from[i];
}

static inline double qmboxDot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Writes a - b. */
static inline void qmboxSubtract(const double a[3], const double b[3], double difference[3]) {
  for (int i = 0; i < 3; i++) difference[i] = a[i] - b[i];
}

/* Writes the cross product of two vectors. */
static inline void qmboxCross(const double a[3], const double b[3], double product[3]) {
  product[0] = a[1] * b[2] - a[2] * b[1];
  product[1] = a[2] * b[0] - a[0] * b[2];
  product[2] = a[0] * b[1] - a[1] * b[0];
}

/* Writes the product of two quaternions. */
static inline void qmboxMultiply(const double a[4], const double b[4], double product[4]) {
  product[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  product[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  product[2] = a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3];
  product[3] = a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1];
}

/* The length of a vector whose squares neither overflow nor underflow. */
static inline double qmboxLength(const double v[3]) {
  return sqrt(qmboxDot(v, v));
}

/* Makes a vector a unit vector.  Returns false if it is not longer than `least`. */
static inline bool qmboxMakeUnit(double v[3], double least) {
  double length = qmboxLength(v);
  if (!(length > least)) return false;
  for (int i = 0; i < 3; i++) v[i] /= length;
  return true;
}

/* Writes a normal of the triangle of three points, of any length. */
static inline void qmboxNormalOfPoints(const double a[3], const double b[3], const double c[3], double normal[3]) {
  double u[3], v[3];
  qmboxSubtract(b, a, u);
  qmboxSubtract(c, a, v);
  qmboxCross(u, v, normal);
}

/* Writes the bounds that an AABB of ODE has. */
static inline void qmboxBoundsOfAabb(const dReal aabb[6], double min[3], double max[3]) {
  for (int i = 0; i < 3; i++) {
    min[i] = (double)aabb[2 * i];
    max[i] = (double)aabb[2 * i + 1];
  }
}

/* Makes bounds larger by this on every side. */
static inline void qmboxWiden(double min[3], double max[3], double by) {
  for (int i = 0; i < 3; i++) {
    min[i] -= by;
    max[i] += by;
  }
}

/* Returns the largest coordinate of bounds; HUGE_VAL if they are no numbers. */
static inline double qmboxLargestIn(const double min[3], const double max[3]) {
  double largest = 0;
  for (int i = 0; i < 3; i++) {
    if (!(min[i] <= max[i])) return HUGE_VAL;
    largest = fmax(largest, fmax(fabs(min[i]), fabs(max[i])));
  }
  return largest;
}

/* Finds the bounds of three points. */
static inline void qmboxBoundPoints(const double point[9], double low[3], double high[3]) {
  for (int i = 0; i < 3; i++) {
    low[i] = qmboxMin(point[i], qmboxMin(point[3 + i], point[6 + i]));
    high[i] = qmboxMax(point[i], qmboxMax(point[3 + i], point[6 + i]));
  }
}

#endif /* QMBOX_REAL_H */
