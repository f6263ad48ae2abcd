/* SPDX-License-Identifier: BSD-3-Clause */

/* Vectors and quaternions q = (w, x, y, z) of tests and bench, by the book; shares no code with the library. */

#ifndef SUPPORT_GEOMETRY_H
#define SUPPORT_GEOMETRY_H

double dot(const double a[3], const double b[3]);
void cross(const double a[3], const double b[3], double product[3]);

double quaternion_dot(const double a[4], const double b[4]);
/* Sets product = a b. */
void quaternion_product(const double a[4], const double b[4], double product[4]);
/* Sets q to the turn by `angle` about the unit vector `axis`. */
void quaternion_about(const double axis[3], double angle, double q[4]);
/* Computes the rotation matrix of a unit quaternion. */
void quaternion_matrix(const double q[4], double matrix[3][3]);
/* Computes the images of the three unit vectors: the columns of that matrix. */
void quaternion_axes(const double q[4], double axis[3][3]);

#endif /* SUPPORT_GEOMETRY_H */
