/* SPDX-License-Identifier: BSD-3-Clause */

/* Discrete collision of boxes, by ODE's own colliders. */

#ifndef QMBOX_BOX_COLLIDER_H
#define QMBOX_BOX_COLLIDER_H

#include <stdbool.h>

#include "qmbox.h"

/* A box at one pose. */
typedef struct qmboxPlaced {
  dVector3 length;
  dVector3 position;
  dMatrix3 rotation;
} qmboxPlaced;

/* Writes where ODE has a qmbox or dBox; returns false for all others, boxes that a geom transform holds among them. */
bool qmboxPlaceNow(dGeomID geom, qmboxPlaced *placed);

/*
 * Returns what dCollide() finds for ODE's box in place of o1 against o2.  `box2` is o2 as a box, or null if o2 is none:
 * then ODE's own collider for o2's class is called.  The contacts name o1 and o2.
 */
int qmboxCollidePlaced(dGeomID o1, const qmboxPlaced *box1, dGeomID o2, const qmboxPlaced *box2, int flags,
                       dContactGeom *contact, int skip);

#endif /* QMBOX_BOX_COLLIDER_H */
