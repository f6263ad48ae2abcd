/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps at one time without rounding, for values with too few digits in double-double arithmetic. */

#ifndef BMS_EXACT_INSTANT_H
#define BMS_EXACT_INSTANT_H

#include "exact/exact_axis.h"
#include "motion/relative.h"
#include "planes/gap_value.h"

enum { BMS_EXACT_INSTANT_LIMBS = 3 * 1024 };

/* More than the least double: the error that a value may have besides its rounding. */
#define BMS_EXACT_INSTANT_ERROR 0x1p-1070

/* Two bodies, or a half-space and a body, at one double.  It must stay where it is. */
typedef struct bms_exact_instant {
  const bms_half_space *half_space;
  bms_exact_arena arena;
  bms_exact_pair pair;
  uint64_t limb[BMS_EXACT_INSTANT_LIMBS];
} bms_exact_instant;

void bms_exact_instant_at(const bms_relative *relative, double t, bms_exact_instant *at);

/* Computes the gap along an axis, each number rounded to a double once, towards zero, so that its sign is right if it
   is not 0.  Returns false if the numbers are too long. */
bool bms_exact_instant_gap_along(bms_exact_instant *at, int axis, bms_gap_terms *out);

#endif /* BMS_EXACT_INSTANT_H */
