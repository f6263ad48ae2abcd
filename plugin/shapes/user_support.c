/* SPDX-License-Identifier: BSD-3-Clause */

/* The support functions that users have set for their geom classes, by the number of the class. */

#include "shapes/user_support.h"

#include <stdatomic.h>

#include "util/warning.h"

static _Atomic(const qmboxSupport *) supportOfClass[dMaxUserClasses];

const qmboxSupport *qmboxSupportOf(dGeomID geom) {
  int class = dGeomGetClass(geom);
  if (class < dFirstUserClass || class > dLastUserClass) return 0;
  return atomic_load(&supportOfClass[class - dFirstUserClass]);
}

/* Returns what is wrong with the arguments, null if nothing is. */
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
  atomic_store(&supportOfClass[geomClass - dFirstUserClass], support);
  return 1;
}
