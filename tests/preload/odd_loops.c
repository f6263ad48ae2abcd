/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Plain ODE programs with other loops than the usual one, for test_preload.sh: `odd_loops NAME` throws a box at a thin
 * wall in a world that is stepped in the way of that name, and prints
 *
 *   box X loose Y
 *
 * where the box and a body without a geom are at the end, in enough digits to distinguish two runs.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "thrown_box.h"

#define STEP ((dReal)(1.0 / 60))

enum { FRAMES = 30 };

/* The scene whose world is being stepped by step(); nothing of another one is its business. */
static const thrown_box *stepping;

static void near(void *data, dGeomID o1, dGeomID o2) {
  thrown_box *s = data;
  if (stepping) exit(3);
  thrown_box_contacts(s, o1, o2, s->contacts);
}

static void near_groupless(void *data, dGeomID o1, dGeomID o2) {
  thrown_box_contacts(data, o1, o2, 0);
}

/* Leaves the contact joints to somebody else. */
static void nothing_near(void *data, dGeomID o1, dGeomID o2) {
  (void)data;
  (void)o1;
  (void)o2;
}

/* A near callback whose data holds the scene's address. */
static void near_indirect(void *data, dGeomID o1, dGeomID o2) {
  near(*(thrown_box **)data, o1, o2);
}

static void step(thrown_box *s, dReal length) {
  stepping = s;
  dWorldStep(s->world, length);
  stepping = 0;
}

static void usual(thrown_box *s) {
  dSpaceCollide(s->space, s, near);
  step(s, STEP);
  dJointGroupEmpty(s->contacts);
}

static void step_first(thrown_box *s) {
  dWorldQuickStep(s->world, STEP);
  dJointGroupEmpty(s->contacts);
  dSpaceCollide(s->space, s, near);
}

static void four_steps(thrown_box *s) {
  dSpaceCollide(s->space, s, near);
  for (int i = 0; i < 4; i++) step(s, STEP / 4);
  dJointGroupEmpty(s->contacts);
}

/* Collides and steps a second world in between; its box stays at the pad. */
static void two_worlds(thrown_box *s) {
  static thrown_box second;
  if (!second.world) {
    thrown_box_build(&second);
    dBodySetLinearVel(second.box, 0, 0, 0);
  }
  dSpaceCollide(s->space, s, near);
  dSpaceCollide(second.space, &second, near);
  step(s, STEP);
  step(&second, STEP);
  dJointGroupEmpty(s->contacts);
  dJointGroupEmpty(second.contacts);
}

/* Collides a second time, one geom with its space. */
static void beside(thrown_box *s) {
  dSpaceCollide(s->space, s, near);
  dSpaceCollide2((dGeomID)s->space, s->geom, s, near);
  step(s, STEP);
  dJointGroupEmpty(s->contacts);
}

static void by_hand(thrown_box *s) {
  thrown_box_contacts(s, s->geom, s->pad, s->contacts);
  thrown_box_contacts(s, s->geom, s->wall, s->contacts);
  step(s, STEP);
  dJointGroupEmpty(s->contacts);
}

static void by_hand_too(thrown_box *s) {
  dSpaceCollide(s->space, s, nothing_near);
  thrown_box_contacts(s, s->geom, s->pad, s->contacts);
  thrown_box_contacts(s, s->geom, s->wall, s->contacts);
  step(s, STEP);
  dJointGroupEmpty(s->contacts);
}

static void pairs_of_spaces(thrown_box *s) {
  if (dGeomGetSpace(s->wall) == s->space) {
    dSpaceRemove(s->space, s->wall);
    dSpaceAdd(s->other, s->wall);
  }
  dSpaceCollide2((dGeomID)s->space, (dGeomID)s->other, s, near);
  step(s, STEP);
  dJointGroupEmpty(s->contacts);
}

/* Moves a second body in the second space. */
static void two_spaces(thrown_box *s) {
  if (dSpaceGetNumGeoms(s->other) == 0) dGeomSetBody(dCreateBox(s->other, 1, 1, 1), s->loose);
  dSpaceCollide(s->space, s, near);
  dSpaceCollide(s->other, s, near);
  step(s, STEP);
  dJointGroupEmpty(s->contacts);
}

