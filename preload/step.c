/* SPDX-License-Identifier: BSD-3-Clause */

/* The step of a world: ODE's own, and the guard after it. */

#include "step.h"

#include <pthread.h>
#include <stdlib.h>

#include "host.h"
#include "joints.h"
#include "lock.h"
#include "moved.h"
#include "report.h"
#include "scope.h"
#include "wishes.h"

/* Holds what this thread is doing. */
static _Thread_local struct {
  const char *frame; /* that of the step that goes on, null if there is none */
  qmboxGuard *begun; /* its guard, while ODE steps */
  bool guarding;     /* the calls are the guard's own */
  bool body_lost;    /* a body has been destroyed since the step began */
  bool collided;     /* something has been, ever */
} thread;

bool step_is_guarding(void) {
  return thread.guarding;
}

void step_note_collision(void) {
  thread.collided = true;
}

void step_forget_geom(dGeomID geom) {
  if (thread.begun && !thread.guarding) qmboxGuardForget(thread.begun, geom);
}

void step_forget_body(void) {
  thread.body_lost = true;
}

/* ------------------------------------------------------------------ the guard of a thread */

/* Each thread keeps its guard, and with it the memory of the step before: to give it back and to get it anew takes
   longer than a step with little in it. */
static pthread_key_t guard_of_thread;

static void free_guard(void *guard) {
  qmboxGuardFree(guard);
  free(guard);
}

static void make_key(void) {
  (void)pthread_key_create(&guard_of_thread, free_guard);
}

/* Returns null for want of memory. */
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

static bool begin(qmboxGuard *guard, dWorldID world, const qmboxGuardedRoot *root, int roots) {
  bool foreign = any_foreign(root, roots);
  thread.guarding = true;
  if (foreign) lock_shared();
  bool begun = guard && qmboxGuardBeginAmong(guard, world, root, roots);
  if (foreign) unlock_shared();
  thread.guarding = false;
  return begun;
}

static void finish(qmboxGuard *guard, dReal stepsize) {
  const qmboxGuardCalls calls = {.joined = joints_are_for, .wanted = wishes_collision};
  qmboxGuardTally tally = {0};
  thread.guarding = true;
  qmboxGuardFinish(guard, (double)stepsize, &calls, &tally);
  thread.guarding = false;
  report_guarded_step(&tally);
}

/* The program is told once more where the bodies are that have been put back.  It may destroy them. */
static void tell_moved(const qmboxGuard *guard) {
  for (int i = 1; i < guard->bodyCount; i++) {
    const qmboxGuardedBody *body = &guard->body[i];
    if (body->moves && body->stop < guard->length) moved_call(body->start.body);
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
  if (!begin(guard, world, root, roots)) return step_plainly(world, stepsize, step, "out of memory");
  thread.body_lost = false;
  thread.begun = guard;
  int good = step(world, stepsize);
  thread.begun = 0;
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

/* Returns why a world cannot be guarded, null if it can, or if there is nothing to guard. */
static const char *obstacle(dWorldID world, int roots) {
  if (roots < 0) return "out of memory";
  if (roots == 0) {
    /* once is usual: the program steps before it collides */
    return scope_has_geoms(world) && wishes_note_bare_step(world) > 1 ? "a world is stepped, and nothing of it collided"
                                                                      : 0;
  }
  if (own()->threads_have_buffers && !thread.collided)
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
  wishes_note_step(world);
  return good;
}

/* Stacks grow downwards: what a step calls is below it.  A step whose frame is not above this one has been left by a
   jump or an exception.  (On another stack this may be mistaken; then the guard that is thought to be left is not
   used.) */
int step_world(dWorldID world, dReal stepsize, stepper *step) {
  const char *here = __builtin_frame_address(0), *outer = thread.frame;
  if (host_is_left_alone() || !world || !(stepsize > 0)) return step(world, stepsize);
  if (outer && here < outer) {
    return step_plainly(world, stepsize, step, "a world is stepped within the step of another");
  }
  report_signals();
  thread.guarding = false;
  thread.begun = 0;
  thread.frame = here;
  int good = step_noted(world, stepsize, step, outer != 0);
  thread.frame = 0;
  return good;
}
