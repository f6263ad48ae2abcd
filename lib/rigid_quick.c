/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Preparation, bounding spheres, the quick walk, and the answer.
 *
 * This file is compiled for any machine and, by rigid_quick_avx2.c, once more for those with AVX2 and FMA; the first
 * asks the processor which one to use.  Both compute the same bits: lanes (lanes.h) are rounded one by one, and a fused
 * multiplication and addition serves only where its result is that of Dekker's product (rigid_value.h).
 */

#include "rigid_quick.h"

#include "answer.h"
#include "lanes.h"
#include "rigid_pair.h"

#if BMS_HAVE_LANES && (defined(__x86_64__) || !defined(BMS_RIGID_FUSED))

#include "rigid_answer.h"
#include "rigid_walk.h"

#ifdef BMS_RIGID_FUSED
#define QUICK bms_rigid_quick_avx2
#else
#define QUICK bms_rigid_quick_anywhere
#endif

/* The axis and side of a hint, as 1 + 2 axis, one more for side -1; 0 says nothing. */
static int hint_of(bms_axis_side axis) {
  return 1 + 2 * axis.axis + (axis.side < 0);
}

static bool separates_as_hinted(const rigid_pair *pair, const bms_hint *hint, rigid_walk *walk) {
  if (hint->plane < 1 || hint->plane > 2 * BMS_AXES) return false;
  walk->axis = (bms_axis_side){(hint->plane - 1) / 2, hint->plane % 2 == 0 ? -1 : 1};
  if (!pair->turning) rigid_instant_at(pair, pair->query->t0, &walk->at);
  rigid_plane_over(pair, &walk->at, 0, 1, walk->axis, &walk->plane);
  for (int i = 0; i <= walk->plane.degree; i++)
    if (!(walk->plane.c[i] > 0)) return false;
  return true;
}

bool QUICK(const bms_query *query, bms_hint *hint, bms_contact *contact) {
  rigid_pair pair;
  rigid_walk walk;
  bms_walk_result found;
  if (!rigid_prepare(query, &pair)) return false;
  if (rigid_spheres_apart(&pair) || (hint != NULL && separates_as_hinted(&pair, hint, &walk))) {
    bms_answer_none(BMS_SEPARATED, query->t1, query->t1, contact);
    return true;
  }
  rigid_walk_on(&walk, &pair, &found);
  if (found.end == BMS_WALK_OPEN) return false;
  if (hint != NULL) hint->plane = hint_of(walk.axis);
  if (found.end == BMS_WALK_SEPARATED)
    bms_answer_none(BMS_SEPARATED, query->t1, query->t1, contact);
  else if (!rigid_answer(&walk, &found, contact))
    bms_answer_boxes(&query->a, &query->b, BMS_CONTACT, &(bms_enclosure){found.t_lower, found.t, found.t_upper},
                     &found.signs, contact);
  return true;
}

#endif

#ifndef BMS_RIGID_FUSED

bool bms_rigid_quick_has_avx2(void) {
#if BMS_HAVE_LANES && defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

bool bms_rigid_quick(const bms_query *query, bms_hint *hint, bms_contact *contact) {
#if BMS_HAVE_LANES && defined(__x86_64__)
  if (bms_rigid_quick_has_avx2()) return bms_rigid_quick_avx2(query, hint, contact);
#endif
#if BMS_HAVE_LANES
  return bms_rigid_quick_anywhere(query, hint, contact);
#else
  (void)query;
  (void)hint;
  (void)contact;
  return false;
#endif
}

#endif
