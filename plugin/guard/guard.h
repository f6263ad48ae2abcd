/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The guard of a step: no two cores ever meet.
 *
 * Each geom has a core, the geom less an allowance on every side (meeting.h).  Geoms whose cores share no point at any
 * time cannot have passed through each other, however deep the contact solver has pressed them.  The step itself is
 * ODE's own.  After it, the guard computes for all pairs that came near each other the first time at which their cores
 * would meet on the paths that the bodies took; the earliest comes first, and its bodies are put back to where they had
 * just touched, to wait there for the rest of the step; then the pairs of these bodies are checked again, until no
 * cores meet.  A body that waits in the pose from which it started meets nothing, as all cores were apart then: so this
 * ends, with time lost at the worst, and never a body.
 *
 * doc/worlds.md has the argument in full.
 */

#ifndef QMBOX_GUARD_H
#define QMBOX_GUARD_H

#include <stdbool.h>
#include <stdint.h>

#include "broad/windows.h"
#include "meshes/shared_tree.h"
#include "moving/bodies.h"
#include "pairs/approach.h"

/* A frame's options, and the guard's calls of the program. */
typedef struct qmboxGuardCalls {
  /* The program's options, those that it leaves at 0 set to what is usual.  Without a near callback, which cannot be
     called then, the next two are there; without a stepper bodies that have been stopped wait. */
  qmboxSimulateOptions options;
  bool (*joined)(dGeomID o1, dGeomID o2); /* a contact joint has been made for these two geoms */
  bool (*wanted)(dWorldID world, dGeomID o1, dGeomID o2, bool touched); /* the program wants the two to collide, as far
                                                             as is known; `touched`: they did so before the step */
  void (*mendSeams)(const qmboxBodies *bodies); /* mends the contact joints of the bodies; null: none are mended */
  double before;                                /* the time of the frame at which this step begins */
  double part;                                  /* the length of which this step is a piece; 0: it is a whole */
  bool slice;                                   /* the step is one of bodies that were stopped */
  int finer; /* a step has up to this many times as many slices as options.slices if stopped bodies go far; 0: once */
} qmboxGuardCalls;

/* A summary of what the guard did in one or more steps. */
typedef struct qmboxGuardTally {
  int stops;        /* pairs that were stopped */
  int held;         /* bodies that lost time */
  double lost;      /* the time that they lost, added up */
  double longest;   /* the most that one of them lost in one step */
  int deep;         /* pairs whose cores overlapped at the start of a step, although they are in contact */
  int unguarded;    /* pairs of shapes, or with numbers, that the solver cannot take */
  int refused;      /* pairs that would have met, and for which the near callback makes no joint */
  int jams;         /* pairs that a kinematic body has pressed through each other */
  long looks;       /* pairs that the solver has checked */
  bool outOfMemory; /* all bodies were put back to the start of the step */
  bool broken;      /* a callback has made, changed or destroyed a body or geom: nothing was put back any more ... */
  bool unseen;      /* ... or may have, and no memory was left to find out */
} qmboxGuardTally;

/* Two geoms, one of which goes far, whose bounds overlap in a window. */
typedef struct qmboxCandidatePair {
  int geom[2];
  int next[2];              /* as of a guarded pair */
  bool taken;               /* they have been near each other in some window: */
  int firstPair, pairCount; /* what was taken up then */
} qmboxCandidatePair;

/* An answer that stands for all triangles of two geoms, one of which is a mesh. */
typedef struct qmboxGeomConsent {
  int geom[2];
  qmboxConsent consent;
} qmboxGeomConsent;

typedef enum qmboxEventKind { QMBOX_EVENT_STOP, QMBOX_EVENT_SENSE, QMBOX_EVENT_HELD } qmboxEventKind;

/* An event for the program. */
typedef struct qmboxEvent {
  qmboxEventKind kind;
  int geom[2]; /* of the contact, in any order; -1 for one that is not guarded */
  qmboxContact contact;
  int body; /* that has lost so much time */
  double lost;
} qmboxEvent;

/* ------------------------------------------------------------------ what the rooms own */

