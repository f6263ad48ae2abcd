/* SPDX-License-Identifier: BSD-3-Clause */

/* Queries by hand whose answers are plain. */

#ifndef PASSING_H
#define PASSING_H

#include "bms.h"

/* Returns a unit cube at rest at the origin, and another on the path (x(t), y(t), 0), without turning, over [0, t1]. */
bms_query passing(const double x[3], const double y[3], double t1);

#endif /* PASSING_H */
