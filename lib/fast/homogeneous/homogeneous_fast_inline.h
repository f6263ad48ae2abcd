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

/* Returns the plane to hand over: of edges at the root where the walk has ended, the face with the greatest gap there,
   by its bound, if one is not certainly negative. */
static bms_axis_side homogeneous_plane_ahead(const homogeneous_walk *w) {
  bms_axis_side plane = w->walk.axis;
  double greatest = -INFINITY;
  if (!w->walk.at_root || plane.axis < BMS_AXIS_EDGES) return plane;
  for (int axis = 0; axis < BMS_AXIS_EDGES; axis++) {
    double distance = lanes_get(w->at.distance[axis], 0), gap = fabs(distance) - lanes_get(w->at.radii[axis], 0);
    double part = gap / w->pair->bound[homogeneous_kind(axis)];
    if (gap < -homogeneous_gap_error_near(w, axis) || !(part > greatest)) continue;
    greatest = part;
    plane = (bms_axis_side){axis, distance < 0 ? -1 : 1};
  }
  return plane;
}

/* Answers a query, or returns false; see bms_homogeneous_fast(). */
BMS_INLINE bool homogeneous_fast(const bms_query *query, bool time_only, bms_walk_begun *begun, bms_contact *contact) {
  homogeneous_pair pair;
  homogeneous_walk walk;
  fast_result found;
  if (!homogeneous_prepare(query, &pair)) return false;
  found.end = BMS_WALK_SEPARATED;
  if (!homogeneous_far_apart(&pair)) {
    if (!homogeneous_walk_start(&walk, &pair)) return false;
    walk.walk.time_only = time_only;
    fast_walk_on(&HOMOGENEOUS_WALK, &walk.walk, &found);
    if (found.end == BMS_WALK_OPEN) {
      fast_hand_over(&walk.walk, homogeneous_plane_ahead(&walk), begun);
      return false;
    }
  }
  if (time_only)
    fast_answer_time(query, &found, contact);
  else if (found.end != BMS_WALK_CONTACT || !homogeneous_answer(&walk, &found, contact))
    fast_answer_anyhow(query, &found, contact);
  return true;
}

#endif /* BMS_HOMOGENEOUS_FAST_INLINE_H */
