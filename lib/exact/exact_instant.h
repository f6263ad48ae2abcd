/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps at one time without rounding: what a value in double-double arithmetic has too few digits for. */

#ifndef BMS_EXACT_INSTANT_H
#define BMS_EXACT_INSTANT_H

#include "exact/exact_axis.h"
#include "motion/relative.h"

enum { BMS_EXACT_INSTANT_LIMBS = 3 * 1024 };

/* Two bodies, or a half-space and a body, at one double.  It must stay where it is. */
typedef struct bms_exact_instant {
  const bms_half_space *half_space;
  bms_exact_arena arena;
  bms_exact_pair pair;
  uint64_t limb[BMS_EXACT_INSTANT_LIMBS];
} bms_exact_instant;

/* A gap: its terms as gap_value.h has them, and its values on the side 1 and on the side -1.  Each is rounded to a
   double once, towards zero, so its sign is right if it is not 0. */
typedef struct bms_exact_instant_gap {
  double distance, radius[6], value[2];
} bms_exact_instant_gap;

void bms_exact_instant_at(const bms_relative *relative, double t, bms_exact_instant *at);

/* Computes the gap along an axis.  Returns false where the numbers are too long. */
bool bms_exact_instant_gap_along(bms_exact_instant *at, int axis, bms_exact_instant_gap *out);

#endif /* BMS_EXACT_INSTANT_H */
