/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps that stay as small as the rounding of doubles: are they positive all the time? */

#ifndef BMS_NEAR_GAP_H
#define BMS_NEAR_GAP_H

#include <stdbool.h>

#include "planes/plane.h"

/* Returns true if the gap along an axis is certainly positive on all of a stretch, on the given side (1 or -1).
   `gap` is that of the axis over the stretch.  For gaps of degree 7 or less; false where that is not clear. */
bool bms_near_gap_stays_positive(const bms_stretch *stretch, const bms_gap *gap, int side);

#endif /* BMS_NEAR_GAP_H */
