/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Until a time a point r from its body's position goes to r + shift at most, and is turned away from there by |r| chord
 * at most.  So a geom's bounds are its AABB at the start, carried along by the shift, and larger by the chord times the
 * distance of the AABB's farthest corner; or, if that is less, the ball around the body's position.
 */

#include "broad/bounds.h"

#include <math.h>

#include "ode/body_members.h"

/* Bounds are larger by this part of the largest coordinate: ODE's AABBs are rounded. */
#define BOUNDS_ERROR (8 * QMBOX_EPSILON)

/* And the coordinates of a place in the frame of a mesh by this part of theirs: poses are rounded. */
#define MESH_ERROR (32 * QMBOX_EPSILON)

/* A geom goes far if its farthest corner goes this part of the way to it from the body's position, or more. */
#define FAR 0.5

/* Finds how far the farthest corner of a geom's AABB at the start is from its body's position, and how much its bounds
   are rounded. */
static void measureArm(qmboxGuardedGeom *geom, const qmboxGuardedBody *body) {
  double square = 0, largest = 0;
  for (int i = 0; i < 3; i++) {
    double x = (double)body->start.position[i], arm = qmboxMax(x - geom->start.min[i], geom->start.max[i] - x);
    square += arm * arm;
    largest = qmboxMax(largest, fabs(x) + arm + fabs(body->shift[i]));
  }
  geom->arm = sqrt(square);
  geom->rounding = BOUNDS_ERROR * largest;
}

qmboxBox qmboxBoundWay(const qmboxBodies *bodies, int number, double from, double to) {
  const qmboxGuardedGeom *geom = &bodies->geom[number];
  const qmboxGuardedBody *body = &bodies->body[geom->body];
  double turned = geom->arm * qmboxMin(body->chord, to * body->spin);
  qmboxBox way;
  for (int i = 0; i < 3; i++) {
    double x = (double)body->start.position[i];
    double first = body->shift[i] * (from / bodies->length), last = body->shift[i] * (to / bodies->length);
    way.min[i] = qmboxMax(geom->start.min[i] - turned, x - geom->arm) + qmboxMin(first, last) - geom->rounding;
    way.max[i] = qmboxMin(geom->start.max[i] + turned, x + geom->arm) + qmboxMax(first, last) + geom->rounding;
    /* infinities may have made it no number: then it meets everything */
    if (!(way.min[i] <= way.max[i])) {
      way.min[i] = -HUGE_VAL;
      way.max[i] = HUGE_VAL;
    }
  }
  return way;
}

/* Finds what is near the ways of those that go far. */
static void findSought(qmboxBodies *bodies) {
  qmboxBox ways = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
  for (int i = 0; i < bodies->geomCount; i++) {
    if (bodies->geom[i].far) qmboxExtendBox(&ways, &bodies->geom[i].bounds);
  }
  for (int i = 0; i < bodies->geomCount; i++) {
    qmboxGuardedGeom *geom = &bodies->geom[i];
    geom->sought = !geom->forgotten && qmboxOverlap3(ways.min, ways.max, geom->bounds.min, geom->bounds.max);
  }
}

void qmboxBoundStep(qmboxBodies *bodies, qmboxWindows *windows) {
  windows->farthest = 0;
  for (int i = 0; i < bodies->geomCount; i++) {
    qmboxGuardedGeom *geom = &bodies->geom[i];
    const qmboxGuardedBody *body = &bodies->body[geom->body];
    geom->far = false;
    geom->bounds = geom->start;
    if (!body->moves) continue;
    measureArm(geom, body);
    geom->bounds = qmboxBoundWay(bodies, i, 0, bodies->length);
    double way = body->way + body->chord * geom->arm;
    geom->far = way > FAR * geom->arm;
    if (geom->far) windows->farthest = qmboxMax(windows->farthest, way / geom->arm);
  }
  if (windows->farthest > 0) findSought(bodies);
}

