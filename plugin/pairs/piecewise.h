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

#include <bms.h>
#include <stdbool.h>

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

/*
 * All places that a body in finite rotation mode turns to: a cylinder.
 *
 * Without an axis of its own the body turns by exp(t/2 f) q about the direction of f, which stays (finite_rotation.h):
 * all of its points stay on circles about this axis, in a cylinder around the body's position that goes where that goes
 * and does not turn.  Its half length is the farthest that a point of the body is along the axis, its radius the
 * farthest from it.  If the angular velocity has a rest across the finite axis, it is the cylinder around the ball.
 */

/* Writes the path of that cylinder for a path that turns, its box longer by this much at every side; of others, the
   path of the longer box (qmboxPiece()). */
void qmboxAllTurns(const qmboxMoving *path, double growth, double t0, double t1, qmboxMoving *whole);

/*
 * The pieces of time that a search for a first contact takes one by one where a body turns in finite rotation mode.
 *
 * In a piece the body moves by a motion of the solver, and is larger by the error of that (finite_rotation.h).  Bodies
 * that are apart in a piece are certainly apart; bodies that meet in it may do so only because they are larger, so the
 * next piece begins where they meet and is shorter.
 */

/* The number of pieces of a search, at most: 100 radians far apart take 200, a contact some dozens. */
enum { QMBOX_MOST_PIECES = 4096 };

typedef struct qmboxPieces {
  double from, to;        /* the piece */
  double last;            /* the end of the search */
  double length, longest; /* of the next piece, and of any */
  int count;              /* of pieces so far */
} qmboxPieces;

/* Begins a search of [t0, t1].  `speed`: the angular speeds of the bodies that turn, added up. */
qmboxPieces qmboxBeginPieces(double speed, double t0, double t1);

/* Sets the next piece.  Returns false if it would be shorter than doubles can represent. */
bool qmboxNextPiece(qmboxPieces *pieces);

/* Returns true if the answer for the piece is the search's: the bodies are separated to its end, the query is invalid,
   or they meet and `close`: the error of the piece does not matter.  Else advances `from`, to the end of the piece or
   to `time`, before which they are apart. */
bool qmboxPieceSettles(qmboxPieces *pieces, bms_status status, double time, bool close);

#endif /* QMBOX_PIECEWISE_H */
