/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * libode-qmbox-preload: exact stepping for programs that know nothing of it.
 *
 *   LD_PRELOAD=libode-qmbox-preload.so ./program
 *
 * The functions below stand in front of those of ODE that have the same names.  All of them call ODE's own; besides,
 *
 *   collisions     are noted: the space, the near callback and its data, and the groups of the contact joints made
 *   dWorldStep()   and dWorldQuickStep() go through qmboxWorldSimulate().  The contact joints that the program has made
 *                  are those of the first sub-step.  At a contact their groups are emptied, and the noted collisions
 *                  are done again with the program's own near callback
 *   bodies         are noted, for steps that are taken back
 *
 * Geoms keep their class: plain boxes and planes are followed anyway.  A step for which too little is known is ODE's.
 */

#define _GNU_SOURCE /* RTLD_NEXT */

#include <dlfcn.h>
#include <ode/ode.h>
#include <pthread.h>
#include <stdlib.h>

#include "bodies.h"
#include "frame.h"
#include "host.h"
#include "qmbox.h"

#define ENTRY_POINT __attribute__((visibility("default")))

/* ------------------------------------------------------------------ ODE's own functions */

static struct {
  void (*space_collide)(dSpaceID, void *, dNearCallback *);
  void (*space_collide2)(dGeomID, dGeomID, void *, dNearCallback *);
  int (*step)(dWorldID, dReal);
  int (*quick_step)(dWorldID, dReal);
  dJointID (*create_contact)(dWorldID, dJointGroupID, const dContact *);
  void (*destroy_group)(dJointGroupID);
  void (*destroy_space)(dSpaceID);
  void (*destroy_geom)(dGeomID);
  dBodyID (*create_body)(dWorldID);
  void (*destroy_body)(dBodyID);
  void (*destroy_world)(dWorldID);
} own;

static void find_own(void) {
  /* As POSIX has it: a function's address comes as that of an object. */
  *(void **)&own.space_collide = dlsym(RTLD_NEXT, "dSpaceCollide");
  *(void **)&own.space_collide2 = dlsym(RTLD_NEXT, "dSpaceCollide2");
  *(void **)&own.step = dlsym(RTLD_NEXT, "dWorldStep");
  *(void **)&own.quick_step = dlsym(RTLD_NEXT, "dWorldQuickStep");
  *(void **)&own.create_contact = dlsym(RTLD_NEXT, "dJointCreateContact");
  *(void **)&own.destroy_group = dlsym(RTLD_NEXT, "dJointGroupDestroy");
  *(void **)&own.destroy_space = dlsym(RTLD_NEXT, "dSpaceDestroy");
  *(void **)&own.destroy_geom = dlsym(RTLD_NEXT, "dGeomDestroy");
  *(void **)&own.create_body = dlsym(RTLD_NEXT, "dBodyCreate");
  *(void **)&own.destroy_body = dlsym(RTLD_NEXT, "dBodyDestroy");
  *(void **)&own.destroy_world = dlsym(RTLD_NEXT, "dWorldDestroy");
}

/* Constructors of other libraries may use ODE before one of ours could run. */
static void ready(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_own);
}

/* ------------------------------------------------------------------ the frame of this thread */

static _Thread_local frame now;
static _Thread_local int depth;              /* collisions that are going on: near callbacks collide nested spaces */
static _Thread_local dWorldID stepped_world; /* while qmboxWorldSimulate() steps it */
static _Thread_local int sub_steps;
static _Thread_local int bare_steps; /* with nothing collided before: the first of a program that steps first */

/* qmboxWorldSimulate() collides the space with this callback when a sub-step begins; it is never called. */
static void begin_sub_step(void *data, dGeomID o1, dGeomID o2) {
  (void)data;
  (void)o1;
  (void)o2;
}

static void collide(const frame_call *call) {
  depth++;
  if (call->space) {
    own.space_collide(call->space, call->data, call->near);
  } else {
    own.space_collide2(call->o1, call->o2, call->data, call->near);
  }
  depth--;
}

/* Contact joints of the first sub-step are there already.  If an obstacle came up since, those that there are have to
   last to the end of the step: they are not known well enough to be taken away. */
