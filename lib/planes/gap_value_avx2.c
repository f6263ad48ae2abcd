/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps at some times on x86-64 processors with AVX2 and FMA. */

#include "numeric/arithmetic.h"

#include "bms.h"
#include "numeric/compiler.h"

#if BMS_FAST_AVX2

#include "numeric/avx2_begin.h"

#include "planes/gap_value_avx2.h"
#include "planes/gap_value_inline.h"

/* gcc 12 does not see that what it calls leaves upper halves of registers dirty, which makes all that follows twice as
   slow. */
#define CALL(...)                \
  do {                           \
    __VA_ARGS__;                 \
    __builtin_ia32_vzeroupper(); \
  } while (0)

void bms_instants_at_avx2(const bms_relative *relative, const double_lanes *t, bms_precise_instants *at) {
  CALL(instants_at(relative, t, at));
}

void bms_instants_next_avx2(const double_lanes *t, bms_precise_instants *at) {
  CALL(instants_next(t, at));
}

void bms_gaps_along_avx2(bms_precise_instants *at, int axis, bms_precise_gaps *along) {
  CALL(gaps_along(at, axis, along));
}

void bms_gaps_side_by_side_avx2(const bms_precise_instants *at, const int axis[BMS_PRECISE_TIMES],
                                bms_precise_gaps *along) {
  CALL(gaps_side_by_side(at, axis, along));
}

void bms_gap_values_avx2(const bms_precise_gaps *along, double_lanes value[2]) {
  CALL(gap_values(along, value));
}

void bms_plane_values_avx2(const bms_precise_gaps *along, int side, const int sign[6], double_lanes *value) {
  CALL(plane_values(along, side, sign, value));
}

#include "numeric/avx2_end.h"

#endif
