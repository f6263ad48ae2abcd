/* SPDX-License-Identifier: BSD-3-Clause */

/* All bodies that there are, of any thread. */

#include "bodies.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static dBodyID *all;
static int count, capacity, incomplete;

void bodies_note(dBodyID body) {
  pthread_mutex_lock(&lock);
  if (count == capacity) {
    int room = capacity > 0 ? 2 * capacity : 64;
    dBodyID *grown = realloc(all, (size_t)room * sizeof *all);
    if (grown) {
      all = grown;
      capacity = room;
    }
  }
  if (count < capacity) {
    all[count++] = body;
  } else {
    incomplete = 1;
  }
  pthread_mutex_unlock(&lock);
}

/* From the end: what is destroyed has often just been created. */
void bodies_forget(dBodyID body) {
  pthread_mutex_lock(&lock);
  for (int i = count - 1; i >= 0; i--) {
    if (all[i] != body) continue;
    all[i] = all[--count];
    break;
  }
  pthread_mutex_unlock(&lock);
}

void bodies_forget_world(dWorldID world) {
  int kept = 0;

  pthread_mutex_lock(&lock);
  for (int i = 0; i < count; i++) {
    if (dBodyGetWorld(all[i]) != world) all[kept++] = all[i];
  }
  count = kept;
  pthread_mutex_unlock(&lock);
}

static int is_within(dGeomID geom, dSpaceID space) {
  for (dSpaceID at = dGeomGetSpace(geom); at; at = dGeomGetSpace((dGeomID)at)) {
    if (at == space) return 1;
  }
  return 0;
}

static int is_outside(dBodyID body, dSpaceID space) {
  for (dGeomID geom = dBodyGetFirstGeom(body); geom; geom = dBodyGetNextGeom(geom)) {
    if (is_within(geom, space)) return 0;
  }
  return 1;
}

dBodyID *bodies_outside(dWorldID world, dSpaceID space, int *found) {
  dBodyID *outside = 0;
  int room = 0;

  *found = 0;
  pthread_mutex_lock(&lock);
  if (incomplete) *found = -1;
  for (int i = 0; i < count && *found >= 0; i++) {
    if (dBodyGetWorld(all[i]) != world || !is_outside(all[i], space)) continue;
    if (*found == room) {
      dBodyID *grown = realloc(outside, (size_t)(room = 2 * room + 16) * sizeof *outside);
      if (!grown) {
        *found = -1;
        break;
      }
      outside = grown;
    }
    outside[(*found)++] = all[i];
  }
  pthread_mutex_unlock(&lock);
  return outside;
}
