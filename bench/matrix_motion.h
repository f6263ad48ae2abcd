/* SPDX-License-Identifier: BSD-3-Clause */

/* Homogeneous matrices in the place of courses. */

#ifndef BENCH_MATRIX_MOTION_H
#define BENCH_MATRIX_MOTION_H

#include "test_case.h"
#include "random.h"

/* Makes a motion with the course's path and its orientation at the start, to which a linear and a quadratic change of
   every entry is added, of up to `shear` and half of that at t = 1. The weight is 1. */
void matrix_sheared(random_source *r, const course *body, double shear, bms_motion *motion);

/* Makes a motion with the course's turn as a linear quaternion, exact by the weight |q|^2; the translation passes
   through the course's places at t = 0, 1/2 and 1. */
void matrix_weighted(const course *body, bms_motion *motion);

#endif /* BENCH_MATRIX_MOTION_H */
