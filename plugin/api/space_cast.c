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
#include "pairs/pair.h"
#include "motion/path.h"
#include "ode/geom_transform.h"
#include "class/registration.h"

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

/* Sets the way of the caster: the given motion of its own frame, or the next step of its body. */
static void setWay(qmboxCasting *casting, dGeomID geom, const qmboxCast *cast) {
  qmboxPath *caster = &casting->caster;
  double centre[3] = {0, 0, 0};
  qmboxPathOf(geom, casting->qmboxClass, QMBOX_FOLLOW_NOTHING, caster);
  if (!qmboxHasBody(caster->shape)) return;
  caster->moves = 1;
  if (cast->motion) {
    caster->body.motion = motionOfHeld(geom, cast->motion);
    qmboxCentreOfHeld(geom, centre);
    qmboxShapeOfPath(geom, centre, caster);
  } else {
    qmboxStepOfGeom(geom, 1, centre, &caster->body.motion);
    qmboxShapeOfPath(geom, centre, caster);
  }
}

/* Makes a box around the whole way; returns null if the numbers do not go. */
static dGeomID makeProbe(const qmboxCasting *casting) {
  double min[3], max[3];
  bms_swept_bounds(&casting->caster.body, casting->t0, casting->t1, min, max);
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
    if (!qmboxHasBody(casting.caster.shape)) reason = "planes, and shapes that are not continuous, cannot be cast";
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
