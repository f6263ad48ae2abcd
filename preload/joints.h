/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Which two geoms a contact joint is for.
 *
 * ODE keeps that to itself: its joints tell the bodies only, and a box on the floor is joined to the world as much as
 * one that has driven into a sensor.  What is noted of a joint holds until its address is that of another contact
 * joint, and is asked about joints that a body has now: nothing has to be forgotten when joints or geoms go.
 */

#ifndef PRELOAD_JOINTS_H
#define PRELOAD_JOINTS_H

#include <ode/ode.h>
#include <stdbool.h>

/* Notes a contact joint that has been created. */
void joints_note(dJointID joint, const dContact *contact);

/* Returns true if the bodies of the two have a contact joint now that is for these geoms, or whose contact names
   none. */
bool joints_are_for(dGeomID o1, dGeomID o2);

#endif /* PRELOAD_JOINTS_H */
