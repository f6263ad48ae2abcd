/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Casts: what a geom would hit on its way, with everything else standing still.
 *
 * The bounds of the way are asked of the space through a qmbox of that size, which stands in no space itself; then each
 * geom by itself.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/warning.h"
#include "class/geom.h"
#include "guard/meeting.h"
#include "pairs/pair.h"
#include "motion/path.h"
#include "class/registration.h"
#include "ode/mesh_triangles.h"

/* A cast under way. */
typedef struct qmboxCasting {
  qmboxSolid caster;
  dGeomID geom, probe;
  double t0, t1;
  const qmboxCast *cast;
  int qmboxClass;
  qmboxContact *hit;
  int capacity, count;
  bool unsure;
} qmboxCasting;

/* ------------------------------------------------------------------ one geom */

/* A box and another box, a plane or a mesh: the exact contact, with its features and points.  Returns false for other
 * pairs. */
static bool solveExactly(const qmboxCasting *casting, const qmboxSolid *other, qmboxContact *contact) {
  qmboxPath path[2];
  const qmboxSolid *caster = &casting->caster;
  qmboxMakeShellPath(caster, 0, casting->t0, casting->t1, &path[0]);
  qmboxMakeShellPath(other, 0, casting->t0, casting->t1, &path[1]);
  path[0].body.motion = caster->taken.motion;
  path[0].t0 = -HUGE_VAL;
  if (path[0].shape != QMBOX_SHAPE_BOX || !qmboxSolvable(&path[0], &path[1])) return false;
  qmboxSolve(&path[0], &path[1], casting->t0, casting->t1, contact);
  return true;
}

/* Any two convex solids. */
static void solveConvex(const qmboxCasting *casting, const qmboxSolid *other, qmboxContact *contact) {
  qmboxShell shell[2];
  bms_convex_contact answer;
  qmboxMakeShell(&casting->caster, 0, casting->t0, casting->t1, &shell[0]);
  qmboxMakeShell(other, 0, casting->t0, casting->t1, &shell[1]);
  bms_convex_query query = {
      casting->t0, casting->t1, shell[0].shape, shell[1].shape, shell[0].motion, shell[1].motion, 0};
  contact->status = bms_first_contact_convex(&query, 0, &answer);
  contact->time = answer.t;
  contact->timeLower = answer.t_lower;
  contact->timeUpper = answer.t_upper;
  contact->approachSpeed = (dReal)answer.approach_speed;
  contact->pointCount = 1;
  for (int i = 0; i < 3; i++) {
    contact->normal[i] = (dReal)(0 - answer.normal[i]);
    contact->point[0][i] = (dReal)answer.point[i];
  }
}

/* A cast at a mesh: the earliest hit so far. */
typedef struct qmboxMeshCast {
  const qmboxCasting *casting;
  const qmboxSolid *mesh;
  qmboxContact *earliest;
} qmboxMeshCast;

static void castAtTriangle(void *data, const double vertex[9]) {
  const qmboxMeshCast *cast = data;
  qmboxContact *earliest = cast->earliest, contact;
  qmboxSolid triangle;
  qmboxMakeTriangle(&triangle, cast->mesh, vertex);
  qmboxNoContact(&contact, BMS_INVALID);
  solveConvex(cast->casting, &triangle, &contact);
  if (contact.status == BMS_UNRESOLVED) contact.time = contact.timeLower;
  if (contact.status == BMS_SEPARATED || earliest->status == BMS_INVALID) return;
  if (contact.status == BMS_INVALID || earliest->status == BMS_SEPARATED || contact.time < earliest->time) {
    *earliest = contact;
  }
}

/* A mesh and any caster. */
static void solveMesh(const qmboxCasting *casting, const qmboxSolid *mesh, qmboxContact *contact) {
  qmboxMeshCast cast = {casting, mesh, contact};
  dReal aabb[6];
  double min[3], max[3];
  dGeomGetAABB(casting->probe, aabb);
  for (int i = 0; i < 3; i++) {
    min[i] = (double)aabb[2 * i];
    max[i] = (double)aabb[2 * i + 1];
  }
  qmboxNoContact(contact, BMS_SEPARATED);
  qmboxTrianglesNear(mesh->geom, min, max, castAtTriangle, &cast);
}

static void keep(qmboxCasting *casting, const qmboxContact *contact) {
  int place = casting->count < casting->capacity ? casting->count : casting->capacity;
  while (place > 0 && casting->hit[place - 1].time > contact->time) {
    if (place < casting->capacity) casting->hit[place] = casting->hit[place - 1];
    place--;
  }
  if (place < casting->capacity) casting->hit[place] = *contact;
  casting->count++;
}

