/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps of the size of rounding, by twelve places: a rigid body on a matrix. */

#include "planes/near_gap_wide.c"

#define COEFFICIENTS_COUNTED 6182
#define FLOOR_IS_A_MATRIX true

#include "near_gaps.h"

NEAR_GAPS_MAIN
