/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/world_state.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "ode/free_body.h"
#include "ode/body_members.h"
#include "ode/space_walk.h"
#include "qmbox.h"

/* ------------------------------------------------------------------ finding the bodies */

static void addBody(qmboxWorldState *state, dBodyID body) {
  if (!body || dBodyGetWorld(body) != state->world) return;
  qmboxSavedBody *added = QMBOX_ADD(state->saved, state->count, state->capacity);
  if (added) added->body = body;
  state->failed = state->failed || !added;
}

/* Adds the body of a geom, or the bodies of all geoms of a space.  The body of a disabled geom moves and is added, too;
   quadtrees list no disabled geoms. */
static void searchGeom(void *state, dGeomID geom) {
  if (dGeomIsSpace(geom)) {
    qmboxVisitSpace(geom, searchGeom, state);
  } else {
    addBody(state, dGeomGetBody(geom));
  }
}

static int byAddress(const void *a, const void *b) {
  uintptr_t body1 = (uintptr_t)((const qmboxSavedBody *)a)->body, body2 = (uintptr_t)((const qmboxSavedBody *)b)->body;
  return (body1 > body2) - (body1 < body2);
}

/* Returns true if the bodies are in order, each once: as they mostly are found. */
static bool areInOrder(const qmboxWorldState *state) {
  for (int i = 1; i < state->count; i++) {
    if (byAddress(&state->saved[i - 1], &state->saved[i]) >= 0) return false;
  }
  return true;
}

static void sortAndUnite(qmboxWorldState *state) {
  int i, kept = 0;
  if (areInOrder(state)) return;
  qsort(state->saved, (size_t)state->count, sizeof *state->saved, byAddress);
  for (i = 1; i < state->count; i++) {
    if (state->saved[i].body != state->saved[kept].body) state->saved[++kept] = state->saved[i];
  }
  state->count = kept + 1;
}

/* Adds what the joints of the bodies lead to, until that is nothing new.  Returns false if no memory is left. */
static bool followJoints(qmboxWorldState *state) {
  int before, known;
  do {
    before = known = state->count;
    for (int i = 0; i < known; i++) {
      dBodyID body = state->saved[i].body;
      for (qmboxJointWalk walk = qmboxJointsOf(body); walk.joint; qmboxNextJoint(&walk)) {
        for (int k = 0; k < 2; k++) {
          dBodyID other = dJointGetBody(walk.joint, k);
          qmboxWorldState sorted = *state;
          sorted.count = known;
          if (other && !qmboxSavedOf(&sorted, other)) addBody(state, other);
        }
      }
    }
    sortAndUnite(state);
  } while (state->count > before && !state->failed);
  return !state->failed;
}

/* ------------------------------------------------------------------ saving and putting back */

static void saveForces(qmboxSavedBody *saved) {
  memcpy(saved->force, dBodyGetForce(saved->body), sizeof saved->force);
  memcpy(saved->torque, dBodyGetTorque(saved->body), sizeof saved->torque);
}

void qmboxSavePoseAndForces(dBodyID body, qmboxSavedBody *saved) {
  saved->body = body;
  memcpy(saved->position, dBodyGetPosition(body), sizeof saved->position);
  memcpy(saved->quaternion, dBodyGetQuaternion(body), sizeof saved->quaternion);
  memcpy(saved->linear, dBodyGetLinearVel(body), sizeof saved->linear);
  memcpy(saved->angular, dBodyGetAngularVel(body), sizeof saved->angular);
  saveForces(saved);
}

static bool findBodies(qmboxWorldState *state, dWorldID world, dSpaceID space, const dBodyID *extra, int extraCount) {
  memset(state, 0, sizeof *state);
  state->world = world;
  state->capacity = dSpaceGetNumGeoms(space);
  qmboxVisitSpace((dGeomID)space, searchGeom, state);
  for (int i = 0; i < extraCount; i++) addBody(state, extra[i]);
  sortAndUnite(state);
  return !state->failed && followJoints(state);
}

