/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Notes of which two geoms each contact joint is for.
 *
 * ODE cannot be asked for that: its joints only know their bodies, and a box on the floor is joined to the world just
 * as one that has driven into a sensor. A note about a joint is valid until another contact joint gets its address.
 * Only joints that a body has now are looked up, so no note has to be removed when joints or geoms are destroyed.
 */

#ifndef PRELOAD_JOINTS_H
#define PRELOAD_JOINTS_H

#include <ode/ode.h>
#include <stdbool.h>

/* Notes a contact joint that has been created. */
void joints_note(dJointID joint, const dContact *contact);

/* Returns true if the bodies of the two geoms have a contact joint now that is for these geoms, or whose contact names
   no geoms. */
bool joints_are_for(dGeomID o1, dGeomID o2);

#endif /* PRELOAD_JOINTS_H */
