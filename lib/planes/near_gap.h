/* SPDX-License-Identifier: BSD-3-Clause */

/* The gap along an axis over a stretch where doubles lose it: in their rounding, or in sums of large numbers. */

#ifndef BMS_NEAR_GAP_H
#define BMS_NEAR_GAP_H

#include "planes/gap_value.h"
#include "planes/plane.h"

/*
 * Makes the gap along an axis over a stretch again, from `gap`, in double-double arithmetic, on the given side (1 or
 * -1).
 *
 * Terms that certainly keep their sign are parts of near->distance, which counts with the side 1; the others are the
 * radii.
 */
void bms_near_gap_along(bms_precise_instants *at, const bms_stretch *stretch, const bms_gap *gap, int side,
                        bms_gap *near);

/* Makes the gap again in the same way where its degree is from 8 to 11. */
void bms_near_gap_along_wide(bms_precise_instants *at, const bms_stretch *stretch, const bms_gap *gap, int side,
                             bms_gap *near);

#endif /* BMS_NEAR_GAP_H */
