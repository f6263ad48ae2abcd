/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * First contacts of paths whose boxes are a little larger or smaller, and of paths that the solver cannot take whole.
 *
 * A rotation in finite mode (finite_rotation.h) is cut into pieces whose boxes are larger by what the piece is off at
 * most: up to the contact of these the boxes are certainly apart.  From there on it goes in shorter pieces, until what
 * they are off does not matter.
 */

#ifndef QMBOX_PIECEWISE_H
#define QMBOX_PIECEWISE_H

#include "moving/moving.h"

/* The path with its box longer by this much at every side, shorter if negative, but by no more than a quarter of the
   box; a path that turns, as one that does not and agrees with it at t0 and t1. */
void qmboxPiece(const qmboxMoving *path, double growth, double t0, double t1, qmboxMoving *piece);

/* The gap of two paths at t. */
double qmboxGapOn(const qmboxMoving *path1, const qmboxMoving *path2, double t);

/*
 * The first contact as qmboxSolve() has it, of paths that have grown so on [t0, t1].  If one of them turns it comes up
 * to `tolerance`, in length, too early, never too late; BMS_UNRESOLVED, with timeLower, if that takes too many pieces.
 */
bms_status qmboxSolveGrown(const qmboxMoving *path1, double growth1, const qmboxMoving *path2, double growth2,
                           double t0, double t1, double tolerance, qmboxContact *contact);

#endif /* QMBOX_PIECEWISE_H */
