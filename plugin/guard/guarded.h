/* SPDX-License-Identifier: BSD-3-Clause */

/* The guard's records of a step: pairs, answers of the program, events, marks of changes. */

#ifndef QMBOX_GUARDED_H
#define QMBOX_GUARDED_H

#include <stdbool.h>
#include <stdint.h>

#include "broad/windows.h"
#include "meshes/shared_tree.h"
#include "moving/bodies.h"
#include "pairs/approach.h"

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

/* An event that the program is told of. */
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
  int deepPair[2]; /* the last two geoms that overlapped from the start and that the program was asked about ... */
  qmboxConsent deepConsent; /* ... and its answer */
} qmboxConsents;

/* The events that the program is told of after the step. */
typedef struct qmboxEvents {
  qmboxEvent *event;
  int eventCount, eventCapacity;
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

#endif /* QMBOX_GUARDED_H */
