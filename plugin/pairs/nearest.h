/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The way between the nearest points of two solids, one of which is round: a point or a segment that is grown by a
 * radius, against another or against a triangle.
 *
 * If the points, segments and triangles are apart, the gap along that way is their distance, and no other direction has
 * a larger one; the radii only move it.  So this one axis separates the two at every level.  Rounding may turn the way:
 * it is an axis as any other, and the gap along it is measured as theirs (axes.h).
 */

#ifndef QMBOX_NEAREST_H
#define QMBOX_NEAREST_H

#include "moving/start_pose.h"

/* Returns true if the two are of these kinds. */
bool qmboxHaveNearestWay(const qmboxStartPose *first, const qmboxStartPose *second);

/* Writes the way from the nearest point of the first to the nearest of the second, whose centre is `way` from the
   centre of the first.  It may have no length, and leads anywhere if a segment goes through a triangle. */
void qmboxNearestWay(const qmboxStartPose *first, const qmboxStartPose *second, const double way[3], double nearest[3]);

#endif /* QMBOX_NEAREST_H */
