/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The separating-axis test at one time, certified.
 *
 * Every gap comes with a bound of its error, so the verdict is a proof: apart if some gap exceeds its bound,
 * overlapping if all are below minus theirs, else undecided.
 */

#ifndef BMS_SEPARATION_H
#define BMS_SEPARATION_H

#include "motion/axis.h"
#include "motion/instant.h"

typedef enum bms_verdict { BMS_VERDICT_APART, BMS_VERDICT_OVERLAP, BMS_VERDICT_UNDECIDED } bms_verdict;

/* One axis at one time. */
typedef struct bms_axis_gap {
  bms_axis_signs signs; /* 0 for half-edges of no length */
  bool certain_signs;   /* no sign of a half-edge is in doubt */
  double normal[3];     /* from a to b, of any length */
  double length;        /* of normal */
  double gap;           /* times that length */
  double error;         /* bound of the error of gap */
} bms_axis_gap;

/* The gap along one axis. */
void bms_axis_gap_at(const bms_relative *relative, const bms_instant *instant, int axis, bms_axis_gap *out);

/* The plane that an axis shows: which axis, and the sign of n . d (1 or -1; 1 where it is zero). */
typedef struct bms_axis_side {
  int axis, side;
} bms_axis_side;

/* The gap along the axis on which it is greatest per length. */
void bms_greatest_gap_at(const bms_relative *relative, double t, bms_axis_gap *out);

/* The verdict over a set of axes (bit k: axis k), if they are apart the axis with the greatest certain gap per length,
   and those along which the gap is not certainly negative. */
bms_verdict bms_separation_verdict(const bms_relative *relative, const bms_instant *instant, unsigned axes,
                                   bms_axis_side *greatest, unsigned *doubtful);

/* The axes of a set along which the gap is not certainly negative. */
unsigned bms_separation_doubtful(const bms_relative *relative, const bms_instant *instant, unsigned axes);

#endif /* BMS_SEPARATION_H */
