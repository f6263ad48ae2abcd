/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Contacts of convex hulls that are deeper than the two geoms overlap.
 *
 * ODE collides hulls with boxes, balls, capsules, cylinders and hulls by libccd, which begins its search along the line
 * between the two centres.  Near a large thin box it often returns a direction along the box, and a depth as large as
 * the hull.  A joint of such a contact presses the hull into the next wall in each step.
 */

#ifndef QMBOX_FALSE_CONTACTS_H
#define QMBOX_FALSE_CONTACTS_H

#include "moving/bodies.h"

/* Gives each contact joint of a hull that is much deeper than the certified overlap of its geoms the normal, depth and
   position of that overlap; the joint is disabled if the two do not overlap, or if another one of the same two has got
   them.  Contacts that dCollide() does not return for their two geoms are the program's own and stay.  Nothing is
   changed in an ODE whose contact joints cannot be read. */
void qmboxCorrectContacts(const qmboxBodies *bodies);

#endif /* QMBOX_FALSE_CONTACTS_H */
