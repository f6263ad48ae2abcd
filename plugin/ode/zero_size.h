/* SPDX-License-Identifier: BSD-3-Clause */

/* Geoms of size zero, which ODE's spaces do not collide. */

#ifndef QMBOX_ZERO_SIZE_H
#define QMBOX_ZERO_SIZE_H

#include <stdbool.h>

#include "qmbox_ode.h"

/* Returns true for a geom that ODE's spaces pass over: a sphere or capsule of radius 0, a box with a side of 0, a
   cylinder of radius or length 0.  Numbers below the least normal one count as 0.  A geom in a transform is collided
   all the same. */
bool qmboxIsOfSizeZero(dGeomID geom);

/* Reports that such a geom is not guarded, once for each.  To be called within a call that may remember things
   (util/remembered.h). */
void qmboxWarnOfSizeZero(dGeomID geom);

#endif /* QMBOX_ZERO_SIZE_H */
