/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps of degree 7 or less: rigid pairs, half-spaces. */

#include "numeric/arithmetic.h"

static const double LEBESGUE = 2.2, COEFFICIENT_ROUNDINGS = 336, TIME_ROUNDINGS = 4096, EVALUATION_ROUNDINGS = 32;

#include "planes/near_gap_inline.h"

void bms_near_gap_along(bms_precise_instants *at, const bms_stretch *stretch, const bms_gap *gap, int side,
                        bms_gap *near) {
  if (gap->distance.degree > FAST_DEGREE)
    bms_near_gap_along_wide(at, stretch, gap, side, near);
  else
    near_gap_along(at, stretch, gap, side, near);
}
