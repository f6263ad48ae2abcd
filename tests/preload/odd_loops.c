/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Plain ODE programs with other loops than the usual one, for test_preload.sh: `odd_loops NAME` throws a box at a thin
 * wall in a world that is stepped in the way of that name, and prints where the box and a body without a geom are at
 * the end, in enough digits to tell two runs apart, and how many contact joints a box had at most after a step: no more
 * than one for each of the two geoms that it can touch, if none is left over from another sub-step.
 */

#include <ode/ode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 30, MOST_CONTACTS = 1 };

#define STEP ((dReal)(1.0 / 60))

typedef struct scene {
  dWorldID world;
  dSpaceID space, other; /* `other` holds the wall, where a loop has two */
  dJointGroupID contacts;
  dBodyID box, loose;
  dGeomID geom, wall, pad; /* the pad touches the box at the start */
  int collided;            /* near callbacks */
  int joints;              /* the most after a step */
} scene;

static void make_contacts(scene *s, dGeomID o1, dGeomID o2, dJointGroupID group) {
  dContact contact[MOST_CONTACTS];
  int count = dCollide(o1, o2, MOST_CONTACTS, &contact[0].geom, sizeof contact[0]);
  for (int i = 0; i < count; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    contact[i].surface.mu = 1;
    dJointAttach(dJointCreateContact(s->world, group, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

/* The scene whose world is being stepped by step(); a pair of another one is then none of its business. */
static const scene *stepping;

static void near(void *data, dGeomID o1, dGeomID o2) {
  scene *s = data;
  if (stepping && stepping != s) exit(3);
  s->collided++;
  make_contacts(s, o1, o2, s->contacts);
}

static void near_groupless(void *data, dGeomID o1, dGeomID o2) {
  make_contacts(data, o1, o2, 0);
}

/* Leaves the contact joints to somebody else. */
static void nothing_near(void *data, dGeomID o1, dGeomID o2) {
  scene *s = data;
  (void)o1;
  (void)o2;
  s->collided++;
}

/* A near callback whose data is a local variable of the function that collides. */
static void near_local(void *data, dGeomID o1, dGeomID o2) {
  near(*(scene **)data, o1, o2);
}

static void step(scene *s, dReal length) {
  int joints;
  stepping = s;
  dWorldStep(s->world, length);
  stepping = 0;
  joints = dBodyGetNumJoints(s->box);
  s->joints = joints > s->joints ? joints : s->joints;
}

static void build(scene *s) {
  dMass mass;
  memset(s, 0, sizeof *s);
  s->world = dWorldCreate();
  s->space = dSimpleSpaceCreate(0);
  s->other = dSimpleSpaceCreate(0);
  s->contacts = dJointGroupCreate(0);
  s->pad = dCreateBox(s->space, (dReal)0.2, 1, 1);
  dGeomSetPosition(s->pad, (dReal)-2.195, 0, 0);
  s->wall = dCreateBox(s->space, (dReal)0.02, 10, 10);
  s->geom = dCreateBox(s->space, (dReal)0.2, (dReal)0.2, (dReal)0.2);
  s->box = dBodyCreate(s->world);
  s->loose = dBodyCreate(s->world);
  dMassSetBox(&mass, 1000, (dReal)0.2, (dReal)0.2, (dReal)0.2);
  dBodySetMass(s->box, &mass);
  dGeomSetBody(s->geom, s->box);
  dBodySetPosition(s->box, -2, 0, 0);
  dBodySetLinearVel(s->box, 50, 0, 0);
  dBodySetAngularVel(s->box, 1, 2, 3);
  dBodySetLinearVel(s->loose, 8, 0, 0);
}

static void destroy(scene *s) {
  dJointGroupDestroy(s->contacts);
  dSpaceDestroy(s->space);
  dSpaceDestroy(s->other);
  dWorldDestroy(s->world);
}

/* ------------------------------------------------------------------ loops that can be cut at contacts */

static void usual(scene *s) {
  dSpaceCollide(s->space, s, near);
  step(s, STEP);
  dJointGroupEmpty(s->contacts);
}

static void step_first(scene *s) {
  dWorldQuickStep(s->world, STEP);
  dJointGroupEmpty(s->contacts);
  dSpaceCollide(s->space, s, near);
}

static void four_steps(scene *s) {
  dSpaceCollide(s->space, s, near);
  for (int i = 0; i < 4; i++) step(s, STEP / 4);
  dJointGroupEmpty(s->contacts);
}

/* A second world that is collided and stepped in between; its box stays at the pad. */
static void two_worlds(scene *s) {
  static scene second;
  if (!second.world) {
    build(&second);
    dBodySetLinearVel(second.box, 0, 0, 0);
  }
  dSpaceCollide(s->space, s, near);
  dSpaceCollide(second.space, &second, near);
  step(s, STEP);
  step(&second, STEP);
  dJointGroupEmpty(s->contacts);
  dJointGroupEmpty(second.contacts);
  s->joints = second.joints > s->joints ? second.joints : s->joints;
}

/* A second collision, of one geom with its space. */
static void beside(scene *s) {
  dSpaceCollide(s->space, s, near);
  dSpaceCollide2((dGeomID)s->space, s->geom, s, near);
  dWorldStep(s->world, STEP);
  dJointGroupEmpty(s->contacts);
}

/* ------------------------------------------------------------------ and that cannot */

static void by_hand(scene *s) {
  make_contacts(s, s->geom, s->pad, s->contacts);
  make_contacts(s, s->geom, s->wall, s->contacts);
  dWorldStep(s->world, STEP);
  dJointGroupEmpty(s->contacts);
}

static void by_hand_too(scene *s) {
  dSpaceCollide(s->space, s, nothing_near);
  make_contacts(s, s->geom, s->pad, s->contacts);
  make_contacts(s, s->geom, s->wall, s->contacts);
  dWorldStep(s->world, STEP);
  dJointGroupEmpty(s->contacts);
}

static void pairs_of_spaces(scene *s) {
  if (dGeomGetSpace(s->wall) == s->space) {
    dSpaceRemove(s->space, s->wall);
    dSpaceAdd(s->other, s->wall);
  }
  dSpaceCollide2((dGeomID)s->space, (dGeomID)s->other, s, near);
  dWorldStep(s->world, STEP);
  dJointGroupEmpty(s->contacts);
}

/* A second body moves in the second space. */
static void two_spaces(scene *s) {
  if (dSpaceGetNumGeoms(s->other) == 0) dGeomSetBody(dCreateBox(s->other, 1, 1, 1), s->loose);
  dSpaceCollide(s->space, s, near);
  dSpaceCollide(s->other, s, near);
  dWorldStep(s->world, STEP);
  dJointGroupEmpty(s->contacts);
}

static void groupless(scene *s) {
  dSpaceCollide(s->space, s, near_groupless);
  dWorldStep(s->world, STEP);
  while (dBodyGetNumJoints(s->box) > 0) dJointDestroy(dBodyGetJoint(s->box, 0));
}

__attribute__((noinline)) static void collide_with_local_data(scene *s) {
  scene *local = s;
  dSpaceCollide(s->space, &local, near_local);
}

static void local_data(scene *s) {
  collide_with_local_data(s);
  dWorldStep(s->world, STEP);
  dJointGroupEmpty(s->contacts);
}

static const struct {
  const char *name;
  void (*frame)(scene *s);
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
            {"local_data", local_data}};

int main(int argc, char **argv) {
  scene s;
  for (size_t k = 0; argc == 2 && k < sizeof loop / sizeof loop[0]; k++) {
    if (strcmp(loop[k].name, argv[1]) != 0) continue;
    dInitODE();
    build(&s);
    for (int i = 0; i < FRAMES; i++) loop[k].frame(&s);
    printf("box %.17g loose %.4f joints %d\n", (double)dBodyGetPosition(s.box)[0], (double)dBodyGetPosition(s.loose)[0],
           s.joints);
    destroy(&s);
    dCloseODE();
    return 0;
  }
  fprintf(stderr, "usage: odd_loops NAME\n");
  return 2;
}
