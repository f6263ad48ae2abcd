/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The proof of a first approach: the walk of exact_approach.c, with each of its stretches written down.
 *
 * On a stretch one axis blocks: its gap is not negative.  If the stretch ends at a double or another dyadic number,
 * the pieces of both axes meet there.  Otherwise the end is an irrational root, and gets a piece of its own
 * (crossing_piece.c).
 */

#include "numeric/arithmetic.h"

#include "bms_certificate.h"

#include "certificate/cover.h"
#include "certificate/crossing_piece.h"
#include "certificate/inside_piece.h"
#include "certificate/proof.h"
#include "exact/exact_approach.h"
#include "exact/exact_walk.h"

/* Limbs for the end of the pieces that are written, and steps in search of a time of overlap. */
enum { END_LIMBS = 4096, MOST_STEPS = 4096 };

typedef struct approach_proof {
  bms_proof proof;
  const bms_contact *contact;
  bms_exact t_lower, t_upper;
  uint64_t block[END_LIMBS];
  bms_exact_arena held;
  bms_exact end; /* of the pieces that are written, in `held` */
  bool first;    /* none is written */
} approach_proof;

static void move_end(approach_proof *c, bms_exact t) {
  bms_exact_keep(&c->held, 0, &t, 1);
  c->end = t;
}

/* Writes pieces from the end to t, over which the axis blocks. */
static bool cover_to(approach_proof *c, int axis, bms_exact t) {
  bms_cover_span span = {.start = c->end, .end = t};
  if (bms_exact_compare(t, c->end) <= 0) return true;
  if (!bms_cover_blocked(&c->proof.scene, axis, &span, c->proof.out, c->first)) return false;
  c->first = false;
  move_end(c, t);
  return !c->held.exhausted;
}

/* Writes pieces past an event at which another axis, or the same again, takes over. */
static bool cross(approach_proof *c, int before, int after, bms_exact_root *event) {
  bms_exact_scene *scene = &c->proof.scene;
  if (event->exact) return cover_to(c, before, event->low);
  if (!bms_crossing_isolate(scene, event, before, after) || !cover_to(c, before, event->low)) return false;
  bms_crossing_write(scene, event, before, after, c->proof.out, c->first);
  c->first = false;
  move_end(c, event->high);
  return !c->held.exhausted;
}

/* Writes pieces up to shortly before the event from which on the boxes overlap; later than t_lower and t0. */
static bool cover_before(approach_proof *c, int axis, bms_exact_root *event) {
  bms_exact_arena *scratch = &c->proof.scene.scratch;
  bms_exact_root_keep(scratch, 0, event);
  size_t mark = scratch->used;
  if (event->exact) return cover_to(c, axis, event->low);
  while (!scratch->exhausted &&
         (bms_exact_compare(event->low, c->t_lower) < 0 || bms_exact_compare(event->low, c->end) <= 0)) {
    bms_exact_root_refine(scratch, event);
    bms_exact_root_keep_ends(scratch, mark, event);
  }
  return !scratch->exhausted && cover_to(c, axis, event->low);
}

/* Writes the pieces over which an axis blocks, as far as the event from which on the boxes overlap, or to t1. Returns
   false if the capacity does not do. */
static bool write_blocked(approach_proof *c, bms_exact_root *event, bool *overlap) {
  bms_exact_scene *scene = &c->proof.scene;
  bms_exact_answer answer;
  double proved;
  bool before_end = bms_exact_compare(c->proof.t0, c->proof.t1) < 0, blocking, moved = false;
  *event = bms_exact_root_at(c->proof.t0, c->proof.t1);
  int axis = bms_exact_start_axis(scene, event, &answer), next = axis;
  *overlap = axis < 0 && answer.axes == 0;
  if (*overlap) return true;
  blocking = axis >= 0;
  while (before_end && !bms_exact_scene_exhausted(scene)) {
    if (!blocking) next = bms_exact_blocking_axis(scene, event, &answer);
    *overlap = next < 0;
    if (*overlap) break;
    if (moved && !blocking && !cross(c, axis, next, event)) return false;
    axis = next;
    before_end = bms_exact_pass_blocked(scene, axis, c->proof.t1, event, &blocking, &proved);
    moved = true;
  }
  if (bms_exact_scene_exhausted(scene)) return false;
  if (*overlap) return !moved || cover_before(c, axis, event);
  scene->scratch.used = 0;
  return !moved || cover_to(c, axis, c->proof.t1);
}

