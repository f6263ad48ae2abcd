/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Plain ODE programs whose callbacks do what few do, for test_preload.sh: `odd_callbacks NAME` runs the one of that
 * name and prints what it is judged by.
 */

#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "thrown_box.h"

enum { FRAMES = 30, MOST_CONTACTS = 4 };

static void throw_again(thrown_box *s) {
  dBodySetPosition(s->box, -2, 0, 0);
  dBodySetLinearVel(s->box, 50, 0, 0);
}

/* ------------------------------------------------------------------ near callbacks */

/* Makes soft contacts that name no geoms: ODE does not read the names, and the program has left garbage there. */
static void near_unnamed(void *data, dGeomID o1, dGeomID o2) {
  thrown_box *s = data;
  dContact contact[MOST_CONTACTS];
  int count = dCollide(o1, o2, MOST_CONTACTS, &contact[0].geom, sizeof contact[0]);
  for (int i = 0; i < count; i++) {
    memset(&contact[i].surface, 0, sizeof contact[i].surface);
    memset(&contact[i].geom.g1, 0x5a, sizeof contact[i].geom.g1);
    memset(&contact[i].geom.g2, 0xa5, sizeof contact[i].geom.g2);
    contact[i].surface.mode = dContactSoftCFM;
    contact[i].surface.soft_cfm = 1;
    dJointAttach(dJointCreateContact(s->world, s->contacts, &contact[i]), dGeomGetBody(o1), dGeomGetBody(o2));
  }
}

/* Throws the box at a wall that it touches, with contacts that do not stop it. */
static void unnamed_contacts(thrown_box *s) {
  dBodySetPosition(s->box, (dReal)-0.1099, 0, 0);
  dBodySetAngularVel(s->box, 0, 0, 0);
  thrown_box_run(s, near_unnamed, FRAMES);
  thrown_box_print(s);
}

/* The world that is collided and stepped within the near callback of another. */
static thrown_box inner;

static void near_with_world(void *data, dGeomID o1, dGeomID o2) {
  thrown_box_near(data, o1, o2);
  thrown_box_run(&inner, thrown_box_near, 1);
}

static void world_within(thrown_box *s) {
  thrown_box_build(&inner);
  for (int i = 0; i < 2; i++) {
    thrown_box_run(s, near_with_world, FRAMES);
    if (dBodyGetPosition(s->box)[0] < 0) throw_again(s);
  }
  thrown_box_run(&inner, thrown_box_near, FRAMES);
  thrown_box_print(s);
  thrown_box_print(&inner);
  thrown_box_destroy(&inner);
}

/* ------------------------------------------------------------------ callbacks of a mesh */

static int outside;
static bool is_near;

static int on_triangle(dGeomID mesh, dGeomID geom, int index) {
  (void)mesh;
  (void)geom;
  (void)index;
  outside += !is_near;
  return 1;
}

static void on_triangles(dGeomID mesh, dGeomID geom, const int *index, int count) {
  (void)mesh;
  (void)geom;
  (void)index;
  outside += !is_near && count >= 0;
}

static void near_noted(void *data, dGeomID o1, dGeomID o2) {
  is_near = true;
  thrown_box_near(data, o1, o2);
  is_near = false;
}

/* Makes the wall a mesh, whose callbacks work for the near callback, and prints how often they are called without. */
static void callbacks_of_mesh(thrown_box *s) {
  dTriMeshDataID data = thrown_box_wall_mesh();
  dGeomID mesh = dCreateTriMesh(s->space, data, on_triangle, on_triangles, 0);
  dGeomDisable(s->wall);
  thrown_box_run(s, near_noted, FRAMES);
  thrown_box_print(s);
  printf("outside %d\n", outside);
  dGeomDestroy(mesh);
  dGeomTriMeshDataDestroy(data);
}

/* ------------------------------------------------------------------ moved callbacks */

static double told;

static void tell(dBodyID body) {
  told = (double)dBodyGetPosition(body)[0];
}