/* Writes bounds of a triangle that stands still. */
static void boundStill(const double vertex[9], double min[3], double max[3]) {
  qmboxBoundPoints(vertex, min, max);
  for (int i = 0; i < 3; i++) {
    double rounding = BOUNDS_ERROR * qmboxMax(fabs(min[i]), fabs(max[i]));
    min[i] -= rounding;
    max[i] += rounding;
  }
}

void qmboxBoundTriangle(const qmboxBodies *bodies, int geom, const qmboxMoving *mesh, double less,
                        const double vertex[9], double min[3], double max[3]) {
  const qmboxGuardedBody *body = &bodies->body[bodies->geom[geom].body];
  double own[9], place[9], radius = 0;
  if (!mesh->moves) {
    boundStill(vertex, min, max);
    return;
  }
  qmboxPlaceTriangle(mesh, less, vertex, own);
  for (int k = 0; k < 3; k++) {
    const double *x = own + 3 * k;
    double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    radius = fmax(radius, sqrt(square));
    for (int i = 0; i < 3; i++) {
      const double *row = mesh->pose[i];
      place[3 * k + i] = row[0] * x[0] + row[1] * x[1] + row[2] * x[2] + row[3];
    }
  }
  double turned = radius * body->chord;
  for (int i = 0; i < 3; i++) {
    double back = qmboxMin(0, body->shift[i]), forth = qmboxMax(0, body->shift[i]);
    double rounding = BOUNDS_ERROR * (fabs(mesh->pose[i][3]) + radius + forth - back);
    min[i] = qmboxMin(place[i], qmboxMin(place[3 + i], place[6 + i])) - turned + back - rounding;
    max[i] = qmboxMax(place[i], qmboxMax(place[3 + i], place[6 + i])) + turned + forth + rounding;
  }
}

/* Writes the bounds, in the frame of the geom of a moving mesh, of all places that come into these bounds in the step,
   as the mesh has them before it is smaller by `less`. */
static void boundInMesh(const qmboxBodies *bodies, int geom, const qmboxMoving *mesh, double less, const double min[3],
                        const double max[3], double low[3], double high[3]) {
  const qmboxMeshCore *core = &mesh->figure.core;
  const qmboxGuardedBody *body = &bodies->body[bodies->geom[geom].body];
  double middle[3], half[3], scale = qmboxScaleOfCore(core, less);
  for (int i = 0; i < 3; i++) {
    double from = min[i] - fmax(0, body->shift[i]), to = max[i] - fmin(0, body->shift[i]);
    middle[i] = from + (to - from) / 2 - mesh->pose[i][3];
    half[i] = (to - from) / 2 + mesh->radius * body->chord + MESH_ERROR * (fabs(from) + fabs(to) + mesh->radius);
  }
  for (int j = 0; j < 3; j++) {
    double fixed = scale < 1 ? core->middle[j] : 0, at = -fixed, reach = 0;
    for (int i = 0; i < 3; i++) {
      at += mesh->pose[i][j] * middle[i];
      reach += fabs(mesh->pose[i][j]) * half[i];
    }
    at = fixed + at / scale - mesh->centre[j];
    low[j] = at - reach / scale;
    high[j] = at + reach / scale;
  }
}

static bool isFinite(const double min[3], const double max[3]) {
  for (int i = 0; i < 3; i++) {
    if (!isfinite(min[i]) || !isfinite(max[i])) return false;
  }
  return true;
}

void qmboxVisitTriangles(const qmboxBodies *bodies, int geom, const qmboxMoving *mesh, double less, const double min[3],
                         const double max[3], qmboxTriangleVisit *visit, void *data) {
  const qmboxGuardedGeom *own = &bodies->geom[geom];
  double low[3], high[3], from[3], to[3];
  if (!mesh->moves) {
    qmboxTrianglesNear(mesh->geom, true, min, max, visit, data);
    return;
  }
  for (int i = 0; i < 3; i++) { /* half of space is as large as the mesh here */
    from[i] = qmboxMax(min[i], own->bounds.min[i]);
    to[i] = qmboxMin(max[i], own->bounds.max[i]);
    if (!(from[i] <= to[i])) return;
  }
  boundInMesh(bodies, geom, mesh, less, from, to, low, high);
  if (isFinite(low, high)) {
    qmboxTrianglesNear(mesh->geom, false, low, high, visit, data);
  } else {
    qmboxAllTriangles(mesh->geom, false, visit, data);
  }
}

