/* SPDX-License-Identifier: BSD-3-Clause */

/* Both bodies of a query at a single time, with bounds of the errors. */

#ifndef BMS_INSTANT_H
#define BMS_INSTANT_H

#include "motion/relative.h"

/* One body at one time: world columns A_i / k. */
typedef struct bms_track_instant {
  double column[3][3];
  double column_length; /* bounds |A_i / k| */
  double column_error;  /* bounds the error of each, as a vector */
} bms_track_instant;

typedef struct bms_instant {
  bms_track_instant a, b;
  double d[3]; /* from the centre of a to the centre of b */
  double d_length, d_error;
} bms_instant;

/* Computes both bodies at t.  The error bounds are infinite if a scale may be zero. */
void bms_relative_instant(const bms_relative *relative, double t, bms_instant *instant);

/* Makes the error bounds of an instant hold for all times within BMS_EXTENT roundings of max(|t0|, |t1|) of its own. */
void bms_instant_extend(const bms_relative *relative, bms_instant *instant);

enum { BMS_EXTENT = 4 };

#endif /* BMS_INSTANT_H */
