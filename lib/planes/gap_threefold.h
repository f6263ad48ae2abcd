/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Gaps at two times, in numbers of three doubles (numeric/triple_lanes.h), for cases in which gap_value.h has too few
 * digits, before exact arithmetic.
 *
 * The times are double_double numbers, since planes that double_double values cannot distinguish differ within a part
 * of an ulp of t.
 */

#ifndef BMS_GAP_THREEFOLD_H
#define BMS_GAP_THREEFOLD_H

#include "numeric/triple_lanes.h"
#include "planes/gap_value.h"

/* Times the error bound of a plane, bms_gap.error, this bounds the error of its value here: the value of the same
   formulas with 2^-98 roundings in the place of one, and as much again. */
#define BMS_THREEFOLD_ERROR 0x1p-97

/* See gap_value.h. */
typedef struct bms_threefold_body {
  triple_lanes column[3][3], scale, half[3], middle[3];
  bool centred;
} bms_threefold_body;

typedef struct bms_threefold_instants {
  const bms_relative *relative;
  bms_threefold_body a, b;
  triple_lanes distance[3], product[3][3];
  unsigned known; /* see gap_value.h */
} bms_threefold_instants;

typedef struct bms_threefold_gaps {
  triple_lanes distance, radius[6];
  unsigned radii;
} bms_threefold_gaps;

/* Computes the bodies of a pair at two times.  If *at already holds that pair, bodies that do not turn are kept;
   at->relative is NULL if it holds none. */
void bms_threefold_instants_at(const bms_relative *relative, const bms_double_double t[2], bms_threefold_instants *at);

/* Computes the gap along an axis and its values, on the side 1 and on the side -1; the first two lanes count.  Returns
   what bounds the error of the values. */
double bms_threefold_gaps_along(bms_threefold_instants *at, int axis, bms_threefold_gaps *along, triple_lanes value[2]);

/* Computes the gap along an axis at both times as doubles.  Returns what bounds the error of its values but for their
   rounding. */
double bms_threefold_gap_along(bms_threefold_instants *at, int axis, bms_gap_terms ends[2]);

/* As compiled for AVX2 and FMA. */
void bms_threefold_instants_at_avx2(const bms_relative *relative, const triple_lanes *t, bms_threefold_instants *at);
void bms_threefold_gaps_along_avx2(bms_threefold_instants *at, int axis, bms_threefold_gaps *along,
                                   triple_lanes value[2]);

#endif /* BMS_GAP_THREEFOLD_H */
