/* SPDX-License-Identifier: BSD-3-Clause */

/* Sums over where geoms are, and over their sizes. */

#include "callbacks/sums.h"

#include <string.h>

#include "class/geom.h"
#include "ode/convex_data.h"
#include "ode/geom_transform.h"
#include "ode/heightfield.h"
#include "ode/mesh_data.h"
#include "shapes/user_support.h"

/* FNV's own: of 0 words a sum that began with 0 would not tell how many there are. */
#define FIRST 14695981039346656037u

/* Returns a sum over a word and those before it: the hash function FNV-1a, of words in place of bytes. */
static uint64_t addedWord(uint64_t sum, uint64_t word) {
  return (sum ^ word ^ (sum >> 32)) * 1099511628211u;
}

static uint64_t added(uint64_t sum, const dReal *number, int count) {
  for (int i = 0; i < count; i++) {
    uint64_t bits = 0;
    memcpy(&bits, &number[i], sizeof number[i]);
    sum = addedWord(sum, bits);
  }
  return sum;
}

static uint64_t addedAddress(uint64_t sum, const void *address) {
  return addedWord(sum, (uint64_t)(uintptr_t)address);
}

/* ------------------------------------------------------------------ places */

uint64_t qmboxSumOfPlaces(const qmboxGuard *guard) {
  uint64_t sum = FIRST;
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    dGeomID geom = guard->bodies.geom[i].geom;
    if (guard->bodies.geom[i].body != 0 || guard->bodies.geom[i].forgotten) continue;
    if (dGeomGetClass(geom) == dPlaneClass) {
      dVector4 plane;
      dGeomPlaneGetParams(geom, plane);
      sum = added(sum, plane, 4);
    } else if (dGeomGetClass(geom) == dHeightfieldClass) { /* which may have no pose */
      qmboxGeomPose pose = {.position = {0}};
      qmboxPoseOfHeld(geom, &pose);
      sum = added(added(sum, pose.position, 3), pose.rotation, 12);
    } else {
      sum = added(added(sum, dGeomGetPosition(geom), 3), dGeomGetRotation(geom), 12);
    }
  }
  return sum;
}

/* ------------------------------------------------------------------ sizes */

static uint64_t addedBox(uint64_t sum, dGeomID geom) {
  dVector3 length;
  qmboxLengthsOf(geom, length);
  return added(sum, length, 3);
}

static uint64_t addedHull(uint64_t sum, dGeomID geom) {
  qmboxConvexData hull;
  if (!qmboxReadConvex(geom, &hull)) return sum;
  sum = added(sum, hull.plane, 4 * hull.planeCount);
  return added(sum, hull.point, 3 * hull.pointCount);
}

static uint64_t addedMesh(uint64_t sum, dGeomID geom) {
  dTriMeshDataID mesh = dGeomTriMeshGetData(geom);
  qmboxMeshData data;
  sum = addedAddress(sum, mesh);
  if (!mesh || !qmboxReadMeshData(mesh, &data)) return sum;
  sum = addedAddress(addedAddress(sum, data.vertex), data.index);
  return addedWord(addedWord(sum, data.vertices), data.triangles);
}

static uint64_t addedHeights(uint64_t sum, dGeomID geom) {
  double min[3], max[3];
  sum = addedAddress(sum, dGeomHeightfieldGetHeightfieldData(geom));
  if (!qmboxHeightfieldsAreReadable()) return sum;
  qmboxHeightfieldBounds(geom, min, max);
  for (int i = 0; i < 3; i++) {
    const dReal bounds[] = {(dReal)min[i], (dReal)max[i]};
    sum = added(sum, bounds, 2);
  }
  return sum;
}

static uint64_t addedUser(uint64_t sum, dGeomID geom) {
  const qmboxSupport *support = qmboxSupportOf(geom);
  if (!support) return sum;
  const dReal size[] = {(dReal)support->reach(geom), support->inner ? (dReal)support->inner(geom) : 0};
  return added(sum, size, 2);
}

/* Returns a sum over the size of a geom that is no transform. */
static uint64_t addedSize(uint64_t sum, dGeomID geom, int qmboxClass) {
  int class = dGeomGetClass(geom);
  dReal size[2] = {0, 0};
  if (class == dBoxClass || class == qmboxClass) return addedBox(sum, geom);
  if (class == dConvexClass) return addedHull(sum, geom);
  if (class == dTriMeshClass) return addedMesh(sum, geom);
  if (class == dHeightfieldClass) return addedHeights(sum, geom);
  if (class >= dFirstUserClass) return addedUser(sum, geom);
  if (class == dSphereClass) size[0] = dGeomSphereGetRadius(geom);
  if (class == dCapsuleClass) dGeomCapsuleGetParams(geom, &size[0], &size[1]);
  if (class == dCylinderClass) dGeomCylinderGetParams(geom, &size[0], &size[1]);
  return added(sum, size, 2);
}

/* Returns a sum over the size of what a transform holds, and over where it holds that. */
static uint64_t addedHeld(uint64_t sum, dGeomID transform, int qmboxClass) {
  dGeomID held = qmboxHeldGeom(transform);
  double centre[3] = {0, 0, 0}, turn[4] = {1, 0, 0, 0};
  sum = addedAddress(sum, held);
  if (!held) return sum;
  qmboxCentreOfHeld(transform, centre);
  qmboxTurnByHeld(transform, turn);
  for (int i = 0; i < 4; i++) {
    const dReal at[] = {(dReal)turn[i], i < 3 ? (dReal)centre[i] : 0};
    sum = added(sum, at, 2);
  }
  return addedSize(sum, held, qmboxClass);
}

uint64_t qmboxSumOfShapes(const qmboxGuard *guard) {
  uint64_t sum = FIRST;
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    dGeomID geom = guard->bodies.geom[i].geom;
    if (guard->bodies.geom[i].forgotten) continue;
    bool transform = dGeomGetClass(geom) == dGeomTransformClass;
    sum = transform ? addedHeld(sum, geom, guard->bodies.qmboxClass) : addedSize(sum, geom, guard->bodies.qmboxClass);
    if (guard->bodies.geom[i].body == 0 || !dGeomIsOffset(geom)) continue;
    sum = added(sum, dGeomGetOffsetPosition(geom), 3);
    sum = added(sum, dGeomGetOffsetRotation(geom), 12);
  }
  return sum;
}
