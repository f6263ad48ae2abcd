/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps in numbers of three doubles on x86-64 processors with AVX2 and FMA. */

#include "numeric/arithmetic.h"

#include "bms.h"
#include "numeric/compiler.h"

#if BMS_FAST_AVX2

#include "numeric/avx2_begin.h"

#define GAP_THREEFOLD
#include "planes/gap_value_inline.h"

/* For the instruction at the end see gap_value_avx2.c. */
void bms_threefold_instants_at_avx2(const bms_relative *relative, const triple_lanes *t, bms_threefold_instants *at) {
  instants_of(relative, t, at);
  __builtin_ia32_vzeroupper();
}

void bms_threefold_gaps_along_avx2(bms_threefold_instants *at, int axis, bms_threefold_gaps *along,
                                   triple_lanes value[2]) {
  gaps_along(at, axis, along);
  gap_values(along, value);
  __builtin_ia32_vzeroupper();
}

#include "numeric/avx2_end.h"

#endif
