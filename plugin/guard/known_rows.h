/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rows that are known from earlier steps of the same whole step.
 *
 * The solver finds one point of each pair that meets, and an impulse there may press a body into the next one: a flat
 * pair needs three or four rows, a pile as many as it has layers.  So rows are kept, with their points and normals in
 * the frames of the bodies.  Each body has its own copy of the point; the gap of a row in a later step is the
 * distance of the two copies along the normal.  The row wants a speed that leaves as much of the gap at the end of the
 * step as a new row leaves.
 */

#ifndef QMBOX_KNOWN_ROWS_H
#define QMBOX_KNOWN_ROWS_H

#include <stdbool.h>

#include "guard/impulses.h"

/* The pose of a body, as rows see it. */
typedef struct qmboxRowPose {
  double position[3];
  dQuaternion quaternion;
} qmboxRowPose;

typedef struct qmboxKnownRow {
  int body[2];
  double point[2][3]; /* in the frames of the bodies */
  double normal[3];   /* in the second body's; in the first's if the second does not move */
  double allowances;  /* of its pair */
} qmboxKnownRow;

typedef struct qmboxKnownRows {
  qmboxKnownRow *row;
  int count, capacity;
} qmboxKnownRows;

/* Keeps a row, of bodies at these poses.  If no memory is left it is forgotten. */
void qmboxKeepRow(qmboxKnownRows *known, const qmboxRow *row, const qmboxRowPose pose[2], double allowances);

/* Makes a row again of bodies that have come to these poses, for a step of this length in which `left` is to be left of
   its gap.  Returns false if the two have parted, or slid along each other, by too much. */
bool qmboxRecallRow(const qmboxKnownRow *known, const qmboxRowPose pose[2], double length, double left, qmboxRow *row);

/* Makes the row of two that hit each other in the poses `meeting` one of a step of this length that begins in others:
   `left` is to be left of the gap, and the two are not pushed apart. */
void qmboxLimitRow(qmboxRow *row, const qmboxRowPose meeting[2], const qmboxRowPose start[2], double length,
                   double left);

void qmboxForgetRows(qmboxKnownRows *known);

#endif /* QMBOX_KNOWN_ROWS_H */
