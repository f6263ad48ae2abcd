/* SPDX-License-Identifier: BSD-3-Clause */

/* The qmbox as a geom: what ODE keeps for each (the class data), and its AABB. */

#ifndef QMBOX_GEOM_H
#define QMBOX_GEOM_H

#include <stdbool.h>

#include "qmbox.h"

/* The class data of a qmbox.  ODE allocates it, zeroed, and frees it: it owns nothing. */
typedef struct qmboxData {
  dReal length[3];
  bool moves;       /* the members below hold a motion */
  double centre[3]; /* of the box in the motion's frame: not 0 only where the geom is offset from its body */
  bms_motion motion;
  double t0, t1;
} qmboxData;

/* Returns true if geom is a qmbox; else warns in the name of `function`. */
bool qmboxRequire(dGeomID geom, const char *function);

/* The side lengths of a qmbox or dBox. */
void qmboxLengthsOf(dGeomID geom, dVector3 length);

/* The box of these side lengths around a centre. */
bms_box qmboxBoxAround(const double centre[3], const dReal length[3]);

/* The box and motion of a qmbox that has one. */
bms_body qmboxOwnBody(const qmboxData *data);

/* The aabb callback of the class: of the sweep where there is a motion, else of the present pose. */
void qmboxGeomBounds(dGeomID geom, dReal aabb[6]);

/* Marks the geom as moved, so that its AABB is computed again, without moving anything by even a rounding error. */
void qmboxMarkMoved(dGeomID geom);

#endif /* QMBOX_GEOM_H */
