/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The result of a fast walk: a bms_walk_result without the room for tied planes, which no fast walk finds, and which
 * takes as long to clear as several square roots.
 */

#ifndef BMS_FAST_RESULT_H
#define BMS_FAST_RESULT_H

#include "certified/walk.h"
#include "motion/axis.h"

typedef struct fast_result {
  bms_walk_end end;
  double t_lower, t_upper, t; /* CONTACT: see bms_walk_result */
  bms_axis_signs signs;       /* CONTACT: of the plane, at t_lower */
} fast_result;

#endif /* BMS_FAST_RESULT_H */
