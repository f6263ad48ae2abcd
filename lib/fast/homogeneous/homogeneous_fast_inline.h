/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The fast answer to a query of any two homogeneous motions: preparation, planes between control poses, the fast walk,
 * and the contact.  It is compiled twice, as rigid_fast_inline.h is.
 */

#ifndef BMS_HOMOGENEOUS_FAST_INLINE_H
#define BMS_HOMOGENEOUS_FAST_INLINE_H

#define FAST_NODES 12

#include "fast/homogeneous/homogeneous_answer.h"
#include "fast/homogeneous/homogeneous_hull.h"
#include "fast/homogeneous/homogeneous_walk.h"

/* Answers a query, or returns false; see bms_homogeneous_fast(). */
BMS_INLINE bool homogeneous_fast(const bms_query *query, bms_contact *contact) {
  homogeneous_pair pair;
  homogeneous_walk walk;
  fast_result found;
  if (!homogeneous_prepare(query, &pair)) return false;
  found.end = BMS_WALK_SEPARATED;
  if (!homogeneous_far_apart(&pair)) homogeneous_walk_over(&walk, &pair, &found);
  if (found.end == BMS_WALK_OPEN) return false;
  if (found.end != BMS_WALK_CONTACT || !homogeneous_answer(&walk, &found, contact))
    fast_answer_anyhow(query, &found, contact);
  return true;
}

#endif /* BMS_HOMOGENEOUS_FAST_INLINE_H */
