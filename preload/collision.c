/* SPDX-License-Identifier: BSD-3-Clause */

/* Keeps the state of the collision that is in progress on this thread, and notes what is collided. */

#include "collision.h"

#include "lock.h"
#include "real_ode.h"
#include "collided_roots.h"
#include "step.h"
#include "declined_pairs.h"

/* The state of the collision that is in progress on this thread. */
static _Thread_local dGeomID within[2];       /* the roots that are being collided; null if there is no collision */
static _Thread_local bool looked;             /* the near callback has examined the pair that it was called for */
static _Thread_local dGeomID shown[2];        /* that pair */
static _Thread_local bool looked_elsewhere;   /* the near callback has collided others */
static _Thread_local const char *in_collider; /* the stack frame of the outermost dCollide(), null if there is none */
static _Thread_local int locks;               /* how often this thread has locked what threads share */

static void leave_collider(void) {
  for (; locks > 0; locks--) unlock_shared();
  in_collider = 0;
}

void collision_forget(void) {
  within[0] = within[1] = shown[0] = shown[1] = 0;
  leave_collider();
}

typedef struct near_call {
  dNearCallback *near;
  void *data;
} near_call;

static bool are(const dGeomID pair[2], dGeomID o1, dGeomID o2) {
  return (o1 == pair[0] && o2 == pair[1]) || (o1 == pair[1] && o2 == pair[0]);
}

/* Calls the near callback and notes a pair that it declines. The callback may destroy the two geoms. */
static void near_with_notes(void *data, dGeomID o1, dGeomID o2) {
  const near_call *call = data;
  bool geoms = !dGeomIsSpace(o1) && !dGeomIsSpace(o2);
  dGeomID outer[2] = {shown[0], shown[1]};
  looked = looked_elsewhere = false;
  shown[0] = o1;
  shown[1] = o2;
  call->near(call->data, o1, o2);
  if (!looked && geoms) declined_note_pair(o1, o2);
  if (looked_elsewhere && geoms) declined_note_examined(o1, o2);
  shown[0] = outer[0];
  shown[1] = outer[1];
  looked = looked_elsewhere = true; /* a callback that collides nested spaces has examined them */
}

static bool is_ray(dGeomID geom) {
  return dGeomGetClass(geom) == dRayClass;
}

/* Returns true if ODE is computing contacts, perhaps of a geom in another or in a space, and this call is its own.
   Stacks grow downwards: if the frame of this call is not below the frame of dCollide(), the callback of a mesh has
   left it. */
static bool is_within_collider(const char *frame) {
  if (in_collider && frame >= in_collider) leave_collider();
  return in_collider != 0;
}

/* Notes a collision, unless it is part of one of the same roots, or with a ray, which is a query. Returns false if the
   call is ODE's own or the guard's, or has arguments that ODE refuses. */
static bool note_collision(const char *frame, dGeomID o1, dGeomID o2, dGeomID root[2]) {
  if (step_is_guarding() || is_within_collider(frame) || !o1 || !o2) return false;
  looked = true;
  looked_elsewhere |= !are(shown, o1, o2);
  root[0] = collided_root_of(o1);
  root[1] = collided_root_of(o2);
  if (!are(within, root[0], root[1]) && !is_ray(o1) && !is_ray(o2)) collided_note(root[0], root[1]);
  step_note_collision();
  return true;
}

bool collision_of_spaces(const char *frame, dGeomID o1, dGeomID o2, void *data, dNearCallback *callback) {
  near_call call = {callback, data};
  dGeomID outer[2] = {within[0], within[1]}, root[2];
  if (!callback || !note_collision(frame, o1, o2 ? o2 : o1, root)) return false;
  declined_note_call(o1, o2 ? o2 : o1);
  within[0] = root[0];
  within[1] = root[1];
  if (o2) {
    real_ode()->space_collide2(o1, o2, &call, near_with_notes);
  } else {
    real_ode()->space_collide((dSpaceID)o1, &call, near_with_notes);
  }
  within[0] = outer[0];
  within[1] = outer[1];
  return true;
}

void collision_note_look(void) {
  looked = true;
}

/* ------------------------------------------------------------------ two geoms */

/* Returns true if ODE collides a geom with the help of buffers that the guard of another thread may be using. */
static bool takes_buffers(dGeomID geom) {
  int class = dGeomGetClass(geom);
  if (class == dHeightfieldClass) return true; /* it has buffers of its own, for all threads */
  return !real_ode()->threads_have_buffers && (class == dTriMeshClass || class == dGeomTransformClass);
}

collision_place collision_begin(const char *frame, dGeomID o1, dGeomID o2) {
  dGeomID root[2];
  bool noted = note_collision(frame, o1, o2, root);
  collision_place place = {
      .noted = noted, .outermost = !in_collider, .locks = o1 && o2 && (takes_buffers(o1) || takes_buffers(o2))};
  if (place.outermost) in_collider = frame;
  if (place.locks) {
    lock_shared();
    locks++;
  }
  return place;
}

/* A call within may have found this one left, which is wrong where it is on another stack: then there is no lock. */
void collision_end(collision_place place, dGeomID o1, dGeomID o2, int contacts) {
  if (place.locks && locks > 0) {
    locks--;
    unlock_shared();
  }
  if (place.outermost) in_collider = 0;
  if (place.noted && contacts > 0) declined_note_examined(o1, o2);
}
