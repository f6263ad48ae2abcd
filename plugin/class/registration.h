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

#include "qmbox_ode.h"

/* The number of the class if it is registered now, else -1.  Registers nothing. */
int qmboxRegisteredClass(void);

/* Returns the number of the class, which is registered with this collider callback if it is not registered yet, or -1
   if all user classes of ODE are taken. */
int qmboxRegisterClass(dGetColliderFnFn *colliderFor);

#endif /* QMBOX_REGISTRATION_H */
