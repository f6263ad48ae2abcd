/* SPDX-License-Identifier: BSD-3-Clause */

#include "pairs/convex_pair.h"

#include <math.h>

#include "ode/geom_transform.h"
#include "shapes/allowance.h"
#include "util/real.h"

/* It is found to this part of what they can shrink by, in at most this number of checks; ten are usual. */
#define CLOSE 0x1p-40
enum { MOST_LOOKS = 80 };

/* Cores whose distance is below this part of the sizes may share a point. */
#define CORES_MEET 1e-10

/* libccd, by which ODE collides cylinders and convex hulls, overlooks what is less deep than this part of the sizes. */
#define LIBCCD_ERROR 1e-5

void qmboxTakeConvex(const bms_convex_contact *answer, qmboxContact *contact) {
  contact->status = answer->status;
  contact->time = answer->t;
  contact->timeLower = answer->t_lower;
  contact->timeUpper = answer->t_upper;
  contact->approachSpeed = (dReal)answer->approach_speed;
  contact->pointCount = 1;
  for (int i = 0; i < 3; i++) {
    contact->normal[i] = (dReal)(0 - answer->normal[i]); /* no negative zeros */
    contact->point[0][i] = (dReal)answer->point[i];
  }
}

void qmboxKeepConvex(const bms_convex_contact *answer, qmboxContact *contact) {
  contact->status = answer->status;
  if (answer->status == BMS_INVALID) contact->inexact |= QMBOX_INEXACT_NUMBERS;
  if (answer->status == BMS_UNRESOLVED) contact->inexact |= QMBOX_INEXACT_UNRESOLVED;
  if (answer->status != BMS_INVALID && answer->status != BMS_SEPARATED) qmboxTakeConvex(answer, contact);
}

void qmboxSolveConvex(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, qmboxContact *contact) {
  qmboxConvexQuery q = {.query = {.t0 = t0, .t1 = t1}};
  bms_convex_contact answer;
  qmboxSetSide(&q, 0, path1, 0);
  qmboxSetSide(&q, 1, path2, 0);
  (void)bms_convex_first_contact(&q.query, 0, &answer);
  qmboxKeepConvex(&answer, contact);
}

/* Returns how much smaller a path may be made, on every side, for a depth to be found. */
static double roomOf(const qmboxMoving *path) {
  double thickness = 0;
  if (path->shape == QMBOX_SHAPE_CONVEX) thickness = path->figure.thickness;
  if (path->shape == QMBOX_SHAPE_BOX) {
    thickness = HUGE_VAL;
    for (int i = 0; i < 3; i++) thickness = fmin(thickness, path->body.box.max[i] - path->body.box.min[i]);
  }
  return thickness < HUGE_VAL ? QMBOX_MOST_SHRINKING * thickness : 0;
}

/* Two paths at one time. */
typedef struct qmboxTwoMoving {
  const qmboxMoving *path[2];
  double room[2], t;
} qmboxTwoMoving;

/* Finds how the two stand to each other when they are smaller by this part of what they can be.  Returns the sum of the
   radii of their cores; -1 for numbers that the solver cannot take. */
static double separate(const qmboxTwoMoving *two, double part, bms_convex_separation *separation) {
  qmboxConvexQuery q = {.query = {.t0 = two->t, .t1 = two->t}};
  for (int k = 0; k < 2; k++) qmboxSetSide(&q, k, two->path[k], part * two->room[k]);
  if (bms_convex_separation_at(&q.query, two->t, separation) != BMS_VALID) return -1;
  return q.query.a.radius + q.query.b.radius;
}

/* Returns a part at which two that are apart by `gap` at `part`, and by `gapBefore` at the larger part `before`, are
   nearly in contact.  Distances are convex in the part, so it is not less than that at which they touch. */
static double secant(double part, double gap, double before, double gapBefore) {
  return part - gap * (before - part) / (gapBefore - gap) + CLOSE / 4;
}

/*
 * Returns the length by which the two have to shrink to be apart.  A length that they grow by brings them nearer by
 * that at least, and two boxes by no more than that many times the root of three.
 */
static double depthOf(const qmboxTwoMoving *two) {
  double high = 1, room = two->room[0] + two->room[1];
  bms_convex_separation separation;
  if (!(separate(two, 1, &separation) >= 0 && separation.lower > 0)) return room;
  double low = fmax(0, 1 - separation.upper / room), gap = separation.lower, next = 1 - gap / (sqrt(3) * room);
  for (int i = 0; i < MOST_LOOKS && high - low > CLOSE; i++) {
    if (!(next > low && next < high)) next = (low + high) / 2;
    (void)separate(two, next, &separation);
    if (separation.lower > 0) {
      double before = high, gapBefore = gap;
      high = next;
      gap = separation.lower;
      low = fmax(low, high - separation.upper / room);
      next = secant(high, gap, before, gapBefore);
    } else {
      low = next;
    }
  }
  return high * room;
}

double qmboxConvexGap(const qmboxMoving *path1, const qmboxMoving *path2, double t) {
  qmboxTwoMoving two = {{path1, path2}, {roomOf(path1), roomOf(path2)}, t};
  bms_convex_separation separation;
  double radii = separate(&two, 0, &separation), size = path1->figure.radius + path2->figure.radius;
  bool half = path1->shape == QMBOX_SHAPE_PLANE || path2->shape == QMBOX_SHAPE_PLANE;
  for (int i = 0; i < 3; i++) {
    if (path1->shape == QMBOX_SHAPE_BOX) size += path1->body.box.max[i] - path1->body.box.min[i];
    if (path2->shape == QMBOX_SHAPE_BOX) size += path2->body.box.max[i] - path2->body.box.min[i];
  }
  if (radii < 0) return -HUGE_VAL;
  if (half || separation.lower > 0 || separation.upper + radii > CORES_MEET * size) return separation.upper;
  return -depthOf(&two);
}

static bool isByLibccd(const qmboxMoving *path) {
  int class = path->shape == QMBOX_SHAPE_CONVEX && path->geom ? qmboxHeldClass(path->geom) : dBoxClass;
  return class != dBoxClass && class != dSphereClass && class != dCapsuleClass && class != dTriMeshClass &&
         class != dHeightfieldClass;
}

double qmboxConvexResolution(const qmboxMoving *path1, const qmboxMoving *path2, double reach) {
  double size = path1->figure.radius + path2->figure.radius;
  bool libccd = isByLibccd(path1) || isByLibccd(path2);
  return QMBOX_SOLVER_ERROR * (reach + size) + (libccd ? LIBCCD_ERROR * size : 0);
}
