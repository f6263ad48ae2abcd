/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Overlaps of a geom with others, and the way out.
 *
 * Each geom whose present bounds meet the geom's is checked by itself, as by casts (space_cast.c).
 */

#include <math.h>

#include "class/registration.h"
#include "moving/moving.h"
#include "ode/geom_bounds.h"
#include "ode/geom_transform.h"
#include "ode/space_walk.h"
#include "pairs/cast_pair.h"
#include "pairs/pair.h"
#include "broad/bounds.h"
#include "util/arithmetic.h"
#include "util/real.h"
#include "util/warning.h"

/* Each step of a way out is longer than the depth by this part of it and of the coordinates, so that it
   certainly leads out. */
#define FARTHER 1e-12

/* The bounds of the geom are larger by this part of their largest coordinate, as in a cast. */
#define BOUNDS_ERROR (4 * QMBOX_EPSILON)

enum { USUAL_STEPS = 32 };

/* A question for overlaps under way. */
typedef struct qmboxOverlapping {
  dGeomID geom;
  int qmboxClass;
  qmboxMoving path;
  double min[3], max[3], reach;
  int (*filter)(void *data, dGeomID geom);
  void *filterData;
  qmboxOverlap *overlap;
  int capacity, count;
} qmboxOverlapping;

static void keep(qmboxOverlapping *o, const qmboxOverlap *found) {
  int place = o->count < o->capacity ? o->count : o->capacity;
  while (place > 0 && o->overlap[place - 1].depth < found->depth) {
    if (place < o->capacity) o->overlap[place] = o->overlap[place - 1];
    place--;
  }
  if (place < o->capacity) o->overlap[place] = *found;
  o->count++;
}

static void measure(qmboxOverlapping *o, dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);
  bms_convex_overlap overlap;
  qmboxOverlap found = {.g1 = o->geom, .g2 = geom};
  qmboxMoving other;
  if (geom == o->geom || (body && body == dGeomGetBody(o->geom)) || qmboxIsNotSolid(geom)) return;
  if (o->filter && !o->filter(o->filterData, geom)) return;
  qmboxMovingOf(geom, o->qmboxClass, QMBOX_FOLLOW_NOTHING, &other);
  if (!qmboxSolvable(&o->path, &other) || !qmboxOverlapOf(&o->path, &other, 0, &overlap, found.side)) return;
  found.depth = overlap.depth;
  found.least = overlap.least;
  for (int i = 0; i < 3; i++) {
    found.normal[i] = 0 - overlap.normal[i];
    for (int k = 0; k < 2; k++) found.point[k][i] = overlap.point[k][i];
  }
  keep(o, &found);
}

static void visit(void *data, dGeomID geom) {
  qmboxOverlapping *o = data;
  if (!dGeomIsEnabled(geom) || !qmboxBitsMatch(o->geom, geom)) return;
  if (dGeomIsSpace(geom)) {
    qmboxVisitSpace(geom, visit, data);
  } else if (dGeomGetClass(geom) == o->qmboxClass || qmboxGeomMeetsBounds(geom, o->min, o->max)) {
    measure(o, geom);
  }
}

/* Puts the geom where it is, moved by this; returns false if the numbers do not go. */
static bool place(qmboxOverlapping *o, const double move[3]) {
  double centre[3];
  qmboxMovingOf(o->geom, o->qmboxClass, QMBOX_FOLLOW_NOTHING, &o->path);
  o->path.moves = true; /* its frame is a resting body's */
  qmboxStepOfGeom(o->geom, 0, centre, &o->path.body.motion);
  qmboxShapeOfMoving(o->geom, centre, &o->path);
  for (int i = 0; i < 3; i++) o->path.body.motion.rigid.position[i][0] += move[i];
  bms_swept_bounds(&o->path.body, 0, 0, o->min, o->max);
  o->reach = qmboxLargestIn(o->min, o->max);
  qmboxWiden(o->min, o->max, BOUNDS_ERROR * o->reach);
  return o->reach < HUGE_VAL;
}

static const char *objection(dSpaceID space, dGeomID geom) {
  if (!space) return "the space is null";
  if (!dGeomIsSpace((dGeomID)space)) return "space is not a space";
  if (!geom) return "the geom is null";
  if (dGeomIsSpace(geom) || !qmboxHasBody(qmboxShapeOf(geom, qmboxRegisteredClass())))
    return "the geom is a plane or a space, or not continuous (doc/limits.md)";
  return 0;
}

int qmboxSpaceOverlaps(dSpaceID space, dGeomID geom, int (*filter)(void *data, dGeomID geom), void *filterData,
                       qmboxOverlap *overlap, int capacity) {
  static const double NOWHERE[3] = {0, 0, 0};
  const char *reason = objection(space, geom);
  qmboxOverlapping o = {.geom = geom, .filter = filter, .filterData = filterData, .overlap = overlap};
  qmboxCall call;
  if (!reason && (capacity < 0 || (capacity > 0 && !overlap))) reason = "overlap is null, or capacity negative";
  if (!reason) {
    o.capacity = capacity;
    o.qmboxClass = qmboxRegisteredClass();
    qmboxBeginCall(&call);
    if (place(&o, NOWHERE)) {
      qmboxVisitSpace((dGeomID)space, visit, &o);
    } else {
      reason = "the geom is not finite";
    }
    qmboxEndCall(&call);
  }
  if (reason) qmboxWarn("qmboxSpaceOverlaps", reason);
  return reason ? -1 : o.count;
}

/* Moves the geom out of its deepest overlap, again and again; returns true if it overlaps nothing then. */
static bool moveOut(qmboxOverlapping *o, dSpaceID space, int steps, double move[3]) {
  qmboxOverlap deepest;
  o->overlap = &deepest;
  o->capacity = 1;
  for (int k = 0; k <= steps && place(o, move); k++) {
    o->count = 0;
    qmboxVisitSpace((dGeomID)space, visit, o);
    if (o->count == 0) return true;
    double by = deepest.depth + FARTHER * (deepest.depth + o->reach);
    if (!isfinite(by)) break; /* no plane bounds the overlap */
    for (int i = 0; k < steps && i < 3; i++) move[i] += by * deepest.normal[i];
  }
  return false;
}

int qmboxSpaceWayOut(dSpaceID space, dGeomID geom, int (*filter)(void *data, dGeomID geom), void *filterData, int steps,
                     double move[3]) {
  const char *reason = objection(space, geom);
  qmboxOverlapping o = {.geom = geom, .filter = filter, .filterData = filterData};
  double way[3] = {0, 0, 0};
  bool out = false;
  qmboxCall call;
  if (!reason && steps < 0) reason = "steps is negative";
  if (!reason && !move) reason = "move is null";
  if (!reason) {
    o.qmboxClass = qmboxRegisteredClass();
    qmboxBeginCall(&call);
    if (!place(&o, way)) reason = "the geom is not finite";
    if (!reason) out = moveOut(&o, space, steps ? steps : USUAL_STEPS, way);
    qmboxEndCall(&call);
  }
  if (reason) qmboxWarn("qmboxSpaceWayOut", reason);
  if (reason) return -1;
  for (int i = 0; i < 3; i++) move[i] = way[i];
  return out;
}
