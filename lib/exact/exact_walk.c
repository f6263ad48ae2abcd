/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The walk along gaps that are positive.
 *
 * At a dyadic time s, known to be no later than the first contact, one axis has a positive gap.  The signs of its terms
 * at s make its gap one polynomial, the plane, up to the next event: the first root right of s of the plane or of a
 * term.  No event up to t1: apart for good.  At the event, an algebraic number e, the boxes are apart if that gap is
 * still positive (a term has changed sign) or if another axis has a positive gap; otherwise every gap is <= 0 and e is
 * the first contact.  If they are apart the walk leaves e: the interval of e is refined until none of the terms of the
 * axis that is positive there, nor its plane, has a root right of e in it.  Its right end, again dyadic, is the next s,
 * and the gap is positive on all of [e, s].
 *
 * It ends.  Each turn passes a root of one of finitely many polynomials: of each of 15 axes the terms, at most 7 of
 * degree <= 10, and the planes, one for each of at most 2^7 choices of signs, of degree <= 10.  So there are at most
 * 15 (7 + 128) 10 = 20250 turns.  (Seen on random queries: 13 at most.)
 */

#include "numeric/arithmetic.h"

#include "exact/exact_walk.h"

#include "exact/exact_divisor.h"

/* Computes the signs of the terms at a dyadic time. */
static void signs_at(bms_exact_scene *scene, const bms_exact_gap *gap, bms_exact t, int sign[BMS_EXACT_TERMS]) {
  for (int i = 0; i < gap->terms; i++) sign[i] = bms_exact_polynomial_sign(&scene->scratch, &gap->term[i], t);
}

/* Makes the event the end of its interval if the gap is positive at it and no term is zero but for ever.  Returns false
   if not. */
static bool leave_at_once(bms_exact_scene *scene, const bms_exact_gap *gap, bms_exact_root *event) {
  size_t mark = scene->scratch.used;
  int sign[BMS_EXACT_TERMS] = {0};
  if (!event->exact) return false;
  signs_at(scene, gap, event->low, sign);
  bool clear = true;
  for (int i = 0; i < gap->terms; i++) clear = clear && (sign[i] != 0 || gap->term[i].degree < 0);
  if (clear) {
    bms_exact_polynomial plane = bms_exact_plane(&scene->scratch, gap, sign);
    clear = bms_exact_polynomial_sign(&scene->scratch, &plane, event->low) > 0;
  }
  if (clear) event->high = event->low;
  bms_exact_root_keep_ends(&scene->scratch, mark, event);
  return clear;
}

int bms_exact_leave(bms_exact_scene *scene, int axis, bms_exact_root *event) {
  const bms_exact_gap *gap = bms_exact_scene_gap(scene, axis);
  size_t mark = scene->scratch.used;
  int sign[BMS_EXACT_TERMS] = {0}, behind = 0;
  for (int i = 0; i < gap->terms; i++) {
    if (gap->term[i].degree >= 0) bms_exact_clear_right(&scene->scratch, &gap->term[i], event);
    bms_exact_root_keep_ends(&scene->scratch, mark, event);
  }
  signs_at(scene, gap, event->high, sign);
  bms_exact_polynomial plane = bms_exact_plane(&scene->scratch, gap, sign);
  if (plane.degree >= 0) {
    bms_exact_clear_right(&scene->scratch, &plane, event);
    behind = bms_exact_polynomial_sign(&scene->scratch, &plane, event->high);
  }
  bms_exact_root_keep_ends(&scene->scratch, mark, event);
  return behind;
}

/* Finds the first root of the plane, or of a term, in (from, limit]. */
static bool first_root(bms_exact_scene *scene, const bms_exact_polynomial *p, bool is_plane, bms_exact from,
                       bms_exact limit, bms_exact_root *root) {
  bms_exact_arena *arena = &scene->scratch;
  if (!is_plane && bms_exact_polynomial_constant_sign(arena, p, from, limit) != 0) return false;
  bms_exact_polynomial simple = is_plane && scene->known.grazes ? bms_exact_square_free(arena, p) : *p;
  return bms_exact_first_root(arena, &simple, from, limit, root);
}

static void enclose(bms_exact_scene *scene, bms_exact_root *event) {
  double lower, upper;
  bms_exact_root_enclose(&scene->scratch, event, &lower, &upper);
}

void bms_exact_leave_positive(bms_exact_scene *scene, int axis, bms_exact_root *event) {
  if (event->exact && bms_exact_compare(event->low, event->high) == 0) return; /* bms_exact_start_axis() has left it */
  if (!leave_at_once(scene, bms_exact_scene_gap(scene, axis), event)) (void)bms_exact_leave(scene, axis, event);
}

bool bms_exact_next_event(bms_exact_scene *scene, int axis, bms_exact from, bms_exact limit, bms_exact_root *event,
                          bms_exact_polynomial *plane, bool *of_plane) {
  const bms_exact_gap *gap = bms_exact_scene_gap(scene, axis);
  int sign[BMS_EXACT_TERMS] = {0};
  bool found = false;
  *of_plane = false;
  signs_at(scene, gap, from, sign);
  *plane = bms_exact_plane(&scene->scratch, gap, sign);
  size_t mark = scene->scratch.used;
  for (int i = gap->directed ? 0 : -1; i < gap->terms; i++) {
    /* the plane comes first: it ends most stretches, and after it only what lies to its left is searched for */
    bool is_plane = i < 0 || (gap->directed && i == 0);
    const bms_exact_polynomial *p = is_plane ? plane : &gap->term[i];
    if (p->degree < 1) continue;
    bms_exact_root root;
    bool has_root = first_root(scene, p, is_plane, from, limit, &root);
    if (has_root && (!found || bms_exact_root_compare(&scene->scratch, &root, event) < 0)) {
      *event = root;
      *of_plane = is_plane;
    }
    found = found || has_root;
    if (!found) {
      scene->scratch.used = mark;
      continue;
    }
    if (is_plane) enclose(scene, event); /* which most other terms keep their signs up to */
    bms_exact_root_keep(&scene->scratch, mark, event);
    limit = event->exact ? event->low : event->high;
  }
  return found;
}

