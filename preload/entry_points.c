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
 *
 * The library never calls a callback of the program in a way in which ODE would not. It keeps only addresses: of
 * worlds, spaces and geoms, of contact joints, and of bodies with their moved callbacks. It creates and destroys no
 * joint of the program.
 */

#include <ode/ode.h>

#include "joints.h"
#include "lock.h"
#include "moved.h"
#include "own.h"
#include "scope.h"
#include "shown.h"
#include "step.h"
#include "wishes.h"

#define ENTRY_POINT __attribute__((visibility("default")))

/* ------------------------------------------------------------------ collisions */

/* The state of the collision that is in progress on this thread. */
static _Thread_local dGeomID within[2];       /* the roots that are being collided; null if there is no collision */
static _Thread_local bool looked;             /* the near callback has looked at the pair that it was called for */
static _Thread_local const char *in_collider; /* the stack frame of the outermost dCollide(), null if there is none */
static _Thread_local int locks;               /* how often this thread has locked what threads share */

static void leave_collider(void) {
  for (; locks > 0; locks--) unlock_shared();
  in_collider = 0;
}

/* Ends the state, if a collision has been left by an exception or a jump: no world is stepped within one. */
static void forget_collision(void) {
  within[0] = within[1] = 0;
  leave_collider();
}

typedef struct near_call {
  dNearCallback *near;
  void *data;
} near_call;

/* Calls the near callback and notes a pair that it declines. The callback may destroy the two geoms. */
static void near_with_notes(void *data, dGeomID o1, dGeomID o2) {
  const near_call *call = data;
  bool geoms = !dGeomIsSpace(o1) && !dGeomIsSpace(o2);
  looked = false;
  call->near(call->data, o1, o2);
  if (!looked && geoms) wishes_note_declined(o1, o2);
  looked = true; /* a callback that collides nested spaces has looked at them */
}

static bool is_ray(dGeomID geom) {
  return dGeomGetClass(geom) == dRayClass;
}

/* Returns true if ODE looks for contacts, perhaps of a geom in another or in a space, and this call is its own. Stacks
   grow downwards: if the frame of this call is not below that of dCollide(), the callback of a mesh has left it. */
static bool is_within_collider(const char *frame) {
  if (in_collider && frame >= in_collider) leave_collider();
  return in_collider != 0;
}

/* Notes a collision, unless it is part of one of the same roots, or with a ray, which is a query. Returns false if the
   call is ODE's own or the guard's, or has arguments that ODE refuses. */
static bool note_collision(const char *frame, dGeomID o1, dGeomID o2, dGeomID root[2]) {
  if (step_is_guarding() || is_within_collider(frame) || !o1 || !o2) return false;
  looked = true;
  root[0] = shown_root_of(o1);
  root[1] = shown_root_of(o2);
  bool nested = (root[0] == within[0] && root[1] == within[1]) || (root[0] == within[1] && root[1] == within[0]);
  if (!nested && !is_ray(o1) && !is_ray(o2)) shown_note(root[0], root[1]);
  step_note_collision();
  return true;
}

static void collide_spaces(dGeomID o1, dGeomID o2, void *data, dNearCallback *callback, const dGeomID root[2]) {
  near_call call = {callback, data};
  dGeomID outer[2] = {within[0], within[1]};
  within[0] = root[0];
  within[1] = root[1];
  if (o2) {
    own()->space_collide2(o1, o2, &call, near_with_notes);
  } else {
    own()->space_collide((dSpaceID)o1, &call, near_with_notes);
  }
  within[0] = outer[0];
  within[1] = outer[1];
}

ENTRY_POINT void dSpaceCollide(dSpaceID space, void *data, dNearCallback *callback) {
  dGeomID root[2];
  if (callback && note_collision(__builtin_frame_address(0), (dGeomID)space, (dGeomID)space, root)) {
    collide_spaces((dGeomID)space, 0, data, callback, root);
  } else {
    own()->space_collide(space, data, callback);
  }
}

ENTRY_POINT void dSpaceCollide2(dGeomID space1, dGeomID space2, void *data, dNearCallback *callback) {
  dGeomID root[2];
  if (callback && note_collision(__builtin_frame_address(0), space1, space2, root)) {
    collide_spaces(space1, space2, data, callback, root);
  } else {
    own()->space_collide2(space1, space2, data, callback);
  }
}

