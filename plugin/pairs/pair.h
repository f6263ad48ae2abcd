/* SPDX-License-Identifier: BSD-3-Clause */

/* The first contact of two paths: the solver's answer in ODE's conventions. */

#ifndef QMBOX_PAIR_H
#define QMBOX_PAIR_H

#include <stdbool.h>

#include "moving/moving.h"

/* Returns true if the solver can take the two; of motions by matrices, only boxes and planes. */
bool qmboxSolvable(const qmboxMoving *path1, const qmboxMoving *path2);

/* Returns true if a step can stop at the contact of the two: one of them can be larger and smaller than it is. */
bool qmboxStoppable(const qmboxMoving *path1, const qmboxMoving *path2);

/* Returns true for two boxes, and a box and a plane, whose contacts are enclosed to the last digit. */
bool qmboxAreExact(const qmboxMoving *path1, const qmboxMoving *path2);

/*
 * The first contact of two solvable paths on the part of [t0, t1] where both are known; g1 and g2 of the contact are
 * the paths' geoms in this order.  Returns contact->status; BMS_INVALID if that part is empty or the solver cannot
 * take the numbers.
 */
bms_status qmboxSolve(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, qmboxContact *contact);

/* Returns the gap of two solvable paths at t: positive when apart, else minus the depth.  HUGE_VAL of others. */
double qmboxGap(const qmboxMoving *path1, const qmboxMoving *path2, double t);

/* Returns the overlap at which a contact of two paths is always found, by the solver and by ODE's own collider, if
   coordinates come up to `reach`; of pairs that are not exact. */
double qmboxResolution(const qmboxMoving *path1, const qmboxMoving *path2, double reach);

/* The contact of nothing: this status, everything else zero. */
void qmboxNoContact(qmboxContact *contact, bms_status status);

/*
 * Writes the contact as dContactGeoms with depth 0, at most as many as flags allow, contact i at byte i * skip.
 * Returns their number.  The points of the patch come in an order of which every beginning is spread out: first the
 * point farthest from the patch's middle, then always the one farthest from those that are there.
 */
int qmboxFillContacts(const qmboxContact *found, int flags, dContactGeom *contact, int skip);

#endif /* QMBOX_PAIR_H */