bool qmboxIsDynamic(const qmboxGuardedBody *body) {
  return body->start.body && !dBodyIsKinematic(body->start.body);
}

bool qmboxBitsMatch(dGeomID o1, dGeomID o2) {
  return ((dGeomGetCategoryBits(o1) & dGeomGetCollideBits(o2)) |
          (dGeomGetCategoryBits(o2) & dGeomGetCollideBits(o1))) != 0;
}

/* How many nested spaces a geom is in. */
static int depthOf(const qmboxBodies *bodies, const qmboxGuardedGeom *geom) {
  int depth = 0;
  for (int at = geom->subspace; at >= 0; at = bodies->subspace[at].outer) depth++;
  return depth;
}

/* Returns the nested space at this level that a geom is in, 0 the outermost; the geom itself below the last. */
static dGeomID standIn(const qmboxBodies *bodies, const qmboxGuardedGeom *geom, int level) {
  int at = geom->subspace, depth = depthOf(bodies, geom);
  if (level >= depth) return geom->geom;
  for (; depth > level + 1; depth--) at = bodies->subspace[at].outer;
  return bodies->subspace[at].space;
}

bool qmboxBitsOfAllMatch(const qmboxBodies *bodies, const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2) {
  if (!qmboxBitsMatch(geom1->geom, geom2->geom)) return false;
  if (geom1->subspace == geom2->subspace) return true;
  int depth1 = depthOf(bodies, geom1), depth2 = depthOf(bodies, geom2);
  for (int level = 0; level < depth1 || level < depth2; level++) {
    dGeomID one = standIn(bodies, geom1, level), other = standIn(bodies, geom2, level);
    if (one != other && !qmboxBitsMatch(one, other)) return false;
  }
  return true;
}

/* Returns true if a joint connects the bodies of two geoms that is no contact: these are let pass through each other.
   Sensors take note of them. */
static bool areJointed(const qmboxBodies *bodies, const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2) {
  if (geom1->sensor || geom2->sensor || !qmboxAreLinked(bodies, geom1->body, geom2->body)) return false;
  return qmboxJointLinkOf(geom1->geom, geom2->geom) == QMBOX_LINK_JOINT;
}

/* Returns true if two are not guarded against each other.  Sensors sense slow bodies. */
static bool areUnguarded(unsigned reasons1, unsigned reasons2, bool sensor) {
  unsigned mutual = sensor ? QMBOX_IDLE : QMBOX_IDLE | QMBOX_SLOW;
  return ((reasons1 | reasons2) & QMBOX_OFF) || ((reasons1 & mutual) && (reasons2 & mutual));
}

bool qmboxMayCollide(const qmboxBodies *bodies, int first, int second) {
  const qmboxGuardedGeom *geom1 = &bodies->geom[first], *geom2 = &bodies->geom[second];
  const qmboxGuardedBody *body1 = &bodies->body[geom1->body], *body2 = &bodies->body[geom2->body];
  if (!body1->changed && !body2->changed) return false;
  unsigned reasons = body1->unguarded | body2->unguarded;
  if (reasons && areUnguarded(body1->unguarded, body2->unguarded, geom1->sensor || geom2->sensor)) return false;
  if (!geom1->sensor && !geom2->sensor && !qmboxIsDynamic(body1) && !qmboxIsDynamic(body2)) return false;
  if (!(bodies->root[geom1->root].meets & bodies->root[geom2->root].is)) return false;
  return qmboxBitsOfAllMatch(bodies, geom1, geom2) && !areJointed(bodies, geom1, geom2);
}
