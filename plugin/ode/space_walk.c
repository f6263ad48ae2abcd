/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * If ODE can count, nothing is collided, which leaves no mark: collisions count themselves in their spaces.  ODE
 * cannot count through a quadtree space; there a plane along no axis, whose AABB is infinite, meets everything.
 */

#include "ode/space_walk.h"

typedef struct qmboxQuadtreeWalk {
  qmboxGeomVisit *visit;
  void *data;
  dGeomID probe;
} qmboxQuadtreeWalk;

static void visitNear(void *data, dGeomID o1, dGeomID o2) {
  const qmboxQuadtreeWalk *walk = data;
  walk->visit(walk->data, o1 == walk->probe ? o2 : o1);
}

void qmboxVisitSpace(dGeomID space, qmboxGeomVisit *visit, void *data) {
  if (dGeomGetClass(space) != dQuadTreeSpaceClass) {
    for (int i = 0, n = dSpaceGetNumGeoms((dSpaceID)space); i < n; i++) visit(data, dSpaceGetGeom((dSpaceID)space, i));
    return;
  }
  qmboxQuadtreeWalk walk = {visit, data, dCreatePlane(0, 1, 1, 1, 0)};
  dSpaceCollide2(walk.probe, space, &walk, visitNear);
  dGeomDestroy(walk.probe);
}
