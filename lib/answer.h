/* SPDX-License-Identifier: BSD-3-Clause */

/* From a decided query to a bms_contact: the pair, the normal, the points and the approach speed at the time of contact. */

#ifndef BMS_ANSWER_H
#define BMS_ANSWER_H

#include "axis.h"
#include "relative.h"

/* An answer without a contact. */
void bms_answer_none(bms_status status, double t_lower, double t_upper, bms_contact *contact);

/* The answer to an invalid query. */
void bms_answer_invalid(bms_reason reason, bms_part where, bms_contact *contact);

/* A contact in [t_lower, t_upper] along the axis with these signs, or an overlap at t0.  For a half-space, relative->half_space is set and `a` is
   not looked at. */
void bms_answer_contact(const bms_relative *relative, const bms_body *a, const bms_body *b, bms_status status, double t_lower,
                        double t_upper, const bms_axis_signs *signs, bms_contact *contact);

#endif /* BMS_ANSWER_H */