/* The pairs whose cores may meet, and the queue of their meetings. */
typedef struct qmboxPairs {
  qmboxGuardedPair *pair;
  int pairCount, pairCapacity;
  qmboxCandidatePair *candidate;
  int candidates, candidateCapacity;
  int *queue; /* pairs that meet, a heap by time */
  int queued, queueCapacity;
} qmboxPairs;

/* The answers of the program on pairs. */
typedef struct qmboxConsents {
  qmboxGeomConsent *consent;
  int consentCount, consentCapacity;
  int deepPair[2]; /* the last two geoms that overlapped from the start and that the program was asked for ... */
  qmboxConsent deepConsent; /* ... and its answer */
} qmboxConsents;

/* A piece of the path of a guarded body. */
typedef struct qmboxGuardedPiece {
  int body;
  qmboxPathPiece piece;
} qmboxGuardedPiece;

/* The events and paths for the program after the step. */
typedef struct qmboxEvents {
  qmboxEvent *event;
  int eventCount, eventCapacity;
  qmboxGuardedPiece *piece;
  int pieces, pieceCapacity;
} qmboxEvents;

/* The marks by which a change by a callback is noticed (callbacks/integrity.c). */
typedef struct qmboxIntegrity {
  qmboxSpaceMark rootMark; /* before the last callback */
  uint64_t geomSum;        /* over the addresses of all geoms, before the first callback */
  uint64_t placeSum;       /* over the poses of geoms without a body */
  uint64_t shapeSum;       /* over their sizes, and offsets from bodies */
  bool called;             /* a callback has been called in this step, or may be */
  bool broken;             /* a callback has made, changed or destroyed a body or geom */
  bool unseen;             /* a callback may have, and there was no memory to check */
} qmboxIntegrity;

/* Two geoms that pass through each other in this step (jams.h). */
typedef struct qmboxJam {
  dGeomID geom[2];
  double time; /* of the frame */
} qmboxJam;

typedef struct qmboxJams {
  qmboxJam *jam;
  int count, capacity;
} qmboxJams;

typedef struct qmboxGuard {
  struct qmboxGuard *whole; /* of a guard of a few bodies of a step: the step's; else null */
  qmboxGuardedRoot onlyRoot;
  qmboxBodies bodies;
  qmboxPairs pairs;
  qmboxWindows windows;
  qmboxMeshes meshes;
  qmboxConsents consents;
  qmboxEvents events;
  qmboxIntegrity integrity;
  qmboxJams ownJams, *jams; /* null at first: its own; a guard of a part of a step has the whole step's */
  bool collecting;          /* pairs that meet are not stopped: only the places where they meet are wanted */
  const qmboxGuardCalls *calls;
  qmboxGuardTally *tally;
} qmboxGuard;

/* Returns the length of the whole of which the step is a piece, or its own. */
static inline double qmboxWholeLength(const qmboxGuard *guard) {
  return guard->calls && guard->calls->part > 0 ? guard->calls->part : guard->bodies.length;
}

/* Notes where everything is.  To be called after the near callback and before the step.  Returns false if no memory is
   left. */
bool qmboxGuardBegin(qmboxGuard *guard, dWorldID world, dSpaceID space);

/* Forgets the events of the last step, and marks of changes; the bodies are the caller's affair. */
void qmboxGuardBeginAgain(qmboxGuard *guard);

/* Begins in the same way with the geoms of several spaces; `root` has to last until the guard has finished. */
bool qmboxGuardBeginAmong(qmboxGuard *guard, dWorldID world, const qmboxGuardedRoot *root, int rootCount);

/* Asks the program which bodies are guarded, and which geoms are sensors; else all are, and none is; and corrects false
   contacts (false_contacts.h).  To be called between begin and the step.
   Returns false if a callback has broken the guard. */
bool qmboxGuardAskModes(qmboxGuard *guard, const qmboxGuardCalls *calls);

/* Makes good a step of this length that has been made since.  Adds to the tally what it did. */
void qmboxGuardFinish(qmboxGuard *guard, double length, const qmboxGuardCalls *calls, qmboxGuardTally *tally);

/* Frees what a guard has, which began as all zero and may have begun any number of steps. */
void qmboxGuardFree(qmboxGuard *guard);

#endif /* QMBOX_GUARD_H */
