/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The exact walk to the first approaching contact.
 *
 * The boxes overlap where the gaps along all axes but zero vectors are negative (exact_scene.c); the times at which
 * they do are an open set, and t* is its first limit.  So what keeps them from overlapping is an axis that is no zero
 * vector and whose gap is zero or positive, zero for a while included: sliding.  Call it a blocking axis.
 *
 * The walk is as in exact_walk.c with "blocking" in the place of "positive", and with one difference: it asks what is
 * right of an event, not at it.  At a touch from either side (a graze) every axis may be blocking at the event and none
 * be right of it, or the other way round.  An axis is blocking right of the event e if its gap is positive on (e, s],
 * or if it is zero all along and the axis is not the zero vector for ever: one that is a zero vector at e alone has a
 * direction right of it.  No blocking axis right of e: t* = e.
 *
 * Each turn passes an event; the bound of exact_walk.c holds.
 */

#include "numeric/arithmetic.h"

#include "exact/exact_approach.h"

#include "exact/exact_walk.h"

int bms_exact_blocking_axis(bms_exact_scene *scene, bms_exact_root *event, bms_exact_answer *answer) {
  size_t mark = scene->scratch.used;
  answer->axes = 0;
  for (int axis = 0; axis < scene->axes && !bms_exact_scene_exhausted(scene); axis++) {
    bms_exact_look look = bms_exact_scene_look(scene, axis, event);
    if (look.gap >= 0) {
      int behind = bms_exact_leave(scene, axis, event);
      if (behind > 0 || (behind == 0 && !bms_exact_scene_axis_vanishes(scene, axis))) return axis;
      bms_exact_enter_axis(&look, answer);
    }
    bms_exact_root_keep_ends(&scene->scratch, mark, event);
  }
  return -1;
}

bool bms_exact_pass_blocked(bms_exact_scene *scene, int axis, bms_exact end, bms_exact_root *event, bool *blocking,
                            double *proved) {
  bms_exact_polynomial plane;
  bool zero;
  bms_exact_leave(scene, axis, event);
  bms_exact from = event->high;
  bms_exact_keep(&scene->scratch, 0, &from, 1);
  if (bms_exact_scene_exhausted(scene)) return false;
  *proved = bms_exact_round_down(from);
  if (!bms_exact_next_event(scene, axis, from, end, event, &plane, &zero) || bms_exact_is_end(event, end)) return false;
  *blocking = !zero && bms_exact_sign_at_root(&scene->scratch, &plane, event) > 0;
  return true;
}

static bms_status walk(bms_exact_scene *scene, double t_from, double t1, bool at_start, bms_exact_answer *answer) {
  bms_exact end = bms_exact_from_double(&scene->kept, t1);
  bms_exact_root event = bms_exact_root_at(bms_exact_from_double(&scene->kept, t_from), end);
  double proved = t_from, lower = t_from, upper = t_from, nearest = t_from;
  int axis = bms_exact_start_axis(scene, &event, answer);
  bool blocking = axis >= 0, before_end = t_from < t1, moved = false;
  if (!bms_exact_scene_exhausted(scene) && axis < 0 && answer->axes == 0)
    return at_start ? bms_exact_finish(answer, BMS_OVERLAPPING, t_from, t_from)
                    : bms_exact_contradict(answer, t_from, t1);
  while (before_end && !bms_exact_scene_exhausted(scene)) {
    if (!blocking) axis = bms_exact_blocking_axis(scene, &event, answer);
    if (axis < 0) break;
    before_end = bms_exact_pass_blocked(scene, axis, end, &event, &blocking, &proved);
    moved = true;
  }
  if (before_end) {
    bms_exact_root_enclose(&scene->scratch, &event, &lower, &upper);
    nearest = bms_exact_root_nearest(&scene->scratch, &event, lower, upper);
  }
  if (bms_exact_scene_exhausted(scene)) return bms_exact_finish(answer, BMS_UNRESOLVED, proved, t1);
  if (!before_end) return bms_exact_finish(answer, BMS_SEPARATED, t1, t1);
  bms_exact_finish(answer, at_start && !moved ? BMS_TOUCHING : BMS_CONTACT, lower, upper);
  answer->t = nearest;
  return answer->status;
}

bms_status bms_exact_first_approach(const bms_query *query, double t_from, bms_exact_answer *answer) {
  bms_exact_arenas arenas;
  bms_exact_scene scene;
  bms_exact_scene_of_boxes(&scene, &arenas, &query->a, &query->b);
  return walk(&scene, t_from, query->t1, t_from <= query->t0, answer);
}

bms_status bms_exact_first_approach_half_space(const bms_half_space *half_space, const bms_body *b, double t0,
                                               double t1, double t_from, bms_exact_answer *answer) {
  bms_exact_arenas arenas;
  bms_exact_scene scene;
  bms_exact_scene_of_half_space(&scene, &arenas, half_space, b);
  return walk(&scene, t_from, t1, t_from <= t0, answer);
}