static void make_contacts_anew(void) {
  if (sub_steps++ == 0 || now.obstacle) return;
  for (int i = 0; i < now.groups; i++) {
    if (now.group[i].world == stepped_world) dJointGroupEmpty(now.group[i].group);
  }
  for (int i = 0; i < now.calls; i++) {
    if (frame_call_is_of(&now.call[i], stepped_world)) collide(&now.call[i]);
  }
}

static void note_and_collide(frame_call call) {
  ready();
  if (depth == 0 && !stepped_world) frame_note_call(&now, call);
  collide(&call);
}

ENTRY_POINT void dSpaceCollide(dSpaceID space, void *data, dNearCallback *callback) {
  if (stepped_world && callback == begin_sub_step) {
    make_contacts_anew();
  } else {
    note_and_collide((frame_call){space, 0, 0, data, callback});
  }
}

ENTRY_POINT void dSpaceCollide2(dGeomID space1, dGeomID space2, void *data, dNearCallback *callback) {
  note_and_collide((frame_call){0, space1, space2, data, callback});
}

ENTRY_POINT dJointID dJointCreateContact(dWorldID world, dJointGroupID group, const dContact *contact) {
  ready();
  frame_note_contact(&now, world, group, depth > 0);
  return own.create_contact(world, group, contact);
}

/* ------------------------------------------------------------------ steps */

typedef int stepper(dWorldID world, dReal stepsize);

static int step_exactly(dWorldID world, dSpaceID space, dReal stepsize, stepper *step) {
  qmboxSimulateOptions options = {.near = begin_sub_step, .stepper = step};
  qmboxSimulateReport report;
  dBodyID *outside = bodies_outside(world, space, &options.bodyCount);

  if (options.bodyCount < 0) {
    free(outside);
    host_explain("out of memory");
    return step(world, stepsize);
  }
  options.bodies = outside;
  stepped_world = world;
  sub_steps = 0;
  qmboxWorldSimulate(world, space, stepsize, &options, &report);
  stepped_world = 0;
  free(outside);
  host_count_exact_step(report.stops);
  if (now.obstacle) host_explain(now.obstacle);
  return report.advanced >= stepsize;
}

static int step_world(dWorldID world, dReal stepsize, stepper *step, const void *stack) {
  const char *why = 0;
  dSpaceID space;

  if (stepped_world || host_is_left_alone() || !(stepsize > 0)) return step(world, stepsize);
  space = frame_space(&now, world, stack, &why);
  now.stepped = 1;
  if (space) return step_exactly(world, space, stepsize, step);
  if (now.calls > 0 || bare_steps++ > 0) host_explain(why);
  host_count_plain_step();
  return step(world, stepsize);
}

ENTRY_POINT int dWorldStep(dWorldID world, dReal stepsize) {
  ready();
  return step_world(world, stepsize, own.step, __builtin_frame_address(0));
}

ENTRY_POINT int dWorldQuickStep(dWorldID world, dReal stepsize) {
  ready();
  return step_world(world, stepsize, own.quick_step, __builtin_frame_address(0));
}

/* ------------------------------------------------------------------ what comes and goes */

ENTRY_POINT void dJointGroupDestroy(dJointGroupID group) {
  ready();
  if (!stepped_world) frame_forget_group(&now, group);
  own.destroy_group(group);
}

/* Spaces destroy those that are nested in them without a further call: nothing is kept.  While a world is stepped these
   are spaces and geoms of qmbox. */
ENTRY_POINT void dSpaceDestroy(dSpaceID space) {
  ready();
  if (!stepped_world) now.calls = 0;
  own.destroy_space(space);
}

ENTRY_POINT void dGeomDestroy(dGeomID geom) {
  ready();
  if (!stepped_world) frame_forget_geom(&now, geom);
  own.destroy_geom(geom);
}

ENTRY_POINT dBodyID dBodyCreate(dWorldID world) {
  dBodyID body;

  ready();
  body = own.create_body(world);
  if (body) bodies_note(body);
  return body;
}

ENTRY_POINT void dBodyDestroy(dBodyID body) {
  ready();
  bodies_forget(body);
  own.destroy_body(body);
}

ENTRY_POINT void dWorldDestroy(dWorldID world) {
  ready();
  bodies_forget_world(world);
  own.destroy_world(world);
}
