/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The registration of the geom class.
 *
 * ODE numbers user classes as they come, forgets them all in dCloseODE() and hands the same numbers out again after the
 * next dInitODE(), perhaps to another class.  So a number is good only as long as no dInitODE() has happened since it
 * was given, and ODE has no function to find out.  But it has a table of colliders that dInitODE() clears: the
 * registration leaves a mark in it, at an entry that nobody uses (plane against plane), and a number is trusted while
 * the mark is there.
 *
 * Rejected: creating a geom of the remembered class and checking it.  If the number has gone to another class by then,
 * that class's callbacks run on data that it never set up.
 */

#ifndef QMBOX_REGISTRATION_H
#define QMBOX_REGISTRATION_H

#include <stdbool.h>

#include "qmbox_ode.h"
#include "qmbox.h"

/* The number of the class if it is registered now, else -1.  Registers nothing. */
int qmboxRegisteredClass(void);

/* Returns the number of the class, which is registered with this collider callback if it is not registered yet, or -1
   if all user classes of ODE are taken. */
int qmboxRegisterClass(dGetColliderFnFn *colliderFor);

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

/* Marks the geom as moved, so that its AABB is computed again, without moving anything by even a rounding error. */
void qmboxMarkMoved(dGeomID geom);

#endif /* QMBOX_REGISTRATION_H */
