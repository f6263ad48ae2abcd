/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The contact patch: which points two boxes share when they touch, and one point that they share when they overlap.
 *
 * All points are good to a slack, a length that is computed from the magnitudes at hand and the error that the caller
 * states: 64 roundings of the largest term that a corner's coordinate is a sum of, plus that error.  Nothing is an
 * absolute length.
 */

#ifndef BMS_PATCH_H
#define BMS_PATCH_H

#include "bms.h"

/* A box in the world at one time: the points centre + s_0 axis[0] + s_1 axis[1] + s_2 axis[2], |s_i| <= half[i].  The
   axes are of unit length and independent; they are at right angles only if the pose is a rotation. */
typedef struct bms_placed_box {
  double centre[3];
  double axis[3][3];
  double half[3];
  double magnitude; /* bounds the terms that the coordinates of its points are sums of */
} bms_placed_box;

/* Places a box; the linear part of the pose is not singular. */
void bms_place_box(const bms_box *box, double pose[3][4], bms_placed_box *placed);

/*
 * The patch of two boxes that touch along a pair of features.
 *
 * `normal` is the unit normal from a to b; `error` (length) bounds how far the placed boxes may be from the true ones,
 * 0 if they are exact.  A feature counts as lying in the contact plane if the pair says so, or if it leaves the plane
 * by no more than the slack.  Every point is midway between the two boxes along the normal and, where the boxes touch
 * to within the slack, within a few slacks of both.  At least one point is returned always; two where they are the ends
 * of a common segment; from three on they are the corners of a convex polygon in order.  Corners closer than a few
 * slacks are one corner.
 *
 * Returns the number of points, 1 to BMS_MAX_POINTS.
 */
int bms_contact_patch(const bms_placed_box *a, const bms_placed_box *b, const bms_pair *pair, const double normal[3],
                      double error, double point[BMS_MAX_POINTS][3]);

/* The patch of a box that touches a half-space: the 1, 2 or 4 corners nearest to its plane, in order, midway between
   box and plane.  Returns their number. */
int bms_half_space_patch(const bms_half_space *a, const bms_placed_box *b, double error,
                         double point[BMS_MAX_POINTS][3]);

/* A point of both of two boxes that overlap, outside neither by more than the slack: the point of one box nearest in
   its own coordinates to the centre of the other where that is inside the other, else the middle of their patch along
   the normal where that is inside both, else the mean of the corners of their intersection, if that is less far
   outside.  Where they do not overlap it is some point between them. */
void bms_common_point(const bms_placed_box *a, const bms_placed_box *b, const double normal[3], double point[3]);

#endif /* BMS_PATCH_H */
