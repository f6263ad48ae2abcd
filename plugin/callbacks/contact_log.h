/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The log of contacts (qmbox.h): the pairs that touch, from frame to frame, and the events of the last frame.
 *
 *   qmboxBeginLoggedFrame()
 *   for each part, or piece of an exact one:
 *     qmboxBeginLoggedPart()    after the near callback: ends the contacts of geoms that are gone
 *     qmboxBeginLoggedStep()    before ODE's step: pairs with contact joints touch (contact_joints.h)
 *     qmboxEndLoggedStep()      after it: impulses
 *     ... the last two again for each step of stopped bodies
 *     qmboxEndLoggedPart()      when the guard is done: pairs that were stopped touch, sensors, pairs that sleep
 *   qmboxEndLoggedFrame()       makes the events
 *
 * Pairs are in the order in which they began to touch, so that the order of events does not depend on addresses.
 */

#ifndef QMBOX_CONTACT_LOG_H
#define QMBOX_CONTACT_LOG_H

#include "callbacks/logged_geoms.h"
#include "guard/guard.h"

typedef struct qmboxLoggedPair {
  int geom[2];  /* numbers of logged geoms, in the order of the first contact */
  bool was;     /* the two touched in the last frame ... */
  bool touches; /* ... and do in this one ... */
  bool late;    /* ... but not at the beginning of a part: the time of a stop is more exact */
  bool over;    /* their contact has ended */
  bool sensor;
  double time; /* of the frame, at which they touched first */
  double impulse[3];
  long pass; /* the pass of the near callback in which contact joints were made last */
  int points;
  dReal point[3], normal[3], depth;
} qmboxLoggedPair;

/* A feedback that ODE writes for a joint.  It comes first, as a joint leads to that alone. */
typedef struct qmboxOwnFeedback {
  dJointFeedback feedback;
  int joint; /* its number */
} qmboxOwnFeedback;

/* A contact joint in a step of ODE. */
typedef struct qmboxLoggedJoint {
  dJointID joint;
  int pair;
  dBodyID body[2];
  bool second; /* f1 acts on the body of the pair's second geom */
  qmboxOwnFeedback *own;
  dJointFeedback *theirs;
  double time; /* at which the step began, in the part */
  double impulse[3];
} qmboxLoggedJoint;

/* Memory that ODE writes feedbacks to. */
typedef struct qmboxFeedbackBlock {
  struct qmboxFeedbackBlock *next;
  int capacity, count;
  bool left; /* joints of a step that was not finished may lead there */
  qmboxOwnFeedback own[];
} qmboxFeedbackBlock;

/* A kinematic body that has pressed another one into something. */
typedef struct qmboxLoggedJam {
  dBodyID body, wedged;
  dGeomID geom[2];
  double time;
} qmboxLoggedJam;

struct qmboxContactLog {
  qmboxContactEvent *event;
  int events, eventCapacity;
  qmboxLoggedPair *pair;
  int pairs, pairCapacity;
  int *table; /* 1 + the number of a pair, by its geoms; 0: free */
  int tableSize;
  qmboxLoggedGeoms geoms;
  qmboxLoggedJoint *joint; /* of all steps of the part */
  int joints, jointCapacity, firstJoint;
  qmboxFeedbackBlock *block;
  bool measures; /* impulses */
  bool stepping; /* joints lead to feedbacks */
  qmboxLoggedJam *jam;
  int jams, jamCapacity;
  long pass;
  bool collided;   /* the near callback has been called in this frame */
  bool incomplete; /* no memory was left */
};

void qmboxBeginLoggedFrame(qmboxContactLog *log);
void qmboxEndLoggedFrame(qmboxContactLog *log);

/* Begins a part at this time of the frame, with the geoms that the guard has just collected. */
void qmboxBeginLoggedPart(qmboxContactLog *log, const qmboxBodies *bodies, double time);

/* Ends a part.  The guard's notices of it are the next ones that the program gets. */
void qmboxEndLoggedPart(qmboxContactLog *log, const qmboxGuard *guard);

/* Returns the pair of two geoms that are there, and that touch at this time of the frame; null if no memory is left.
   `late`: the time of a stop would be more exact. */
qmboxLoggedPair *qmboxLogTouch(qmboxContactLog *log, const qmboxBodies *bodies, dGeomID g1, dGeomID g2, double time,
                               bool late);

/* Notes that two geoms of the guard, one of which is a sensor, overlap at the beginning of the part. */
void qmboxLogOverlap(qmboxGuard *guard, int first, int second);

#endif /* QMBOX_CONTACT_LOG_H */
