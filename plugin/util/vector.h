/* SPDX-License-Identifier: BSD-3-Clause */

/* Products and lengths of vectors of doubles. */

#ifndef QMBOX_VECTOR_H
#define QMBOX_VECTOR_H

#include <math.h>

static inline double qmboxDot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Writes the cross product of two vectors. */
static inline void qmboxCross(const double a[3], const double b[3], double product[3]) {
  product[0] = a[1] * b[2] - a[2] * b[1];
  product[1] = a[2] * b[0] - a[0] * b[2];
  product[2] = a[0] * b[1] - a[1] * b[0];
}

/* The length of a vector whose squares neither overflow nor underflow. */
static inline double qmboxLength(const double v[3]) {
  return sqrt(qmboxDot(v, v));
}

#endif /* QMBOX_VECTOR_H */
