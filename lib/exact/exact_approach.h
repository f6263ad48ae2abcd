/* SPDX-License-Identifier: BSD-3-Clause */

/* The first approaching contact decided exactly, as exact_contact.h decides the first contact. */

#ifndef BMS_EXACT_APPROACH_H
#define BMS_EXACT_APPROACH_H

#include "exact/exact_answer.h"
#include "exact/exact_scene.h"

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

/* The steps of both, for proofs of them. */

/* Returns an axis that keeps the boxes from overlapping right of an event; -1, and the axes whose gap is 0 at the event
   in the answer, if there is none.  Then no gap is positive at the event either. */
int bms_exact_blocking_axis(bms_exact_scene *scene, bms_exact_root *event, bms_exact_answer *answer);

/* Goes from an event to the next at which the axis may cease to be blocking; *blocking is true if the gap is positive
   there.  Returns true if there is one before the end. */
bool bms_exact_pass_blocked(bms_exact_scene *scene, int axis, bms_exact end, bms_exact_root *event, bool *blocking,
                            double *proved);

#endif /* BMS_EXACT_APPROACH_H */
