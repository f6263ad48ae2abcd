/* SPDX-License-Identifier: BSD-3-Clause */

/* The axes along which two triangles that share no point are apart: both normals, and the products of their edges. */

#ifndef QMBOX_TRIANGLE_AXES_H
#define QMBOX_TRIANGLE_AXES_H

#include "util/real.h"

enum { QMBOX_TRIANGLE_AXES = 11 };

static inline void qmboxEdgesOfTriangle(double corner[3][3], double edge[3][3]) {
  for (int n = 0; n < 3; n++) {
    for (int i = 0; i < 3; i++) edge[n][i] = corner[(n + 1) % 3][i] - corner[n][i];
  }
}

/* Writes one of the axes, by its number, of any length: 0 where a triangle has no area or edges are parallel. */
static inline void qmboxTriangleAxis(double edge[2][3][3], int number, double axis[3]) {
  if (number < 2) {
    qmboxCross(edge[number][0], edge[number][1], axis);
  } else {
    qmboxCross(edge[0][(number - 2) / 3], edge[1][(number - 2) % 3], axis);
  }
}

/* Finds where a triangle begins and ends along an axis. */
static inline void qmboxSpanOfTriangle(double corner[3][3], const double axis[3], double *least, double *most) {
  double x = qmboxDot(axis, corner[0]), y = qmboxDot(axis, corner[1]), z = qmboxDot(axis, corner[2]);
  *least = qmboxMin(x, qmboxMin(y, z));
  *most = qmboxMax(x, qmboxMax(y, z));
}

#endif /* QMBOX_TRIANGLE_AXES_H */
