/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first contact decided exactly: the last resort of the solver, if doubles do not decide.
 *
 * Everything here is right for every input, not nearly always: the doubles of a query are taken as the numbers that
 * they are, and every sign is decided by exact arithmetic.  The price is time, some hundreds of microseconds where
 * the fast path takes less than one.  Nothing is allocated: all numbers lie in fixed blocks on the stack, of which a
 * call takes less than 256 KiB in all.  Inputs whose doubles differ in magnitude by hundreds of orders may not fit; the
 * answer is then BMS_UNRESOLVED.
 */

#ifndef BMS_EXACT_CONTACT_H
#define BMS_EXACT_CONTACT_H

#include "exact/exact_answer.h"
#include "exact/exact_scene.h"

/*
 * The first contact of two boxes on [t_from, t1], t0 <= t_from <= t1, with the boxes known to be apart on [t0, t_from).
 *
 * A contact at t_from == t0 is TOUCHING if some gap is 0 there, OVERLAPPING if all are negative (of the axes that are
 * not the zero vector); a contact at any later time is a CONTACT.  Returns the status.  The query is valid: finite,
 * and the two motions pass the checks of exact_validity.h.
 */
bms_status bms_exact_first_contact(const bms_query *query, double t_from, bms_exact_answer *answer);

/* Finds it in the same way where something is known of t_from and what follows it: the same answer, sooner. */
bms_status bms_exact_first_contact_known(const bms_query *query, double t_from, const bms_exact_known *known,
                                         bms_exact_answer *answer);

/* Finds it for a half-space and the body b: one gap, normal . centre - sum_j |normal . v_j| - offset.  It is reported
   as axis 0, with distance 1. */
bms_status bms_exact_first_contact_half_space(const bms_half_space *half_space, const bms_body *b, double t0, double t1,
                                              double t_from, bms_exact_answer *answer);

/* Boxes of which the gaps along all axes except the ones of a set are known to be negative at t0, exactly at that time:
   TOUCHING or OVERLAPPING, or UNRESOLVED if they are apart there or the arithmetic's capacity does not do.  If `face`
   is not -1, the gap along that axis, one of the set, decides if they are apart or overlap, if it is not 0. */
bms_status bms_exact_contact_at_start(const bms_query *query, unsigned axes, int face, bms_exact_answer *answer);

#endif /* BMS_EXACT_CONTACT_H */
