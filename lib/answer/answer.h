/* SPDX-License-Identifier: BSD-3-Clause */

/* From a decided query to a bms_contact: the pair, the normal, the points and the approach speed at the time of
   contact. */

#ifndef BMS_ANSWER_H
#define BMS_ANSWER_H

#include "motion/axis.h"

/* A time, as the double nearest to it that is known and two that enclose it. */
typedef struct bms_enclosure {
  double lower, nearest, upper;
} bms_enclosure;

/* An answer without a contact. */
void bms_answer_none(bms_status status, double t_lower, double t_upper, bms_contact *contact);

/* The answer to an invalid query. */
void bms_answer_invalid(bms_reason reason, bms_part where, bms_contact *contact);

/* Two boxes in contact at that time along each of `count` axes, with these signs, faces first.  One of the axes names
   the contact (see answer.c).  For two that overlap at t0 count may be 0: then the axis is searched for. */
void bms_answer_boxes(const bms_body *a, const bms_body *b, bms_status status, const bms_enclosure *time,
                      const bms_axis_signs *signs, int count, bms_contact *contact);

/* Answers for a half-space in the place of a, as above; of the signs b's count. */
void bms_answer_half_space(const bms_half_space *a, const bms_body *b, bms_status status, const bms_enclosure *time,
                           const bms_axis_signs *signs, bms_contact *contact);

#endif /* BMS_ANSWER_H */
