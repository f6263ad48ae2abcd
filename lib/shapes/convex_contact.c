/* SPDX-License-Identifier: BSD-3-Clause */

/* The first contact of two convex shapes: the plane that separated them last, and a walk. */

#include "numeric/arithmetic.h"

#include <stddef.h>

#include "shapes/convex_answer.h"

/* Returns true if the plane that the caller kept separates the two all over the interval; begins the walk with it
   otherwise. */
static bool hint_holds(const bms_convex_hint *hint, bms_convex_walk *w) {
  const bms_convex_pair *pair = w->pair;
  if (hint == NULL || hint->carrier == BMS_CARRIER_NONE || !(pair->t0 < pair->t1)) return false;
  if (pair->a->core == BMS_CORE_HALF_SPACE || pair->b->core == BMS_CORE_HALF_SPACE) return false;
  bms_convex_stretch_over(pair, pair->t0, pair->t1, &w->stretch);
  double until = bms_separating_plane_clear_until(&w->stretch, hint);
  if (until > w->t) {
    w->t = until;
    w->plane = *hint;
  }
  return until >= pair->t1;
}

static bms_status first_in_frame(const bms_convex_query *query, bms_convex_hint *hint, bms_convex_contact *contact) {
  bms_convex_pair pair;
  bms_convex_walk w;
  *contact = (bms_convex_contact){.status = BMS_INVALID};
  contact->reason = bms_convex_prepare(query, &pair, &contact->where);
  if (contact->reason != BMS_VALID) return contact->status;
  bms_convex_walk_begin(&pair, &w);
  if (bms_convex_spheres_apart(&pair) || hint_holds(hint, &w) || bms_convex_walk_on(&w)) {
    contact->status = BMS_SEPARATED;
    contact->t = contact->t_lower = contact->t_upper = pair.t1;
  } else {
    bms_convex_conclude(query, &w, contact);
  }
  if (hint != NULL && w.plane.carrier != BMS_CARRIER_NONE) *hint = w.plane;
  return contact->status;
}

bms_status bms_convex_first_contact(const bms_convex_query *query, bms_convex_hint *hint, bms_convex_contact *contact) {
  if (query->motion_a.origin == 0 && query->motion_b.origin == 0) return first_in_frame(query, hint, contact);
  bms_convex_query entered;
  bms_frame frame;
  if (!bms_convex_enter_query(query, &entered, &frame, contact)) return BMS_INVALID;
  (void)first_in_frame(&entered, hint, contact);
  bms_convex_leave(&frame, contact);
  return contact->status;
}
