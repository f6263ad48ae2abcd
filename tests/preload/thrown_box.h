/* SPDX-License-Identifier: BSD-3-Clause */

/* A box that is thrown at a thin wall, in plain ODE. */

#ifndef TESTS_PRELOAD_THROWN_BOX_H
#define TESTS_PRELOAD_THROWN_BOX_H

#include <ode/ode.h>

typedef struct thrown_box {
  dWorldID world;
  dSpaceID space, other; /* `other` is for loops that want two */
  dJointGroupID contacts;
  dBodyID box, loose;
  dGeomID geom, wall, pad; /* the pad touches the box at the start, the wall is 2 cm thick at x = 0 */
} thrown_box;

void thrown_box_build(thrown_box *s);
void thrown_box_destroy(thrown_box *s);

/* Makes contact joints for two geoms, as a near callback does. */
void thrown_box_contacts(thrown_box *s, dGeomID o1, dGeomID o2, dJointGroupID group);

#endif /* TESTS_PRELOAD_THROWN_BOX_H */
