/* SPDX-License-Identifier: BSD-3-Clause */

/* Two bodies of a query at one time, in rational numbers: the separating-axis test from the corners of both boxes. */

#ifndef RATIONAL_POSE_H
#define RATIONAL_POSE_H

#include "motion/axis.h"

/* Returns 1 if some axis separates the boxes strictly at t, 0 if none does but the shadows on some only touch, -1 if
   they overlap on all. Checks one axis only if its number `only` is not negative. */
int rational_apart_at(const bms_query *query, double t, int only);

/* Returns the signs of the dot products along an axis at t. */
bms_axis_signs rational_signs_at(const bms_query *query, double t, int axis);

#endif /* RATIONAL_POSE_H */
