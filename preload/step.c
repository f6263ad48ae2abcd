/* SPDX-License-Identifier: BSD-3-Clause */

/* Makes a step of a world: ODE's own step, and the guard after it. */

#include "step.h"

#include <pthread.h>
#include <stdlib.h>

#include "braces.h"
#include "callbacks/false_contacts.h"
#include "moving/bodies.h"
#include "ode_detect.h"
#include "joints.h"
#include "lock.h"
#include "moved_callbacks.h"
#include "report.h"
#include "scope.h"
#include "util/arithmetic.h"
#include "declined_pairs.h"

/* The state of this thread. */
static _Thread_local struct {
  const char *frame;          /* the stack frame of the step in progress, null if there is none */
  qmboxGuard *begun;          /* the guard of that step, while ODE steps */
  bool guarding;              /* the guard is calling */
  bool body_lost;             /* a body has been destroyed since the step began */
  bool collided;              /* this thread has collided something */
  qmboxArithmetic arithmetic; /* of the program, while the guard is calling */
} thread;

bool step_is_guarding(void) {
  return thread.guarding;
}

bool step_leave_guard(void) {
  if (!thread.guarding) return false;
  thread.guarding = false;
  if (thread.arithmetic.changed) qmboxRestoreArithmetic(&thread.arithmetic); /* else it is the same, but for flags */
  return true;
}

void step_return_to_guard(void) {
  qmboxSetArithmetic(&thread.arithmetic);
  thread.guarding = true;
}

void step_note_collision(void) {
  thread.collided = true;
}

void step_forget_geom(dGeomID geom) {
  if (thread.begun && !thread.guarding) qmboxForgetGeom(&thread.begun->bodies, geom);
}

void step_forget_body(void) {
  thread.body_lost = true;
}

void step_forget_freed(const void *block) {
  if (!thread.begun || thread.guarding) return;
  qmboxForgetGeom(&thread.begun->bodies, (dGeomID)block);
  if (qmboxFindBody(&thread.begun->bodies, (dBodyID)block) > 0) thread.body_lost = true;
}

/* ------------------------------------------------------------------ the guard of a thread */

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

/* Returns the guard of this thread, a new one if `anew`, or null if memory is short. */
static qmboxGuard *own_guard(bool anew) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_key);
  qmboxGuard *guard = anew ? 0 : pthread_getspecific(guard_of_thread);
  if (guard) return guard;
  guard = calloc(1, sizeof *guard);
  if (guard && pthread_setspecific(guard_of_thread, guard) == 0) return guard;
  free(guard);
  return 0;
}

/* ------------------------------------------------------------------ a guarded step */

static bool any_foreign(const qmboxGuardedRoot *root, int roots) {
  for (int i = 0; i < roots; i++) {
    if (root[i].foreign) return true;
  }
  return false;
}

static bool begin(qmboxGuard *guard, dWorldID world, dReal stepsize, const qmboxGuardedRoot *root, int roots) {
  bool foreign = any_foreign(root, roots);
  step_return_to_guard();
  if (foreign) lock_shared();
  bool begun = guard && qmboxGuardBeginAmong(guard, world, root, roots);
  if (begun) qmboxCorrectContacts(&guard->bodies);
  if (begun) report_braces(braces_set(guard, (double)stepsize));
  if (foreign) unlock_shared();
  (void)step_leave_guard();
  return begun;
}

static void finish(qmboxGuard *guard, dReal stepsize) {
  const qmboxGuardCalls calls = {.joined = joints_are_for, .wanted = declined_neither};
  qmboxGuardTally tally = {0};
  step_return_to_guard();
  qmboxGuardFinish(guard, (double)stepsize, &calls, &tally);
  braces_note(guard);
  (void)step_leave_guard();
  report_guarded_step(&tally);
}

/* Calls the program's moved callbacks of the bodies that the guard has put back. The program may destroy them. */
static void tell_moved(const qmboxGuard *guard) {
  for (int i = 1; i < guard->bodies.bodyCount; i++) {
    const qmboxGuardedBody *body = &guard->bodies.body[i];
    if (body->moves && body->stop < guard->bodies.length) moved_call(body->start.body);
  }
}

static int step_plainly(dWorldID world, dReal stepsize, stepper *step, const char *why) {
  if (why) report_why(why);
  report_plain_step();
  return step(world, stepsize);
}

static int step_guarded(dWorldID world, dReal stepsize, stepper *step, const qmboxGuardedRoot *root, int roots,
                        bool anew) {
  qmboxGuard *guard = own_guard(anew);
  if (!begin(guard, world, stepsize, root, roots)) return step_plainly(world, stepsize, step, "out of memory");
  thread.body_lost = false;
  thread.begun = guard;
  int good = step(world, stepsize);
  thread.begun = 0;
  braces_take();
  if (thread.body_lost) {
    report_why("a body has been destroyed within a step");
    report_plain_step();
  } else if (good) {
    finish(guard, stepsize);
    tell_moved(guard);
  }
  return good;
}

/* ------------------------------------------------------------------ a step */

/* Returns the reason why a world cannot be guarded, or null if it can be or has nothing to guard. */
static const char *obstacle(dWorldID world, int roots) {
  if (roots < 0) return "out of memory";
  if (roots == 0) {
    /* one such step is usual in programs that step first */
    return scope_has_geoms(world) && declined_note_bare_step(world) > 1
               ? "a world is stepped, and nothing of it collided"
               : 0;
  }
  if (real_ode()->threads_have_buffers && !thread.collided)
    return "a world is stepped on a thread that has collided nothing";
  return 0;
}

static int step_noted(dWorldID world, dReal stepsize, stepper *step, bool anew) {
  int roots, good;
  qmboxGuardedRoot *root = scope_roots(world, &roots);
  const char *why = obstacle(world, roots);
  if (roots <= 0 || why) {
    good = step_plainly(world, stepsize, step, why);
  } else {
    good = step_guarded(world, stepsize, step, root, roots, anew);
  }
  free(root);
  declined_note_step(world);
  return good;
}

/*
 * Steps a world.
 *
 * Stacks grow downwards, so a step that is made within another has the lower frame. If it has not, a jump or an
 * exception has left the other. On another stack that may be wrong: therefore a new guard is taken then.
 */
int step_world(dWorldID world, dReal stepsize, stepper *step) {
  const char *here = __builtin_frame_address(0), *outer = thread.frame;
  if (ode_detect_is_unusable() || !world || !(stepsize > 0)) return step(world, stepsize);
  if (outer && here < outer) {
    return step_plainly(world, stepsize, step, "a world is stepped within the step of another");
  }
  report_signals();
  thread.guarding = false;
  thread.begun = 0;
  braces_take();
  thread.frame = here;
  int good = step_noted(world, stepsize, step, outer != 0);
  thread.frame = 0;
  return good;
}
