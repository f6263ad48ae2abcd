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

#include "util/real.h"
#include "util/call.h"
#include "util/warning.h"
#include "pairs/pair.h"
#include "motion/path.h"
#include "ode/geom_transform.h"
#include "class/registration.h"

/* The probe is larger by this part of its largest coordinate: positions, and the AABBs of ODE, are rounded. */
#define PROBE_ROUNDING (16 * QMBOX_EPSILON)

/* A cast under way. */
typedef struct qmboxCasting {
  qmboxPath caster;
  dGeomID geom, probe;
  double t0, t1;
  const qmboxCast *cast;
  int qmboxClass;
  qmboxContact *hit;
  int capacity, count;
  bool unsure;
} qmboxCasting;

/* ------------------------------------------------------------------ one geom */

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
  qmboxPath other;
  qmboxContact contact;
  if (geom == casting->geom || (body && body == dGeomGetBody(casting->geom)) || qmboxIsNotSolid(geom)) return;
  if (cast->filter && !cast->filter(cast->filterData, geom)) return;
  qmboxPathOf(geom, casting->qmboxClass, QMBOX_FOLLOW_NOTHING, &other);
  if (!qmboxSolvable(&casting->caster, &other)) {
    casting->unsure = true;
    return;
  }
  qmboxSolve(&casting->caster, &other, casting->t0, casting->t1, &contact);
  if (contact.status == BMS_INVALID || contact.status == BMS_UNRESOLVED) casting->unsure = true;
  if (contact.inexact & QMBOX_INEXACT_NUMBERS) casting->unsure = true;
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

/* ------------------------------------------------------------------ the way */

/* Returns the motion of the frame that the held geom of a transform has, for one of its own frame. */
static bms_motion motionOfHeld(dGeomID geom, const bms_motion *motion) {
  bms_motion held = *motion;
  for (int k = 0; k < 2; k++) {
    double turn[4];
    for (int i = 0; i < 4; i++) turn[i] = motion->rigid.quaternion[i][k];
    qmboxTurnByHeld(geom, turn);
    for (int i = 0; i < 4; i++) held.rigid.quaternion[i][k] = turn[i];
  }
  return held;
}

/* Returns the motion of a geom's frame for one of its body's frame, about the same origin. */
static bms_motion motionOnBody(dGeomID geom, const bms_motion *motion) {
  bms_motion on = *motion;
  for (int k = 0; k < 2; k++) {
    double turn[4];
    dQuaternion row;
    for (int i = 0; i < 4; i++) row[i] = (dReal)motion->rigid.quaternion[i][k];
    qmboxFrameOn(geom, row, turn);
    for (int i = 0; i < 4; i++) on.rigid.quaternion[i][k] = turn[i];
  }
  return on;
}

/* Sets the way of the caster: the given motion of its own frame or, if `ofBody`, of its body's; or else the next step
   of its body. */
static void setWay(qmboxCasting *casting, bool ofBody) {
  const bms_motion *motion = casting->cast->motion;
  qmboxPath *caster = &casting->caster;
  dGeomID geom = casting->geom;
  double centre[3] = {0, 0, 0};
  qmboxPathOf(geom, casting->qmboxClass, QMBOX_FOLLOW_NOTHING, caster);
  if (!qmboxHasBody(caster->shape)) return;
  caster->moves = 1;
  if (motion && !ofBody) {
    caster->body.motion = motionOfHeld(geom, motion);
    qmboxCentreOfHeld(geom, centre);
  } else {
    qmboxStepOfGeom(geom, 1, centre, &caster->body.motion);
    if (motion) caster->body.motion = motionOnBody(geom, motion);
  }
  qmboxShapeOfPath(geom, centre, caster);
}

