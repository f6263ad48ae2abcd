/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * All places that a body in finite rotation mode turns to: a cylinder.
 *
 * Without an axis of its own the body turns by exp(t/2 f) q about the direction of f, which stays (finite_rotation.h):
 * all of its points stay on circles about this axis, in a cylinder around the body's position that goes where that goes
 * and does not turn.  Its half length is the farthest that a point of the body is along the axis, its radius the
 * farthest from it.  If the angular velocity has a rest across the finite axis, it is the cylinder around the ball.
 */

#ifndef QMBOX_ALL_TURNS_H
#define QMBOX_ALL_TURNS_H

#include "moving/moving.h"

/* Writes the path of that cylinder for a path that turns, its box longer by this much at every side; of others, the
   path of the longer box (qmboxPiece()). */
void qmboxAllTurns(const qmboxMoving *path, double growth, double t0, double t1, qmboxMoving *whole);

#endif /* QMBOX_ALL_TURNS_H */
