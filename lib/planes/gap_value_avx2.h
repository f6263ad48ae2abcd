/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps at some times, as gap_value.h has them, on x86-64 processors with AVX2 and FMA. */

#ifndef BMS_GAP_VALUE_AVX2_H
#define BMS_GAP_VALUE_AVX2_H

#include "planes/gap_value.h"

void bms_instants_at_avx2(const bms_relative *relative, const double_lanes *t, bms_precise_instants *at);
void bms_instants_next_avx2(const double_lanes *t, bms_precise_instants *at);
void bms_gaps_along_avx2(bms_precise_instants *at, int axis, bms_precise_gaps *gaps);
void bms_gaps_side_by_side_avx2(const bms_precise_instants *at, const int axis[BMS_PRECISE_TIMES],
                                bms_precise_gaps *gaps);
void bms_gap_values_avx2(const bms_precise_gaps *gaps, double_lanes value[2]);
void bms_plane_values_avx2(const bms_precise_gaps *gaps, int side, const int sign[6], double_lanes *value);

#endif /* BMS_GAP_VALUE_AVX2_H */
