/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Finds what joins the bodies of two geoms.  ODE keeps to itself which geoms a contact joint is for: one between a body
 * and the world speaks for every geom that has no body.
 */

#ifndef QMBOX_JOINT_LINK_H
#define QMBOX_JOINT_LINK_H

#include "qmbox_ode.h"

typedef enum qmboxJointLink {
  QMBOX_LINK_NONE,
  QMBOX_LINK_CONTACT, /* contact joints only */
  QMBOX_LINK_JOINT    /* another joint, of two bodies: the near callback decides whether these collide at all */
} qmboxJointLink;

/* Returns what joins the bodies of two geoms. */
qmboxJointLink qmboxJointLinkOf(dGeomID o1, dGeomID o2);

#endif /* QMBOX_JOINT_LINK_H */
