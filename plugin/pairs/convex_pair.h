/* SPDX-License-Identifier: BSD-3-Clause */

/* The first contact of two convex paths: figures, boxes and planes. */

#ifndef QMBOX_CONVEX_PAIR_H
#define QMBOX_CONVEX_PAIR_H

#include "moving/moving.h"
#include "shapes/figure.h"

/* Writes time and place of an answer of the solver, path1 being its a and g1. */
void qmboxTakeConvex(const bms_convex_contact *answer, qmboxContact *contact);

/* Writes an answer of the solver: status, time, place, and what is inexact. */
void qmboxKeepConvex(const bms_convex_contact *answer, qmboxContact *contact);

/* Fills in status, times, place and `inexact` of a qmboxContact, of two paths that are known on [t0, t1]. */
void qmboxSolveConvex(const qmboxMoving *path1, const qmboxMoving *path2, double t0, double t1, qmboxContact *contact);

/* Returns the gap at t: the distance, or minus the length by which the two have to shrink, together, to be apart.  No
   more than they can shrink is found: if one shrinks into the other, the whole of that. */
double qmboxConvexGap(const qmboxMoving *path1, const qmboxMoving *path2, double t);

/* Returns the overlap at which the solver is sure to find two paths in contact, if coordinates come up to `reach`. */
double qmboxConvexResolution(const qmboxMoving *path1, const qmboxMoving *path2, double reach);

#endif /* QMBOX_CONVEX_PAIR_H */
