/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Is a step all right, and if not, when does its first contact come?
 *
 * A step can be made to end near a contact, not at it: poses are rounded, and the path of a body that a joint holds
 * changes with the length of the step.  So each pair has three levels, of the gap between the boxes:
 *
 *   touch   a pair this near at the start is in contact already
 *   aim     where the step should end
 *   limit   what no step may reach
 *
 * They are counted in units of about 1e-10 of the boxes' sizes, and the boxes that the solver gets are longer or
 * shorter by as much.  If the world stops for its caller the levels are 1, 1/2, 0: boxes stop apart.  If contact joints
 * take over they are -1/2, -3/4, -1: boxes stop when they overlap by a hair, because ODE's own colliders find no
 * contact between boxes that are apart by one.
 */

#ifndef QMBOX_STEP_CHECK_H
#define QMBOX_STEP_CHECK_H

#include "ode/body_members.h"
#include "pairs/initial_depth.h"
#include "broad/sweep.h"

typedef struct qmboxLevels {
  double touch, aim, limit;
} qmboxLevels;

/* A pair at which the world has stopped in this frame. */
typedef struct qmboxStopRecord {
  dGeomID o1, o2;
  int stops;   /* how often slowly */
  int refused; /* 1 if the near callback has made no contact joint for it */
} qmboxStopRecord;

/* The meeting of two geoms, or null. */
qmboxStopRecord *qmboxStopRecordOf(qmboxStopRecord *meeting, int count, dGeomID o1, dGeomID o2);

/* Returns true if these two may stop the world. */
typedef bool qmboxStopsFor(const void *data, dGeomID o1, dGeomID o2);

typedef struct qmboxCheck {
  qmboxStopsFor *stopsFor; /* null: every pair may */
  const void *stopsForData;
  const qmboxLevels *levels;
  const qmboxInitialDepths *rest; /* null: pairs in contact are left alone, and boxes are not smaller by their depth */
  qmboxSweep *sweep;              /* where the pairs come from that contact joints hold; null: there are none */
  double slop;                    /* how deep a pair held by contacts may turn into itself; 0: USUAL_SLOP */
  qmboxStopRecord *meeting;
  int meetingCount;
  int slowStops; /* a pair that has stopped the world so often, slowly, bounces */
  double length; /* of the step: a pair that reaches its limit until then is a violation */
  double until;  /* contacts later than this do not matter any more */

  int violated;         /* 1 if the step goes too far */
  int found;            /* 1 if a pair reaches its aim, be it after the step on its present path */
  qmboxContact contact; /* the earliest that does, at its aim */
  double time;
  double growth[2]; /* of the boxes of that pair at its aim */
  double size;      /* of that pair: the largest coordinate that it comes to */
  double pairSlop;  /* of that pair */
  int landed;       /* 1 if the step ends where that pair is in contact */
  unsigned inexact;
} qmboxCheck;

/* Checks one pair; a qmboxVisit whose data is a qmboxCheck. */
void qmboxCheckPair(void *check, const qmboxMoving *path1, const qmboxMoving *path2);

#endif /* QMBOX_STEP_CHECK_H */
