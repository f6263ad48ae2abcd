/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Plain ODE programs that do more than step, for test_preload.sh: `odd_programs NAME` runs the one of that name and
 * prints what it is judged by.
 */

#define _GNU_SOURCE /* dladdr, fork, feenableexcept */

#include <dlfcn.h>
#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "thrown_box.h"

#define STEP ((dReal)(1.0 / 60))

enum { FRAMES = 30, WORLDS = 100, GHOSTS = 100, MOST_FEEDBACKS = 64 };

static void run(thrown_box *s, int frames) {
  thrown_box_run(s, thrown_box_near, frames);
}

/* ------------------------------------------------------------------ processes */

/* Forks a child that goes on where its parent is, and prints where the box is in both. */
static void forks(thrown_box *s) {
  run(s, 1);
  fflush(stdout);
  pid_t child = fork();
  run(s, FRAMES);
  if (child > 0) waitpid(child, 0, 0);
  thrown_box_print(s);
}

/* Ends the program by a signal that it does not handle. */
static void killed(thrown_box *s) {
  run(s, FRAMES);
  thrown_box_print(s);
  fflush(stdout);
  raise(SIGTERM);
}

/* Asks libode itself for its functions, as the ctypes of Python does: these calls are not seen. */
static void dlopened(thrown_box *s) {
  Dl_info info;
  void (*collide)(dSpaceID, void *, dNearCallback *);
  int (*step)(dWorldID, dReal);
  void *libode = dladdr(dlsym(RTLD_DEFAULT, "dWorldCreate"), &info) ? dlopen(info.dli_fname, RTLD_NOW) : 0;
  if (!libode) exit(5);
  *(void **)&collide = dlsym(libode, "dSpaceCollide");
  *(void **)&step = dlsym(libode, "dWorldQuickStep");
  for (int i = 0; i < FRAMES; i++) {
    collide(s->space, s, thrown_box_near);
    step(s->world, STEP);
    dJointGroupEmpty(s->contacts);
  }
  thrown_box_print(s);
  dlclose(libode);
}

/* ------------------------------------------------------------------ joints that are read after the step */

static dJointFeedback feedback[MOST_FEEDBACKS];
static int feedbacks;

static void near_with_feedback(void *data, dGeomID o1, dGeomID o2) {
  thrown_box *s = data;
  int before = dBodyGetNumJoints(s->box);
  thrown_box_near(data, o1, o2);
  for (int i = 0; i < dBodyGetNumJoints(s->box) - before && feedbacks < MOST_FEEDBACKS; i++) {
    dJointSetFeedback(dBodyGetJoint(s->box, i), &feedback[feedbacks++]);
  }
}

/* Lets the box fall on a floor that is its wall, and prints how many joints have lost their feedback, and the force of
   the floor in the last frame as a part of the box's weight. */
static void feedbacks_kept(thrown_box *s) {
  int missing = 0;
  double force = 0;
  dWorldSetGravity(s->world, 10, 0, 0);
  dBodySetPosition(s->box, (dReal)-0.3, 0, 0);
  dBodySetLinearVel(s->box, 0, 0, 0);
  dBodySetAngularVel(s->box, 0, 0, 0);
  for (int i = 0; i < 4 * FRAMES; i++) {
    feedbacks = 0;
    force = 0;
    dSpaceCollide(s->space, s, near_with_feedback);
    dWorldStep(s->world, STEP);
    for (int k = 0; k < dBodyGetNumJoints(s->box); k++) {
      const dJointFeedback *found = dJointGetFeedback(dBodyGetJoint(s->box, k));
      missing += !found;
      if (found) force -= (double)found->f1[0];
    }
    dJointGroupEmpty(s->contacts);
  }
  printf("missing %d force %.3f\n", missing, fabs(force) / 80);
}

/* ------------------------------------------------------------------ what does not collide */

/* A box that slides on the wall, which is its floor now, through a trigger without a body, which is examined. */
static dGeomID trigger;

static void near_but_trigger(void *data, dGeomID o1, dGeomID o2) {
  dContactGeom contact;
  if (o1 == trigger || o2 == trigger) {
    (void)dCollide(o1, o2, 1, &contact, sizeof contact);
  } else {
    thrown_box_near(data, o1, o2);
  }
}

static void slides_through_trigger(thrown_box *s) {
  trigger = dCreateBox(s->space, 1, 1, 1);
  dGeomSetPosition(trigger, 0, 2, 0);
  dWorldSetGravity(s->world, 10, 0, 0);
  dBodySetPosition(s->box, (dReal)-0.11, 0, 0);
  dBodySetLinearVel(s->box, 0, 6, 0);
  dBodySetAngularVel(s->box, 0, 0, 0);
  thrown_box_run(s, near_but_trigger, 2 * FRAMES);
  printf("slid %.4f\n", (double)dBodyGetPosition(s->box)[1]);
}

