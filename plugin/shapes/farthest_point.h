/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Which of many points is farthest along a direction?
 *
 * The sides of a cube around the origin are cut into cells; a table has, for each cell, those points that may be
 * farthest along a direction through it. A point is left out if another one is farther along the directions through all
 * four corners of the cell, and so along all in between: the answer is the same as from all points, to the bit.
 */

#ifndef QMBOX_FARTHEST_POINT_H
#define QMBOX_FARTHEST_POINT_H

#include "qmbox_ode.h"

typedef struct qmboxFarthestTable qmboxFarthestTable;

/* Makes the table of these points, count times x, y, z. Returns null for few points or very many, for which it is of no
   use, for points that are not finite, and if no memory is left. It is freed by free(). */
qmboxFarthestTable *qmboxMakeFarthestTable(const dReal *point, int count);

size_t qmboxBytesOfFarthestTable(const qmboxFarthestTable *table);

/* Returns the number of the point that is farthest along a direction, the first of those that are equally far, or 0 if
   the direction is not finite. The table is the points', or null. */
int qmboxFarthestPoint(const qmboxFarthestTable *table, const dReal *point, int count, const double direction[3]);

#endif /* QMBOX_FARTHEST_POINT_H */
