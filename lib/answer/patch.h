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

#include "answer/placed_box.h"

/*
 * The patch of two boxes that touch along a pair of features.
 *
 * `normal` is the unit normal from a to b; `error` (length) bounds how far the placed boxes may be from the true ones
 * along it, 0 if they are exact.  A feature counts as lying in the contact plane if the pair requires so, or if it
 * leaves the plane by no more than the slack.  Every point is midway between the two boxes along the normal, and across
 * it outside of neither by more than the slack.  Two points are the ends of a common segment; from three on they are
 * the corners of a convex polygon in order.  Corners closer than a few slacks are one corner.
 *
 * Returns the number of points, 0 to BMS_MAX_POINTS; 0 where the features miss each other sideways.
 */
int bms_contact_patch(const bms_placed_box *a, const bms_placed_box *b, const bms_pair *pair, const double normal[3],
                      double error, double point[BMS_MAX_POINTS][3]);

/* The patch of a box that touches a half-space: the 1, 2 or 4 corners nearest to its plane, in order, midway between
   box and plane.  Returns their number. */
int bms_half_space_patch(const bms_half_space *a, const bms_placed_box *b, double error,
                         double point[BMS_MAX_POINTS][3]);

#endif /* BMS_PATCH_H */
