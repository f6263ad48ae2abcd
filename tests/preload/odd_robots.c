/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Plain ODE programs whose bodies are joined, for test_preload.sh: `odd_robots NAME` runs the one of that name and
 * prints
 *
 *   way X joints N
 *
 * how far it gets, and how many joints its bodies have in the end.  Contacts are soft, and what is run over is thin.
 */

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "thrown_box.h"

#define STEP ((dReal)0.005)

enum { WHEELS = 4, PLATES = 12, FRAMES = 800, LINKS = 8, ROUGH = 9 };

/* Makes soft contacts of all pairs except two bodies that a joint connects. */
static void near_soft(void *data, dGeomID o1, dGeomID o2) {
  thrown_box *s = data;
  dContact contact[8];
  dBodyID body1 = dGeomGetBody(o1), body2 = dGeomGetBody(o2);
  if ((!body1 && !body2) || (body1 && body2 && dAreConnectedExcluding(body1, body2, dJointTypeContact))) return;
  int count = dCollide(o1, o2, 8, &contact[0].geom, sizeof contact[0]);
  for (int i = 0; i < count; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    contact[i].surface.mode = dContactSoftERP | dContactSoftCFM | dContactApprox1;
    contact[i].surface.mu = 1;
    contact[i].surface.soft_erp = (dReal)0.5;
    contact[i].surface.soft_cfm = (dReal)0.05;
    dJointAttach(dJointCreateContact(s->world, s->contacts, &contact[i]), body1, body2);
  }
}

static dBodyID make_body(thrown_box *s, dGeomID geom, double mass, double x, double y, double z) {
  dBodyID body = dBodyCreate(s->world);
  dMass m;
  dMassSetBoxTotal(&m, (dReal)mass, (dReal)0.2, (dReal)0.2, (dReal)0.2);
  dBodySetMass(body, &m);
  dGeomSetBody(geom, body);
  dBodySetPosition(body, (dReal)x, (dReal)y, (dReal)z);
  return body;
}

static void step_softly(thrown_box *s) {
  dSpaceCollide(s->other, s, near_soft);
  dWorldStep(s->world, STEP);
  dJointGroupEmpty(s->contacts);
}

static void make_ground(thrown_box *s) {
  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  dCreatePlane(s->other, 0, 0, 1, 0);
}

static void print_end(const dBodyID *body, int bodies) {
  int joints = 0;
  for (int k = 0; k < bodies; k++) joints += dBodyGetNumJoints(body[k]);
  printf("way %.4f joints %d\n", (double)dBodyGetPosition(body[0])[0], joints);
}

static jmp_buf way_out;

static void leave(dBodyID body) {
  dBodySetMovedCallback(body, 0);
  longjmp(way_out, 1);
}

/* Drives a cart over plates that stand upright in the ground.  If it `leaves` a step is left by a jump on the way. */
static void drive(thrown_box *s, bool leaves) {
  dBodyID body[1 + WHEELS];
  make_ground(s);
  body[0] = make_body(s, dCreateBox(s->other, (dReal)0.7, (dReal)0.4, (dReal)0.1), 4, 0, 0, 0.25);
  for (int k = 0; k < WHEELS; k++) {
    double x = k % 2 ? 0.3 : -0.3, y = k < 2 ? 0.3 : -0.3;
    body[1 + k] = make_body(s, dCreateSphere(s->other, (dReal)0.1), 0.2, x, y, 0.1);
    dJointID axle = dJointCreateHinge(s->world, 0);
    dJointAttach(axle, body[0], body[1 + k]);
    dJointSetHingeAnchor(axle, (dReal)x, (dReal)y, (dReal)0.1);
    dJointSetHingeAxis(axle, 0, -1, 0);
    dJointSetHingeParam(axle, dParamVel, 5);
    dJointSetHingeParam(axle, dParamFMax, 5);
  }
  for (int k = 0; k < PLATES; k++) {
    dGeomSetPosition(dCreateBox(s->other, (dReal)0.01, 2, (dReal)0.08), (dReal)(0.55 + 0.25 * k), 0, 0);
  }
  for (int n = 0; n < FRAMES / 2; n++) step_softly(s);
  if (leaves) dBodySetMovedCallback(body[0], leave);
  if (!leaves || setjmp(way_out) == 0) step_softly(s);
  dJointGroupEmpty(s->contacts);
  for (int n = 0; n < FRAMES / 2; n++) step_softly(s);
  print_end(body, 1 + WHEELS);
}

static void cart(thrown_box *s) {
  drive(s, false);
}

static void left_cart(thrown_box *s) {
  drive(s, true);
  exit(0); /* ODE cannot destroy a world whose step has been left on the way */
}

