/* SPDX-License-Identifier: BSD-3-Clause */

#include "callbacks/logged_geoms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"

enum { LEAST_TABLE = 64 };

/* ------------------------------------------------------------------ the table */

unsigned qmboxHashPlace(uint64_t number, int tableSize) {
  return (unsigned)((number * 0x9e3779b97f4a7c15u) >> 32) & ((unsigned)tableSize - 1);
}

/* Returns the place of a geom, or the free place where it belongs. */
static int *placeOf(const qmboxLoggedGeoms *geoms, dGeomID geom) {
  unsigned mask = (unsigned)geoms->tableSize - 1, at = qmboxHashPlace((uint64_t)(uintptr_t)geom, geoms->tableSize);
  while (geoms->table[at] > 0) {
    const qmboxLoggedGeom *known = &geoms->geom[geoms->table[at] - 1];
    if (known->geom == geom && !known->gone) break;
    at = (at + 1) & mask;
  }
  return &geoms->table[at];
}

static void fillTable(qmboxLoggedGeoms *geoms) {
  memset(geoms->table, 0, (size_t)geoms->tableSize * sizeof *geoms->table);
  for (int i = 0; i < geoms->count; i++) {
    if (!geoms->geom[i].gone) *placeOf(geoms, geoms->geom[i].geom) = i + 1;
  }
}

/* Makes room for one more geom.  Returns false if no memory is left. */
static bool growTable(qmboxLoggedGeoms *geoms) {
  int size = geoms->tableSize ? geoms->tableSize : LEAST_TABLE;
  if (geoms->table && 2 * geoms->count < size) return true;
  if (geoms->table) size *= 2;
  int *table = realloc(geoms->table, (size_t)size * sizeof *table);
  if (!table) return false;
  geoms->table = table;
  geoms->tableSize = size;
  fillTable(geoms);
  return true;
}

int qmboxFindLoggedGeom(const qmboxLoggedGeoms *geoms, dGeomID geom) {
  return geoms->count > 0 ? *placeOf(geoms, geom) - 1 : -1;
}

/* ------------------------------------------------------------------ what a geom is known by */

/* Returns true if a geom has a position of its own that ODE may be asked for. */
static bool hasPosition(int class) {
  return class != dPlaneClass && class != dHeightfieldClass;
}

/* Reads the pose and velocities of a geom that is there. */
static void readPose(const qmboxLoggedGeom *geom, dReal pose[7], dReal velocity[6]) {
  dBodyID body = geom->body;
  if (body) {
    memcpy(pose, dBodyGetPosition(body), 3 * sizeof(dReal));
    memcpy(pose + 3, dBodyGetQuaternion(body), 4 * sizeof(dReal));
    memcpy(velocity, dBodyGetLinearVel(body), 3 * sizeof(dReal));
    memcpy(velocity + 3, dBodyGetAngularVel(body), 3 * sizeof(dReal));
    return;
  }
  memset(pose, 0, 7 * sizeof(dReal));
  memset(velocity, 0, 6 * sizeof(dReal));
  if (hasPosition(geom->class)) memcpy(pose, dGeomGetPosition(geom->geom), 3 * sizeof(dReal));
}

/* Returns true if the velocities of a dynamic body have been replaced: no component that is not zero is as it was, and
   some differ.  Programs move kinematic bodies with other velocities in each frame. */
static bool areReplaced(dBodyID body, const dReal now[6], const dReal before[6]) {
  bool differ = false;
  if (!body || dBodyIsKinematic(body)) return false;
  for (int i = 0; i < 6; i++) {
    bool same = memcmp(&now[i], &before[i], sizeof now[i]) == 0, zero = !(fabs((double)now[i]) > 0);
    if (same && !zero) return false;
    differ = differ || !same;
  }
  return differ;
}

/* Returns true if a geom is farther from where it was than it is wide. */
static bool isElsewhere(const dReal now[3], const dReal before[3], const qmboxBox *box) {
  for (int i = 0; i < 3; i++) {
    if (fabs((double)now[i] - (double)before[i]) > box->max[i] - box->min[i]) return true;
  }
  return false;
}