/* Prints how far the box is at most from where its moved callback has seen it last. */
static void told_of_moves(thrown_box *s) {
  double off = 0;
  dBodySetMovedCallback(s->box, tell);
  for (int i = 0; i < FRAMES; i++) {
    thrown_box_run(s, thrown_box_near, 1);
    off = fmax(off, fabs(told - (double)dBodyGetPosition(s->box)[0]));
  }
  printf("off %g\n", off);
}

static jmp_buf way_out;

static void leave(dBodyID body) {
  dBodySetMovedCallback(body, 0);
  longjmp(way_out, 1);
}

/* Leaves the first step by a jump, and throws the box again. */
static void left_step(thrown_box *s) {
  dBodySetMovedCallback(s->box, leave);
  if (setjmp(way_out) == 0) thrown_box_run(s, thrown_box_near, 1);
  throw_again(s);
  thrown_box_run(s, thrown_box_near, FRAMES);
  thrown_box_print(s);
}

/* ------------------------------------------------------------------ callbacks of a heightfield */

static bool is_stepping;

/* Returns the height of flat ground. Plain ODE does not ask for it in a step. */
static dReal leaving_height(void *data, int x, int z) {
  bool leaves = is_stepping;
  (void)data;
  (void)x;
  (void)z;
  is_stepping = false;
  if (leaves) longjmp(way_out, 1);
  return 0;
}

/* Leaves a step by a jump out of the callback of a heightfield, over which a box flies. A pair that the program
   collides for the first time after that is stopped in the next step. */
static void left_guard(thrown_box *s) {
  dHeightfieldDataID data = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildCallback(data, 0, leaving_height, 8, 8, 9, 9, 1, 0, 1, 0);
  dGeomID ground = dCreateHeightfield(s->space, data, 1);
  dGeomSetPosition(ground, -2, (dReal)-0.3, 0);
  thrown_box_run(s, thrown_box_near, 1);
  dBodySetPosition(s->box, -2, 0, 0);
  dBodySetLinearVel(s->box, 2, -10, 0);
  dSpaceCollide(s->space, s, thrown_box_near);
  is_stepping = true;
  if (setjmp(way_out) == 0) dWorldQuickStep(s->world, (dReal)0.02);
  printf("left %d\n", !is_stepping);
  is_stepping = false;
  dJointGroupEmpty(s->contacts);
  dGeomDestroy(ground);
  dGeomHeightfieldDataDestroy(data);
  dSpaceRemove(s->space, s->wall);
  dSpaceAdd(s->other, s->wall);
  dBodySetPosition(s->box, (dReal)-0.4, 0, 0);
  dBodySetLinearVel(s->box, 50, 0, 0);
  dSpaceCollide2((dGeomID)s->space, (dGeomID)s->other, s, thrown_box_near);
  dWorldQuickStep(s->world, (dReal)0.02);
  thrown_box_print(s);
}

/* ------------------------------------------------------------------ marks */

/* The geom that the moved callback of the box makes again in each step is in this space. */
static dSpaceID space_of_marks;

static void renew_mark(dBodyID body) {
  static dGeomID mark;
  const dReal *at = dBodyGetPosition(body);
  if (mark) dGeomDestroy(mark);
  mark = dCreateSphere(space_of_marks, (dReal)0.1);
  dGeomSetPosition(mark, at[0], at[1] + 1, at[2]);
}

static void marks(thrown_box *s) {
  space_of_marks = s->space;
  dBodySetMovedCallback(s->box, renew_mark);
  thrown_box_run(s, thrown_box_near, FRAMES);
  thrown_box_print(s);
}

static const thrown_box_program program[] = {{"unnamed_contacts", unnamed_contacts},
                                             {"world_within", world_within},
                                             {"callbacks_of_mesh", callbacks_of_mesh},
                                             {"told_of_moves", told_of_moves},
                                             {"left_step", left_step},
                                             {"left_guard", left_guard},
                                             {"marks", marks},
                                             {0, 0}};

int main(int argc, char **argv) {
  return thrown_box_main(argc, argv, "odd_callbacks", program);
}
