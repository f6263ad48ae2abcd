/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The path of a body in a step that is made in pieces.
 *
 * Each piece is what one step of ODE does: a straight line and a turn by the linear quaternion, or by the exact turn in
 * finite rotation mode (moving/taken.c).  A body waits at the end of its path for what is left.  Times count from
 * the beginning of the whole step.
 */

#ifndef QMBOX_TRACK_H
#define QMBOX_TRACK_H

#include "guard/guard.h"
#include "guard/impulses.h"

/* The last piece of a body's path. */
typedef struct qmboxTrack {
  qmboxSavedBody start;     /* with the velocities there, and the forces of the whole step */
  qmboxPose end;            /* where ODE's step has put it */
  dVector3 linear, angular; /* its velocities there */
  double from, length;      /* of the piece */
  double rate[4];           /* its quaternion's, if it does not turn finitely */
  double stop;              /* when it waits; from + length if it does not */
  double lost;              /* for how long it has waited before this piece */
  bool moved;               /* this path is not the whole step's */
  bool joined;              /* joints held it in the piece */
  bool finite;              /* its finite rotation mode is off for the pieces */

  int slot;                         /* the slice with which its next step begins; -1 if it has made its last one */
  int stride;                       /* how many slices that step takes at most ... */
  int longest;                      /* ... and any step of it */
  int tries;                        /* of steps that began with this slice */
  bool limited;                     /* a hit limits its way in the present step ... */
  int hits;                         /* ... as one did in this many on end before it */
  int waits;                        /* slices that a kinematic body has waited in */
  bool loose;                       /* it does not wait with the others of its linkage */
  bool pressed;                     /* a step of several slices has been stopped in its first one */
  bool chosen;                      /* it makes the present step, or has been stopped by it ... */
  bool stepped;                     /* ... it makes it ... */
  bool still;                       /* ... and is not to move in it */
  bool gyroscopic;                  /* its gyroscopic mode is off for the present step */
  dVector3 stepLinear, stepAngular; /* the velocities that ODE's step has left, before impulses */
} qmboxTrack;

/* Begins with the whole step of a body as its only piece, up to where it has been stopped. */
void qmboxBeginTrack(const qmboxGuard *guard, int number, qmboxTrack *track);

/* Writes where a body is at a time, or would be if it did not wait. */
void qmboxPoseOnTrack(const qmboxTrack *track, double time, dVector3 position, dQuaternion quaternion);

/* Returns the part of its piece that a body has gone at a time, from 0 to 1: not beyond where it waits. */
double qmboxPartOfPiece(const qmboxTrack *track, double time);

/* Returns the pace of the turn from one time of a piece to another (qmboxPose), 0 for one that is not by the linear
   quaternion. */
double qmboxPaceOnTrack(const qmboxTrack *track, double from, double to);

/* Writes the velocities of a body at a time: a free body's grow evenly in a piece; the ones of a body that joints hold
   change at its beginning, except for the additions of gravity and force.  After the piece they are the ones at its
   end. */
void qmboxVelocitiesOnTrack(const qmboxTrack *track, double time, dVector3 linear, dVector3 angular);

/* Returns for how long a body has waited at this time since the piece began, 0 if that is not more than rounding. */
double qmboxWaitOnTrack(const qmboxTrack *track, double time);

/* Puts a body where it is at this time. */
void qmboxPlaceOnTrack(const qmboxTrack *track, double time);

/* Ends the path of a body at this time, at which its next piece will begin. */
void qmboxCutTrack(qmboxTrack *track, double time);

/* Makes a body in finite rotation mode turn by the linear quaternion in its next pieces, and restores the mode. */
void qmboxTurnLinearly(qmboxTrack *track);
void qmboxTurnFinitely(qmboxTrack *track);

/* Begins a piece of this length there that ODE's step has just made. */
void qmboxNotePiece(qmboxTrack *track, double length);

/* Ends that piece where the velocities `way` lead, with the velocities `kept`.  A body that falls less far than by
   these loses what gravity has added in as much of the time, as one that waits does. */
void qmboxRedirectTrack(qmboxTrack *track, const qmboxMass *kept, const qmboxMass *way);

#endif /* QMBOX_TRACK_H */
