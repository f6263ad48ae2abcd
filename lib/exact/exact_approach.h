/* SPDX-License-Identifier: BSD-3-Clause */

/* The first approaching contact decided exactly, as exact_contact.h decides the first contact. */

#ifndef BMS_EXACT_APPROACH_H
#define BMS_EXACT_APPROACH_H

#include "exact/exact_answer.h"

/*
 * The first time t* of [t_from, t1) from which on the boxes overlap: the gaps along all axes but zero vectors are
 * negative right of it.  t0 <= t_from <= t1, and the boxes are known not to overlap on [t0, t_from).
 *
 * The answer is OVERLAPPING if they overlap at t_from == t0 already, TOUCHING if t* == t0 and they do not overlap
 * there, CONTACT if t* > t0, SEPARATED if they do not overlap on [t0, t1).  Returns the status.  The query is valid.
 */
bms_status bms_exact_first_approach(const bms_query *query, double t_from, bms_exact_answer *answer);

/* Finds it for a half-space and the body b, whose one gap is exact_contact.h's. */
bms_status bms_exact_first_approach_half_space(const bms_half_space *half_space, const bms_body *b, double t0,
                                               double t1, double t_from, bms_exact_answer *answer);

#endif /* BMS_EXACT_APPROACH_H */
