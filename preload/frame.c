/* SPDX-License-Identifier: BSD-3-Clause */

/* What a thread of the program does between two steps. */

#define _GNU_SOURCE /* pthread_getattr_np */

#include "frame.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

static void begin_if_stepped(frame *f) {
  const char *obstacle = f->obstacle;

  if (!f->stepped) return;
  memset(f, 0, sizeof *f);
  f->obstacle = obstacle;
}

void frame_note_call(frame *f, frame_call call) {
  begin_if_stepped(f);
  if (f->calls == FRAME_MOST_CALLS) {
    f->obstacle = "too many spaces are collided";
    return;
  }
  f->call[f->calls++] = call;
}

void frame_note_contact(frame *f, dWorldID world, dJointGroupID group, int within) {
  if (!within) {
    begin_if_stepped(f);
    f->obstacle = "contact joints are made outside of dSpaceCollide()";
    return;
  }
  if (!group) {
    f->obstacle = "contact joints are made in no joint group";
    return;
  }
  for (int i = 0; i < f->groups; i++) {
    if (f->group[i].group == group && f->group[i].world == world) return;
  }
  if (f->groups == FRAME_MOST_GROUPS) {
    f->obstacle = "contact joints are made in too many groups";
    return;
  }
  f->group[f->groups++] = (frame_group){world, group};
}

void frame_forget_geom(frame *f, dGeomID geom) {
  int kept = 0;

  for (int i = 0; i < f->calls; i++) {
    const frame_call *c = &f->call[i];
    if ((dGeomID)c->space != geom && c->o1 != geom && c->o2 != geom) f->call[kept++] = *c;
  }
  f->calls = kept;
}

void frame_forget_group(frame *f, dJointGroupID group) {
  int kept = 0;

  for (int i = 0; i < f->groups; i++) {
    if (f->group[i].group != group) f->group[kept++] = f->group[i];
  }
  f->groups = kept;
}

/* The world of the first body of a space, 0 if it has none.  A quadtree cannot be asked for its geoms by number: its
   geoms may be of any world. */
static dWorldID world_of(dGeomID geom, int *unknown) {
  dWorldID world = 0;
  dSpaceID space;

  if (!dGeomIsSpace(geom)) {
    dBodyID body = dGeomGetBody(geom);
    return body ? dBodyGetWorld(body) : 0;
  }
  space = (dSpaceID)geom;
  if (dSpaceGetClass(space) == dQuadTreeSpaceClass) {
    *unknown = 1;
    return 0;
  }
  for (int i = 0; i < dSpaceGetNumGeoms(space) && !world; i++) world = world_of(dSpaceGetGeom(space, i), unknown);
  return world;
}

/* `moves` is set if something of the space may be a body of the world. */
static int is_of(const frame_call *call, dWorldID world, int *moves) {
  int unknown = 0;
  dWorldID found = call->space ? world_of((dGeomID)call->space, &unknown) : world_of(call->o1, &unknown);

  if (!found && !call->space) found = world_of(call->o2, &unknown);
  *moves = found == world || (!found && unknown);
  return *moves || !found;
}

int frame_call_is_of(const frame_call *call, dWorldID world) {
  int moves;
  return is_of(call, world, &moves);
}

/* Data in a function that has returned cannot be handed to the callback again: it lies in the part of the stack that
   was free when the step was called.  Stacks grow downwards on all machines that this is built for. */
static int is_gone(const void *data, const void *stack) {
  pthread_attr_t attributes;
  void *lowest = 0;
  size_t size = 0;

  if (!data || pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return (uintptr_t)data >= (uintptr_t)lowest && (uintptr_t)data < (uintptr_t)stack;
}

dSpaceID frame_space(const frame *f, dWorldID world, const void *stack, const char **why) {
  dSpaceID space = 0;
  int several = 0, gone = 0;

  for (int i = 0; i < f->calls; i++) {
    int moves;
    if (!is_of(&f->call[i], world, &moves)) continue;
    gone = gone || is_gone(f->call[i].data, stack);
    if (!f->call[i].space || !moves) continue;
    several = several || (space && space != f->call[i].space);
    space = f->call[i].space;
  }
  *why = f->obstacle ? f->obstacle
         : several   ? "the bodies of the world are in several spaces that are collided one by one"
         : gone      ? "the near callback's data is a local variable of a function that has returned"
         : !space    ? "a world is stepped that no dSpaceCollide() came before, on the same thread"
                     : 0;
  return *why ? 0 : space;
}
