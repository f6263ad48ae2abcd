/* SPDX-License-Identifier: BSD-3-Clause */

/* The minimum distance of pairs of bodies over intervals, one search over many pairs. */

#ifndef BMS_CLEARANCE_H
#define BMS_CLEARANCE_H

#include <stdbool.h>

#include "bms_path.h"

typedef struct bms_clearance_search {
  bms_clearance least;
  double tolerance;
  double told; /* doubles find no less than this where least.upper was found */
  int work;    /* halvings that are left; at 0 bounds are taken as they come */
} bms_clearance_search;

void bms_clearance_begin(double tolerance, bms_clearance_search *search);

/*
 * Takes the minimum distance of two bodies over [t0, t1] into account.  The motions are functions of t; they are
 * within `radius`, both together, of those that are meant.  Returns true if the least distance's upper bound is now
 * at this pair, at least.t.
 */
bool bms_clearance_pair(const bms_body *a, const bms_body *b, double radius, double t0, double t1,
                        bms_clearance_search *search);

#endif /* BMS_CLEARANCE_H */
