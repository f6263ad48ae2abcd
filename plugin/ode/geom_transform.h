/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * ODE's geom transforms: geoms that hold another geom and place it in their own frame.
 *
 * A transform may hold a transform.  ODE has given them up for geoms with an offset, and collides them as ever.  A held
 * geom has no body and is in no space; its position is that in the frame of the transform.
 */

#ifndef QMBOX_GEOM_TRANSFORM_H
#define QMBOX_GEOM_TRANSFORM_H

#include <stdbool.h>

#include "qmbox_ode.h"

/* Returns the geom that a transform holds in the end, or the geom itself if it is no transform.  Returns null for a
   transform that holds nothing. */
dGeomID qmboxHeldGeom(dGeomID geom);

/* Returns the class of that geom; dGeomTransformClass if there is none. */
int qmboxHeldClass(dGeomID geom);

/* Returns true for what never collides with anything solid: rays, and transforms that hold a ray or nothing. */
bool qmboxIsNotSolid(dGeomID geom);

/* Turns the frame of a geom into the frame of the geom that it holds: of a quaternion q, q r.  Leaves q as it is for
   what is no transform. */
void qmboxTurnByHeld(dGeomID geom, double quaternion[4]);

/* Turns a point of a geom's frame to the frame of the geom that it holds, and adds where that one's centre is.  Leaves
   it as it is for what is no transform. */
void qmboxCentreOfHeld(dGeomID geom, double centre[3]);

/* A geom's pose in the world: x goes to rotation x + position. */
typedef struct qmboxGeomPose {
  dVector3 position;
  dMatrix3 rotation;
} qmboxGeomPose;

/* Finds the pose of the geom that a transform holds, or of a geom that is no transform.  A heightfield may have none:
   it stands at the origin, unturned. */
void qmboxPoseOfHeld(dGeomID geom, qmboxGeomPose *pose);

#endif /* QMBOX_GEOM_TRANSFORM_H */
