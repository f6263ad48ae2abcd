/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Judges worlds of boxes independently: did anything pass through anything?
 *
 * It shares no code with what it judges.  It reads the poses that ODE's bodies have before and after every actual step
 * of ODE and at the end of the frame, and follows each body along ODE's own law between them (pose_between()).  If a
 * library has put a body back on its way the judge finds at which part of its way, and lets it stand there from then
 * on; a body that is elsewhere after a step has, for the judge, gone straight there.
 *
 * A library that steps some bodies alone reports which pieces each body's path has: then the judge follows these, along
 * the same law, and checks that they are one path from where the body was at the beginning of the frame to where it is
 * at the end.
 *
 * The judge counts
 *
 * met      pairs of boxes whose cores have shared a point, at any time.  A fixed box is its own core.  Against it, the
 * core of a movable one is the box without a quarter of its shortest side on every face; of two that
 *            can move, each without an eighth of the shortest side of the two; and a 500th of that more, so that a
 *            library which keeps just these cores apart is not blamed for a tolerance.  A pair whose cores share a
 *            point when the judge first sees it, or because the program itself has placed them so between frames, does
 *            not count until it has been apart.  A pair counts once
 *   through  how often the centre of a box has crossed the plane in the middle of a static box, within that box, on the
 *            way that it took
 *   depth    the deepest overlap of any pair at the end of a frame, by separating axes, in the shorter of the two
 *            shortest sides; of a box with a plane, in its shortest side
 *
 * Boxes are dBoxClass geoms, on bodies or static, with offsets or without.  Pairs that cannot be in contact are not
 * checked: on one body, neither of them dynamic, category and collide bits that do not match, bodies that a joint other
 * than a contact connects, and pairs that the program's near callback refuses, if it reports that (judge_refusal).
 *
 * Limits: bodies in finite rotation mode are not followed, nor turns by more than 179.9999999 degrees in a step. A look
 * is taken whenever the cores, by their gap and speeds, could meet, but not until the pair has moved by a thirty-second
 * of its shortest core: a graze of corners that is over sooner is not seen.
 */

#ifndef WORLDS_JUDGE_H
#define WORLDS_JUDGE_H

#include <ode/ode.h>
#include <stdbool.h>

#include "solid.h"

/* Returns true for a pair that the program lets pass through each other. */
typedef bool judge_refusal(void *data, dGeomID o1, dGeomID o2);

/* A count of one frame, or of all of them so far. */
typedef struct judge_count {
  long met, through;
  long off_path;     /* bodies that were neither at the end of a step nor on the way to it, or not on their pieces */
  long unsettled;    /* pairs that were checked too often to be followed to the end */
  long not_a_number; /* bodies whose pose is not finite */
  double depth;      /* the deepest of a frame; over all, the sum of these */
} judge_count;

typedef struct judge judge;

/* Makes a judge of the boxes and planes among these geoms.  refusal may be null. */
judge *judge_new(const dGeomID *geoms, int count, judge_refusal *refusal, void *data);
void judge_free(judge *j);

/* These are called around a frame, */
void judge_frame_begins(judge *j);
void judge_frame_ends(judge *j);
/* and these around every call of dWorldStep() or dWorldQuickStep() in it. */
void judge_step_begins(judge *j, double length);
void judge_step_ends(judge *j);

/* Or this, for each piece of a body's path, in the order of time: from `from` on it goes from one pose towards another
   where it would be after `length`, and from `until` on it stays. */
typedef struct judge_piece {
  dBodyID body;
  double from, until, length;
  pose poses[2];
} judge_piece;

void judge_path(judge *j, const judge_piece *piece);

/* Return the count of the last frame, and the count of all frames. */
const judge_count *judge_of_frame(const judge *j);
const judge_count *judge_of_all(const judge *j);

#endif /* WORLDS_JUDGE_H */
