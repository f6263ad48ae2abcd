/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps of degree 11 or less: matrix motions. */

#include "numeric/arithmetic.h"

#define FAST_NODES 12

static const double LEBESGUE = 2.6, COEFFICIENT_ROUNDINGS = 6208, TIME_ROUNDINGS = 10240, EVALUATION_ROUNDINGS = 48;

#include "planes/near_gap_inline.h"

void bms_near_gap_along_wide(bms_precise_instants *at, const bms_stretch *stretch, const bms_gap *gap, int side,
                             bms_gap *near) {
  near_gap_along(at, stretch, gap, side, near);
}
