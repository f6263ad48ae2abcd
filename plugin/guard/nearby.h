/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The bodies that make a step, and those that they may meet in it.
 *
 * A check of a step of a few bodies needs no others.  All points of a body are in the ball about its position through
 * the farthest corner of its AABBs, however it turns, and its position goes along a straight line: two bodies may meet
 * only if the boxes around their balls' ways overlap.  A linkage is nearby as a whole, as it waits as a whole.
 */

#ifndef QMBOX_NEARBY_H
#define QMBOX_NEARBY_H

#include "guard/track.h"

typedef struct qmboxNearby {
  bool *body, *geom;          /* is nearby, by number in the whole guard */
  int *inner;                 /* number in the smaller guard, by number of the body in the whole */
  int *outerBody, *outerGeom; /* numbers in the whole, by number in the smaller */
  double *reach;              /* radius of the ball, by number of the body in the whole */
  qmboxBox *way;              /* box around the ball, by number of the body in the whole: where the body is, and for
                                 chosen and nearby bodies then of its way in the step */
} qmboxNearby;

/* Measures the balls of a guard's bodies.  Returns false if no memory is left. */
bool qmboxBeginNearby(qmboxNearby *nearby, const qmboxBodies *bodies);

/* Bounds the balls of all bodies where they are at this time. */
void qmboxBoundPlaces(qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track, double time);

/* Begins a new search, with no body nearby. */
void qmboxClearNearby(qmboxNearby *nearby, const qmboxBodies *bodies);

/* Adds the chosen bodies, and what they may meet in a step of this length that begins at this time. */
void qmboxFindNearby(qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track, double time,
                     double length);

/* Copies what is nearby, with the present bounds of its geoms.  Returns false if no memory is left. */
bool qmboxCopyNearby(qmboxNearby *nearby, const qmboxBodies *from, qmboxBodies *to);

void qmboxEndNearby(qmboxNearby *nearby);

#endif /* QMBOX_NEARBY_H */