/* Returns true if the boxes overlap at a time that is no later than t_upper. */
static bool overlap_by_then(approach_proof *c, bms_exact t) {
  bms_exact_arena *scratch = &c->proof.scene.scratch;
  size_t mark = scratch->used;
  bool found = bms_exact_compare(t, c->t_upper) <= 0 && bms_proof_meet_at(&c->proof, t, true);
  scratch->used = mark;
  return found;
}

/* Moves event->high towards the event until the boxes overlap there. */
static bool find_overlap(approach_proof *c, bms_exact_root *event) {
  bms_exact_arena *scratch = &c->proof.scene.scratch;
  size_t mark = scratch->used;
  for (int i = 0; i < MOST_STEPS && !bms_exact_scene_exhausted(&c->proof.scene); i++) {
    if (overlap_by_then(c, event->high)) return true;
    if (event->exact)
      event->high = bms_exact_middle(scratch, event->low, event->high);
    else
      bms_exact_root_refine(scratch, event);
    bms_exact_root_keep_ends(scratch, mark, event);
  }
  return false;
}

/* Writes the proof that the boxes overlap by t_upper, or right after it. */
static bool write_overlap(approach_proof *c, bms_exact_root *event) {
  bms_exact_scene *scene = &c->proof.scene;
  const bms_proof_text *out = c->proof.out;
  bool at_start = c->contact->status == BMS_OVERLAPPING;
  bms_exact_root_keep(&scene->scratch, 0, event);
  bool late = event->exact && bms_exact_compare(event->low, c->t_upper) >= 0;
  if (!at_start && !late && !find_overlap(c, event)) return false;
  bms_proof_add(out, ", \"overlaps\": ");
  if (!at_start && late) return bms_inside_write_after(scene, event->low, event->high, out);
  bms_proof_add(out, "{\"at\": ");
  bms_proof_add_number(out, at_start ? c->proof.t0 : event->high);
  bms_proof_add(out, "}");
  return !bms_exact_scene_exhausted(scene);
}

/* Writes the certificate of an answer to a valid query. */
static bms_status prove(const bms_query *query, const bms_contact *contact, const bms_proof_text *out) {
  approach_proof c;
  bms_exact_root event;
  bool overlap, separated = contact->status == BMS_SEPARATED;
  bms_proof_begin(&c.proof, query, out);
  c.contact = contact;
  c.t_lower = bms_proof_number(&c.proof, contact->t_lower);
  c.t_upper = bms_proof_number(&c.proof, contact->t_upper);
  c.held = bms_exact_arena_of(c.block, END_LIMBS);
  c.end = c.proof.t0;
  c.first = true;
  bool whole = bms_proof_write_regular(&c.proof, "bms-approach-certificate-1");
  bms_proof_add(out, ", \"blocked\": [");
  whole = whole && contact->status != BMS_UNRESOLVED && write_blocked(&c, &event, &overlap) && overlap != separated;
  bms_proof_add(out, "]");
  if (whole && overlap) whole = write_overlap(&c, &event);
  bms_status proves = whole ? contact->status : BMS_UNRESOLVED;
  bms_proof_write_status(&c.proof, proves);
  if (whole && overlap) bms_proof_write_time(&c.proof, "t_lower", contact->t_lower);
  if (whole && overlap) bms_proof_write_time(&c.proof, "t_upper", contact->t_upper);
  bms_proof_add(out, "}");
  return proves;
}

bms_status bms_first_approach_certificate(const bms_query *query, bms_contact *contact, bms_certificate_writer *write,
                                          void *context) {
  bms_proof_text out = {write, context};
  if (bms_first_approach(query, contact) == BMS_INVALID) return BMS_INVALID;
  return bms_prove_in_frame(query, prove, contact, &out);
}
