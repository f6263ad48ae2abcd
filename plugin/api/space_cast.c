/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Casts: the hits of a geom on its motion, while all others are at rest or on their own motions.
 *
 * Each geom whose present bounds meet the sweep's is checked by itself.  ODE's spaces are not used to find these: they
 * go by AABBs that are too small where a hull has been changed or a heightfield is turned (ode/geom_bounds.h).
 */

#include <math.h>
#include <string.h>

#include "util/real.h"
#include "util/arithmetic.h"
#include "util/warning.h"
#include "pairs/cast_pair.h"
#include "pairs/pair.h"
#include "moving/moving.h"
#include "moving/moving_bounds.h"
#include "broad/bounds.h"
#include "ode/geom_bounds.h"
#include "ode/geom_transform.h"
#include "ode/space_walk.h"
#include "class/registration.h"

/* The bounds of the way are larger by this part of their largest coordinate: ODE's AABBs are rounded, and lose less
   than two units in the last place on each side. */
#define BOUNDS_ERROR (4 * QMBOX_EPSILON)

/* The slack where none is given: a part of the longest side of the caster, but no less than poses round at the
   largest coordinate of the way. */
#define SLACK 1e-4
#define POSE_ERROR (8 * QMBOX_EPSILON)

/* A cast under way. */
typedef struct qmboxCasting {
  qmboxMoving caster;
  dGeomID geom;
  double min[3], max[3]; /* of the way */
  bool beside;           /* in a space whose AABB is not on it */
  double t0, t1;
  const qmboxCast *cast;
  qmboxCastRule rule;
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

static void take(void *data, const qmboxContact *contact) {
  qmboxCasting *casting = data;
  qmboxContact hit = *contact;
  if (hit.status == BMS_INVALID || hit.status == BMS_UNRESOLVED) casting->unsure = true;
  if (hit.inexact & QMBOX_INEXACT_NUMBERS) casting->unsure = true;
  if (hit.status == BMS_UNRESOLVED) hit.time = hit.timeLower;
  if (hit.status != BMS_SEPARATED && hit.status != BMS_INVALID) keep(casting, &hit);
}

/* Returns true if a path that moves comes near the way; or may do so. */
static bool comesNear(const qmboxCasting *casting, const qmboxMoving *path) {
  double min[3], max[3], t0 = fmax(casting->t0, path->t0), t1 = fmin(casting->t1, path->t1);
  if (!path->moves || !qmboxHasBody(path->shape)) return true;
  if (!(t0 <= t1)) return false;
  double reach = qmboxMovingBounds(path, t0, t1, min, max);
  for (int i = 0; i < 3 && reach < HUGE_VAL; i++) {
    if (min[i] - BOUNDS_ERROR * reach > casting->max[i] || max[i] + BOUNDS_ERROR * reach < casting->min[i])
      return false;
  }
  return true;
}

static void castAt(qmboxCasting *casting, dGeomID geom) {
  const qmboxCast *cast = casting->cast;
  dBodyID body = dGeomGetBody(geom);
  qmboxMoving other;
  if (geom == casting->geom || (body && body == dGeomGetBody(casting->geom)) || qmboxIsNotSolid(geom)) return;
  if (cast->filter && !cast->filter(cast->filterData, geom)) return;
  qmboxMovingOf(geom, casting->qmboxClass, cast->moving ? QMBOX_FOLLOW_OWN : QMBOX_FOLLOW_NOTHING, &other);
  if (cast->moving && !comesNear(casting, &other)) return;
  if (!qmboxSolvable(&casting->caster, &other)) {
    casting->unsure = true;
    return;
  }
  qmboxCastPair(&casting->caster, &other, casting->t0, casting->t1, &casting->rule);
}

/* Returns true if a geom or a space is elsewhere than ODE believes, and on the way.  The AABB of a qmbox may be of a
   motion, which plays no part here. */
static bool isOnWayAfterAll(const qmboxCasting *casting, dGeomID geom) {
  dReal aabb[6];
  if (casting->cast->moving && (dGeomGetBody(geom) || dGeomGetClass(geom) == casting->qmboxClass)) return true;
  if (dGeomGetClass(geom) == casting->qmboxClass) return qmboxGetMotion(geom, 0, 0, 0) != 0;
  if (!qmboxBoundsMayDiffer(geom)) return false;
  qmboxBoundsOfGeom(geom, aabb);
  return qmboxAabbMeets(aabb, casting->min, casting->max);
}

/* Casts at a geom, or at what a space holds.  Of a space whose AABB is not on the way only those geoms may be that are
   elsewhere than ODE believes. */
static void castNear(void *data, dGeomID geom) {
  qmboxCasting *casting = data;
  bool beside = casting->beside, space = dGeomIsSpace(geom), on = false;
  dReal aabb[6];
  if (!beside) {
    dGeomGetAABB(geom, aabb);
    on = qmboxAabbMeets(aabb, casting->min, casting->max);
  }
  if (!on && !space && !isOnWayAfterAll(casting, geom)) return;
  if (!dGeomIsEnabled(geom) || !qmboxBitsMatch(casting->geom, geom)) return; /* as ODE has it */
  if (space) {
    casting->beside = !on;
    qmboxVisitSpace(geom, castNear, data);
    casting->beside = beside;
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
  bms_motion counted;
  const bms_motion *given = casting->cast->motion, *motion = given ? &counted : NULL;
  qmboxMoving *caster = &casting->caster;
  dGeomID geom = casting->geom;
  double centre[3] = {0, 0, 0};
  if (given) counted = qmboxMotionFromZero(given);
  qmboxMovingOf(geom, casting->qmboxClass, QMBOX_FOLLOW_NOTHING, caster);
  if (!qmboxHasBody(caster->shape)) return;
  caster->moves = 1;
  if (motion && !ofBody) {
    caster->body.motion = motionOfHeld(geom, motion);
    qmboxCentreOfHeld(geom, centre);
  } else {
    qmboxStepOfGeom(geom, 1, centre, &caster->body.motion);
    if (motion) caster->body.motion = motionOnBody(geom, motion);
    if (!motion) caster->inexact = qmboxBodyInexact(dGeomGetBody(geom));
  }
  qmboxShapeOfMoving(geom, centre, caster);
}

/* Finds the bounds of the whole way, and the slack if none is given; returns false if the numbers do not go. */
static bool boundWay(qmboxCasting *casting) {
  const bms_box *box = &casting->caster.body.box;
  double size = 0;
  bms_swept_bounds(&casting->caster.body, casting->t0, casting->t1, casting->min, casting->max);
  double reach = qmboxLargestIn(casting->min, casting->max);
  if (!(reach < HUGE_VAL)) return false;
  qmboxWiden(casting->min, casting->max, BOUNDS_ERROR * reach + casting->cast->distance);
  for (int i = 0; i < 3; i++) size = fmax(size, box->max[i] - box->min[i]);
  if (casting->rule.slack == 0) casting->rule.slack = fmax(SLACK * size, POSE_ERROR * reach);
  return true;
}

/* ------------------------------------------------------------------ the cast */

static const char *objection(dSpaceID space, const qmboxCast *cast, const qmboxContact *hit, int capacity) {
  if (!space) return "the space is null";
  if (!dGeomIsSpace((dGeomID)space)) return "space is not a space";
  if (!cast) return "the cast is null";
  if (!(cast->t0 <= cast->t1 && isfinite(cast->t0) && isfinite(cast->t1))) return "t0 and t1 are no interval";
  if (capacity < 0 || (capacity > 0 && !hit)) return "hit is null, or capacity negative";
  if (cast->motion && cast->motion->form != BMS_MOTION_RIGID) return "the motion is not rigid";
  if (!(cast->distance >= 0 && isfinite(cast->distance))) return "the distance is negative or not finite";
  if (!(cast->slack >= 0 && isfinite(cast->slack))) return "the slack is negative or not finite";
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
  const qmboxCast *cast = casting->cast;
  casting->geom = geom;
  casting->rule = (qmboxCastRule){.approaching = cast->approaching != 0,
                                  .everyTriangle = cast->everyTriangle != 0,
                                  .distance = cast->distance,
                                  .slack = cast->slack,
                                  .hit = take,
                                  .data = casting};
  setWay(casting, ofBody);
  if (!qmboxHasBody(casting->caster.shape)) return "the geom is a plane, or not continuous (doc/limits.md)";
  if (!boundWay(casting)) return "the motion or the geom is not finite";
  qmboxVisitSpace((dGeomID)space, castNear, casting);
  if (casting->unsure && cast->unsure) *cast->unsure = 1;
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
