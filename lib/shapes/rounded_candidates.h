/* SPDX-License-Identifier: BSD-3-Clause */

/* Planes that may separate a box and a rounded shape, guessed from their closest points, and their features there. */

#ifndef BMS_ROUNDED_CANDIDATES_H
#define BMS_ROUNDED_CANDIDATES_H

#include "shapes/rounded_closest.h"
#include "shapes/rounded_plane.h"

enum { BMS_MAX_CANDIDATES = 5 };

/* The planes worth a try, the best guesses first; returns their number, 0 if the two are not apart. */
int bms_rounded_candidates(const bms_rounded_instant *instant, const bms_closest *closest,
                           bms_rounded_plane candidate[BMS_MAX_CANDIDATES]);

/* The plane's unit normal at that instant, in the box's frame. */
void bms_rounded_normal(const bms_rounded_instant *instant, const bms_rounded_plane *plane, double normal[3]);

/* The features that the closest points lie on: box_dimension to vertex[] of the answer. */
void bms_rounded_features(const bms_closest *closest, bms_rounded_contact *contact);

#endif /* BMS_ROUNDED_CANDIDATES_H */
