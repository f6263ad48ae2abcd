/* SPDX-License-Identifier: BSD-3-Clause */

/* Distances of a box and a rounded shape in long double, by other methods than the solver's: an oracle for what is
   sampled, not proved. */

#ifndef LONG_ROUNDED_H
#define LONG_ROUNDED_H

#include "bms_shapes.h"

/*
 * The gap at t: positive exactly where the two are apart.  With a radius it is the distance of box and core less the
 * radius; without one the greatest gap along all axes that may separate (the box's faces, every plane through three of
 * the shape's points, every cross product of a box's edge with a line through two of them), which is less than the
 * distance, minus the depth where they overlap, and has its sign.  With a radius at most three points.
 */
long double long_rounded_gap(const bms_rounded_query *query, long double t);

#endif /* LONG_ROUNDED_H */
