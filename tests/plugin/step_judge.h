/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * An independent judge of tunnelling: takes the poses of boxes before and after a step, moves them between the two
 * along the paths that qmbox.h promises to check, and checks the separating axes of each pair so often that nothing
 * can come in between.  It shares no code with the solver and solves no equation.  The judge of frames is
 * tests/worlds/judge.h; both use solid.h.
 */

#ifndef STEP_JUDGE_H
#define STEP_JUDGE_H

#include <ode/ode.h>

#include "solid.h"

enum { JUDGED_MOST = 64 };

/* The law by which a body moves between two poses. */
typedef enum judged_path {
  JUDGED_STILL,
  JUDGED_FREE,  /* x0 + t v0 + t^2 a to x1, and the quaternion linear */
  JUDGED_HELD,  /* straight, and the quaternion linear */
  JUDGED_FINITE /* x0 + t v0 + t^2 a to x1, and a turn by the angular velocity before the step */
} judged_path;

typedef struct step_box {
  dGeomID geom;
  dBodyID body; /* 0: stands still */
  judged_path path;
  solid shape;
  pose from, to;
  double v0[3], w0[3];
} step_box;

typedef struct step_judge {
  step_box box[JUDGED_MOST];
  int count;
  double length;
} step_judge;

/* Adds a dBox or qmbox. */
void step_judge_add(step_judge *j, dGeomID geom, judged_path path);

/* Notes the poses before a step, and after one of this length. */
void step_judge_before(step_judge *j);
void step_judge_after(step_judge *j, double length);

/*
 * Returns the number of pairs that are apart by more than `touch` times their size before the step and overlap by more
 * than `depth` times it at some time of the step, not counting two boxes on one body or two of which neither gives way
 * to a contact.  With `resting`, a pair may overlap by three times the depth more to which one of them was pressed into
 * another box before the step.
 */
int step_judge_count(const step_judge *j, double touch, double depth, int resting);

#endif /* STEP_JUDGE_H */