static void groupless(thrown_box *s) {
  dSpaceCollide(s->space, s, near_groupless);
  step(s, STEP);
  while (dBodyGetNumJoints(s->box) > 0) dJointDestroy(dBodyGetJoint(s->box, 0));
}

__attribute__((noinline)) static void collide_with_local_data(thrown_box *s) {
  thrown_box *local = s;
  dSpaceCollide(s->space, &local, near_indirect);
}

static void local_data(thrown_box *s) {
  collide_with_local_data(s);
  step(s, STEP);
  dJointGroupEmpty(s->contacts);
}

static void heap_data(thrown_box *s) {
  thrown_box **data = malloc(sizeof *data);
  if (!data) exit(4);
  *data = s;
  dSpaceCollide(s->space, data, near_indirect);
  memset(data, 0xff, sizeof *data);
  free(data);
  step(s, STEP);
  dJointGroupEmpty(s->contacts);
}

/* Keeps contact joints until the next frame's are made. */
static void kept_joints(thrown_box *s) {
  dJointGroupEmpty(s->contacts);
  dSpaceCollide(s->space, s, near);
  step(s, STEP);
}

/* Makes and destroys a wall in each frame, at whatever address, and its space with it. */
static void rebuilt(thrown_box *s) {
  dSpaceID space = dHashSpaceCreate(0);
  dGeomID wall = dCreateBox(space, (dReal)0.02, 10, 10);
  dGeomDisable(s->wall);
  dSpaceCollide2((dGeomID)s->space, (dGeomID)space, s, near);
  dGeomDestroy(wall);
  dCreateBox(space, (dReal)0.02, 10, 10);
  dSpaceCollide2((dGeomID)s->space, (dGeomID)space, s, near);
  step(s, STEP);
  dJointGroupEmpty(s->contacts);
  dSpaceDestroy(space);
}

/* Makes the wall a ghost, which is examined and never gets a contact joint. */
static void near_but_wall(void *data, dGeomID o1, dGeomID o2) {
  thrown_box *s = data;
  dContactGeom contact;
  if (o1 != s->wall && o2 != s->wall)
    near(data, o1, o2);
  else
    (void)dCollide(o1, o2, 1, &contact, sizeof contact);
}

static void ghost(thrown_box *s) {
  dSpaceCollide(s->space, s, near_but_wall);
  step(s, STEP);
  dJointGroupEmpty(s->contacts);
}

/* Steps, and collides nothing. */
static void nothing_collided(thrown_box *s) {
  step(s, STEP);
}

static const struct {
  const char *name;
  void (*frame)(thrown_box *s);
} loop[] = {{"usual", usual},
            {"step_first", step_first},
            {"four_steps", four_steps},
            {"two_worlds", two_worlds},
            {"beside", beside},
            {"by_hand", by_hand},
            {"by_hand_too", by_hand_too},
            {"pairs_of_spaces", pairs_of_spaces},
            {"two_spaces", two_spaces},
            {"groupless", groupless},
            {"local_data", local_data},
            {"heap_data", heap_data},
            {"kept_joints", kept_joints},
            {"rebuilt", rebuilt},
            {"ghost", ghost},
            {"nothing_collided", nothing_collided}};

int main(int argc, char **argv) {
  thrown_box s;
  for (size_t k = 0; argc == 2 && k < sizeof loop / sizeof loop[0]; k++) {
    if (strcmp(loop[k].name, argv[1]) != 0) continue;
    dInitODE();
    thrown_box_build(&s);
    for (int i = 0; i < FRAMES; i++) loop[k].frame(&s);
    printf("box %.17g loose %.4f\n", (double)dBodyGetPosition(s.box)[0], (double)dBodyGetPosition(s.loose)[0]);
    thrown_box_destroy(&s);
    dCloseODE();
    return 0;
  }
  fprintf(stderr, "usage: odd_loops NAME\n");
  return 2;
}
