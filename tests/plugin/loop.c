/* SPDX-License-Identifier: BSD-3-Clause */

/* The usual loop of an ODE program. */

#include "loop.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CONTACTS = 8 };

/* Returns the body of a geom; none if it is of another world. */
static dBodyID body_in(const loop *l, dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);
  return body && dBodyGetWorld(body) == l->world ? body : 0;
}

static void near(void *data, dGeomID o1, dGeomID o2) {
  loop *l = data;
  dContact contact[MOST_CONTACTS];
  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) {
    dSpaceCollide2(o1, o2, data, near);
    if (dGeomIsSpace(o1)) dSpaceCollide((dSpaceID)o1, data, near);
    if (dGeomIsSpace(o2)) dSpaceCollide((dSpaceID)o2, data, near);
    return;
  }
  l->pairs++;
  if ((dGeomGetCategoryBits(o1) | dGeomGetCategoryBits(o2)) & l->refused) return;
  int count = dCollide(o1, o2, MOST_CONTACTS, &contact[0].geom, sizeof contact[0]);
  for (int i = 0; i < count; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    contact[i].surface.mode = dContactApprox1; /* without this mu would be a force */
    contact[i].surface.mu = l->friction;
    if (l->bounce > 0) contact[i].surface.mode |= dContactBounce;
    contact[i].surface.bounce = l->bounce;
    if (l->softErp > 0) contact[i].surface.mode |= dContactSoftERP | dContactSoftCFM;
    contact[i].surface.soft_erp = l->softErp;
    contact[i].surface.soft_cfm = l->softCfm;
    dJointAttach(dJointCreateContact(l->world, l->contacts, &contact[i]), body_in(l, o1), body_in(l, o2));
  }
}

static void note_stop(void *data, const qmboxContact *contact) {
  loop *l = data;
  l->stops++;
  l->last = *contact;
}

static void note_held(void *data, dBodyID body, dReal lost) {
  loop *l = data;
  l->held++;
  l->lastHeld = body;
  l->lost += (double)lost;
}

loop *make_loop(int space) {
  loop *l = calloc(1, sizeof *l);
  l->world = dWorldCreate();
  l->space = make_space(space);
  l->contacts = dJointGroupCreate(0);
  l->friction = (dReal)0.5;
  dWorldSetGravity(l->world, 0, 0, (dReal)-9.81);
  l->options.size = sizeof l->options;
  l->options.nearCallback = near;
  l->options.nearData = l;
  l->options.contacts = l->contacts;
  l->options.stop = note_stop;
  l->options.stopData = l;
  l->options.held = note_held;
  l->options.heldData = l;
  return l;
}

loop *make_waiting_loop(int space) {
  loop *l = make_loop(space);
  l->options.slices = 1;
  return l;
}

loop *make_exact_loop(int space) {
  loop *l = make_loop(space);
  l->options.continuity = QMBOX_CONTINUITY_EXACT;
  return l;
}

void free_loop(loop *l) {
  dJointGroupDestroy(l->contacts);
  dSpaceDestroy(l->space);
  dWorldDestroy(l->world);
  free(l);
}

void plain_frame(loop *l, dReal h) {
  dSpaceCollide(l->space, l, near);
  if (l->options.stepper == dWorldStep) {
    dWorldStep(l->world, h);
  } else {
    dWorldQuickStep(l->world, h);
  }
  dJointGroupEmpty(l->contacts);
}

/* Returns how many steps of ODE a frame may have. */
static int most_steps(const qmboxSimulateOptions *options) {
  if (options->continuity != QMBOX_CONTINUITY_EXACT) return options->parts ? options->parts : 1;
  return options->maxSubSteps ? options->maxSubSteps : 64;
}

/* Makes a frame, all of it, and asserts that there were not more sub-steps than allowed. */
qmboxSimulateReport frame(loop *l, dReal h) {
  qmboxSimulateReport report;
  assert_true(qmboxWorldSimulate(l->world, l->space, h, &l->options, &report) == h);
  assert_true(report.advanced == h);
  assert_int_in_range(report.subSteps, 1, most_steps(&l->options));
  return report;
}

dBodyID add_box(loop *l, dReal lx, dReal ly, dReal lz, dReal x, dReal y, dReal z) {
  dBodyID body = dBodyCreate(l->world);
  dGeomID geom = dCreateBox(l->space, lx, ly, lz);
  dMass mass;
  dMassSetBox(&mass, 1000, lx, ly, lz);
  dBodySetMass(body, &mass);
  dGeomSetBody(geom, body);
  dBodySetPosition(body, x, y, z);
  return body;
}

dGeomID add_tile(loop *l, dReal lx, dReal ly, dReal lz, dReal x, dReal y, dReal z) {
  dGeomID geom = qmboxCreate(l->space, lx, ly, lz);
  dGeomSetPosition(geom, x, y, z);
  return geom;
}

dReal speed_of(dBodyID body) {
  return dCalcVectorLength3(dBodyGetLinearVel(body));
}