static void castAt(qmboxCasting *casting, dGeomID geom) {
  const qmboxCast *cast = casting->cast;
  dBodyID body = dGeomGetBody(geom);
  qmboxSolid other;
  qmboxContact contact;
  if (geom == casting->geom || (body && body == dGeomGetBody(casting->geom)) || dGeomGetClass(geom) == dRayClass)
    return;
  if (cast->filter && !cast->filter(cast->filterData, geom)) return;
  qmboxMakeSolid(&other, geom, casting->qmboxClass, 0, 0, casting->t1);
  qmboxNoContact(&contact, BMS_INVALID);
  if (other.kind != QMBOX_SOLID_MESH && !qmboxCanMeet(&casting->caster, &other)) {
    casting->unsure = true;
    return;
  }
  if (!solveExactly(casting, &other, &contact)) {
    (other.kind == QMBOX_SOLID_MESH ? solveMesh : solveConvex)(casting, &other, &contact);
  }
  contact.g1 = casting->geom;
  contact.g2 = geom;
  if (contact.status == BMS_INVALID || contact.status == BMS_UNRESOLVED) casting->unsure = true;
  if (contact.status == BMS_UNRESOLVED) contact.time = contact.timeLower;
  if (contact.status != BMS_SEPARATED && contact.status != BMS_INVALID) keep(casting, &contact);
}

static void castNear(void *data, dGeomID o1, dGeomID o2) {
  qmboxCasting *casting = data;
  dGeomID geom = o1 == casting->probe ? o2 : o1;
  if (dGeomIsSpace(geom)) {
    dSpaceCollide2(casting->probe, geom, data, castNear);
  } else {
    castAt(casting, geom);
  }
}

/* ------------------------------------------------------------------ the cast */

static const char *objection(dSpaceID space, dGeomID geom, const qmboxCast *cast, const qmboxContact *hit,
                             int capacity) {
  if (!space) return "the space is null";
  if (!dGeomIsSpace((dGeomID)space)) return "space is not a space";
  if (!geom) return "the geom is null";
  if (!cast) return "the cast is null";
  if (!(cast->t0 <= cast->t1 && isfinite(cast->t0) && isfinite(cast->t1))) return "t0 and t1 are no interval";
  if (capacity < 0 || (capacity > 0 && !hit)) return "hit is null, or capacity negative";
  if (cast->motion && cast->motion->form != BMS_MOTION_RIGID) return "the motion is not rigid";
  if (!cast->motion && !dGeomGetBody(geom)) return "the geom has no body, and no motion is given";
  return 0;
}

/* The way of the caster: the given motion of its own frame, or the next step of its body. */
static void setWay(qmboxCasting *casting, dGeomID geom, const qmboxCast *cast) {
  qmboxSolid *caster = &casting->caster;
  qmboxMakeSolid(caster, geom, casting->qmboxClass, 0, 0, cast->t1);
  if (cast->motion) {
    qmboxCentreSolid(caster);
    caster->taken.motion = *cast->motion;
  } else {
    qmboxStepOfGeom(geom, 1, caster->centre, &caster->taken.motion);
  }
  caster->moves = true;
}

/* A qmbox around the whole way. */
static dGeomID makeProbe(const qmboxCasting *casting) {
  const qmboxSolid *caster = &casting->caster;
  double radius = caster->radius, min[3], max[3];
  bms_body ball = {bms_box_centred(2 * radius, 2 * radius, 2 * radius), caster->taken.motion};
  bms_swept_bounds(&ball, casting->t0, casting->t1, min, max);
  for (int i = 0; i < 3; i++) {
    if (!isfinite(min[i]) || !isfinite(max[i])) return 0;
  }
  dGeomID probe = dCreateBox(0, (dReal)((max[0] - min[0]) * 1.0001), (dReal)((max[1] - min[1]) * 1.0001),
                             (dReal)((max[2] - min[2]) * 1.0001));
  dGeomSetPosition(probe, (dReal)((min[0] + max[0]) / 2), (dReal)((min[1] + max[1]) / 2),
                   (dReal)((min[2] + max[2]) / 2));
  dGeomSetCategoryBits(probe, dGeomGetCategoryBits(casting->geom));
  dGeomSetCollideBits(probe, dGeomGetCollideBits(casting->geom));
  return probe;
}

int qmboxSpaceCast(dSpaceID space, dGeomID geom, const qmboxCast *cast, qmboxContact *hit, int capacity) {
  const char *reason = objection(space, geom, cast, hit, capacity);
  qmboxCasting casting = {.geom = geom, .cast = cast, .hit = hit, .capacity = capacity};
  if (!reason) {
    casting.t0 = cast->t0;
    casting.t1 = cast->t1;
    casting.qmboxClass = qmboxRegisteredClass();
    setWay(&casting, geom, cast);
    if (casting.caster.kind != QMBOX_SOLID_CONVEX) reason = "only boxes, spheres, capsules and cylinders can be cast";
  }
  if (!reason && !(casting.probe = makeProbe(&casting))) reason = "the motion or the geom is not finite";
  if (reason) {
    qmboxWarn("qmboxSpaceCast", reason);
    return -1;
  }
  dSpaceCollide2(casting.probe, (dGeomID)space, &casting, castNear);
  dGeomDestroy(casting.probe);
  if (casting.unsure && cast->unsure) *cast->unsure = 1;
  return casting.count;
}
