/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A certificate, member by member (doc/certificates.md): that the query is regular, that the boxes are apart before
 * t_lower, that they meet by t_upper, and what follows of that.
 *
 * The answer is bms_first_contact()'s, by any tier.  The proof owes nothing to it but the two times: it is made in
 * exact arithmetic, and a piece that does not prove what it has to is not written.
 */

#include "numeric/arithmetic.h"

#include "bms_certificate.h"

#include "certificate/cover.h"
#include "certificate/meeting.h"
#include "certificate/proof_text.h"
#include "motion/origin.h"

static const char CAPACITY[] = "the proof does not fit into the fixed memory of the exact arithmetic";

/* Four times the memory of other exact walks: their decisions are proved as well. */
enum { KEPT_LIMBS = 4 * BMS_EXACT_KEPT_LIMBS, SCRATCH_LIMBS = 4 * BMS_EXACT_SCRATCH_LIMBS };

typedef struct large_arenas {
  uint64_t kept[KEPT_LIMBS], scratch[SCRATCH_LIMBS];
} large_arenas;

/* A certificate in the making. */
typedef struct certificate {
  const bms_contact *contact;
  bms_exact_scene *scene;
  const bms_proof_text *out;
  bms_exact t0, t1, t_lower, t_upper; /* in the scene's `kept` arena, below all gaps */
} certificate;

/* Writes the pieces over which a motion is regular: the scale is positive, the determinant of a matrix not zero. */
static bool write_regular(const certificate *c, const char *key, const bms_exact_body *body) {
  bms_exact_arena *kept = &c->scene->kept;
  size_t mark = kept->used;
  bms_exact_polynomial p[2] = {body->scale};
  bms_cover_span span = {c->t0, c->t1, true};
  if (!body->rigid) p[1] = bms_exact_body_determinant(kept, body);
  bms_proof_add(c->out, key);
  bool proved = bms_cover_signs(c->scene, &span, p, body->rigid ? 1 : 2, c->out);
  bms_proof_add(c->out, "]");
  kept->used = mark;
  return proved;
}

/* Writes the pieces before t_lower, or over the whole interval. */
static bool write_apart(const certificate *c, bms_exact *proved) {
  bool separated = c->contact->status == BMS_SEPARATED;
  bms_cover_span span = {c->t0, separated ? c->t1 : c->t_lower, separated};
  bms_proof_add(c->out, ", \"apart\": [");
  bool none = !separated && bms_exact_compare(span.start, span.end) == 0;
  bool done = none || bms_cover_apart(c->scene, &span, c->out, proved);
  bms_proof_add(c->out, "]");
  return done;
}

/* The first contact in [t_lower, t_upper]; the boxes are apart before t_lower. */
static bool find_contact(const certificate *c, bms_exact_root *event) {
  bms_exact_answer answer;
  double proved;
  *event = bms_exact_root_at(c->t_lower, c->t_upper);
  int axis = bms_exact_start_axis(c->scene, event, &answer);
  return axis < 0 || bms_exact_walk_to_contact(c->scene, axis, c->t_upper, event, &answer, &proved);
}

/* Writes where the boxes meet, if they do. */
static bool write_meeting(const certificate *c) {
  bms_exact_root event;
  if (c->contact->status == BMS_SEPARATED) return true;
  if (c->contact->status == BMS_UNRESOLVED || !find_contact(c, &event) || bms_exact_scene_exhausted(c->scene))
    return false;
  bms_proof_add(c->out, ", \"meets\": ");
  if (bms_meeting_write(c->scene, &event, c->out)) return true;
  bms_proof_add(c->out, "null");
  return false;
}

static void write_end(const certificate *c, bms_status proves, bms_exact proved) {
  bms_proof_add(c->out, ", \"status\": \"");
  bms_proof_add(c->out, bms_status_name(proves));
  bms_proof_add(c->out, "\"");
  if (proves == BMS_UNRESOLVED) {
    bms_proof_add(c->out, ", \"t_lower\": ");
    bms_proof_add_number(c->out, proved);
    bms_proof_add(c->out, ", \"reason\": \"");
    bms_proof_add(c->out, CAPACITY);
    bms_proof_add(c->out, "\"");
  } else if (proves != BMS_SEPARATED) {
    bms_proof_add(c->out, ", \"t_lower\": ");
    bms_proof_add_double(c->out, c->contact->t_lower);
    bms_proof_add(c->out, ", \"t_upper\": ");
    bms_proof_add_double(c->out, c->contact->t_upper);
  }
  bms_proof_add(c->out, "}");
}

/* Writes the certificate of an answer to a valid query. */
static bms_status prove(const bms_query *query, const bms_contact *contact, const bms_proof_text *out) {
  large_arenas arenas;
  bms_exact_scene scene;
  bms_exact_memory memory = {arenas.kept, arenas.scratch, KEPT_LIMBS, SCRATCH_LIMBS};
  bms_exact_scene_in(&scene, &memory, &query->a, &query->b);
  certificate c = {.contact = contact,
                   .scene = &scene,
                   .out = out,
                   .t0 = bms_exact_from_double(&scene.kept, query->t0),
                   .t1 = bms_exact_from_double(&scene.kept, query->t1),
                   .t_lower = bms_exact_from_double(&scene.kept, contact->t_lower),
                   .t_upper = bms_exact_from_double(&scene.kept, contact->t_upper)};
  bms_exact proved = c.t0;
  bms_proof_add(out, "{\"format\": \"bms-certificate-1\", \"regular\": {");
  bool regular = write_regular(&c, "\"a\": [", &scene.pair.a);
  regular = regular && write_regular(&c, ", \"b\": [", &scene.pair.b);
  bms_proof_add(out, "}");
  bool whole = regular && write_apart(&c, &proved) && write_meeting(&c);
  bms_status proves = whole ? contact->status : BMS_UNRESOLVED;
  write_end(&c, proves, proved);
  return proves;
}

bms_status bms_first_contact_certificate(const bms_query *query, bms_contact *contact, bms_certificate_writer *write,
                                         void *context) {
  bms_proof_text out = {write, context};
  bms_frame frame;
  bms_part where;
  if (bms_first_contact(query, contact) == BMS_INVALID) return BMS_INVALID;
  if (bms_is_frame(query)) return prove(query, contact, &out);
  bms_reason reason = bms_frame_at_query(query, &frame, &where);
  if (reason == BMS_VALID) return prove(&frame.query, contact, &out);
  *contact = (bms_contact){.status = BMS_INVALID, .reason = reason, .where = where};
  return BMS_INVALID;
}
