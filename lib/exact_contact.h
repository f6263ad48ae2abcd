/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first contact decided exactly: the last resort of the solver, where doubles cannot tell.
 *
 * Everything here is right for every input, not nearly always: the doubles of a query are taken as the numbers that
 * they are, and every sign is decided by exact arithmetic.  The price is time, some hundreds of microseconds where
 * the fast path takes less than one.  Nothing is allocated: all numbers lie in fixed blocks on the stack, of which a
 * call takes less than 256 KiB in all.  Inputs whose doubles differ in magnitude by hundreds of orders may not fit; the
 * answer is then BMS_UNRESOLVED, or UNKNOWN for a check.
 */

#ifndef BMS_EXACT_CONTACT_H
#define BMS_EXACT_CONTACT_H

#include "axis.h"

/*
 * The answer.
 *
 *   CONTACT, TOUCHING    t_lower is the largest double <= t*, t_upper the smallest >= t*; `axes` has bit k set if
 *                        axis k is not the zero vector at t* and its gap is exactly 0 there, and then signs[k] are the
 *                        exact signs along it, 0 where exactly 0 (also for a half-edge of length 0).  Signs are those
 *                        for the n of exact_axis.h.
 *   OVERLAPPING          t_lower = t_upper = t0; no axes
 *   SEPARATED            t_lower = t_upper = t1; no axes
 *   UNRESOLVED           apart on [t0, t_lower), t_lower >= t_from, and more could not be proved; t_upper = t1; no axes
 */
typedef struct bms_exact_answer {
  bms_status status;
  double t_lower, t_upper;
  unsigned axes;
  bms_axis_signs signs[BMS_AXES];
} bms_exact_answer;

/*
 * The first contact of two boxes on [t_from, t1], t0 <= t_from <= t1, where the boxes are known to be apart on [t0,
 * t_from).
 *
 * A contact at t_from == t0 is TOUCHING if some gap is 0 there, OVERLAPPING if all are negative (of the axes that are
 * not the zero vector); a contact at any later time is a CONTACT.  Returns the status.  The query is valid: finite,
 * and the two motions pass the checks below.
 */
bms_status bms_exact_first_contact(const bms_query *query, double t_from, bms_exact_answer *answer);

/* The same for a half-space and the body b: one gap, normal . centre - sum_j |normal . v_j| - offset.  It is reported
   as axis 0, with distance 1. */
bms_status bms_exact_first_contact_half_space(const bms_half_space *half_space, const bms_body *b, double t0, double t1,
                                              double t_from, bms_exact_answer *answer);

/* ------------------------------------------------------------------ validity */

typedef enum bms_exact_verdict { BMS_EXACT_NO, BMS_EXACT_YES, BMS_EXACT_UNKNOWN } bms_exact_verdict;

/* Whether c[0] + c[1] t + c[2] t^2 > 0 on all of [t0, t1].  Finite doubles, t0 <= t1; so in all three. */
bms_exact_verdict bms_exact_quadratic_positive(const double c[3], double t0, double t1);

/* Whether det A of a matrix motion is 0 for some t of [t0, t1]. */
bms_exact_verdict bms_exact_determinant_vanishes(const bms_motion *motion, double t0, double t1);

/* Whether the quaternion of a rigid motion is 0 for some t of [t0, t1]. */
bms_exact_verdict bms_exact_quaternion_vanishes(const bms_motion *motion, double t0, double t1);

#endif /* BMS_EXACT_CONTACT_H */