/* Returns true if what is at the address of a geom is the same geom. */
static bool isSame(const qmboxLoggedGeom *known, const qmboxGuardedGeom *now) {
  dReal pose[7], velocity[6];
  if (dGeomGetClass(now->geom) != known->class || dGeomGetBody(now->geom) != known->body ||
      dGeomGetSpace(now->geom) != known->space || dGeomGetData(now->geom) != known->data) {
    return false;
  }
  readPose(known, pose, velocity);
  if (memcmp(pose, known->pose, sizeof pose) == 0) return true;
  bool woken = known->asleep && known->body && dBodyIsEnabled(known->body);
  return !woken && !isElsewhere(pose, known->pose, &now->start) && !areReplaced(known->body, velocity, known->velocity);
}

static bool isWithinRoots(const qmboxBodies *bodies, dGeomID geom) {
  for (; geom; geom = (dGeomID)dGeomGetSpace(geom)) {
    for (int i = 0; i < bodies->rootCount; i++) {
      if (geom == bodies->root[i].geom) return true;
    }
  }
  return false;
}

/* ------------------------------------------------------------------ parts */

int qmboxLogGeom(qmboxLoggedGeoms *geoms, const qmboxBodies *bodies, dGeomID geom) {
  int known = qmboxFindLoggedGeom(geoms, geom);
  if (known >= 0) return known;
  if (!qmboxMakeRoom(&geoms->geom, sizeof *geoms->geom, geoms->count, &geoms->capacity)) return -1;
  if (!growTable(geoms)) return -1;
  qmboxLoggedGeom *made = &geoms->geom[geoms->count];
  *made = (qmboxLoggedGeom){.geom = geom,
                            .body = dGeomGetBody(geom),
                            .space = dGeomGetSpace(geom),
                            .data = dGeomGetData(geom),
                            .class = dGeomGetClass(geom),
                            .outside = !isWithinRoots(bodies, geom),
                            .part = geoms->part};
  readPose(made, made->pose, made->velocity);
  *placeOf(geoms, geom) = geoms->count + 1;
  return geoms->count++;
}

void qmboxCheckLoggedGeoms(qmboxLoggedGeoms *geoms, const qmboxBodies *bodies) {
  geoms->part++;
  for (int i = 0; i < bodies->geomCount && geoms->count > 0; i++) {
    const qmboxGuardedGeom *now = &bodies->geom[i];
    int known = qmboxFindLoggedGeom(geoms, now->geom);
    if (known < 0) continue;
    if (isSame(&geoms->geom[known], now)) geoms->geom[known].part = geoms->part;
  }
  for (int i = 0; i < geoms->count; i++) {
    qmboxLoggedGeom *geom = &geoms->geom[i];
    geom->gone = geom->gone || (geom->part != geoms->part && !geom->outside);
  }
}

void qmboxNoteLoggedPoses(qmboxLoggedGeoms *geoms) {
  for (int i = 0; i < geoms->count; i++) {
    qmboxLoggedGeom *geom = &geoms->geom[i];
    if (geom->gone || geom->outside) continue;
    readPose(geom, geom->pose, geom->velocity);
    geom->asleep = geom->body && !dBodyIsEnabled(geom->body);
  }
}

/* ------------------------------------------------------------------ dropping */

void qmboxRenumberLoggedGeoms(qmboxLoggedGeoms *geoms) {
  int count = 0;
  for (int i = 0; i < geoms->count; i++) {
    geoms->geom[i].renumbered = geoms->geom[i].used ? count++ : -1;
  }
}

void qmboxDropUnusedGeoms(qmboxLoggedGeoms *geoms) {
  int count = 0;
  for (int i = 0; i < geoms->count; i++) {
    if (geoms->geom[i].used) geoms->geom[count++] = geoms->geom[i];
  }
  geoms->count = count;
  if (geoms->table) fillTable(geoms);
}

void qmboxFreeLoggedGeoms(qmboxLoggedGeoms *geoms) {
  free(geoms->geom);
  free(geoms->table);
}
