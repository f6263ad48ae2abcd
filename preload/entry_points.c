/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * libode-qmbox-preload makes the steps of unmodified programs guarded.
 *
 *   LD_PRELOAD=libode-qmbox-preload.so ./program
 *
 * The functions below stand in front of ODE's functions of the same names, and call those with the arguments that they
 * were given. In addition,
 *
 *   dWorldStep()   and dWorldQuickStep() are guarded: after ODE's own step, bodies that would have passed through
 *                  something are put back to where they had just touched it (plugin/guard/guard.h)
 *   collisions     are noted: which spaces and geoms the program collides, and which pairs its near callback declines
 *   contact joints are noted: which two geoms each of them is for
 *
 * The library never calls a callback of the program in a way in which ODE would not. It keeps only addresses: of
 * worlds, spaces and geoms, of contact joints, and of bodies with their moved callbacks. It creates and destroys no
 * joint of the program.
 */

#define _GNU_SOURCE /* this declares RTLD_NEXT */

#include <dlfcn.h>
#include <ode/ode.h>
#include <pthread.h>
#include <stdlib.h>

#include "host.h"
#include "joints.h"
#include "moved.h"
#include "report.h"
#include "scope.h"

#define ENTRY_POINT __attribute__((visibility("default")))

/* ------------------------------------------------------------------ ODE's own functions */

static struct {
  int (*collide)(dGeomID, dGeomID, int, dContactGeom *, int);
  void (*space_collide)(dSpaceID, void *, dNearCallback *);
  void (*space_collide2)(dGeomID, dGeomID, void *, dNearCallback *);
  int (*step)(dWorldID, dReal);
  int (*quick_step)(dWorldID, dReal);
  dJointID (*create_contact)(dWorldID, dJointGroupID, const dContact *);
  void (*destroy_space)(dSpaceID);
  void (*destroy_geom)(dGeomID);
  dBodyID (*create_body)(dWorldID);
  void (*set_moved_callback)(dBodyID, void (*)(dBodyID));
} own;

static void find_own(void) {
  /* POSIX returns a function's address as the address of an object. */
  *(void **)&own.collide = dlsym(RTLD_NEXT, "dCollide");
  *(void **)&own.space_collide = dlsym(RTLD_NEXT, "dSpaceCollide");
  *(void **)&own.space_collide2 = dlsym(RTLD_NEXT, "dSpaceCollide2");
  *(void **)&own.step = dlsym(RTLD_NEXT, "dWorldStep");
  *(void **)&own.quick_step = dlsym(RTLD_NEXT, "dWorldQuickStep");
  *(void **)&own.create_contact = dlsym(RTLD_NEXT, "dJointCreateContact");
  *(void **)&own.destroy_space = dlsym(RTLD_NEXT, "dSpaceDestroy");
  *(void **)&own.destroy_geom = dlsym(RTLD_NEXT, "dGeomDestroy");
  *(void **)&own.create_body = dlsym(RTLD_NEXT, "dBodyCreate");
  *(void **)&own.set_moved_callback = dlsym(RTLD_NEXT, "dBodySetMovedCallback");
}

/* Finds ODE's functions at the first call, since constructors of other libraries may use ODE before one of ours
   runs. */
static void ready(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_own);
}

/* ------------------------------------------------------------------ what this thread is doing */

static _Thread_local bool guarding; /* the guard is calling */
static _Thread_local bool stepping;
static _Thread_local int depth;   /* number of collision calls in progress: near callbacks collide nested spaces */
static _Thread_local bool looked; /* the near callback has looked at the pair that it was called for */

/* ------------------------------------------------------------------ collisions */

typedef struct near_call {
  dNearCallback *near;
  void *data;
} near_call;

static void near_with_notes(void *data, dGeomID o1, dGeomID o2) {
  const near_call *call = data;
  looked = false;
  call->near(call->data, o1, o2);
  if (!looked) scope_note_declined(o1, o2);
  looked = true; /* a callback that collides nested spaces has looked at them */
}

static bool is_ray(dGeomID geom) {
  return dGeomGetClass(geom) == dRayClass;
}

/* Notes that the program collides two geoms or spaces. A collision with a ray is a query, and does not count. */
static void note_collision(dGeomID o1, dGeomID o2) {
  looked = true;
  if (depth == 0 && !stepping && !is_ray(o1) && !is_ray(o2)) scope_note(o1, o2);
}

ENTRY_POINT void dSpaceCollide(dSpaceID space, void *data, dNearCallback *callback) {
  near_call call = {callback, data};
  ready();
  if (guarding) {
    own.space_collide(space, data, callback);
    return;
  }
  note_collision((dGeomID)space, (dGeomID)space);
  depth++;
  own.space_collide(space, &call, near_with_notes);
  depth--;
}

