/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One step of the world that does not go beyond a first contact: predict, step, verify, correct.
 *
 * If all bodies are free, the first contact is known beforehand, and one step ends there.  Otherwise the step is tried,
 * over the whole time at first, and the paths that the bodies have taken are checked.  If something has met on them, it
 * is undone and tried again with the length at which that happened.  A step of another length has other paths, so this
 * may take some rounds; the answer lies between the longest step that was all right and the shortest that was not.
 */

#ifndef QMBOX_ADVANCE_H
#define QMBOX_ADVANCE_H

#include <stdbool.h>

#include "exact/step_check.h"
#include "ode/erp_scaling.h"

typedef struct qmboxAdvance {
  dWorldID world;
  dSpaceID space;
  int (*stepper)(dWorldID world, dReal length);
  const dBodyID *extra; /* bodies besides the space's */
  int extraCount;
  double frame; /* the length of which the steps are parts (erp_scaling.h) */
  double slop;
  double least;  /* no step is shorter than this */
  int slowStops; /* see step_check.h */
  qmboxStopsFor *stopsFor;
  const void *stopsForData;
  int stops;   /* 1: the world stops for the caller, boxes apart; 0: for contact joints */
  int counted; /* 1 once auto-disabling has counted this frame */

  qmboxStopRecord *meeting;
  int meetingCount, meetingCapacity;

  /* what the last step did */
  double advanced;
  int stopped;
  qmboxContact contact;
  double size;      /* of its pair: the largest coordinate that it comes to */
  double pairSlop;  /* and its slop */
  int trials;       /* steps that were taken back */
  double unchecked; /* time that was stepped without regard to contacts */
  unsigned inexact; /* why it is not sure that nothing has passed into or through another */
  unsigned assumed; /* what is known of the bodies' paths only by their ends */
} qmboxAdvance;

/* Advances by at most `most`.  Returns false if dWorldStep() failed or if no memory is left. */
bool qmboxAdvanceWorld(qmboxAdvance *advance, double most);

/* Advances by this length whatever meets. */
bool qmboxAdvanceBlindly(qmboxAdvance *advance, double length);

/* How near to its path a body comes, and a pair to its contact, when all is known beforehand: this times the largest
   coordinate.  Several times what rounding can do in a step, and below the 1e-12 that is promised. */
#define QMBOX_PROMISE (2048 * QMBOX_EPSILON)

/* Notes that the world has stopped at the pair of the last contact; a pair that is refused is left alone from now on.
   Returns false if no memory is left. */
bool qmboxNoteStop(qmboxAdvance *advance, int refused);

void qmboxEndAdvance(qmboxAdvance *advance);

#endif /* QMBOX_ADVANCE_H */
