/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Bounds of a box's path on an interval, a little too large and at a small part of the price of bms_swept_bounds():
 * enough for most pairs of a heap, which stay apart, or rest on each other and hardly move.
 */

#ifndef QMBOX_MOVING_BOUNDS_H
#define QMBOX_MOVING_BOUNDS_H

#include <stdbool.h>

#include "moving/moving.h"

/* Returns how far the farthest corner of a box is from the origin. */
double qmboxRadiusOfBox(const bms_box *box);

/* The box that holds a box's path on [t0, t1].  Returns the largest coordinate in it, infinite or NaN if the
   numbers do not go. */
double qmboxMovingBounds(const qmboxMoving *path, double t0, double t1, double min[3], double max[3]);

/* Finds a larger box at a fraction of the price: the box of the ball around the motion's origin that holds the box
   however it is turned.  Infinite for motions by matrices, too. */
double qmboxBallBounds(const qmboxMoving *path, double t0, double t1, double min[3], double max[3]);

/* The box that holds the path on [t0, t1], and the return, as qmboxMovingBounds(). */
double qmboxHullBounds(const qmboxMoving *path, double t0, double t1, double min[3], double max[3]);

/* Returns true if the box of a path is certainly apart from the half-space on all of [t0, t1]. */
bool qmboxClearOf(const qmboxMoving *path, const bms_half_space *plane, double t0, double t1);

/* A length that no point of the path's box is farther than from where it is at 0, for any time until t >= 0; infinite
   if that is not known. */
double qmboxFarthestMove(const qmboxMoving *path, double t);

#endif /* QMBOX_MOVING_BOUNDS_H */
