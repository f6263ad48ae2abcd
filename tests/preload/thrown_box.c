/* SPDX-License-Identifier: BSD-3-Clause */

/* A box that is thrown at a thin wall, in plain ODE. */

#include "thrown_box.h"

#include <string.h>

enum { MOST_CONTACTS = 4 };

void thrown_box_contacts(thrown_box *s, dGeomID o1, dGeomID o2, dJointGroupID group) {
  dContact contact[MOST_CONTACTS];
  int count = dCollide(o1, o2, MOST_CONTACTS, &contact[0].geom, sizeof contact[0]);
  for (int i = 0; i < count; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    contact[i].surface.mode = dContactApprox1;
    contact[i].surface.mu = (dReal)0.5;
    dJointAttach(dJointCreateContact(s->world, group, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

void thrown_box_build(thrown_box *s) {
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

void thrown_box_destroy(thrown_box *s) {
  dJointGroupDestroy(s->contacts);
  dSpaceDestroy(s->space);
  dSpaceDestroy(s->other);
  dWorldDestroy(s->world);
}
