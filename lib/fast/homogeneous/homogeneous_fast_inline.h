/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The fast answer to a query of any two homogeneous motions: preparation, planes between control poses, the fast walk,
 * and the contact.  It is compiled twice, as rigid_fast_inline.h is.
 */

#ifndef BMS_HOMOGENEOUS_FAST_INLINE_H
#define BMS_HOMOGENEOUS_FAST_INLINE_H

#define FAST_NODES 12

#include "answer/answer.h"
#include "fast/homogeneous/homogeneous_answer.h"
#include "fast/homogeneous/homogeneous_hull.h"
#include "fast/homogeneous/homogeneous_walk.h"

/* Fills in the answer that the walk has found. */
BMS_INLINE void homogeneous_complete(const homogeneous_walk *walk, const bms_query *query, const fast_result *found,
                                     bms_contact *contact) {
  const bms_body *a = &query->a, *b = &query->b;
  bms_enclosure time = {found->t_lower, found->t, found->t_upper}, start = {query->t0, query->t0, query->t0};
  if (found->end == BMS_WALK_SEPARATED)
    fast_answer_none(BMS_SEPARATED, query->t1, query->t1, contact);
  else if (found->end == BMS_WALK_CONTACT && !homogeneous_answer(walk, found, contact))
    bms_answer_boxes(a, b, BMS_CONTACT, &time, &found->signs, 1, contact);
  else if (found->end == BMS_WALK_OVERLAPPING)
    bms_answer_boxes(a, b, BMS_OVERLAPPING, &start, NULL, 0, contact);
}

/* Answers a query, or returns false; see bms_homogeneous_fast(). */
BMS_INLINE bool homogeneous_fast(const bms_query *query, bms_contact *contact) {
  homogeneous_pair pair;
  homogeneous_walk walk;
  fast_result found;
  if (!homogeneous_prepare(query, &pair)) return false;
  found.end = BMS_WALK_SEPARATED;
  if (!homogeneous_far_apart(&pair)) homogeneous_walk_over(&walk, &pair, &found);
  if (found.end == BMS_WALK_OPEN) return false;
  homogeneous_complete(&walk, query, &found, contact);
  return true;
}

#endif /* BMS_HOMOGENEOUS_FAST_INLINE_H */
