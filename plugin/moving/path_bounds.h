/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bounds of a box's path on an interval, a little too large and at a small part of the price of bms_swept_bounds():
 * enough for most pairs of a heap, which stay apart, or rest on each other and hardly move.
 */

#ifndef QMBOX_PATH_BOUNDS_H
#define QMBOX_PATH_BOUNDS_H

#include <stdbool.h>

#include "moving/path.h"

/* The box that holds the path on [t0, t1], and the return, as qmboxPathBounds(). */
double qmboxHullBounds(const qmboxPath *path, double t0, double t1, double min[3], double max[3]);

/* Returns true if the box of a path is certainly apart from the half-space on all of [t0, t1]. */
bool qmboxClearOf(const qmboxPath *path, const bms_half_space *plane, double t0, double t1);

/* A length that no point of the path's box is farther than from where it is at 0, for any time until t >= 0; infinite
   if that is not known. */
double qmboxFarthestMove(const qmboxPath *path, double t);

#endif /* QMBOX_PATH_BOUNDS_H */
