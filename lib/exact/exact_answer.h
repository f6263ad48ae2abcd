/* SPDX-License-Identifier: BSD-3-Clause */

/* The findings of an exact walk: the answer of exact_contact.h and of exact_approach.h. */

#ifndef BMS_EXACT_ANSWER_H
#define BMS_EXACT_ANSWER_H

#include <stdbool.h>

#include "motion/axis.h"

/*
 * With t* the time that was searched for,
 *
 *   CONTACT, TOUCHING    t_lower is the largest double <= t*, t_upper the smallest >= t*; `axes` has bit k set if
 *                        axis k is not the zero vector at t* and its gap is exactly 0 there, and then signs[k] are the
 *                        exact signs along it, 0 where exactly 0 (also for a half-edge of length 0).  Signs are those
 *                        for the n of exact_axis.h.
 *   OVERLAPPING          t_lower = t_upper = t0; no axes
 *   SEPARATED            t_lower = t_upper = t1; no axes
 *   UNRESOLVED           t* is not in [t0, t_lower), t_lower >= t_from, and more could not be proved; t_upper = t1; no
 *                        axes.  If `contradiction` is set, the boxes overlap at t_from > t0 although that was to be
 *                        proved apart: then nothing is known
 */
typedef struct bms_exact_answer {
  bms_status status;
  double t_lower, t_upper;
  double t; /* the nearer to t* of the two */
  bool contradiction;
  unsigned axes;
  bms_axis_signs signs[BMS_AXES];
} bms_exact_answer;

#endif /* BMS_EXACT_ANSWER_H */
