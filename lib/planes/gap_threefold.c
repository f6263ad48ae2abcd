/* SPDX-License-Identifier: BSD-3-Clause */

/* Gaps in numbers of three doubles on any machine, and the choice between these and those for AVX2. */

#include "numeric/arithmetic.h"

#include "planes/gap_threefold.h"

#include "numeric/compiler.h"
#include "numeric/triple_lanes.h"
#include "planes/plane.h"

#define GAP_THREEFOLD
#include "planes/gap_value_inline.h"

void bms_threefold_instants_at(const bms_relative *relative, const bms_double_double t[2], bms_threefold_instants *at) {
  double_lanes times = {lanes_of(t[0].high, t[1].high, t[0].high, t[1].high),
                        lanes_of(t[0].low, t[1].low, t[0].low, t[1].low)};
  triple_lanes both = triple_lanes_of(times);
#if BMS_FAST_AVX2
  if (bms_processor_has_avx2()) {
    bms_threefold_instants_at_avx2(relative, &both, at);
    return;
  }
#endif
  instants_of(relative, &both, at);
}

double bms_threefold_gaps_along(bms_threefold_instants *at, int axis, bms_threefold_gaps *along,
                                triple_lanes value[2]) {
  bool has_avx2 = bms_processor_has_avx2();
#if BMS_FAST_AVX2
  if (has_avx2) bms_threefold_gaps_along_avx2(at, axis, along, value);
#endif
  if (!has_avx2) {
    gaps_along(at, axis, along);
    gap_values(along, value);
  }
  if (at->relative->half_space != NULL) value[1] = value[0];
  return BMS_THREEFOLD_ERROR * at->relative->lateness * bms_gap_error(at->relative, axis);
}

static double rounded(const number *x, int lane) {
  return lanes_get(triple_lanes_rounded(*x), lane);
}

double bms_threefold_gap_along(bms_threefold_instants *at, int axis, bms_gap_terms ends[2]) {
  gaps along;
  number value[2];
  double error = bms_threefold_gaps_along(at, axis, &along, value);
  for (int i = 0; i < 2; i++) {
    ends[i].distance = rounded(&along.distance, i);
    for (int k = 0; k < 6; k++) ends[i].radius[k] = rounded(&along.radius[k], i);
    for (int side = 0; side < 2; side++) ends[i].value[side] = rounded(&value[side], i);
  }
  return error;
}
