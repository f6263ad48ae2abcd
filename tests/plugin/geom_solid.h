/* SPDX-License-Identifier: BSD-3-Clause */

/* Reads poses and boxes of ODE's geoms, for the judges. */

#ifndef GEOM_SOLID_H
#define GEOM_SOLID_H

#include <ode/ode.h>

#include "solid.h"

pose body_pose(dBodyID body);

/* Returns the pose of the geom's body, or of a geom without one; the identity for a plane. */
pose geom_pose(dGeomID geom);

/* Returns the pose of the geom in the frame of its body; the identity without a body. */
pose geom_offset(dGeomID geom);

/* Returns a dBox or qmbox in the frame of its body. */
solid geom_solid(dGeomID geom);

#endif /* GEOM_SOLID_H */
