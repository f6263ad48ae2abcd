/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * From contact to contact.
 *
 * The times of contact are those at which no gap is positive: a closed set, made of finitely many closed intervals as
 * gaps are polynomials piece by piece.  The walk of exact_walk.c leads to the beginning of each.  Its end, the exit, is
 * the first time right of which some gap is positive.  If that is the beginning itself the boxes only graze.  Otherwise
 * every axis is followed alone, from event to event, until its gap turns positive, and the earliest of these times is
 * the exit.  A gap may touch zero on the way, stay zero for a while or change its section: only its sign right of an
 * event counts.  An axis that is a zero vector has the gap 0 and does not matter.  At the exit the gap of one axis is
 * positive right of it, so the walk can go on, and intervals are apart.
 *
 * Most axes have a gap that is clearly negative from the beginning of the contact on.  So doubles are asked first, up
 * to when that is certain (inside.c), and exact arithmetic takes over from there, mostly never.
 *
 * It ends: each step passes an event.  There are at most 20250 of them in all (exact_walk.c) and each is passed once on
 * the way to a contact and once on the way to an exit; so there are no more intervals than that, either.
 */

#include "numeric/arithmetic.h"

#include "exact/exact_intervals.h"

#include "exact/exact_walk.h"
#include "planes/inside.h"

/* The bodies of a walk to an exit, and how long each gap is known to be negative. */
typedef struct outward {
  bms_exact_scene *scene;
  const bms_relative *relative; /* or NULL */
  double inside[BMS_AXES];      /* the gap along an axis is negative from the beginning of the contact to this time */
} outward;

/* Returns the first axis along which the gap is positive right of the beginning of a contact, else -1.  Then the gaps
   and terms along all axes that are not certainly negative there keep their signs on (enter, enter->high]. */
static int parting_axis(outward *w, bms_exact_root *enter, double enter_lower, double enter_upper) {
  for (int axis = 0; axis < w->scene->axes && !bms_exact_scene_exhausted(w->scene); axis++) {
    w->inside[axis] = enter_lower;
    if (w->relative) w->inside[axis] = bms_inside_until(w->relative, axis, enter_lower, w->relative->t1);
    if (w->inside[axis] > enter_upper) continue;
    if (bms_exact_leave(w->scene, axis, enter) > 0) return axis;
  }
  return -1;
}

/* Follows one axis from a time at which its gap is not positive.  Returns true if the gap turns positive right of an
   event before `limit`: then that is the exit.  It leaves only the exit in the scratch arena. */
static bool follow(bms_exact_scene *scene, int axis, bms_exact from, bms_exact limit, bms_exact_root *exit) {
  size_t mark = scene->scratch.used;
  bms_exact_polynomial plane;
  bool of_plane;
  while (!bms_exact_scene_exhausted(scene)) {
    if (!bms_exact_next_event(scene, axis, from, limit, exit, &plane, &of_plane) || bms_exact_is_end(exit, limit))
      break;
    bms_exact_root_keep(&scene->scratch, mark, exit);
    if (bms_exact_leave(scene, axis, exit) > 0) return true;
    from = exit->high;
    bms_exact_keep(&scene->scratch, mark, &from, 1);
  }
  scene->scratch.used = mark;
  return false;
}

/* Follows it from the time on up to which the gap is certainly negative, or from `from` if that is none. */
static bool follow_from(outward *w, int axis, double enter_upper, bms_exact from, bms_exact limit,
                        bms_exact_root *exit) {
  bms_exact_arena *scratch = &w->scene->scratch;
  if (w->inside[axis] > enter_upper) {
    bms_exact_root start = bms_exact_root_at(bms_exact_from_double(scratch, w->inside[axis]), limit);
    if (bms_exact_compare(start.low, limit) >= 0) return false;
    bms_exact_leave(w->scene, axis, &start);
    from = start.high;
  }
  return follow(w->scene, axis, from, limit, exit);
}