ENTRY_POINT void dSpaceCollide2(dGeomID space1, dGeomID space2, void *data, dNearCallback *callback) {
  near_call call = {callback, data};
  ready();
  if (guarding) {
    own.space_collide2(space1, space2, data, callback);
    return;
  }
  note_collision(space1, space2);
  depth++;
  own.space_collide2(space1, space2, &call, near_with_notes);
  depth--;
}

ENTRY_POINT int dCollide(dGeomID o1, dGeomID o2, int flags, dContactGeom *contact, int skip) {
  ready();
  if (!guarding) note_collision(o1, o2);
  return own.collide(o1, o2, flags, contact, skip);
}

ENTRY_POINT dJointID dJointCreateContact(dWorldID world, dJointGroupID group, const dContact *contact) {
  ready();
  dJointID joint = own.create_contact(world, group, contact);
  looked = true;
  if (joint) joints_note(joint, contact);
  return joint;
}

/* ------------------------------------------------------------------ steps */

typedef int stepper(dWorldID world, dReal stepsize);

/* The guard of each thread. It keeps its memory from step to step: to free and to allocate it again would take longer
   than a step of a small world. */
static pthread_key_t guard_of_thread;

static void free_guard(void *guard) {
  qmboxGuardFree(guard);
  free(guard);
}

static void make_key(void) {
  (void)pthread_key_create(&guard_of_thread, free_guard);
}

/* Returns the guard of this thread, or null if memory is short. */
static qmboxGuard *own_guard(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_key);
  qmboxGuard *guard = pthread_getspecific(guard_of_thread);
  if (guard) return guard;
  guard = calloc(1, sizeof *guard);
  if (guard && pthread_setspecific(guard_of_thread, guard) == 0) return guard;
  free(guard);
  return 0;
}

/* Tells the program where a body is that the guard has put back. */
static void tell_moved(void *unused, dBodyID body, dReal lost) {
  (void)unused;
  (void)lost;
  guarding = false;
  moved_call(body);
  guarding = true;
}

static int step_guarded(dWorldID world, dReal stepsize, stepper *step, const qmboxGuardedRoot *root, int roots) {
  const qmboxGuardCalls calls = {.joined = joints_are_for, .wanted = scope_wants, .held = tell_moved};
  qmboxGuardTally tally = {0};
  qmboxGuard *guard = own_guard();
  guarding = true;
  bool begun = guard && qmboxGuardBeginAmong(guard, world, root, roots);
  guarding = false;
  int good = step(world, stepsize);
  guarding = true;
  if (begun && good) qmboxGuardFinish(guard, (double)stepsize, &calls, &tally);
  guarding = false;
  if (!begun) report_why("out of memory");
  report_guarded_step(&tally);
  return good;
}

static int step_noted(dWorldID world, dReal stepsize, stepper *step) {
  static _Thread_local int bare_steps; /* steps before which nothing was collided; one occurs in programs that step
                                          first */
  int roots, good;
  qmboxGuardedRoot *root = scope_roots(&roots);
  if (roots > 0) {
    good = step_guarded(world, stepsize, step, root, roots);
  } else {
    if (bare_steps++ > 0) report_why("a world is stepped and nothing has been collided on the same thread");
    report_plain_step();
    good = step(world, stepsize);
  }
  free(root);
  scope_note_step(world);
  return good;
}

static int step_world(dWorldID world, dReal stepsize, stepper *step) {
  if (guarding || stepping || host_is_left_alone() || !(stepsize > 0)) return step(world, stepsize);
  report_signals();
  stepping = true;
  depth = 0; /* an exception may have left a near callback */
  int good = step_noted(world, stepsize, step);
  stepping = false;
  return good;
}

ENTRY_POINT int dWorldStep(dWorldID world, dReal stepsize) {
  ready();
  return step_world(world, stepsize, own.step);
}

ENTRY_POINT int dWorldQuickStep(dWorldID world, dReal stepsize) {
  ready();
  return step_world(world, stepsize, own.quick_step);
}

/* ------------------------------------------------------------------ what comes and goes */

ENTRY_POINT void dSpaceDestroy(dSpaceID space) {
  ready();
  if (!guarding) scope_forget((dGeomID)space);
  own.destroy_space(space);
}

ENTRY_POINT void dGeomDestroy(dGeomID geom) {
  ready();
  if (!guarding) scope_forget(geom);
  own.destroy_geom(geom);
}

/* Forgets the callback of a body that had the same address before. */
ENTRY_POINT dBodyID dBodyCreate(dWorldID world) {
  ready();
  dBodyID body = own.create_body(world);
  if (body) moved_note(body, 0);
  return body;
}

ENTRY_POINT void dBodySetMovedCallback(dBodyID body, void (*callback)(dBodyID)) {
  ready();
  moved_note(body, callback);
  own.set_moved_callback(body, callback);
}
