/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The steps that the exact walks are made of: from an event to the next.
 *
 * An event is a time at which a term of a gap, or the gap itself, is zero: an algebraic number.  Right of an event the
 * signs of all terms stay as they are for a while; there the gap is one polynomial, the plane, until the next event.
 */

#ifndef BMS_EXACT_WALK_H
#define BMS_EXACT_WALK_H

#include "exact/exact_answer.h"
#include "exact/exact_scene.h"

/* Refines the event until neither the gap along an axis nor one of its terms, of those that are not zero for ever, is
   zero on (event, event->high].  Returns the sign of the gap there, 0 where it is zero all along.  Leaves nothing else
   in the scratch arena. */
int bms_exact_leave(bms_exact_scene *scene, int axis, bms_exact_root *event);

/* Leaves an event at which, or right of which, the gap is positive: event->high is a time right of it up to which the
   gap is positive, or the event itself if no term is zero there. */
void bms_exact_leave_positive(bms_exact_scene *scene, int axis, bms_exact_root *event);

/* Finds the first root in (from, limit] of the plane that the gap is right of `from`, or of one of its terms; none of
   these is zero at `from` but for ever.  Returns true if there is one; and that plane, and if it is a root of that.
   Leaves nothing else in the scratch arena. */
bool bms_exact_next_event(bms_exact_scene *scene, int axis, bms_exact from, bms_exact limit, bms_exact_root *event,
                          bms_exact_polynomial *plane, bool *of_plane);

/* Returns true if an event is the end of the interval, behind which nothing counts. */
bool bms_exact_is_end(const bms_exact_root *event, bms_exact end);

/* Returns an axis along which the gap at the start of a walk, a dyadic time, is positive; -1, and the axes whose gap
   is 0 in the answer, if there is none.  May leave the start as bms_exact_leave_positive() does. */
int bms_exact_start_axis(bms_exact_scene *scene, bms_exact_root *start, bms_exact_answer *answer);

/* Enters an axis' result at the time of the answer: one of the axes that hold the boxes in touch, if it is. */
void bms_exact_enter_axis(const bms_exact_look *look, bms_exact_answer *answer);

/*
 * From an event right of which the gap along an axis is positive to the first contact in (event, end].
 *
 * Returns true if there is one: it is the new event, and the answer has the axes whose gap is 0 there.  The boxes are
 * apart from the old event to *proved, also where the scene is exhausted.  All else in the scratch arena is released.
 */
bool bms_exact_walk_to_contact(bms_exact_scene *scene, int axis, bms_exact end, bms_exact_root *event,
                               bms_exact_answer *answer, double *proved);

/* Fills in the answer; the axes stay for a CONTACT and a TOUCHING only.  Returns the status. */
bms_status bms_exact_finish(bms_exact_answer *answer, bms_status status, double t_lower, double t_upper);

/* Fills in that the boxes overlap at t_from > t0, a time that was to be proved apart.  Returns BMS_UNRESOLVED. */
bms_status bms_exact_contradict(bms_exact_answer *answer, double t_from, double t1);

#endif /* BMS_EXACT_WALK_H */
