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

#include "moving/bodies.h"

/* The moves of a swept box, by number: its edges, the additions of a turn to each and to the centre, and the
   displacement. */
enum { QMBOX_EDGE = 0, QMBOX_TURN = 3, QMBOX_ASIDE = 6, QMBOX_WAY = 7, QMBOX_MOVES = 8 };

/* A box that holds a geom in a stretch of time, and how it moves (swept.h). */
typedef struct qmboxSweptBox {
  double centre[3], half[3];   /* in the middle of that time */
  double move[3][QMBOX_MOVES]; /* by coordinate; edges and turns are for a length of 1 */
  double aside[3];             /* how far it moves along each of its edges at most, ... */
  double turned[3];            /* ... and by how much less if each of its halves is less by 1 */
  double ball;                 /* everything moves by so much more in any direction, rounding included */
  int longest;                 /* the number of the longest edge */
} qmboxSweptBox;

/* Writes the swept box of a solid on [from, to], of whose motion's frame `middle` and `half` are the box.  Returns
   false if doubles cannot hold it.  It holds as well if the body stops at any time. */
bool qmboxSweepBox(const qmboxGuardedBody *body, const qmboxMoving *solid, const double middle[3], const double half[3],
                   double from, double to, double length, qmboxSweptBox *swept);

/* Writes the bounds of a swept box.  Returns false if they are no numbers. */
bool qmboxBoundSwept(const qmboxSweptBox *swept, qmboxBox *bounds);

/* Returns true if two swept boxes are certainly apart, of each of which so much is taken off on every side.  That they
   are not is not certain. */
bool qmboxSweptApart(const qmboxSweptBox *one, const qmboxSweptBox *other, const double less[2]);

#endif /* QMBOX_SWEPT_H */