/* Returns true if ODE collides a geom with the help of buffers that the guard of another thread may be using. */
static bool takes_buffers(dGeomID geom) {
  int class = dGeomGetClass(geom);
  if (class == dHeightfieldClass) return true; /* it has buffers of its own, for all threads */
  return !own()->threads_have_buffers && (class == dTriMeshClass || class == dGeomTransformClass);
}

static void lock_for_collider(void) {
  lock_shared();
  locks++;
}

/* Does nothing if a call within has found this one left, which may be wrong where it is on another stack. */
static void unlock_for_collider(void) {
  if (locks == 0) return;
  locks--;
  unlock_shared();
}

ENTRY_POINT int dCollide(dGeomID o1, dGeomID o2, int flags, dContactGeom *contact, int skip) {
  dGeomID root[2];
  const char *frame = __builtin_frame_address(0);
  (void)note_collision(frame, o1, o2, root);
  bool outermost = !in_collider, shares = o1 && o2 && (takes_buffers(o1) || takes_buffers(o2));
  if (outermost) in_collider = frame;
  if (shares) lock_for_collider();
  int count = own()->collide(o1, o2, flags, contact, skip);
  if (shares) unlock_for_collider();
  if (outermost) in_collider = 0;
  return count;
}

ENTRY_POINT dJointID dJointCreateContact(dWorldID world, dJointGroupID group, const dContact *contact) {
  dJointID joint = own()->create_contact(world, group, contact);
  looked = true;
  if (joint) joints_note(joint, contact);
  return joint;
}

/* ------------------------------------------------------------------ steps */

ENTRY_POINT int dWorldStep(dWorldID world, dReal stepsize) {
  forget_collision();
  return step_world(world, stepsize, own()->step);
}

ENTRY_POINT int dWorldQuickStep(dWorldID world, dReal stepsize) {
  forget_collision();
  return step_world(world, stepsize, own()->quick_step);
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
  own()->set_body(geom, body);
  note_place(dGeomGetSpace(geom), geom);
}

ENTRY_POINT void dSpaceAdd(dSpaceID space, dGeomID geom) {
  own()->add_to_space(space, geom);
  note_place(space, geom);
}

ENTRY_POINT void dSpaceRemove(dSpaceID space, dGeomID geom) {
  own()->remove_from_space(space, geom);
  if (!step_is_guarding()) scope_note_change(geom);
}

/* Forgets the callback of a body that had the same address before. */
ENTRY_POINT dBodyID dBodyCreate(dWorldID world) {
  dBodyID body = own()->create_body(world);
  if (body) moved_note(body, 0);
  return body;
}

/* ------------------------------------------------------------------ what goes */

/* Forgets a geom or a space that is about to be destroyed, unless the guard destroys one of its own. */
static void forget_geom(dGeomID geom) {
  if (!geom || step_is_guarding()) return;
  scope_forget(geom);
  wishes_forget_geom(geom);
  step_forget_geom(geom);
}

/* Forgets a geom that is put into a transform, as that may destroy it where no function of ours sees it. */
ENTRY_POINT void dGeomTransformSetGeom(dGeomID transform, dGeomID geom) {
  if (geom) scope_forget(geom);
  own()->set_transformed(transform, geom);
}

ENTRY_POINT void dWorldDestroy(dWorldID world) {
  scope_forget_world(world);
  wishes_forget_world(world);
  own()->destroy_world(world);
}

ENTRY_POINT void dSpaceDestroy(dSpaceID space) {
  forget_geom((dGeomID)space);
  own()->destroy_space(space);
}

ENTRY_POINT void dGeomDestroy(dGeomID geom) {
  forget_geom(geom);
  own()->destroy_geom(geom);
}

ENTRY_POINT void dBodyDestroy(dBodyID body) {
  moved_note(body, 0);
  for (dGeomID geom = body ? dBodyGetFirstGeom(body) : 0; geom; geom = dBodyGetNextGeom(geom)) scope_note_change(geom);
  step_forget_body();
  own()->destroy_body(body);
}

ENTRY_POINT void dBodySetMovedCallback(dBodyID body, void (*callback)(dBodyID)) {
  moved_note(body, callback);
  own()->set_moved_callback(body, callback);
}
