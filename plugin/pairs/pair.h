/* SPDX-License-Identifier: BSD-3-Clause */

/* The first contact of two paths: the solver's answer in ODE's conventions. */

#ifndef QMBOX_PAIR_H
#define QMBOX_PAIR_H

#include <stdbool.h>

#include "motion/path.h"

/* Returns true if the solver can take the two: boxes, a box and a plane, or a box that moves rigidly and a round shape
 * or a mesh.
 */
bool qmboxSolvable(const qmboxPath *path1, const qmboxPath *path2);

/*
 * The first contact of two solvable paths on the part of [t0, t1] where both are known; g1 and g2 of the contact are
 * the paths' geoms in this order.  Returns contact->status; BMS_INVALID if that part is empty or the solver cannot
 * take the numbers.
 */
bms_status qmboxSolve(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, qmboxContact *contact);

/* The contact of nothing: this status, everything else zero. */
void qmboxNoContact(qmboxContact *contact, bms_status status);

/*
 * Writes the contact as dContactGeoms with depth 0, at most as many as flags allow, contact i at byte i * skip.
 * Returns their number.  The points are those of the patch in an order of which every beginning is spread out: first
 * the point farthest from the patch's middle, then always the one farthest from those that are there.
 */
int qmboxFillContacts(const qmboxContact *found, int flags, dContactGeom *contact, int skip);

#endif /* QMBOX_PAIR_H */
