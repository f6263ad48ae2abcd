/* SPDX-License-Identifier: BSD-3-Clause */

#include "ode/convex_data.h"

#include <limits.h>
#include <string.h>

#include "ode/member_offset.h"

/* The members that are read, as all versions of ODE have them one after the other. */
typedef struct qmboxConvexMembers {
  const dReal *plane, *point;
  const unsigned *polygon;
  unsigned planeCount, pointCount;
} qmboxConvexMembers;

/* How many pointers may stand before the members: a geom's, some twenty.  The structure is larger than that. */
enum { MOST_BEFORE = 28 };

static const dReal tetrahedronPlane[16] = {0, 0, -1, 0, 0, -1, 0, 0, -1, 0, 0, 0, 1, 1, 1, 1};
static const dReal tetrahedronPoint[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const unsigned tetrahedronPolygon[16] = {3, 0, 2, 1, 3, 0, 1, 3, 3, 0, 3, 2, 3, 1, 2, 3};

/* Returns true if the members there are a tetrahedron's with `planeCount` planes. */
static bool areThere(const char *at, unsigned planeCount) {
  qmboxConvexMembers members;
  memcpy(&members, at, sizeof members);
  return members.plane == tetrahedronPlane && members.point == tetrahedronPoint &&
         members.polygon == tetrahedronPolygon && members.planeCount == planeCount && members.pointCount == 4;
}

static int search(void) {
  int found = -1;
  dGeomID whole = dCreateConvex(0, tetrahedronPlane, 4, tetrahedronPoint, 4, tetrahedronPolygon);
  dGeomID open = dCreateConvex(0, tetrahedronPlane, 3, tetrahedronPoint, 4, tetrahedronPolygon);
  for (int i = 0; i < MOST_BEFORE && found < 0; i++) {
    if (areThere((const char *)whole + (size_t)i * sizeof(void *), 4)) found = i * (int)sizeof(void *);
  }
  if (found >= 0 && !areThere((const char *)open + found, 3)) found = -1;
  dGeomDestroy(whole);
  dGeomDestroy(open);
  return found;
}

bool qmboxReadConvex(dGeomID geom, qmboxConvexData *data) {
  static atomic_int known;
  qmboxConvexMembers members;
  int offset = qmboxOffsetOfMembers(&known, search);
  if (offset < 0) return false;
  memcpy(&members, (const char *)geom + offset, sizeof members);
  if (!members.point || members.pointCount < 1 || members.pointCount > INT_MAX / 4) return false;
  bool planes = members.plane && members.planeCount < INT_MAX / 4;
  *data =
      (qmboxConvexData){members.plane, members.point, planes ? (int)members.planeCount : 0, (int)members.pointCount};
  return true;
}
