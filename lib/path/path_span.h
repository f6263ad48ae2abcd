/* SPDX-License-Identifier: BSD-3-Clause */

/* Two paths side by side: the spans of time over which each has one piece. */

#ifndef BMS_PATH_SPAN_H
#define BMS_PATH_SPAN_H

#include <stdbool.h>

#include "bms_path.h"
#include "motion/origin.h"

/* Returns BMS_VALID if the paths cover the interval, their bounds are legal and no box is reversed, else what is wrong
   and where.  Of the motions nothing is known then: see bms_path_validate_from(). */
bms_reason bms_path_validate(const bms_path_query *query, bms_part *where);

/* The place of a walk along both paths. */
typedef struct bms_path_span {
  int piece_a, piece_b;
  double t1;         /* the end of the time that they share */
  bms_reason reason; /* why they have no frame, or BMS_VALID */
  bms_frame frame;   /* of the grown boxes with the motions of these pieces, over that time */
  double radius;     /* of both pieces, with what is rounded of their motions */
  double slack;      /* of both */
} bms_path_span;

/* Goes to the first span of a valid query, and to the next; false if there is none. */
void bms_path_begin(const bms_path_query *query, bms_path_span *span);
bool bms_path_next(const bms_path_query *query, bms_path_span *span);

/* Returns BMS_VALID if this span and all that follow it are valid queries, else what is wrong with the first that is
   not, and where. */
bms_reason bms_path_validate_from(const bms_path_query *query, bms_path_span span, bms_part *where);

#endif /* BMS_PATH_SPAN_H */
