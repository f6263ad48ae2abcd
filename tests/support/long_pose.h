/* SPDX-License-Identifier: BSD-3-Clause */

/* Computes where a body stands at a time, in long double and straight from the definitions of bms.h: an oracle for what
   is sampled, not proved. */

#ifndef LONG_POSE_H
#define LONG_POSE_H

#include "bms.h"

#include <stdbool.h>

/* A point x of the box stands at sum_i column[i] x_i + translation. */
typedef struct long_pose {
  long double column[3][3]; /* [i][coordinate] */
  long double translation[3];
} long_pose;

long_pose long_pose_at(const bms_motion *motion, long double t);

long double long_dot(const long double p[3], const long double q[3]);
void long_cross(const long double p[3], const long double q[3], long double out[3]);

/* Computes the outward normal of face 2 i + 1, of any length. */
void long_face_normal(const long_pose *pose, int i, long double normal[3]);

/* Returns the gap between two bodies at t along axis number `axis` of axis.h at unit length, minus infinity if that
   vanishes: if it is shorter than 1e-9 of what its edges allow. */
long double long_gap_along(const bms_body *a, const bms_body *b, long double t, int axis);

/* Returns the greatest gap along the 15 axes: positive when the bodies are apart. */
long double long_gap_at(const bms_body *a, const bms_body *b, long double t);

/* Returns true if long doubles are computed with all the digits of float.h.  Valgrind computes x87
   numbers in doubles. */
bool long_doubles_are_long(void);

#endif /* LONG_POSE_H */
