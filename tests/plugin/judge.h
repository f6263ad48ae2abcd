/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * An independent judge of tunnelling: takes the poses of boxes before and after a step, moves them between the two
 * along the paths that qmbox.h promises to check, and looks at the separating axes of each pair so often that nothing
 * can come in between.  It shares no code with the solver and solves no equation.
 */

#ifndef JUDGE_H
#define JUDGE_H

#include <ode/ode.h>

enum { JUDGED_MOST = 64 };

/* The law by which a body moves between two poses. */
typedef enum judged_path {
  JUDGED_STILL,
  JUDGED_FREE,  /* x0 + t v0 + t^2 a to x1, and the quaternion linear */
  JUDGED_HELD,  /* straight, and the quaternion linear */
  JUDGED_FINITE /* x0 + t v0 + t^2 a to x1, and a turn by the angular velocity before the step */
} judged_path;

typedef struct judged_box {
  dGeomID geom;
  dBodyID body; /* 0: stands still */
  judged_path path;
  double half[3], offset[3], turn[4]; /* the box in the body's frame */
  double x0[3], v0[3], w0[3], q0[4], x1[3], q1[4];
} judged_box;

typedef struct judge {
  judged_box box[JUDGED_MOST];
  int count;
  double length;
} judge;

/* Adds a dBox or qmbox. */
void judge_add(judge *j, dGeomID geom, judged_path path);

/* Notes the poses before a step, and after one of this length. */
void judge_before(judge *j);
void judge_after(judge *j, double length);

/*
 * Returns the number of such pairs, not counting two boxes on one body or two of which neither gives way to a contact.
 * With `resting`, a pair may overlap by three times the depth more to which one of them was pressed into another box
 * before the step.
 */
int judge_count(const judge *j, double touch, double depth, int resting);

#endif /* JUDGE_H */