/* Pulls a chain over a thin plate, on which it lies. */
static void chain(thrown_box *s) {
  dBodyID link[LINKS];
  make_ground(s);
  dGeomSetPosition(dCreateBox(s->other, 6, 2, (dReal)0.002), 2, 0, (dReal)0.5);
  for (int k = 0; k < LINKS; k++) {
    link[k] = make_body(s, dCreateCapsule(s->other, (dReal)0.03, (dReal)0.1), 2, 0.2 * k, 0, 0.55);
    if (k == 0) continue;
    dJointID joint = dJointCreateBall(s->world, 0);
    dJointAttach(joint, link[k - 1], link[k]);
    dJointSetBallAnchor(joint, (dReal)(0.2 * k - 0.1), 0, (dReal)0.55);
  }
  for (int n = 0; n < FRAMES; n++) {
    dBodyAddForce(link[LINKS - 1], 180, 0, 0);
    step_softly(s);
    if (dBodyGetPosition(link[LINKS - 1])[0] > 4) break;
  }
  print_end(link, LINKS);
}

static void slide(thrown_box *s, dBodyID one, dBodyID other, int along, double speed, double force) {
  dJointID joint = dJointCreateSlider(s->world, 0);
  dJointAttach(joint, one, other);
  dJointSetSliderAxis(joint, along == 0, along == 1, 0);
  dJointSetSliderParam(joint, dParamVel, (dReal)speed);
  dJointSetSliderParam(joint, dParamFMax, (dReal)force);
}

/* Drives two fingers along a sheet, which they press from both sides with more force than their contacts bear. */
static void gripper(thrown_box *s) {
  dBodyID body[3];
  dGeomSetPosition(dCreateBox(s->other, 6, (dReal)0.004, 1), 0, 0, (dReal)0.5);
  body[0] = make_body(s, dCreateBox(s->other, (dReal)0.2, (dReal)0.2, (dReal)0.1), 2, 0, 0, 1.2);
  slide(s, body[0], 0, 0, 0.5, 200);
  for (int k = 0; k < 2; k++) {
    double side = k == 0 ? 1 : -1;
    body[1 + k] = make_body(s, dCreateBox(s->other, (dReal)0.1, (dReal)0.05, (dReal)0.6), 0.3, 0, 0.2 * side, 0.8);
    slide(s, body[0], body[1 + k], 1, side, 1000);
  }
  for (int n = 0; n < FRAMES; n++) step_softly(s);
  print_end(body, 3);
}

/* Pulls a sledge on thin runners over a mesh, which is rough. */
static void sledge(thrown_box *s) {
  static float vertex[ROUGH * ROUGH][3];
  static dTriIndex index[6 * (ROUGH - 1) * (ROUGH - 1)];
  dBodyID body[3];
  int corners = 0;
  for (int v = 0; v < ROUGH * ROUGH; v++) {
    vertex[v][0] = (float)(v % ROUGH) - 1;
    vertex[v][1] = (float)(v / ROUGH) - (float)(ROUGH / 2);
    vertex[v][2] = 0.01F * (float)(v % 3);
    if (v % ROUGH == ROUGH - 1 || v / ROUGH == ROUGH - 1) continue;
    const int cell[6] = {v, v + 1, v + ROUGH + 1, v, v + ROUGH + 1, v + ROUGH};
    for (int i = 0; i < 6; i++) index[corners++] = (dTriIndex)cell[i];
  }
  dTriMeshDataID data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(data, vertex, sizeof vertex[0], ROUGH * ROUGH, index, corners, 3 * sizeof index[0]);
  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  dGeomID mesh = dCreateTriMesh(s->other, data, 0, 0, 0);
  body[0] = make_body(s, dCreateBox(s->other, (dReal)0.6, (dReal)0.4, (dReal)0.1), 20, 0, 0, 0.3);
  for (int k = 0; k < 2; k++) {
    double side = k == 0 ? 0.3 : -0.3;
    body[1 + k] = make_body(s, dCreateCapsule(s->other, (dReal)0.02, (dReal)0.6), 0.5, 0, side, 0.05);
    dBodySetQuaternion(body[1 + k], (dQuaternion){(dReal)0.7071, 0, (dReal)0.7071, 0});
    dJointID joint = dJointCreateHinge(s->world, 0);
    dJointAttach(joint, body[0], body[1 + k]);
    dJointSetHingeAnchor(joint, 0, (dReal)side, (dReal)0.15);
    dJointSetHingeAxis(joint, 0, 1, 0);
  }
  for (int n = 0; n < FRAMES / 2 && dBodyGetPosition(body[0])[0] < ROUGH - 3; n++) {
    dBodyAddForce(body[0], 400, 0, 0);
    step_softly(s);
  }
  print_end(body, 3);
  dGeomDestroy(mesh);
  dGeomTriMeshDataDestroy(data);
}

static const thrown_box_program program[] = {{"cart", cart},       {"left_cart", left_cart}, {"chain", chain},
                                             {"gripper", gripper}, {"sledge", sledge},       {0, 0}};

int main(int argc, char **argv) {
  return thrown_box_main(argc, argv, "odd_robots", program);
}
