/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Finds which features of two parallelepipeds face each other by trying all corners. Sets of corners are masks, with
 * bit o for octant o.
 */

#ifndef FACING_H
#define FACING_H

#include <stdbool.h>

#include "motion/instant.h"

/* A body at the origin with half-edges `column`, which are all that topology uses. */
typedef bms_track_instant facing_body;

double facing_dot(const double p[3], const double q[3]);
void facing_cross(const double p[3], const double q[3], double out[3]);
void facing_scaled(const double n[3], double factor, double out[3]);

/* Returns the corners within `slack` of the farthest along n. */
int facing_support(const facing_body *b, const double n[3], double slack);

/* Returns the corners that the features of a pair hold. */
int facing_corners_of_a(const bms_pair *pair);
int facing_corners_of_b(const bms_pair *pair);

/* Axis `number` of axis.h, of unit length if `unit`, and the number of a pair's axis. */
void facing_axis(const facing_body *a, const facing_body *b, int number, bool unit, double n[3]);
int facing_axis_of_pair(const bms_pair *pair);

/* A corner must stand out by this much (the columns have lengths near 1) for an orientation to count as generic. */
#define FACING_GENERIC 1e-6

/* Returns true if along every axis a face faces a vertex, a vertex a face or an edge an edge, and nothing more. */
bool facing_is_generic(const facing_body *a, const facing_body *b);

#endif /* FACING_H */
