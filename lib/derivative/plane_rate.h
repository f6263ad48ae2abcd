/* SPDX-License-Identifier: BSD-3-Clause */

/* How the root of one plane of the Minkowski sum's boundary moves with the numbers of a query. */

#ifndef BMS_PLANE_RATE_H
#define BMS_PLANE_RATE_H

#include <stdbool.h>

#include "motion/axis.h"

typedef struct bms_plane_rate {
  double speed; /* at which the gap closes, per unit of t; the rates hold where it is not 0 */
  double drift; /* the sum of the absolute terms of the speed */
  bms_query rate;
} bms_plane_rate;

/*
 * The plane along an axis whose signs are given: which end of each half-edge faces the other box.  A sign of 0 counts
 * for half-edges that are at right angles to the axis by construction, and for half-edges of no length, for which it is
 * found out; a distance of 0 counts as positive.  The plane passes through the origin at t.
 *
 * Returns false if doubles do not hold it.
 */
bool bms_plane_rate_at(const bms_query *query, double t, const bms_axis_signs *signs, bms_plane_rate *out);

#endif /* BMS_PLANE_RATE_H */
