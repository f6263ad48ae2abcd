/* SPDX-License-Identifier: BSD-3-Clause */

/* Geoms of size zero. */

#include "ode/zero_size.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/remembered.h"
#include "util/warning.h"

#ifdef dSINGLE
#define LEAST FLT_MIN
#else
#define LEAST DBL_MIN
#endif

/* Returns true for zero, and for numbers so small that they have fewer digits. */
static bool isZero(dReal length) {
  return length < LEAST;
}

static const char *nameOf(int class) {
  if (class == dSphereClass) return "sphere";
  if (class == dBoxClass) return "box";
  return class == dCapsuleClass ? "capsule" : "cylinder";
}

bool qmboxIsOfSizeZero(dGeomID geom) {
  dVector3 side;
  dReal radius, length;
  switch (dGeomGetClass(geom)) {
    case dSphereClass:
      return isZero(dGeomSphereGetRadius(geom));
    case dBoxClass:
      dGeomBoxGetLengths(geom, side);
      return isZero(side[0]) || isZero(side[1]) || isZero(side[2]);
    case dCapsuleClass:
      dGeomCapsuleGetParams(geom, &radius, &length);
      return isZero(radius);
    case dCylinderClass:
      dGeomCylinderGetParams(geom, &radius, &length);
      return isZero(radius) || isZero(length);
    default:
      return false;
  }
}

/* ------------------------------------------------------------------ warnings */

/* Warns of a geom.  It is called once for each, as it is remembered then that it has been. */
static void *warn(const qmboxContents *contents, size_t *bytes) {
  dGeomID geom;
  char reason[96];
  void *told = malloc(1);
  if (!told) return 0;
  *bytes = 1;
  memcpy(&geom, contents->part[0], sizeof geom);
  snprintf(reason, sizeof reason, "a %s whose size is zero, or nearly, is not guarded (doc/faq.md)",
           nameOf(dGeomGetClass(geom)));
  qmboxWarn("qmboxWorldSimulate", reason);
  return told;
}

static const qmboxRememberedKind kind = {warn, 0, free};

void qmboxWarnOfSizeZero(dGeomID geom) {
  const qmboxContents contents = {.part = {&geom}, .size = {sizeof geom}};
  (void)qmboxRemember(&kind, qmboxMarkOfNumbers(&contents), &contents);
}
