/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * An ordinary ODE program: boxes are thrown at a thin wall, and those that are behind it at the end are counted.
 *
 *   cc plain_ode.c $(pkg-config --cflags --libs ode) -o plain_ode && ./plain_ode
 *   LD_PRELOAD=libode-qmbox-preload.so ./plain_ode
 */

#include <ode/ode.h>
#include <stdio.h>
#include <string.h>

enum { BOXES = 20, FRAMES = 60, MOST_CONTACTS = 8 };

static dWorldID world;
static dSpaceID space;
static dJointGroupID contacts;
static dBodyID body[BOXES];

static void near(void *data, dGeomID o1, dGeomID o2) {
  dContact contact[MOST_CONTACTS];
  int count = dCollide(o1, o2, MOST_CONTACTS, &contact[0].geom, sizeof contact[0]);

  (void)data;
  for (int i = 0; i < count; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    contact[i].surface.mode = dContactApprox1;
    contact[i].surface.mu = 1;
    dJointAttach(dJointCreateContact(world, contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

/* Builds the wall, which stands on the ground in the plane x = 0 and is higher than any of the boxes flies. */
static void build(void) {
  dWorldSetGravity(world, 0, 0, (dReal)-9.81);
  dCreatePlane(space, 0, 0, 1, 0);
  dGeomSetPosition(dCreateBox(space, (dReal)0.02, 40, 20), 0, 0, 10);
  for (int i = 0; i < BOXES; i++) {
    dGeomID geom = dCreateBox(space, (dReal)0.2, (dReal)0.2, (dReal)0.2);
    dMass mass;
    body[i] = dBodyCreate(world);
    dMassSetBox(&mass, 1000, (dReal)0.2, (dReal)0.2, (dReal)0.2);
    dBodySetMass(body[i], &mass);
    dGeomSetBody(geom, body[i]);
    dBodySetPosition(body[i], (dReal)(-2 - 0.1 * i), (dReal)(i - BOXES / 2), 3);
    dBodySetLinearVel(body[i], (dReal)(20 + 4 * i), 0, 0);
    dBodySetAngularVel(body[i], (dReal)i, (dReal)(0.5 * i), 3);
  }
}

int main(void) {
  int behind = 0;

  dInitODE();
  world = dWorldCreate();
  space = dHashSpaceCreate(0);
  contacts = dJointGroupCreate(0);
  build();
  for (int frame = 0; frame < FRAMES; frame++) {
    dSpaceCollide(space, 0, near);
    dWorldQuickStep(world, (dReal)(1.0 / 60));
    dJointGroupEmpty(contacts);
  }
  for (int i = 0; i < BOXES; i++) behind += dBodyGetPosition(body[i])[0] > 0;
  printf("%d of %d boxes have gone through the wall\n", behind, BOXES);
  dJointGroupDestroy(contacts);
  dSpaceDestroy(space);
  dWorldDestroy(world);
  dCloseODE();
  return 0;
}
