/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Decides exactly if a motion is one on the whole interval: for the few queries that doubles do not decide.
 *
 * Inputs whose doubles differ in magnitude by hundreds of orders may not fit into the fixed arena; the verdict is then
 * UNKNOWN.
 */

#ifndef BMS_EXACT_VALIDITY_H
#define BMS_EXACT_VALIDITY_H

#include "bms.h"

typedef enum bms_exact_verdict { BMS_EXACT_NO, BMS_EXACT_YES, BMS_EXACT_UNKNOWN } bms_exact_verdict;

/* Decides if c[0] + c[1] t + c[2] t^2 > 0 on all of [t0, t1].  All functions take finite doubles and t0 <= t1. */
bms_exact_verdict bms_exact_quadratic_positive(const double c[3], double t0, double t1);

/* Decides so if the weight of a matrix motion is positive. */
bms_exact_verdict bms_exact_weight_positive(const bms_motion *motion, double t0, double t1);

/* Decides if det A of a matrix motion is 0 for some t of [t0, t1]. */
bms_exact_verdict bms_exact_determinant_vanishes(const bms_motion *motion, double t0, double t1);

/* Decides if the quaternion of a rigid motion is 0 for some t of [t0, t1]. */
bms_exact_verdict bms_exact_quaternion_vanishes(const bms_motion *motion, double t0, double t1);

#endif /* BMS_EXACT_VALIDITY_H */
