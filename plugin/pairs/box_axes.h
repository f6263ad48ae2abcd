/* SPDX-License-Identifier: BSD-3-Clause */

/* The fifteen axes of two boxes, by products of their frames. */

#ifndef QMBOX_BOX_AXES_H
#define QMBOX_BOX_AXES_H

#include "pairs/axes.h"

enum { QMBOX_BOX_FACES = 6, QMBOX_BOX_AXES = 15 };

void qmboxMakeBoxFrames(qmboxAxes *axes);

/* Fills in the axis axes->next, and moves it on.  Returns false if there is none left. */
bool qmboxNextBoxAxis(qmboxAxes *axes, qmboxAxis *axis);

/* Writes the direction of an axis, of any length. */
void qmboxBoxDirection(const qmboxAxes *axes, int number, double direction[3]);

#endif /* QMBOX_BOX_AXES_H */
