/* SPDX-License-Identifier: BSD-3-Clause */

/* Two paths side by side: the stretches of time over which each has one piece. */

#ifndef BMS_PATH_STRETCH_H
#define BMS_PATH_STRETCH_H

#include <stdbool.h>

#include "bms_path.h"

/* Whether the paths cover the interval and their bounds are some. */
bms_reason bms_path_validate(const bms_path_query *query, bms_part *where);

/* Where a walk along both paths is. */
typedef struct bms_path_stretch {
  int piece_a, piece_b;
  bms_query query; /* the grown boxes with the motions of these pieces, over the time that they share */
  double slack;    /* of both */
} bms_path_stretch;

/* The first stretch of a valid query, and the one after another; false if there is none. */
void bms_path_begin(const bms_path_query *query, bms_path_stretch *stretch);
bool bms_path_next(const bms_path_query *query, bms_path_stretch *stretch);

#endif /* BMS_PATH_STRETCH_H */
