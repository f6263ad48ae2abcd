/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps of the size of rounding, by eight places: rigid pairs. */

#include "planes/near_gap.c"

#define COEFFICIENTS_COUNTED 321
#define FLOOR_IS_A_MATRIX false

#include "near_gaps.h"

NEAR_GAPS_MAIN
