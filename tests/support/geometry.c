/* SPDX-License-Identifier: BSD-3-Clause */

#include "geometry.h"

#include <math.h>

double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void cross(const double a[3], const double b[3], double product[3]) {
  product[0] = a[1] * b[2] - a[2] * b[1];
  product[1] = a[2] * b[0] - a[0] * b[2];
  product[2] = a[0] * b[1] - a[1] * b[0];
}

double quaternion_dot(const double a[4], const double b[4]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

void quaternion_product(const double a[4], const double b[4], double product[4]) {
  product[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  product[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  product[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  product[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

void quaternion_about(const double axis[3], double angle, double q[4]) {
  int i;

  q[0] = cos(0.5 * angle);
  for (i = 0; i < 3; i++) q[1 + i] = axis[i] * sin(0.5 * angle);
}

void quaternion_matrix(const double q[4], double matrix[3][3]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];

  matrix[0][0] = 1.0 - 2.0 * (y * y + z * z);
  matrix[0][1] = 2.0 * (x * y - w * z);
  matrix[0][2] = 2.0 * (x * z + w * y);
  matrix[1][0] = 2.0 * (x * y + w * z);
  matrix[1][1] = 1.0 - 2.0 * (x * x + z * z);
  matrix[1][2] = 2.0 * (y * z - w * x);
  matrix[2][0] = 2.0 * (x * z - w * y);
  matrix[2][1] = 2.0 * (y * z + w * x);
  matrix[2][2] = 1.0 - 2.0 * (x * x + y * y);
}

void quaternion_axes(const double q[4], double axis[3][3]) {
  double matrix[3][3];

  quaternion_matrix(q, matrix);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) axis[k][i] = matrix[i][k];
  }
}
