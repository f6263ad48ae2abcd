/* SPDX-License-Identifier: BSD-3-Clause */

/* Walks through a space, whatever its kind, and wherever ODE believes its geoms to be. */

#ifndef QMBOX_SPACE_WALK_H
#define QMBOX_SPACE_WALK_H

#include "qmbox_ode.h"

typedef void qmboxGeomVisit(void *data, dGeomID geom);

/* Visits the geoms and spaces that a space itself holds, not what is in these spaces; of a quadtree space only those
   that are enabled. */
void qmboxVisitSpace(dGeomID space, qmboxGeomVisit *visit, void *data);

#endif /* QMBOX_SPACE_WALK_H */
