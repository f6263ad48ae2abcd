/* SPDX-License-Identifier: BSD-3-Clause */

/* The state that resume.c, resume_step.c and resume_check.c share (resume.h). */

#ifndef QMBOX_RESUMING_H
#define QMBOX_RESUMING_H

#include "guard/known_rows.h"
#include "guard/nearby.h"

typedef struct qmboxResuming {
  qmboxGuard *guard; /* of the whole step */
  qmboxGuard inner;  /* of a single step of the chosen bodies, and of what they may meet in it */
  qmboxNearby nearby;
  qmboxGuardTally tally;
  qmboxTrack *track; /* by the number of the body */
  qmboxMass *mass;   /* by the number of the body */
  qmboxMass *kept;   /* as mass, with the velocities that bodies keep: a hit ends their ways only */
  bool *collided;    /* by the number of the body: it is, in the present step ... */
  bool *shown;       /* ... and where it is, with `aabb` of its geoms */
  qmboxRow *row;     /* keptRows that change velocities, then rows of hits, which limit ways */
  int rows, rowCapacity, keptRows;
  qmboxKnownRows known; /* of earlier steps */
  dReal (*aabb)[6];     /* of all geoms, at the poses at which the present step collides them */
  dBodyID *aside;       /* bodies that are set aside for the present step */
  int asides, asideCapacity;
  int slices;
  double slice; /* their length */
  double whole; /* the whole's of which the step is a piece, or its own */
  int chosen;   /* how many bodies are */
  int checks;   /* number made so far ... */
  int budget;   /* ... of at most this many */
  long solved;  /* rows of impulses, as often as each has been */
} qmboxResuming;

/* ------------------------------------------------------------------ resume_step.c */

/* Chooses a body for the step that begins at this time. */
void qmboxChoose(qmboxResuming *r, int number, double time);

/* Notes a body's path until this time, since its last piece began. */
void qmboxNoteTrack(qmboxResuming *r, int number, double time);

/* Puts the chosen bodies, and all that may touch them, at their poses at this time; makes the chosen ones' contact
   joints, and chooses the bodies that joints connect them with. */
void qmboxCollideChosen(qmboxResuming *r, double time);

/* Steps the chosen bodies by ODE from this time through this number of slices, and notes the pieces.  Returns false if
   the step failed. */
bool qmboxStepChosen(qmboxResuming *r, double time, int stride);

/* ------------------------------------------------------------------ resume_check.c */

/* Finds the stops of the bodies nearby in a step of this length that begins at this time: inner.body[].stop counts from
   there.
   Impulses change the velocities of the bodies that make the step where contact joints would let cores meet, if
   `impulses` is true.  Returns false if no memory is left, or if a callback has broken the guard. */
bool qmboxCheckChosen(qmboxResuming *r, double time, double length, bool impulses);

#endif /* QMBOX_RESUMING_H */