/* A heightfield of 10 by 10 m, turned about its vertical by 45 degrees. ODE's AABB ends at x = 3.5, so the near
   callback is not called for a box that is thrown at its corner, which is at x = 7.1. */
static void thrown_at_turned_field(thrown_box *s) {
  static const double height[4];
  dMatrix3 turn;
  dHeightfieldDataID data = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildDouble(data, height, 1, 10, 10, 2, 2, 1, 0, 1, 0);
  dGeomID field = dCreateHeightfield(s->space, data, 1);
  dRFromAxisAndAngle(turn, 0, 1, 0, (dReal)atan(1));
  dGeomSetRotation(field, turn);
  dBodySetPosition(s->box, (dReal)5.7, 1, 0);
  dBodySetLinearVel(s->box, 0, -10, 0);
  thrown_box_run(s, thrown_box_near, FRAMES);
  printf("height %.4f\n", (double)dBodyGetPosition(s->box)[1]);
  dGeomDestroy(field);
  dGeomHeightfieldDataDestroy(data);
}

/* A nested space that the program does not collide within: the box goes through the plate that is in it. */
static void near_nested(void *data, dGeomID o1, dGeomID o2) {
  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) {
    dSpaceCollide2(o1, o2, data, near_nested);
  } else {
    thrown_box_near(data, o1, o2);
  }
}

static void goes_within_space(thrown_box *s) {
  dSpaceID within = dSimpleSpaceCreate(s->space);
  dGeomID plate = dCreateBox(within, (dReal)0.02, 1, 1);
  dSpaceRemove(s->space, s->geom);
  dSpaceAdd(within, s->geom);
  dGeomSetPosition(plate, -1, 0, 0);
  dBodySetLinearVel(s->box, 5, 0, 0);
  thrown_box_run(s, near_nested, FRAMES);
  printf("x %.4f\n", (double)dBodyGetPosition(s->box)[0]);
}

/* Prints in all digits where a box is that falls slowly on the floor and comes to rest. */
static void falls_slowly(thrown_box *s) {
  dWorldSetGravity(s->world, 1, 0, 0);
  dBodySetPosition(s->box, (dReal)-0.12, 0, 0);
  dBodySetLinearVel(s->box, 0, 0, 0);
  dBodySetAngularVel(s->box, (dReal)0.1, 0, 0);
  for (int i = 0; i < 4; i++) {
    run(s, FRAMES);
    thrown_box_print(s);
  }
}

static void near_nothing(void *data, dGeomID o1, dGeomID o2) {
  (void)data;
  (void)o1;
  (void)o2;
}

/* Prints how far boxes of a cloud go that pass through each other, on the mean, of what they should.  They come nearer
   by less than their allowances in a frame: the library sees them touch, and let pass, before their cores meet. */
static void cloud(thrown_box *s) {
  dBodyID body[GHOSTS];
  double way = 0;
  for (int i = 0; i < GHOSTS; i++) {
    body[i] = dBodyCreate(s->world);
    dGeomSetBody(dCreateBox(s->other, (dReal)0.3, (dReal)0.3, (dReal)0.3), body[i]);
    dBodySetPosition(body[i], (dReal)(i % 10), (dReal)(i / 10), 0);
    dBodySetLinearVel(body[i], i % 2 ? 1 : -1, i % 3 ? (dReal)0.7 : (dReal)-0.7, 0);
  }
  for (int i = 0; i < 2 * FRAMES; i++) {
    dSpaceCollide(s->other, s, near_nothing);
    dWorldQuickStep(s->world, STEP);
  }
  for (int i = 0; i < GHOSTS; i++) way += fabs((double)dBodyGetPosition(body[i])[0] - i % 10) / GHOSTS;
  printf("way %.4f\n", way);
}

static void put_sheet(thrown_box *s, dReal x, dReal speed) {
  const dQuaternion nearly_upright = {1, 0, speed > 0 ? (dReal)0.0025 : 0, 0};
  dBodyID body = dBodyCreate(s->world);
  dGeomSetBody(dCreateTriMesh(s->other, thrown_box_wall_mesh(), 0, 0, 0), body);
  dBodySetPosition(body, x, 0, 0);
  dBodySetQuaternion(body, nearly_upright);
  dBodySetLinearVel(body, speed, 0, 0);
}

