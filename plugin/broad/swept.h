/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Swept boxes: a box in the middle of a stretch of time, and how far its points go from there until either end.
 *
 * A point of the box that is y from the position of the body, and goes along with it on a straight line while it turns
 * by up to A about the unit axis w, is never farther along a unit vector n from where it is in the middle than
 *
 *     |n . way| + sin A |n . (w x y)| + (1 - cos A) |y|
 *
 * and y is a sum of the centre and of parts of the three edges: a box of many edges, and a ball.
 */

#ifndef QMBOX_SWEPT_H
#define QMBOX_SWEPT_H

#include "guard/guard.h"

/* Writes the swept box of a solid on [from, to], of whose motion's frame `middle` and `half` are the box.  Returns
   false if doubles cannot tell it.  It holds as well if the body stops at any time. */
bool qmboxSweepBox(const qmboxGuardedBody *body, const qmboxSolid *solid, const double middle[3], const double half[3],
                   double from, double to, double length, qmboxSweptBox *swept);

/* Writes the bounds of a swept box.  Returns false if they are no numbers. */
bool qmboxBoundSwept(const qmboxSweptBox *swept, qmboxBox *bounds);

/* Returns true if two swept boxes are certainly apart, of each of which so much is taken off on every side.  That they
   are not is not certain. */
bool qmboxSweptApart(const qmboxSweptBox *one, const qmboxSweptBox *other, const double less[2]);

#endif /* QMBOX_SWEPT_H */
