/* SPDX-License-Identifier: BSD-3-Clause */

/* The first contact and the gap of boxes with each other and with planes: exact, and for all motions.  The functions
   are cells of the table of pairs (pairs/pair.c). */

#ifndef QMBOX_BOX_PAIR_H
#define QMBOX_BOX_PAIR_H

#include "moving/path.h"

void qmboxSolveBoxes(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, qmboxContact *contact);
void qmboxSolvePlaneBox(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, qmboxContact *contact);
void qmboxSolveBoxPlane(const qmboxPath *path1, const qmboxPath *path2, double t0, double t1, qmboxContact *contact);

double qmboxGapOfBoxes(const qmboxPath *path1, const qmboxPath *path2, double t);
double qmboxGapPlaneBox(const qmboxPath *path1, const qmboxPath *path2, double t);
double qmboxGapBoxPlane(const qmboxPath *path1, const qmboxPath *path2, double t);

#endif /* QMBOX_BOX_PAIR_H */
