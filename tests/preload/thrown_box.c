/* SPDX-License-Identifier: BSD-3-Clause */

/* A box that is thrown at a thin wall, in plain ODE. */

#include "thrown_box.h"

#include <stdio.h>
#include <string.h>

#define STEP ((dReal)(1.0 / 60))

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

void thrown_box_near(void *data, dGeomID o1, dGeomID o2) {
  thrown_box *s = data;
  thrown_box_contacts(s, o1, o2, s->contacts);
}

void thrown_box_run(thrown_box *s, dNearCallback *callback, int frames) {
  for (int i = 0; i < frames; i++) {
    dSpaceCollide(s->space, s, callback);
    dWorldQuickStep(s->world, STEP);
    dJointGroupEmpty(s->contacts);
  }
}

void thrown_box_print(const thrown_box *s) {
  printf("box %.17g\n", (double)dBodyGetPosition(s->box)[0]);
}

dTriMeshDataID thrown_box_wall_mesh(void) {
  static const float corner[12] = {0, -5, -5, 0, 5, -5, 0, 5, 5, 0, -5, 5};
  static const dTriIndex index[6] = {0, 1, 2, 0, 2, 3};
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(data, corner, 3 * sizeof corner[0], 4, index, 6, 3 * sizeof index[0]);
  return data;
}

int thrown_box_main(int argc, char **argv, const char *file, const thrown_box_program *program) {
  thrown_box s;
  for (; argc == 2 && program->name; program++) {
    if (strcmp(program->name, argv[1]) != 0) continue;
    dInitODE2(0);
    dAllocateODEDataForThread((unsigned)dAllocateMaskAll);
    thrown_box_build(&s);
    program->run(&s);
    thrown_box_destroy(&s);
    dCloseODE();
    return 0;
  }
  fprintf(stderr, "usage: %s NAME\n", file);
  return 2;
}
