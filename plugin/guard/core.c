/* SPDX-License-Identifier: BSD-3-Clause */

/* Cores, and everything between a geom and its core. */

#include "guard/core.h"

#include <float.h>
#include <math.h>

#include "pair.h"
#include "piecewise.h"

/* The allowance in parts of a geom's shortest side. */
#define ALLOWANCE 0.25

/* Geoms that come as near as this part of their allowances may be called meeting. */
#define NEARNESS 1e-3

/* Roundings of a gap and of an approach, in parts of the largest coordinate. */
#define GAP_ROUNDING (256 * DBL_EPSILON)

/* ------------------------------------------------------------------ one geom */

static double radiusOf(const bms_box *box) {
  double square = 0;
  for (int i = 0; i < 3; i++) {
    double arm = fmax(fabs(box->min[i]), fabs(box->max[i]));
    square += arm * arm;
  }
  return sqrt(square) * (1 + 8 * DBL_EPSILON);
}

static double largestCoordinate(const qmboxGuardedGeom *geom) {
  double largest = geom->radius;
  if (geom->path.shape == QMBOX_SHAPE_PLANE) return fabs(geom->path.halfSpace.offset);
  for (int i = 0; i < 3; i++) {
    const double *c = geom->path.body.motion.rigid.position[i];
    largest = fmax(largest, fabs(c[0]));
  }
  return largest;
}

void qmboxMakeSolid(const qmboxGuard *guard, qmboxGuardedGeom *geom) {
  const qmboxGuardedBody *body = &guard->body[geom->body];
  if (geom->solid) return;
  geom->solid = true;
  qmboxPathBetween(geom->geom, guard->qmboxClass, geom->body ? &body->start : 0, geom->body ? &body->end : 0,
                   guard->length, &geom->path);
  const bms_box *box = &geom->path.body.box;
  bool thick = geom->path.shape == QMBOX_SHAPE_BOX || geom->path.shape == QMBOX_SHAPE_ROUND;
  double shortest = thick ? HUGE_VAL : 0;
  for (int i = 0; i < 3 && thick; i++) shortest = fmin(shortest, box->max[i] - box->min[i]);
  geom->allowance = ALLOWANCE * shortest;
  geom->radius = qmboxHasBody(geom->path.shape) ? radiusOf(box) : 0;
}

/* Writes the path of a geom at this level, which stands still at `stop` if `stands`. */
static void pathAt(const qmboxGuardedGeom *geom, double level, bool stands, double stop,
                   qmboxPath *path) {
  double less = level * geom->allowance;
  *path = geom->path;
  for (int i = 0; i < 3; i++) {
    path->body.box.min[i] += less;
    path->body.box.max[i] -= less;
  }
  if (!stands || !path->moves || !qmboxHasBody(path->shape)) return;
  double at[4];
  if (path->turns) {
    qmboxTurnAt(&path->turn, stop, at);
  } else {
    for (int i = 0; i < 4; i++) {
      const double *c = path->body.motion.rigid.quaternion[i];
      at[i] = c[0] + stop * c[1];
    }
  }
  path->turns = 0;
  for (int i = 0; i < 4; i++) {
    path->body.motion.rigid.quaternion[i][0] = at[i];
    path->body.motion.rigid.quaternion[i][1] = 0;
  }
  for (int i = 0; i < 3; i++) {
    double *c = path->body.motion.rigid.position[i];
    c[0] += stop * (c[1] + stop * c[2]);
    c[1] = c[2] = 0;
  }
}

/* ------------------------------------------------------------------ two geoms */

bool qmboxCanMeet(const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2) {
  return qmboxSolvable(&geom1->path, &geom2->path);
}

/* The normal points away from the half-space, so from the first geom to the second if that is it. */
static void planeNormal(const bms_half_space *plane, double sign, double normal[3]) {
  const double *n = plane->normal;
  double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int i = 0; i < 3; i++) normal[i] = sign * n[i] / length;
}

double qmboxCoreGap(const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2, double level, double normal[3]) {
  qmboxPath path1, path2;
  double gap;
  pathAt(geom1, level, true, 0, &path1);
  pathAt(geom2, level, true, 0, &path2);
  normal[0] = normal[1] = normal[2] = 0;
  if (path1.shape == QMBOX_SHAPE_BOX && path2.shape == QMBOX_SHAPE_BOX) {
    bms_separation separation;
    bms_separation_at(&path1.body, &path2.body, 0, &separation);
    for (int i = 0; i < 3; i++) normal[i] = separation.normal[i];
    gap = separation.gap;
  } else {
    if (path1.shape == QMBOX_SHAPE_PLANE) planeNormal(&path1.halfSpace, 1, normal);
    if (path2.shape == QMBOX_SHAPE_PLANE) planeNormal(&path2.halfSpace, -1, normal);
    gap = qmboxGap(&path1, &path2, 0);
  }
  return gap - GAP_ROUNDING * (largestCoordinate(geom1) + largestCoordinate(geom2));
}

/* Returns how far the body goes towards `direction` at most, and against it if that is farther: at least 0. */
static double approachOf(const qmboxGuardedBody *body, const qmboxGuardedGeom *geom, const double direction[3],
                         double sign) {
  double along = 0, square = 0;
  if (!body->moves) return 0;
  for (int i = 0; i < 3; i++) {
    along += direction[i] * body->shift[i];
    square += body->shift[i] * body->shift[i];
  }
  bool known = direction[0] != 0 || direction[1] != 0 || direction[2] != 0;
  return geom->radius * body->chord + (known ? fmax(0, sign * along) : sqrt(square));
}

double qmboxLargestApproach(const qmboxGuard *guard, const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2,
                            const double normal[3]) {
  return (approachOf(&guard->body[geom1->body], geom1, normal, 1) +
          approachOf(&guard->body[geom2->body], geom2, normal, -1)) *
         (1 + 64 * DBL_EPSILON);
}

/* The first contact of two boxes with a tolerance. */
static bms_status boxesMeet(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, double nearness,
                            double *time) {
  bms_query query = {t0, t1, path1->body, path2->body};
  bms_contact contact;
  (void)nearness;
  bms_status status = bms_first_contact(&query, &contact);
  *time = contact.t_lower;
  return status;
}

double qmboxUsualNearness(const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2) {
  return NEARNESS * (geom1->allowance + geom2->allowance);
}

double qmboxCoresMeet(const qmboxGuard *guard, const qmboxGuardedGeom *geom1, const qmboxGuardedGeom *geom2,
                      double level, double nearness, double t0, double t1, bool *sure) {
  double stop1 = guard->body[geom1->body].stop, stop2 = guard->body[geom2->body].stop, time = t0;
  qmboxPath path1, path2;
  bms_status status;
  pathAt(geom1, level, stop1 <= t0, stop1, &path1);
  pathAt(geom2, level, stop2 <= t0, stop2, &path2);
  if (path1.shape == QMBOX_SHAPE_BOX && path2.shape == QMBOX_SHAPE_BOX && !path1.turns && !path2.turns) {
    status = boxesMeet(&path1, &path2, t0, t1, nearness, &time);
  } else {
    qmboxContact contact;
    status = qmboxSolveGrown(&path1, 0, &path2, 0, t0, t1, nearness, &contact);
    time = contact.timeLower;
  }
  if (status == BMS_INVALID) *sure = false;
  if (status == BMS_SEPARATED || status == BMS_INVALID) return HUGE_VAL;
  return status == BMS_CONTACT || status == BMS_UNRESOLVED ? fmax(t0, time) : t0;
}
