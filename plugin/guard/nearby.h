/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The bodies that make a step, and those that they may meet in it.
 *
 * A check of a step of a few bodies needs no others.  All points of a body are in the ball about its position through
 * the farthest corner of its AABBs, however it turns, and its position goes along a straight line: two bodies may meet
 * only if the boxes around their balls' ways overlap, and those around the ways of two of their geoms.  Both are known
 * of each piece of a body's path from when it begins.  A linkage is nearby as a whole, as it waits as a whole.
 */

#ifndef QMBOX_NEARBY_H
#define QMBOX_NEARBY_H

#include "broad/bounds.h"
#include "guard/track.h"

typedef struct qmboxNearby {
  bool *body, *geom;          /* is nearby, by number in the whole guard */
  int *inner;                 /* number in the smaller guard, by number of the body in the whole */
  int *outerBody, *outerGeom; /* numbers in the whole, by number in the smaller */
  double *reach;              /* radius of the ball, by number of the body in the whole */
  double *turned;             /* how far its present piece turns a point of the body away at most */
  qmboxBox *piece;            /* box around the ball on the whole of that piece */
  qmboxBox *start;            /* bounds where that piece begins, by number of the geom in the whole */
  qmboxBox *way;              /* boxes around the ways of the chosen bodies' geoms in the step, in any order ... */
  int ways;                   /* ... their number */
} qmboxNearby;

/* Bounds the bodies of a guard, whose paths have one piece each.  Returns false if no memory is left. */
bool qmboxBeginNearby(qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track);

/* Bounds the pieces of the bodies that make the present step, which begin where these geoms have these AABBs if they
   are `shown`. */
void qmboxNewPieces(qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track, const bool *shown,
                    dReal (*aabb)[6]);

/* Returns false if a geom is certainly outside of a box on the whole of its body's piece. */
static inline bool qmboxPieceMeets(const qmboxNearby *nearby, const qmboxGuardedGeom *geom, const qmboxBox *box) {
  const qmboxBox *piece = geom->body == 0 ? &geom->start : &nearby->piece[geom->body];
  return qmboxOverlap3(box->min, box->max, piece->min, piece->max);
}

/* Returns false if it is so at this time. */
bool qmboxMayBeIn(const qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track, int geom, double time,
                  const qmboxBox *box);

/* Begins a new search, with no body nearby. */
void qmboxClearNearby(qmboxNearby *nearby, const qmboxBodies *bodies);

/* Adds the chosen bodies, and what they may meet in a step of this length that begins at this time. */
void qmboxFindNearby(qmboxNearby *nearby, const qmboxBodies *bodies, const qmboxTrack *track, double time,
                     double length);

/* Copies what is nearby, with the present bounds of its geoms.  Returns false if no memory is left. */
bool qmboxCopyNearby(qmboxNearby *nearby, const qmboxBodies *from, qmboxBodies *to);

void qmboxEndNearby(qmboxNearby *nearby);

#endif /* QMBOX_NEARBY_H */
