/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * libode-qmbox-preload makes the steps of unmodified programs guarded.
 *
 *   LD_PRELOAD=libode-qmbox-preload.so ./program
 *
 * The functions below stand in front of ODE's functions of the same names, and call those with the arguments that they
 * were given. In addition,
 *
 *   dWorldStep()   and dWorldQuickStep() are guarded: after ODE's own step, bodies that would have passed through
 *                  something are put back to where they had just touched it (plugin/guard/guard.h)
 *   collisions     are noted: which spaces and geoms the program collides, and which pairs its near callback declines
 *   spaces         are noted: of which worlds' bodies each of them holds geoms
 *   contact joints are noted: which two geoms each of them is for
 *   heightfields   have a callback of this library in front of the program's
 *   memory         that ODE frees is noted, and goes to the program's handler
 *
 * The library never calls a callback of the program in a way in which ODE would not. It keeps only addresses: of
 * worlds, spaces and geoms, of contact joints, and of bodies with their moved callbacks. It creates and destroys no
 * joint of the program, but makes contact joints of its own for the time of some steps (braces.h).
 */

#include <ode/ode.h>

#include "collision.h"
#include "free_hook.h"
#include "heights.h"
#include "joints.h"
#include "moved_callbacks.h"
#include "real_ode.h"
#include "scope.h"
#include "collided_roots.h"
#include "step.h"
#include "declined_pairs.h"

#define ENTRY_POINT __attribute__((visibility("default")))

/* ------------------------------------------------------------------ collisions */

ENTRY_POINT void dSpaceCollide(dSpaceID space, void *data, dNearCallback *callback) {
  const char *frame = __builtin_frame_address(0);
  if (!collision_of_spaces(frame, (dGeomID)space, 0, data, callback)) real_ode()->space_collide(space, data, callback);
}

ENTRY_POINT void dSpaceCollide2(dGeomID space1, dGeomID space2, void *data, dNearCallback *callback) {
  const char *frame = __builtin_frame_address(0);
  if (space2 && collision_of_spaces(frame, space1, space2, data, callback)) return;
  real_ode()->space_collide2(space1, space2, data, callback);
}

ENTRY_POINT int dCollide(dGeomID o1, dGeomID o2, int flags, dContactGeom *contact, int skip) {
  collision_place outer = collision_begin(__builtin_frame_address(0), o1, o2);
  int count = real_ode()->collide(o1, o2, flags, contact, skip);
  collision_end(outer, o1, o2, count);
  return count;
}

ENTRY_POINT dJointID dJointCreateContact(dWorldID world, dJointGroupID group, const dContact *contact) {
  dJointID joint = real_ode()->create_contact(world, group, contact);
  collision_note_look();
  if (joint) joints_note(joint, contact);
  return joint;
}

/* ------------------------------------------------------------------ steps */

ENTRY_POINT int dWorldStep(dWorldID world, dReal stepsize) {
  collision_forget();
  return step_world(world, stepsize, real_ode()->step);
}

ENTRY_POINT int dWorldQuickStep(dWorldID world, dReal stepsize) {
  collision_forget();
  return step_world(world, stepsize, real_ode()->quick_step);
}

/* ------------------------------------------------------------------ what belongs to which world */

/* Notes a geom that has a body or a space since now. */
static void note_place(dSpaceID space, dGeomID geom) {
  if (step_is_guarding()) return;
  scope_note_change(geom);
  dBodyID body = space && !dGeomIsSpace(geom) ? dGeomGetBody(geom) : 0;
  if (body) scope_note_home(space, dBodyGetWorld(body));
}

ENTRY_POINT void dGeomSetBody(dGeomID geom, dBodyID body) {
  real_ode()->set_body(geom, body);
  note_place(dGeomGetSpace(geom), geom);
}

ENTRY_POINT void dSpaceAdd(dSpaceID space, dGeomID geom) {
  real_ode()->add_to_space(space, geom);
  note_place(space, geom);
}

ENTRY_POINT void dSpaceRemove(dSpaceID space, dGeomID geom) {
  real_ode()->remove_from_space(space, geom);
  if (!step_is_guarding()) scope_note_change(geom);
}

/* Forgets the callback of a body that had the same address before. */
ENTRY_POINT dBodyID dBodyCreate(dWorldID world) {
  dBodyID body = real_ode()->create_body(world);
  if (body) moved_note(body, 0);
  return body;
}

/* ------------------------------------------------------------------ heightfields */

/* The guard builds heightfields of its own, to find out how ODE keeps them. */
ENTRY_POINT void dGeomHeightfieldDataBuildCallback(dHeightfieldDataID heightfield, void *data,
                                                   dHeightfieldGetHeight *callback, dReal width, dReal depth,
                                                   int widthSamples, int depthSamples, dReal scale, dReal offset,
                                                   dReal thickness, int wrap) {
  void *noted = callback && !step_is_guarding() ? heights_note(heightfield, data, callback) : 0;
  real_ode()->build_heights(heightfield, noted ? noted : data, noted ? heights_call : callback, width, depth,
                            widthSamples, depthSamples, scale, offset, thickness, wrap);
}

ENTRY_POINT void dGeomHeightfieldDataDestroy(dHeightfieldDataID heightfield) {
  real_ode()->destroy_heights(heightfield);
  if (heightfield) heights_forget(heightfield);
}

/* ------------------------------------------------------------------ what goes */

/* Forgets a geom or a space that is about to be destroyed, unless the guard destroys one of its own. */
static void forget_geom(dGeomID geom) {
  if (!geom || step_is_guarding()) return;
  scope_forget(geom);
  declined_forget_geom(geom);
  step_forget_geom(geom);
}

/* Forgets a geom that is put into a transform, as that may destroy it where no function of ours sees it. */
ENTRY_POINT void dGeomTransformSetGeom(dGeomID transform, dGeomID geom) {
  if (geom) scope_forget(geom);
  real_ode()->set_transformed(transform, geom);
}

ENTRY_POINT void dWorldDestroy(dWorldID world) {
  scope_forget_world(world);
  declined_forget_world(world);
  real_ode()->destroy_world(world);
}

ENTRY_POINT void dSpaceDestroy(dSpaceID space) {
  forget_geom((dGeomID)space);
  real_ode()->destroy_space(space);
}

ENTRY_POINT void dGeomDestroy(dGeomID geom) {
  forget_geom(geom);
  real_ode()->destroy_geom(geom);
}

ENTRY_POINT void dBodyDestroy(dBodyID body) {
  moved_note(body, 0);
  for (dGeomID geom = body ? dBodyGetFirstGeom(body) : 0; geom; geom = dBodyGetNextGeom(geom)) scope_note_change(geom);
  step_forget_body();
  real_ode()->destroy_body(body);
}

ENTRY_POINT void dSetFreeHandler(dFreeFunction *handler) {
  free_hook_set(handler);
}

ENTRY_POINT dFreeFunction *dGetFreeHandler(void) {
  return free_hook_get();
}

ENTRY_POINT void dBodySetMovedCallback(dBodyID body, void (*callback)(dBodyID)) {
  moved_note(body, callback);
  real_ode()->set_moved_callback(body, callback);
}
