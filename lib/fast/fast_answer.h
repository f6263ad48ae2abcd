/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Filling in the answers of the fast walks.
 *
 * Functions of this header are for the fast walks alone, which are compiled for several machines.
 */

#ifndef BMS_FAST_ANSWER_H
#define BMS_FAST_ANSWER_H

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

#endif /* BMS_FAST_ANSWER_H */