bool bms_exact_is_end(const bms_exact_root *event, bms_exact end) {
  return event->exact && bms_exact_compare(event->low, end) == 0;
}

void bms_exact_enter_axis(const bms_exact_look *look, bms_exact_answer *answer) {
  if (look->gap != 0 || look->null) return;
  answer->axes |= 1u << look->signs.axis;
  answer->signs[look->signs.axis] = look->signs;
}

int bms_exact_start_axis(bms_exact_scene *scene, bms_exact_root *start, bms_exact_answer *answer) {
  int apart = scene->known.apart;
  if (apart >= 0 && scene->known.grazes && leave_at_once(scene, bms_exact_scene_gap(scene, apart), start)) return apart;
  if (apart >= 0 && bms_exact_scene_greatest(scene, start, 1u << apart, &answer->axes, answer->signs) >= 0)
    return apart;
  return bms_exact_scene_greatest(scene, start, BMS_ALL_AXES, &answer->axes, answer->signs);
}

/* Returns the axes that are known to be negative at an event. */
static unsigned known_inside(bms_exact_scene *scene, const bms_exact_root *event) {
  size_t mark = scene->scratch.used;
  if (scene->known.inside == 0) return 0;
  bms_exact until = bms_exact_from_double(&scene->scratch, scene->known.until);
  bool within = bms_exact_compare(event->exact ? event->low : event->high, until) <= 0;
  scene->scratch.used = mark;
  return within ? scene->known.inside : 0;
}

/* Refines an event until it is clear whether it comes before the time up to which something is known. */
static void refine_to_known(bms_exact_scene *scene, bms_exact_root *event) {
  size_t mark = scene->scratch.used;
  if (scene->known.inside == 0 || event->exact) return;
  bms_exact until = bms_exact_from_double(&scene->scratch, scene->known.until);
  bms_exact_root end = bms_exact_root_at(until, event->high);
  (void)bms_exact_root_compare(&scene->scratch, event, &end);
  bms_exact_root_keep_ends(&scene->scratch, mark, event);
}

/* Returns the first axis with a positive gap at an event, or one that doubles find; -1, and the axes whose gap is 0 in
   the answer, if there is none.  The gap along the axis `zero`, if that is not -1, is 0. */
static int positive_axis(bms_exact_scene *scene, int zero, bms_exact_root *event, bms_exact_answer *answer) {
  size_t mark = scene->scratch.used;
  int apart;
  answer->axes = 0;
  refine_to_known(scene, event);
  unsigned inside = known_inside(scene, event) | ~bms_exact_scene_doubtful(scene, event, &apart);
  bms_exact_root_keep_ends(&scene->scratch, mark, event);
  if (apart >= 0) return apart;
  for (int axis = 0; axis < scene->axes && !bms_exact_scene_exhausted(scene); axis++) {
    if (inside >> axis & 1 && axis != zero) continue;
    bms_exact_look look =
        axis == zero ? bms_exact_scene_look_at_zero(scene, axis, event) : bms_exact_scene_look(scene, axis, event);
    if (look.gap > 0) return axis;
    bms_exact_enter_axis(&look, answer);
    bms_exact_root_keep_ends(&scene->scratch, mark, event);
  }
  return -1;
}

bool bms_exact_walk_to_contact(bms_exact_scene *scene, int axis, bms_exact end, bms_exact_root *event,
                               bms_exact_answer *answer, double *proved) {
  bms_exact_polynomial plane;
  while (axis >= 0 && !bms_exact_is_end(event, end)) {
    bms_exact_leave_positive(scene, axis, event);
    bms_exact from = event->high;
    bms_exact_keep(&scene->scratch, 0, &from, 1);
    if (bms_exact_scene_exhausted(scene)) return false;
    *proved = bms_exact_round_down(from);
    bool zero;
    if (!bms_exact_next_event(scene, axis, from, end, event, &plane, &zero)) return false;
    if (zero || bms_exact_sign_at_root(&scene->scratch, &plane, event) <= 0)
      axis = positive_axis(scene, zero ? axis : -1, event, answer);
  }
  return axis < 0 && !bms_exact_scene_exhausted(scene);
}

bms_status bms_exact_finish(bms_exact_answer *answer, bms_status status, double t_lower, double t_upper) {
  answer->status = status;
  answer->t = answer->t_lower = t_lower;
  answer->t_upper = t_upper;
  answer->contradiction = false;
  if (status != BMS_CONTACT && status != BMS_TOUCHING) answer->axes = 0;
  return status;
}

bms_status bms_exact_contradict(bms_exact_answer *answer, double t_from, double t1) {
  bms_exact_finish(answer, BMS_UNRESOLVED, t_from, t1);
  answer->contradiction = true;
  return BMS_UNRESOLVED;
}
