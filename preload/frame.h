/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What a thread of the program does between two steps of a world: which spaces it collides, with which near callback,
 * and in which groups that makes contact joints.  So much has to be known to do it again at a contact within the step.
 *
 * A frame begins with the first collision after a step.  It holds until the next one begins, as programs may step
 * several times with the same contact joints.
 */

#ifndef PRELOAD_FRAME_H
#define PRELOAD_FRAME_H

#include <ode/ode.h>

enum { FRAME_MOST_CALLS = 16, FRAME_MOST_GROUPS = 16 };

/* A call of dSpaceCollide(), or of dSpaceCollide2() if space is 0. */
typedef struct frame_call {
  dSpaceID space;
  dGeomID o1, o2;
  void *data;
  dNearCallback *near;
} frame_call;

typedef struct frame_group {
  dWorldID world;
  dJointGroupID group;
} frame_group;

typedef struct frame {
  frame_call call[FRAME_MOST_CALLS];
  int calls;
  frame_group group[FRAME_MOST_GROUPS];
  int groups;
  int stepped;          /* a world has been stepped since */
  const char *obstacle; /* why it cannot be done again, nor any later one: programs keep their habits; 0 if it can */
} frame;

void frame_note_call(frame *f, frame_call call);

/* A contact joint has been made; `within` a noted call, or elsewhere. */
void frame_note_contact(frame *f, dWorldID world, dJointGroupID group, int within);

/* What is destroyed cannot be collided or emptied any more. */
void frame_forget_geom(frame *f, dGeomID geom);
void frame_forget_group(frame *f, dJointGroupID group);

/* Whether the call concerns this world: nothing of its space is known to move in another one. */
int frame_call_is_of(const frame_call *call, dWorldID world);

/* The space whose pairs are to be watched while this world steps; 0 if the frame cannot be done again, and *why.
   `stack` is where the stack ended in the function that called the step. */
dSpaceID frame_space(const frame *f, dWorldID world, const void *stack, const char **why);

#endif /* PRELOAD_FRAME_H */