/* Prints how far a sheet goes that passes through another one, which it is never near at the start of a step. */
static void sheets(thrown_box *s) {
  put_sheet(s, 0, 0);
  put_sheet(s, (dReal)-0.95, 6);
  dGeomID moving = dSpaceGetGeom(s->other, 0);
  if (!(dGeomGetPosition(moving)[0] < 0)) moving = dSpaceGetGeom(s->other, 1);
  for (int i = 0; i < 2 * FRAMES; i++) {
    dSpaceCollide(s->other, s, near_nothing);
    dWorldQuickStep(s->world, STEP);
  }
  printf("way %.4f\n", (double)dGeomGetPosition(moving)[0]);
}

/* Lets a hundred boxes fall on a plane, all of which it collides with each other one by one, in another order in some
   frames, and without some of them from time to time.  Prints where they are. */
static void pairs_by_hand(thrown_box *s) {
  dGeomID geom[GHOSTS];
  double sum = 0;
  for (int i = 0; i < GHOSTS; i++) {
    dBodyID body = dBodyCreate(s->world);
    geom[i] = dCreateBox(0, (dReal)0.3, (dReal)0.3, (dReal)0.3);
    dGeomSetBody(geom[i], body);
    dBodySetPosition(body, (dReal)-0.5, (dReal)(i % 10) / 2 - 2, (dReal)(i / 10) / 2 - 2);
    dBodySetLinearVel(body, i % 2 ? 50 : 20, 0, 0);
  }
  for (int f = 0; f < FRAMES; f++) {
    dGeomID other = dCreateBox(0, 1, 1, 1), wall = f % 3 ? s->wall : other;
    for (int i = 0; i < GHOSTS; i++) {
      for (int k = 0; k < i; k++) thrown_box_near(s, geom[f % 4 ? i : k], geom[f % 4 ? k : i]);
      thrown_box_near(s, geom[i], wall);
      thrown_box_near(s, s->wall, geom[i]);
    }
    dGeomDestroy(other);
    dWorldQuickStep(s->world, STEP);
    dJointGroupEmpty(s->contacts);
  }
  for (int i = 0; i < GHOSTS; i++) sum += dGeomGetPosition(geom[i])[0] > 0;
  for (int i = 0; i < GHOSTS; i++) dGeomDestroy(geom[i]);
  printf("through %.0f\n", sum);
}

/* ------------------------------------------------------------------ many worlds */

/* Steps worlds at the same place in turn, and prints how many boxes have gone through their walls. */
static void many_worlds(thrown_box *unused) {
  static thrown_box s[WORLDS];
  int through = 0;
  (void)unused;
  for (int i = 0; i < WORLDS; i++) {
    thrown_box_build(&s[i]);
    if (i % 2) dGeomDisable(s[i].wall); /* the walls of the others are not theirs */
  }
  for (int f = 0; f < FRAMES; f++) {
    for (int i = 0; i < WORLDS; i++) run(&s[i], 1);
  }
  for (int i = 0; i < WORLDS; i++) through += dBodyGetPosition(s[i].box)[0] > 0;
  printf("through %d\n", through);
  for (int i = 0; i < WORLDS; i++) thrown_box_destroy(&s[i]);
}

/* Prints whether a box that chases a wall, which moves away from it at 0.5 m/s, has gone through it. */
static void recedes(thrown_box *s) {
  dBodyID wall = dBodyCreate(s->world);
  dBodySetKinematic(wall);
  dGeomSetBody(s->wall, wall);
  dBodySetLinearVel(wall, (dReal)0.5, 0, 0);
  run(s, FRAMES);
  printf("through %d\n", dBodyGetPosition(s->box)[0] > dBodyGetPosition(wall)[0]);
}

/* Traps floating-point operations that have no result, as a program does to find its own mistakes. */
static void traps(thrown_box *s) {
#ifdef __GLIBC__
  if (feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) == -1) fprintf(stderr, "This processor has no traps.\n");
#endif
  run(s, FRAMES);
  dBodySetPosition(s->box, -2, 0, 0);
  dBodySetAngularVel(s->box, 0, 0, 0);
  dBodySetLinearVel(s->box, 50, 0, 0);
  run(s, FRAMES);
  thrown_box_print(s);
}

static const thrown_box_program program[] = {{"forks", forks},
                                             {"killed", killed},
                                             {"dlopened", dlopened},
                                             {"feedbacks_kept", feedbacks_kept},
                                             {"slides_through_trigger", slides_through_trigger},
                                             {"thrown_at_turned_field", thrown_at_turned_field},
                                             {"goes_within_space", goes_within_space},
                                             {"falls_slowly", falls_slowly},
                                             {"cloud", cloud},
                                             {"many_worlds", many_worlds},
                                             {"pairs_by_hand", pairs_by_hand},
                                             {"sheets", sheets},
                                             {"recedes", recedes},
                                             {"traps", traps},
                                             {0, 0}};

int main(int argc, char **argv) {
  return thrown_box_main(argc, argv, "odd_programs", program);
}
