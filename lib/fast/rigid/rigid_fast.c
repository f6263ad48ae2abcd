/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Preparation, bounding spheres, the quick walk, and the answer.
 *
 * This file is compiled for any machine and, by rigid_quick_avx2.c, once more for those with AVX2 and FMA; the first
 * asks the processor which one to use.  Both compute the same bits: lanes (lanes.h) are rounded one by one, and a fused
 * multiplication and addition serves only where its result is that of Dekker's product (rigid_value.h).
 */

#include "fast/rigid/rigid_fast.h"

#include "answer/answer.h"
#include "numeric/lanes.h"
#include "fast/rigid/rigid_pair.h"

#if BMS_HAVE_LANES && (defined(__x86_64__) || !defined(BMS_QUICK_FUSED))

#include "fast/rigid/rigid_answer.h"
#include "fast/rigid/rigid_walk.h"

#ifdef BMS_QUICK_FUSED
#define QUICK bms_rigid_fast_avx2
#else
#define QUICK bms_rigid_fast_anywhere
#endif

/* The axis and side of a hint, as 1 + 2 axis, one more for side -1; 0 says nothing. */
static int hint_of(bms_axis_side axis) {
  return 1 + 2 * axis.axis + (axis.side < 0);
}

/* What a hint says; side 0: nothing. */
static bms_axis_side hinted(const bms_hint *hint) {
  if (hint == NULL || hint->plane < 1 || hint->plane > 2 * BMS_AXES) return (bms_axis_side){0, 0};
  return (bms_axis_side){(hint->plane - 1) / 2, hint->plane % 2 == 0 ? -1 : 1};
}

/* Of boxes in spheres that meet. */
BMS_NOINLINE bool walk_between(rigid_pair *pair, bms_hint *hint, bms_contact *contact) {
  const bms_query *query = pair->query;
  rigid_walk walk;
  bms_walk_result found = {.end = BMS_WALK_SEPARATED};
  bms_axis_side before = hinted(hint);
  rigid_walk_start(&walk, pair);
  if (before.side == 0 || !rigid_separates(&walk, before)) {
    rigid_walk_on(&walk, &found);
    if (found.end == BMS_WALK_OPEN) return false;
    if (hint != NULL) hint->plane = hint_of(walk.axis);
  }
  if (found.end == BMS_WALK_SEPARATED)
    quick_answer_none(BMS_SEPARATED, query->t1, query->t1, contact);
  else if (!rigid_answer(&walk, &found, contact))
    bms_answer_boxes(&query->a, &query->b, BMS_CONTACT, &(bms_enclosure){found.t_lower, found.t, found.t_upper},
                     &found.signs, contact);
  return true;
}

bool QUICK(const bms_query *query, bms_hint *hint, bms_contact *contact) {
  rigid_pair pair;
  if (!rigid_prepare(query, &pair)) return false;
  if (!rigid_spheres_apart(&pair)) return walk_between(&pair, hint, contact);
  quick_answer_none(BMS_SEPARATED, query->t1, query->t1, contact);
  return true;
}

#endif

#ifndef BMS_QUICK_FUSED

bool bms_rigid_fast_has_avx2(void) {
#if BMS_HAVE_LANES && defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

bool bms_rigid_fast(const bms_query *query, bms_hint *hint, bms_contact *contact) {
#if BMS_HAVE_LANES && defined(__x86_64__)
  if (bms_rigid_fast_has_avx2()) return bms_rigid_fast_avx2(query, hint, contact);
#endif
#if BMS_HAVE_LANES
  return bms_rigid_fast_anywhere(query, hint, contact);
#else
  (void)query;
  (void)hint;
  (void)contact;
  return false;
#endif
}

#endif
