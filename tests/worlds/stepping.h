/* SPDX-License-Identifier: BSD-3-Clause */

/* The ways to step a scene by one frame: plain ODE, and qmbox.  Nothing else in tests/worlds knows qmbox's loop. */

#ifndef WORLDS_STEPPING_H
#define WORLDS_STEPPING_H

#include "judge.h"
#include "scene.h"

/*
 * PLAIN    k times dSpaceCollide(), the step by a k-th of the frame, dJointGroupEmpty()
 * QMBOX    qmboxWorldSimulate() at its default options, the frame in k equal parts; k = 0: in as many as the report
 *          of the frame before advises
 * EXACT    QMBOX with QMBOX_CONTINUITY_EXACT
 * WAITING  QMBOX in one slice, so that bodies that are stopped wait, which the judge follows by steps, not by pieces
 */
typedef enum stepping_kind { STEPPING_PLAIN, STEPPING_QMBOX, STEPPING_EXACT, STEPPING_WAITING } stepping_kind;

typedef struct stepping {
  stepping_kind kind;
  int parts;
} stepping;

/* Returns how many parts the next frame of a scene will have. */
int stepping_parts(stepping how, const scene *s);

/* The library's report of a frame; for plain ODE, nothing but its steps. */
typedef struct stepping_report {
  bool clean;         /* the library claims that nothing has passed through anything */
  int steps;          /* the steps of ODE, with those that were taken back */
  double lost;        /* time that the library reports as lost, s */
  int refused;        /* pairs that the near callback let pass */
  unsigned unguarded; /* the library's bits of what it could not guard */
} stepping_report;

/* Steps one frame.  The judge, if it is not null, gets every step of ODE. */
stepping_report stepping_frame(stepping how, scene *s, judge *j);

/* The type of stepping_frame() and of replacements, which tests use to try a measure on what it should catch. */
typedef stepping_report stepping_function(stepping how, scene *s, judge *j);

/* Drops ODE's messages: dWorldStep() sends one for each set of redundant contacts that it cannot solve. */
void stepping_silence(void);

/* Writes "plain 4", "qmbox 1", "exact 1" or "qmbox advised" into `name`. */
enum { STEPPING_NAME = 32 };
void stepping_name(stepping how, char name[STEPPING_NAME]);

#endif /* WORLDS_STEPPING_H */
