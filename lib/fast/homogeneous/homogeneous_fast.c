/* SPDX-License-Identifier: BSD-3-Clause */

/* Preparation, the quick walk and the answer of a general pair; compiled twice, as rigid_fast.c is. */

#include "fast/homogeneous/homogeneous_fast.h"

#include "answer/answer.h"
#include "numeric/lanes.h"

#if BMS_HAVE_LANES && (defined(__x86_64__) || !defined(BMS_QUICK_FUSED))

#define QUICK_NODES 12
#include "fast/homogeneous/homogeneous_answer.h"
#include "fast/homogeneous/homogeneous_hull.h"

#ifdef BMS_QUICK_FUSED
#define QUICK bms_homogeneous_fast_avx2
#else
#define QUICK bms_homogeneous_fast_anywhere
#endif

bool QUICK(const bms_query *query, bms_contact *contact) {
  general_pair pair;
  general_walk walk;
  bms_walk_result found;
  if (!general_prepare(query, &pair)) return false;
  found.end = BMS_WALK_SEPARATED;
  if (!general_far_apart(&pair)) general_walk_over(&walk, &pair, &found);
  if (found.end == BMS_WALK_OPEN) return false;
  if (found.end == BMS_WALK_SEPARATED)
    quick_answer_none(BMS_SEPARATED, query->t1, query->t1, contact);
  else if (!general_answer(&walk, &found, contact))
    bms_answer_boxes(&query->a, &query->b, BMS_CONTACT, &(bms_enclosure){found.t_lower, found.t, found.t_upper},
                     &found.signs, contact);
  return true;
}

#endif

#ifndef BMS_QUICK_FUSED

#include "fast/rigid/rigid_fast.h"

bool bms_homogeneous_fast(const bms_query *query, bms_contact *contact) {
#if BMS_HAVE_LANES && defined(__x86_64__)
  if (bms_rigid_fast_has_avx2()) return bms_homogeneous_fast_avx2(query, contact);
#endif
#if BMS_HAVE_LANES
  return bms_homogeneous_fast_anywhere(query, contact);
#else
  (void)query;
  (void)contact;
  return false;
#endif
}

#endif
