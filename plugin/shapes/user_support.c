/* SPDX-License-Identifier: BSD-3-Clause */

#include "shapes/user_support.h"

#include <math.h>
#include <stdatomic.h>

#include "util/real.h"
#include "util/warning.h"

/* Sizes beyond this are left to nobody: their squares would overflow. */
#define LARGEST 1e100

static _Atomic(const qmboxSupport *) supportOfClass[dMaxUserClasses];

/* 1 once the functions of a class have been reported as unsound. */
static atomic_int warned[dMaxUserClasses];

const qmboxSupport *qmboxSupportOf(dGeomID geom) {
  int class = dGeomGetClass(geom);
  if (class < dFirstUserClass || class > dLastUserClass) return 0;
  return atomic_load(&supportOfClass[class - dFirstUserClass]);
}

static const char *objection(int geomClass, const qmboxSupport *support) {
  if (geomClass < dFirstUserClass || geomClass > dLastUserClass) return "the class is not one of dCreateGeomClass()";
  if (!support) return 0;
  if (support->size < sizeof *support) return "support->size is not sizeof(qmboxSupport)";
  if (!support->farthest || !support->reach) return "support->farthest or support->reach is null";
  return support->coreFarthest && !support->inner ? "support->coreFarthest is there without support->inner" : 0;
}

int qmboxSetSupport(int geomClass, const qmboxSupport *support) {
  const char *reason = objection(geomClass, support);
  if (reason) {
    qmboxWarn("qmboxSetSupport", reason);
    return 0;
  }
  atomic_store(&warned[geomClass - dFirstUserClass], 0);
  atomic_store(&supportOfClass[geomClass - dFirstUserClass], support);
  return 1;
}

typedef void qmboxUserFarthest(dGeomID geom, const double direction[3], double point[3]);

/* Checks along the axes of the frame.  Returns the least width across one, or what is wrong. */
static const char *measure(dGeomID geom, qmboxUserFarthest *farthest, double reach, double *width) {
  *width = HUGE_VAL;
  for (int axis = 0; axis < 3; axis++) {
    double across = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
      double direction[3] = {0, 0, 0}, point[3] = {NAN, NAN, NAN};
      direction[axis] = sign;
      farthest(geom, direction, point);
      double length = qmboxLength(point);
      if (!(length < HUGE_VAL)) return "a farthest point is not finite";
      if (length > reach * (1 + QMBOX_USER_ERROR)) return "a farthest point is beyond the reach";
      across += sign * point[axis];
    }
    if (across < -QMBOX_USER_ERROR * reach) return "farthest points are on the wrong side";
    *width = fmin(*width, across);
  }
  return 0;
}

/* Returns what is wrong with the functions' results for a geom, null if nothing is. */
static const char *faultOf(dGeomID geom, const qmboxSupport *support) {
  double reach = support->reach(geom), inner = support->inner ? support->inner(geom) : 0, width, unused;
  if (!(reach >= 0 && reach <= LARGEST)) return "the reach is negative or not finite";
  if (!(inner >= 0 && inner <= LARGEST)) return "the inner length is negative or not finite";
  const char *fault = measure(geom, support->farthest, reach, &width);
  if (fault) return fault;
  if (inner > width / 2 + QMBOX_USER_ERROR * reach) return "the inner length is more than half a width";
  return support->coreFarthest ? measure(geom, support->coreFarthest, reach, &unused) : 0;
}

bool qmboxSupportIsSound(dGeomID geom) {
  const qmboxSupport *support = qmboxSupportOf(geom);
  const char *fault = faultOf(geom, support);
  if (fault && !atomic_exchange(&warned[dGeomGetClass(geom) - dFirstUserClass], 1)) {
    dMessage(QMBOX_MESSAGE, "qmboxSupport: %s (doc/own-geom-class.md)", fault);
  }
  return !fault;
}
