/* SPDX-License-Identifier: BSD-3-Clause */

/* From the frame of a to the world. */

#ifndef BMS_CONVEX_WORLD_H
#define BMS_CONVEX_WORLD_H

#include "shapes/convex_stretch.h"

/* Writes the pose of the frame that a has at the start of a stretch: a sphere's does not turn. */
void bms_convex_frame_of_a(const bms_convex_query *query, const bms_convex_stretch *stretch, double pose[3][4]);

/* Writes a point, or a vector, of the frame with this pose as the world sees it. */
void bms_point_to_world(double pose[3][4], const double x[3], double out[3]);
void bms_vector_to_world(double pose[3][4], const double x[3], double out[3]);

#endif /* BMS_CONVEX_WORLD_H */
