/* SPDX-License-Identifier: BSD-3-Clause */

/* Geoms of every kind that the guard can take, on bodies that fly and turn. */

#ifndef GUARD_THROWN_H
#define GUARD_THROWN_H

#include "extent.h"
#include "fixture.h"
#include "moving/moving.h"

enum { KIND_BOX, KIND_QMBOX, KIND_SPHERE, KIND_CAPSULE, KIND_CYLINDER, KIND_SLANTED, KIND_ELLIPSOID, KINDS };

/* Does what set_up_ode() does, and registers the class of ellipsoids. */
int set_up_shapes(void **state);

/* Returns a geom of this kind without a body, with sides between 0.1 and 1; the last kind only after
   set_up_shapes(). */
dGeomID random_geom(random_source *source, dSpaceID space, int kind);

/* Puts it on a body of the density of water in a random pose, at random velocities up to these; half of them with an
   offset. */
dBodyID throw_geom(random_source *source, dWorldID world, dGeomID geom, double reach, double speed, double spin);

/* A body's step, before and after, as the guard keeps it and as it is by definition. */
typedef struct taken_step {
  qmboxSavedBody start;
  qmboxPose end;
  pose from, to;
  double turn[3], length;
  bool finite;
} taken_step;

/* Notes where the bodies of these geoms are, steps the world, and notes where they are then. */
void take_step(dWorldID world, double length, const dGeomID *geom, int count, taken_step *step);

/* Returns where the geom's body was in the part u of its step. */
pose at_part(const taken_step *step, double u);

#endif /* GUARD_THROWN_H */
