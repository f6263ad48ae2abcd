/* SPDX-License-Identifier: BSD-3-Clause */

/* Two convex shapes at one time: their closest points, and points as the world sees them. */

#ifndef BMS_CONVEX_MOMENT_H
#define BMS_CONVEX_MOMENT_H

#include "shapes/convex_closest.h"

/* Members point to each other: it must not be copied. */
typedef struct bms_convex_moment {
  bms_convex_query query; /* of this time alone, which counts from an origin of 0 */
  bms_convex_pair pair;
  bms_convex_stretch stretch;
  bms_convex_instant instant;
  bms_convex_closest closest;
} bms_convex_moment;

/* Fills in a moment except for the closest points, t counting from the query's origin.  Returns why the query is
   invalid there, else BMS_VALID. */
bms_reason bms_convex_moment_at(const bms_convex_query *query, double t, bms_convex_moment *moment);

/* Finds the closest points. */
void bms_convex_moment_closest(bms_convex_moment *moment);

/* Writes a normal of a's frame as the world sees it, and the closest points of the two surfaces along it. */
void bms_convex_moment_to_world(const bms_convex_moment *moment, const double normal[3], double world[3],
                                double point[2][3]);

#endif /* BMS_CONVEX_MOMENT_H */
