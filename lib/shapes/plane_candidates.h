/* SPDX-License-Identifier: BSD-3-Clause */

/* Planes that may separate two convex shapes, guessed from their closest points, and the features there. */

#ifndef BMS_PLANE_CANDIDATES_H
#define BMS_PLANE_CANDIDATES_H

#include "shapes/convex_closest.h"
#include "shapes/separating_plane.h"

enum { BMS_MAX_CANDIDATES = 6 };

/* Writes the planes worth a try, the best guesses first; returns their number, 0 if the two are not apart. */
int bms_plane_candidates(const bms_convex_instant *instant, const bms_convex_closest *closest,
                         bms_separating_plane candidate[BMS_MAX_CANDIDATES]);

/* Writes the plane's unit normal at that instant, in the frame of a. */
void bms_plane_normal(const bms_convex_instant *instant, const bms_separating_plane *plane, double normal[3]);

/* Writes the features that the closest points lie on: count_a to corner_b[] of the answer. */
void bms_convex_features(const bms_convex_instant *instant, const bms_convex_closest *closest,
                         bms_convex_contact *contact);

#endif /* BMS_PLANE_CANDIDATES_H */