/* From the beginning of a contact to its exit.  Returns an axis along which the gap is positive right of it, -1 if the
   contact lasts to the end of the interval, which is then the exit.  All else in the scratch arena is released. */
static int walk_to_exit(outward *w, bms_exact end, double enter_lower, double enter_upper, bms_exact_root *event) {
  bms_exact_arena *scratch = &w->scene->scratch;
  bms_exact_root_keep(scratch, 0, event);
  if (bms_exact_is_end(event, end)) return -1;
  int parting = parting_axis(w, event, enter_lower, enter_upper);
  if (parting >= 0) return parting;
  bms_exact from = event->high, limit = end;
  *event = bms_exact_root_at(end, end);
  bms_exact_keep(scratch, 0, &from, 1);
  size_t mark = scratch->used;
  for (int axis = 0; axis < w->scene->axes && !bms_exact_scene_exhausted(w->scene); axis++) {
    bms_exact_root exit;
    bool found = follow_from(w, axis, enter_upper, from, limit, &exit);
    if (found && (parting < 0 || bms_exact_root_compare(scratch, &exit, event) < 0)) {
      *event = exit;
      parting = axis;
    }
    if (parting < 0) {
      scratch->used = mark;
      continue;
    }
    bms_exact_root_keep(scratch, mark, event);
    limit = event->exact ? event->low : event->high;
  }
  return parting;
}

static bms_status walk(bms_exact_scene *scene, const bms_relative *relative, double t_from, double t1, int capacity,
                       bms_contact_interval *interval, int *count) {
  outward out = {.scene = scene, .relative = relative};
  bms_exact end = bms_exact_from_double(&scene->kept, t1);
  bms_exact_root event = bms_exact_root_at(bms_exact_from_double(&scene->kept, t_from), end);
  bms_exact_answer touch;
  double proved;
  int axis = bms_exact_start_axis(scene, &event, &touch);
  *count = 0;
  /* An overlap where doubles have proved the boxes apart: a contradiction, of which nothing follows. */
  if (axis < 0 && touch.axes == 0 && relative != NULL && t_from > relative->t0) return BMS_UNRESOLVED;
  while (!bms_exact_scene_exhausted(scene) &&
         (axis < 0 || bms_exact_walk_to_contact(scene, axis, end, &event, &touch, &proved))) {
    bms_contact_interval now;
    bms_exact_root_enclose(&scene->scratch, &event, &now.enter_lower, &now.enter_upper);
    axis = walk_to_exit(&out, end, now.enter_lower, now.enter_upper, &event);
    bms_exact_root_enclose(&scene->scratch, &event, &now.exit_lower, &now.exit_upper);
    if (bms_exact_scene_exhausted(scene)) break;
    if (*count < capacity) interval[*count] = now;
    ++*count;
    if (axis < 0) break;
  }
  return bms_exact_scene_exhausted(scene) ? BMS_UNRESOLVED : *count > 0 ? BMS_CONTACT : BMS_SEPARATED;
}

bms_status bms_exact_contact_intervals(const bms_query *query, const bms_relative *relative, double t_from,
                                       int capacity, bms_contact_interval *interval, int *count) {
  bms_exact_arenas arenas;
  bms_exact_scene scene;
  bms_exact_scene_of_boxes(&scene, &arenas, &query->a, &query->b);
  return walk(&scene, relative, t_from, query->t1, capacity, interval, count);
}

bms_status bms_exact_contact_intervals_half_space(const bms_half_space *half_space, const bms_body *b,
                                                  const bms_relative *relative, double t_from, double t1, int capacity,
                                                  bms_contact_interval *interval, int *count) {
  bms_exact_arenas arenas;
  bms_exact_scene scene;
  bms_exact_scene_of_half_space(&scene, &arenas, half_space, b);
  return walk(&scene, relative, t_from, t1, capacity, interval, count);
}