/* Makes a box around the whole way; returns null if the numbers do not go. */
static dGeomID makeProbe(const qmboxCasting *casting) {
  double min[3], max[3], side[3];
  bms_swept_bounds(&casting->caster.body, casting->t0, casting->t1, min, max);
  for (int i = 0; i < 3; i++) {
    if (!isfinite(min[i]) || !isfinite(max[i])) return 0;
    side[i] = (max[i] - min[i]) + PROBE_ROUNDING * (fabs(min[i]) + fabs(max[i]));
  }
  dGeomID probe = dCreateBox(0, (dReal)side[0], (dReal)side[1], (dReal)side[2]);
  dGeomSetPosition(probe, (dReal)((min[0] + max[0]) / 2), (dReal)((min[1] + max[1]) / 2),
                   (dReal)((min[2] + max[2]) / 2));
  dGeomSetCategoryBits(probe, dGeomGetCategoryBits(casting->geom));
  dGeomSetCollideBits(probe, dGeomGetCollideBits(casting->geom));
  return probe;
}

/* ------------------------------------------------------------------ the cast */

static const char *objection(dSpaceID space, const qmboxCast *cast, const qmboxContact *hit, int capacity) {
  if (!space) return "the space is null";
  if (!dGeomIsSpace((dGeomID)space)) return "space is not a space";
  if (!cast) return "the cast is null";
  if (!(cast->t0 <= cast->t1 && isfinite(cast->t0) && isfinite(cast->t1))) return "t0 and t1 are no interval";
  if (capacity < 0 || (capacity > 0 && !hit)) return "hit is null, or capacity negative";
  if (cast->motion && cast->motion->form != BMS_MOTION_RIGID) return "the motion is not rigid";
  return 0;
}

static qmboxCasting castingFor(const qmboxCast *cast, qmboxContact *hit, int capacity) {
  return (qmboxCasting){.cast = cast,
                        .t0 = cast->t0,
                        .t1 = cast->t1,
                        .hit = hit,
                        .capacity = capacity,
                        .qmboxClass = qmboxRegisteredClass()};
}

/* Casts one geom, and adds its hits.  Returns what is wrong, null if nothing is. */
static const char *castGeom(qmboxCasting *casting, dSpaceID space, dGeomID geom, bool ofBody) {
  casting->geom = geom;
  setWay(casting, ofBody);
  if (!qmboxHasBody(casting->caster.shape)) return "planes, and shapes that are not continuous, cannot be cast";
  casting->probe = makeProbe(casting);
  if (!casting->probe) return "the motion or the geom is not finite";
  dSpaceCollide2(casting->probe, (dGeomID)space, casting, castNear);
  dGeomDestroy(casting->probe);
  if (casting->unsure && casting->cast->unsure) *casting->cast->unsure = 1;
  return 0;
}

int qmboxSpaceCast(dSpaceID space, dGeomID geom, const qmboxCast *cast, qmboxContact *hit, int capacity) {
  const char *reason = objection(space, cast, hit, capacity);
  qmboxCasting casting = {0};
  qmboxCall call;
  if (!reason && !geom) reason = "the geom is null";
  if (!reason && !cast->motion && !dGeomGetBody(geom)) reason = "the geom has no body, and no motion is given";
  if (!reason) {
    casting = castingFor(cast, hit, capacity);
    qmboxBeginCall(&call);
    reason = castGeom(&casting, space, geom, false);
    qmboxEndCall(&call);
  }
  if (reason) qmboxWarn("qmboxSpaceCast", reason);
  return reason ? -1 : casting.count;
}

int qmboxSpaceCastBody(dSpaceID space, dBodyID body, const qmboxCast *cast, qmboxContact *hit, int capacity) {
  const char *reason = objection(space, cast, hit, capacity);
  qmboxCasting casting = {0};
  qmboxCall call;
  if (!reason && !body) reason = "the body is null";
  if (!reason && !dBodyGetFirstGeom(body)) reason = "the body has no geom";
  if (!reason) casting = castingFor(cast, hit, capacity);
  qmboxBeginCall(&call);
  for (dGeomID geom = reason ? 0 : dBodyGetFirstGeom(body); geom && !reason; geom = dBodyGetNextGeom(geom)) {
    if (!qmboxIsNotSolid(geom) && dGeomIsEnabled(geom)) reason = castGeom(&casting, space, geom, true);
  }
  qmboxEndCall(&call);
  if (reason) qmboxWarn("qmboxSpaceCastBody", reason);
  return reason ? -1 : casting.count;
}
