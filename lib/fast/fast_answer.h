/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Filling in the answers of the fast walks.
 *
 * Functions of this header are for the fast walks alone, which are compiled for several machines.
 */

#ifndef BMS_FAST_ANSWER_H
#define BMS_FAST_ANSWER_H

#include "answer/answer.h"
#include "fast/fast_result.h"
#include "motion/axis.h"
#include "numeric/lanes.h"

/* bms_answer_none, without its call. */
BMS_INLINE void fast_answer_none(bms_status status, double t_lower, double t_upper, bms_contact *contact) {
  const lanes zero = lanes_all(0);
  size_t i = 0;
  BMS_UNROLL(16)
  for (; i + sizeof zero <= sizeof *contact; i += sizeof zero) memcpy((char *)contact + i, &zero, sizeof zero);
  memset((char *)contact + i, 0, sizeof *contact - i);
  contact->status = status;
  contact->t = contact->t_lower = t_lower;
  contact->t_upper = t_upper;
}

/* The only point of an answer. */
BMS_INLINE void fast_set_point(lanes point, bms_contact *contact) {
  contact->point_count = 1;
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) contact->point[0][r] = lanes_get(point, r);
}

/* A contact in one point, but for its approach speed. */
BMS_INLINE void fast_answer_point(const fast_result *result, lanes normal, lanes point, bms_contact *contact) {
  fast_answer_none(BMS_CONTACT, result->t_lower, result->t_upper, contact);
  contact->t = result->t;
  contact->pair = bms_axis_pair(&result->signs);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) contact->normal[r] = lanes_get(normal, r);
  fast_set_point(point, contact);
}

/* Fills in the answer that the walk has found, by the same functions as the certified walk. */
BMS_INLINE void fast_answer_anyhow(const bms_query *query, const fast_result *found, bms_contact *contact) {
  const bms_body *a = &query->a, *b = &query->b;
  bms_enclosure time = {found->t_lower, found->t, found->t_upper}, start = {query->t0, query->t0, query->t0};
  if (found->end == BMS_WALK_SEPARATED)
    fast_answer_none(BMS_SEPARATED, query->t1, query->t1, contact);
  else if (found->end == BMS_WALK_CONTACT)
    bms_answer_boxes(a, b, BMS_CONTACT, &time, &found->signs, 1, contact);
  else if (found->end == BMS_WALK_OVERLAPPING)
    bms_answer_boxes(a, b, BMS_OVERLAPPING, &start, NULL, 0, contact);
}

/* Fills in the status and the times alone. */
BMS_INLINE void fast_answer_time(const bms_query *query, const fast_result *found, bms_contact *contact) {
  contact->reason = BMS_VALID;
  contact->where = BMS_PART_QUERY;
  contact->status = BMS_OVERLAPPING;
  contact->t = contact->t_lower = contact->t_upper = query->t0;
  if (found->end == BMS_WALK_SEPARATED) {
    contact->status = BMS_SEPARATED;
    contact->t = contact->t_lower = contact->t_upper = query->t1;
  } else if (found->end == BMS_WALK_CONTACT) {
    contact->status = BMS_CONTACT;
    contact->t = found->t;
    contact->t_lower = found->t_lower;
    contact->t_upper = found->t_upper;
  }
}

#endif /* BMS_FAST_ANSWER_H */
