/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two boxes at fixed poses, by the most straightforward means: an oracle to sample motions with.
 *
 * A pose is rotation and translation, pose[i][3] the latter, as bms_motion_at() writes it.
 */

#ifndef POSED_BOXES_H
#define POSED_BOXES_H

#include "bms.h"

/* Returns the greatest gap along the 15 axes: not above the distance, and below 0 exactly if the boxes overlap, up to a
   few ulps of their places. */
double posed_gap(const bms_box *a, double pose_a[3][4], const bms_box *b, double pose_b[3][4]);

/* Returns the distance, 0 where they overlap: the least over corners and boxes both ways and over all pairs of
   edges. */
double posed_distance(const bms_box *a, double pose_a[3][4], const bms_box *b, double pose_b[3][4]);

#endif /* POSED_BOXES_H */
