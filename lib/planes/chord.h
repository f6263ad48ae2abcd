/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps over stretches so short that they are straight but for rounding: by their values at both ends. */

#ifndef BMS_CHORD_H
#define BMS_CHORD_H

#include <stdbool.h>

#include "planes/gap_value.h"
#include "planes/plane.h"
#include "planes/separation.h"

/* Bounds how far the gap along an axis, with any signs of its terms, and each of its terms are from their chords over
   `width` of the interval. */
double bms_chord_error(const bms_relative *relative, int axis, double width);

/* Returns true for a stretch so short that chords give more than polynomials do. */
bool bms_is_straight(const bms_relative *relative, double ta, double tb);

/* Computes the gap along an axis over a stretch as bms_near_gap_along() does, of degree 1. */
void bms_chord_along(bms_precise_instants *at, double ta, double tb, bms_axis_side plane, bms_gap *gap);

#endif /* BMS_CHORD_H */
