/* SPDX-License-Identifier: BSD-3-Clause */

#include "pairs/initial_depth.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "pairs/box_collider.h"
#include "pairs/pair.h"
#include "class/registration.h"

static void note(qmboxInitialDepths *rest, dGeomID geom, dGeomID other, double depth) {
  if (!dGeomGetBody(geom)) return;
  rest->failed |= !QMBOX_APPEND(rest->resting, rest->count, rest->capacity, (qmboxDeepGeom){geom, other, depth});
}

/* Returns true if a box lies beyond a face of the first. */
static bool isBeyondAFace(const qmboxPlaced *box, const qmboxPlaced *other) {
  for (int j = 0; j < 3; j++) {
    double away = 0, reach = (double)box->length[j] / 2;
    for (int k = 0; k < 3; k++) {
      double along = 0;
      for (int i = 0; i < 3; i++) along += (double)box->rotation[4 * i + j] * (double)other->rotation[4 * i + k];
      away += (double)box->rotation[4 * k + j] * ((double)other->position[k] - (double)box->position[k]);
      reach += fabs(along) * (double)other->length[k] / 2;
    }
    if (fabs(away) > reach) return true;
  }
  return false;
}

/* Returns true if a face of one of two boxes lies between them: most neighbours in a heap.  An overlap that rounding
   hides here is of no account to what rests. */
static bool areApart(dGeomID o1, dGeomID o2) {
  qmboxPlaced box1, box2;
  if (!qmboxPlaceNow(o1, &box1) || !qmboxPlaceNow(o2, &box2)) return false;
  return isBeyondAFace(&box1, &box2) || isBeyondAFace(&box2, &box1);
}

static void near(void *data, dGeomID o1, dGeomID o2) {
  qmboxInitialDepths *rest = data;
  qmboxMoving path1, path2;
  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) {
    dSpaceCollide2(o1, o2, data, near);
    return;
  }
  if (dGeomGetBody(o1) == dGeomGetBody(o2)) return; /* on one body, or on none */
  if (areApart(o1, o2)) return;
  qmboxMovingOf(o1, rest->qmboxClass, QMBOX_FOLLOW_NOTHING, &path1);
  qmboxMovingOf(o2, rest->qmboxClass, QMBOX_FOLLOW_NOTHING, &path2);
  if (!qmboxStoppable(&path1, &path2)) return;
  double depth = -qmboxGap(&path1, &path2, 0);
  if (!(depth > 0)) return;
  rest->deepest = fmax(rest->deepest, depth);
  note(rest, o1, o2, depth);
  note(rest, o2, o1, depth);
}

/* All pairs of a space and of those nested in it. */
static void collideAll(qmboxInitialDepths *rest, dSpaceID space) {
  dSpaceCollide(space, rest, near);
  if (dSpaceGetClass(space) == dQuadTreeSpaceClass)
    return; /* gives out no list, and spaces in it are met as pairs only */
  for (int i = 0; i < dSpaceGetNumGeoms(space); i++) {
    dGeomID geom = dSpaceGetGeom(space, i);
    if (dGeomIsSpace(geom)) collideAll(rest, (dSpaceID)geom);
  }
}

static int byAddress(const void *a, const void *b) {
  const qmboxDeepGeom *first = a, *second = b;
  uintptr_t one = (uintptr_t)first->geom, two = (uintptr_t)second->geom;
  if (one == two) {
    one = (uintptr_t)first->other;
    two = (uintptr_t)second->other;
  }
  return (one > two) - (one < two);
}

bool qmboxMeasureInitialDepths(qmboxInitialDepths *rest, dSpaceID space) {
  memset(rest, 0, sizeof *rest);
  rest->qmboxClass = qmboxRegisteredClass();
  collideAll(rest, space);
  if (rest->count > 0) qsort(rest->resting, (size_t)rest->count, sizeof *rest->resting, byAddress);
  return !rest->failed;
}

/* The first overlap that does not come before the one of two geoms. */
static int firstFrom(const qmboxInitialDepths *rest, dGeomID geom, dGeomID other) {
  const qmboxDeepGeom key = {geom, other, 0};
  return qmboxPlaceInOrder(&key, rest->resting, sizeof key, rest->count, byAddress);
}

double qmboxInitialDepthOf(const qmboxInitialDepths *rest, dGeomID geom) {
  double depth = 0;
  for (int i = firstFrom(rest, geom, 0); i < rest->count && rest->resting[i].geom == geom; i++) {
    depth = fmax(depth, rest->resting[i].depth);
  }
  return depth;
}

double qmboxInitialDepthOfPair(const qmboxInitialDepths *rest, dGeomID o1, dGeomID o2) {
  dGeomID geom = dGeomGetBody(o1) ? o1 : o2, other = geom == o1 ? o2 : o1;
  int i = firstFrom(rest, geom, other);
  return i < rest->count && rest->resting[i].geom == geom && rest->resting[i].other == other ? rest->resting[i].depth
                                                                                             : 0;
}

void qmboxForgetInitialDepths(qmboxInitialDepths *rest) {
  free(rest->resting);
  rest->resting = 0;
  rest->count = rest->capacity = 0;
}