bool qmboxSaveState(qmboxWorldState *state, dWorldID world, dSpaceID space, const dBodyID *extra, int extraCount) {
  if (!findBodies(state, world, space, extra, extraCount)) return false;
  for (int i = 0; i < state->count; i++) {
    qmboxSavedBody *saved = &state->saved[i];
    qmboxSavePoseAndForces(saved->body, saved);
    saved->enabled = dBodyIsEnabled(saved->body);
    qmboxAcceleration(saved->body, saved->acceleration);
    saved->inexact = qmboxBodyInexact(saved->body);
  }
  state->seed = dRandGetSeed();
  return true;
}

static bool isPushed(const qmboxSavedBody *saved) {
  const dReal *f = saved->force, *t = saved->torque;
  return f[0] != 0 || f[1] != 0 || f[2] != 0 || t[0] != 0 || t[1] != 0 || t[2] != 0;
}

bool qmboxSaveForces(qmboxWorldState *state, dWorldID world, dSpaceID space, const dBodyID *extra, int extraCount) {
  if (!findBodies(state, world, space, extra, extraCount)) return false;
  int kept = 0;
  for (int i = 0; i < state->count; i++) {
    qmboxSavedBody *saved = &state->saved[i];
    saveForces(saved);
    saved->enabled = dBodyIsEnabled(saved->body);
    if (isPushed(saved)) state->saved[kept++] = *saved;
  }
  state->count = kept;
  return true;
}

void qmboxSetVelocities(dBodyID body, const dReal linear[3], const dReal angular[3]) {
  dBodySetLinearVel(body, linear[0], linear[1], linear[2]);
  dBodySetAngularVel(body, angular[0], angular[1], angular[2]);
}

void qmboxSetForces(dBodyID body, const qmboxSavedBody *saved) {
  dBodySetForce(body, saved->force[0], saved->force[1], saved->force[2]);
  dBodySetTorque(body, saved->torque[0], saved->torque[1], saved->torque[2]);
}

bool qmboxAddForces(const qmboxWorldState *state, dSpaceID space, const dBodyID *extra, int extraCount) {
  qmboxWorldState now = {0};
  bool found = state->count == 0 || findBodies(&now, state->world, space, extra, extraCount);
  for (int i = 0; i < state->count && found; i++) {
    const qmboxSavedBody *saved = &state->saved[i];
    if (!qmboxSavedOf(&now, saved->body)) continue;
    if (saved->enabled && dBodyIsEnabled(saved->body)) {
      dBodyAddForce(saved->body, saved->force[0], saved->force[1], saved->force[2]);
      dBodyAddTorque(saved->body, saved->torque[0], saved->torque[1], saved->torque[2]);
    } else {
      qmboxSetForces(saved->body, saved);
    }
  }
  qmboxForgetState(&now);
  return found;
}

void qmboxTakeBack(qmboxWorldState *state) {
  for (int i = 0; i < state->count; i++) {
    qmboxSavedBody *saved = &state->saved[i];
    dBodyID body = saved->body;
    if (saved->enabled && !dBodyIsEnabled(body)) {
      saved->enabled = 0;
      dSetZero(saved->linear, 3);
      dSetZero(saved->angular, 3);
    }
    dBodySetPosition(body, saved->position[0], saved->position[1], saved->position[2]);
    dBodySetQuaternion(body, saved->quaternion);
    qmboxSetVelocities(body, saved->linear, saved->angular);
    if (!saved->enabled) dBodyDisable(body);
    memcpy(saved->quaternion, dBodyGetQuaternion(body), sizeof saved->quaternion); /* as it has been normalised */
  }
  for (int i = 0; i < state->count; i++) qmboxSetForces(state->saved[i].body, &state->saved[i]);
  /* The seed is one for all threads: not touched where nothing has drawn a number, as in dWorldStep(). */
  if (dRandGetSeed() != state->seed) dRandSetSeed(state->seed);
}

const qmboxSavedBody *qmboxSavedOf(const qmboxWorldState *state, dBodyID body) {
  qmboxSavedBody key;
  if (!body || state->count == 0) return 0;
  key.body = body;
  return bsearch(&key, state->saved, (size_t)state->count, sizeof key, byAddress);
}

void qmboxForgetState(qmboxWorldState *state) {
  free(state->saved);
  state->saved = 0;
  state->count = state->capacity = 0;
}
