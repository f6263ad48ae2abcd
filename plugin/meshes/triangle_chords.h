/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two triangles that move, judged by where they are at two times.
 *
 * A vertex that goes steadily and turns stays near the chord of its way.  Along one axis the gap of two triangles whose
 * vertices run along their chords is a concave function of the time: if it is large enough at both ends to make up for
 * what the vertices leave their chords by, the triangles are apart all the time.
 */

#ifndef QMBOX_TRIANGLE_CHORDS_H
#define QMBOX_TRIANGLE_CHORDS_H

#include <stdbool.h>

/* A body's triangle: its vertices at both times, and how far they are from the centre of the turn, at most. */
typedef struct qmboxChordTriangle {
  double corner[2][3][3]; /* at the one time and the other */
  double reach;
  double acceleration; /* of a point at distance 1 by the turn, at most */
} qmboxChordTriangle;

/* Returns how far a point leaves its chord, at most, in a time of this length in which it is accelerated by no more
   than that. */
double qmboxBulgeOfChord(double acceleration, double length);

/* Returns true if two triangles stay farther apart than `rounding` for the time `length` between the two. */
bool qmboxChordsStayApart(qmboxChordTriangle two[2], double length, double rounding);

#endif /* QMBOX_TRIANGLE_CHORDS_H */
