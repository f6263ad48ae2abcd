/* SPDX-License-Identifier: BSD-3-Clause */

/* How near the cores of a pair can have come, by bounds. */

#ifndef QMBOX_GUARDED_APPROACH_H
#define QMBOX_GUARDED_APPROACH_H

#include "pairs/axes.h"
#include "moving/bodies.h"
#include "pairs/meeting.h"

/* Two geoms whose cores may meet. */
typedef struct qmboxGuardedPair {
  int geom[2];
  int solid[2];                 /* the geoms', or of a triangle of a mesh ... */
  int meshes;                   /* ... which are those that meet first of these two meshes; -1 for other pairs */
  int next[2];                  /* the next pair of either geom, as firstPair */
  double gap;                   /* of the cores at the start ... */
  double normal[3];             /* ... along this unit normal, from the first to the second; zero where none is known */
  double allowances;            /* the sum of the two */
  double ahead[2];              /* the greatest speed at which each of the two closes that gap by moving, ... */
  double across[2];             /* ... the greatest at which it closes it by turning, ... */
  double turned[2];             /* ... and the most that its turn can close in all */
  double core;                  /* the level of the pair's cores: 1, or more if these overlap at the start */
  double aim;                   /* the level at which a pair is stopped that would meet with its cores */
  double nearness, aimNearness; /* how near the two may be called meeting, at these levels */
  bool pressed;                 /* it is so near its cores at the start that it is stopped there ... */
  bool aimed;                   /* aim, aimNearness, pressed and touches are known */
  bool touches;                 /* it is in contact at the start */
  bool passed;                  /* the place where it meets is known, and it is not stopped there */
  bool pushed;                  /* its contact joints have not kept it apart: it is to be pushed apart ... */
  bool hit;             /* ... or it was apart at the start: its bodies are to come no nearer than touching ... */
  double arm[2][3];     /* ... where its cores would meet, that is there from the body's position */
  double pushNormal[3]; /* and along this normal, from the first to the second */
  bool sensor;          /* one of the two is a sensor: nothing is stopped */
  qmboxSpan span;       /* that in which the two are near each other, as far as that is known */
  bool known;           /* `meeting` is, not only a time before which the cores do not meet */
  double both;          /* the time at which the cores meet while neither waits, HUGE_VAL if none is known */
  double clear;         /* up to this time they do not meet so ... */
  double clearAfter;    /* ... and up to this with the stops as they are, ... */
  double early;         /* ... the earlier of which is this one */
  double meeting;       /* the time at which they meet, as the bodies' stops are now ... */
  double touch;         /* the earlier time at which they are to be stopped, once that is known */
  bool placed;          /* true if it is known where they meet: */
  double point[3], meetingNormal[3];
  int place; /* in the queue, -1 if it is not there */
  qmboxConsent consent;
} qmboxGuardedPair;

/* Notes the gap of a pair's cores at the start along this unit normal, zero where none is known, and how fast and far
   each of the two can shrink it. */
void qmboxNoteGap(const qmboxBodies *bodies, qmboxGuardedPair *pair, double gap, const double normal[3]);

/* Notes the gap along the axis on which the cores take longest to meet, or one on which they do not before `until`,
   and returns true; false if no axis has a positive gap.  *stays is set to true if the cores certainly stay apart,
   whichever of the bodies waits when. */
bool qmboxNoteAxis(const qmboxBodies *bodies, qmboxGuardedPair *pair, const qmboxShrunkPair *two, double until,
                   bool *stays);

/* Returns true if the cores certainly stay apart, with the stops as they are. */
bool qmboxStaysApart(const qmboxBodies *bodies, const qmboxGuardedPair *pair);

/* Returns a time before which the cores do not meet, whatever the stops are. */
double qmboxEarliestMeeting(const qmboxGuardedPair *pair);

#endif /* QMBOX_GUARDED_APPROACH_H */
