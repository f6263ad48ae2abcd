/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps over stretches so short that they are straight but for rounding: by their values at both ends. */

#ifndef BMS_CHORD_H
#define BMS_CHORD_H

#include <stdbool.h>

#include "planes/plane.h"

/* Bounds how far the gap along an axis, with any signs of its terms, and each of its terms are from their chords over
   `width` of the interval. */
double bms_chord_error(const bms_relative *relative, int axis, double width);

/* Returns true for a stretch over which chords tell more than bms_near_gap_along() does. */
bool bms_is_straight(const bms_stretch *stretch);

/* Makes the gap along an axis anew as bms_near_gap_along() does, of degree 1. */
void bms_chord_along(const bms_stretch *stretch, const bms_gap *gap, int side, bms_gap *near);

#endif /* BMS_CHORD_H */
