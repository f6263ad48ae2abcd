/* SPDX-License-Identifier: BSD-3-Clause */

/* One point that two boxes share, or the one nearest to both. */

#ifndef BMS_COMMON_POINT_H
#define BMS_COMMON_POINT_H

#include "answer/placed_box.h"

/* Finds a point on an edge of one box that is the least outside of the other one's slabs.  If the boxes share a point
   that is outside of neither, to some 16 roundings of the sizes; if they did before their vertices went by w, to w and
   those.  `point` is in the world. */
void bms_nearest_edge_point(const bms_placed_box *a, const bms_placed_box *b, double point[3]);

/* Finds a point of two boxes that overlap, outside of neither by more than the slack: the point of one box nearest in
   its own coordinates to the centre of the other, if that is inside the other; else the middle of their patch along the
   normal, if that is inside both; else the nearest edge point. */
void bms_common_point(const bms_placed_box *a, const bms_placed_box *b, const double normal[3], double point[3]);

#endif /* BMS_COMMON_POINT_H */
