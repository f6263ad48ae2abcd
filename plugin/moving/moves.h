/* SPDX-License-Identifier: BSD-3-Clause */

/* How a step has moved the bodies, and where they were in it. */

#ifndef QMBOX_GUARDED_MOVES_H
#define QMBOX_GUARDED_MOVES_H

#include "moving/bodies.h"

/* Finds out how the step has moved each body. */
void qmboxMeasureMoves(qmboxBodies *bodies);

/* Finds out how much damping has made the spins of bodies in finite rotation mode less after they have turned, and
   counts the ones that have turned in an unknown way.  `part`: the part of a whole step that this one is. */
void qmboxFindTurns(qmboxBodies *bodies, double part);

/* Returns true if all numbers of a pose are finite. */
bool qmboxIsFinitePose(const qmboxPose *pose);

/* Returns how far a turn from one quaternion to another, which are unit except for their rounding, moves a point at
   distance 1 away at most. */
double qmboxChordOf(const dReal from[4], const dReal to[4]);

/* Measures how a body moves from its start to its end in the step. */
void qmboxMeasureMove(qmboxBodies *bodies, int number);

/* Sets the quaternion of a body, which is normalised, to the bit. */
void qmboxSetQuaternion(dBodyID body, const dReal *quaternion);

/* Puts a body where it was at this time of the step. */
void qmboxPlaceBody(const qmboxBodies *bodies, int number, double time);

/* Writes the quaternion that it has there, of unit length. */
void qmboxQuaternionAt(const qmboxBodies *bodies, int number, double time, dQuaternion quaternion);

#endif /* QMBOX_GUARDED_MOVES_H */
