/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The proof of all contact intervals: pieces apart before, between and after them, pieces of contact from enter_upper
 * to exit_lower, and a time of contact for an interval that is shorter than its bounds.
 */

#include "numeric/arithmetic.h"

#include "bms_certificate.h"

#include "certificate/inside_piece.h"
#include "certificate/meeting.h"
#include "certificate/proof.h"
#include "exact/exact_walk.h"
#include "motion/origin.h"

/* Limbs for the ends of a span, which are doubles. */
enum { SPAN_LIMBS = 4 };

typedef struct intervals_proof {
  bms_proof proof;
  const bms_contact_interval *interval;
  int count;
  double t0, t1;
  uint64_t block[SPAN_LIMBS];
} intervals_proof;

/* Returns the span between two times. */
static bms_cover_span span_of(intervals_proof *c, double start, double end) {
  bms_exact_arena ends = bms_exact_arena_of(c->block, SPAN_LIMBS);
  bms_cover_span span = {.start = bms_exact_from_double(&ends, start)};
  span.end = bms_exact_from_double(&ends, end);
  return span;
}

/* Writes the pieces apart between two intervals, one of which may be missing: number `next` and the one before it. */
static bool write_apart(intervals_proof *c, int next) {
  bool first = next == 0, last = next == c->count;
  bms_cover_span span =
      span_of(c, first ? c->t0 : c->interval[next - 1].exit_upper, last ? c->t1 : c->interval[next].enter_lower);
  bms_exact proved;
  span.closed = last;
  span.open = !first;
  bms_proof_add(c->proof.out, "\"apart\": [");
  int order = bms_exact_compare(span.start, span.end);
  bool nothing = order > 0 || (order == 0 && !(first && last));
  bool done = nothing || bms_cover_apart(&c->proof.scene, &span, c->proof.out, &proved);
  bms_proof_add(c->proof.out, "]");
  return done;
}

/* Writes the first time of contact in [exit_lower, enter_upper] if exit_lower is earlier; else in [enter_lower,
   exit_upper]. */
static bool write_meeting(intervals_proof *c, const bms_contact_interval *x) {
  bms_exact_answer answer;
  double proved;
  bool crossed = x->exit_lower < x->enter_upper;
  bms_cover_span span = crossed ? span_of(c, x->exit_lower, x->enter_upper) : span_of(c, x->enter_lower, x->exit_upper);
  bms_exact_root event = bms_exact_root_at(span.start, span.end);
  int axis = bms_exact_start_axis(&c->proof.scene, &event, &answer);
  if (axis >= 0 && !bms_exact_walk_to_contact(&c->proof.scene, axis, span.end, &event, &answer, &proved)) return false;
  if (bms_exact_scene_exhausted(&c->proof.scene)) return false;
  bms_proof_add(c->proof.out, ", \"meets\": ");
  if (bms_meeting_write(&c->proof.scene, &event, c->proof.out)) return true;
  bms_proof_add(c->proof.out, "null");
  return false;
}

static bool write_interval(intervals_proof *c, int i) {
  const bms_contact_interval *x = &c->interval[i];
  bms_proof *proof = &c->proof;
  bms_proof_add(proof->out, i == 0 ? "{" : ", {");
  if (!write_apart(c, i)) return false;
  proof->scene.scratch.used = 0;
  if (!(x->enter_upper < x->exit_lower)) return write_meeting(c, x);
  bms_cover_span span = span_of(c, x->enter_upper, x->exit_lower);
  bms_proof_add(proof->out, ", \"inside\": [");
  bool done = bms_inside_cover(&proof->scene, &span, proof->out);
  bms_proof_add(proof->out, "]");
  return done;
}

/* Writes the certificate of an answer to a valid query. */
static bms_status prove(const bms_query *query, bms_status status, const bms_contact_interval *interval, int count,
                        const bms_proof_text *out) {
  intervals_proof c;
  bms_proof_begin(&c.proof, query, out);
  c.interval = interval;
  c.count = count;
  c.t0 = query->t0;
  c.t1 = query->t1;
  bool whole = bms_proof_write_regular(&c.proof, "bms-intervals-certificate-1") && status != BMS_UNRESOLVED;
  bms_proof_add(out, ", \"intervals\": [");
  for (int i = 0; i < count && whole; i++) {
    whole = write_interval(&c, i);
    c.proof.scene.scratch.used = 0;
    bms_proof_add(out, "}");
  }
  bms_proof_add(out, whole ? "], " : "]");
  if (whole) whole = write_apart(&c, count);
  bms_status proves = whole ? status : BMS_UNRESOLVED;
  bms_proof_write_status(&c.proof, proves);
  bms_proof_add(out, "}");
  return proves;
}

bms_status bms_contact_intervals_certificate(const bms_query *query, int capacity, bms_contact_interval *interval,
                                             int *count, bms_certificate_writer *write, void *context) {
  bms_proof_text out = {write, context};
  bms_frame frame;
  bms_part where;
  bms_status status = bms_contact_intervals(query, capacity, interval, count);
  if (status == BMS_INVALID) return BMS_INVALID;
  if (*count > capacity) return BMS_UNRESOLVED;
  if (bms_is_frame(query)) return prove(query, status, interval, *count, &out);
  if (bms_frame_at_query(query, &frame, &where) != BMS_VALID) return BMS_INVALID;
  return prove(&frame.query, status, interval, *count, &out);
}
