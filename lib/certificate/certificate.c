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
#include "certificate/proof.h"

/* A certificate in the making. */
typedef struct certificate {
  bms_proof proof;
  const bms_contact *contact;
  bms_exact t_lower, t_upper;
} certificate;

/* Writes the pieces before t_lower, or over the whole interval. */
static bool write_apart(certificate *c, bms_exact *proved) {
  bool separated = c->contact->status == BMS_SEPARATED;
  bms_cover_span span = {.start = c->proof.t0, .end = separated ? c->proof.t1 : c->t_lower, .closed = separated};
  bms_proof_add(c->proof.out, ", \"apart\": [");
  bool none = !separated && bms_exact_compare(span.start, span.end) == 0;
  bool done = none || bms_cover_apart(&c->proof.scene, &span, c->proof.out, proved);
  bms_proof_add(c->proof.out, "]");
  return done;
}

/* The first contact in [t_lower, t_upper]; the boxes are apart before t_lower. */
static bool find_contact(certificate *c, bms_exact_root *event) {
  bms_exact_answer answer;
  double proved;
  *event = bms_exact_root_at(c->t_lower, c->t_upper);
  int axis = bms_exact_start_axis(&c->proof.scene, event, &answer);
  return axis < 0 || bms_exact_walk_to_contact(&c->proof.scene, axis, c->t_upper, event, &answer, &proved);
}

/* Writes where the boxes meet, if they do. */
static bool write_meeting(certificate *c) {
  const bms_proof_text *out = c->proof.out;
  bms_exact_root event;
  if (c->contact->status == BMS_SEPARATED) return true;
  if (c->contact->status == BMS_UNRESOLVED || !find_contact(c, &event) || bms_exact_scene_exhausted(&c->proof.scene))
    return false;
  bms_proof_add(out, ", \"meets\": ");
  if (bms_meeting_write(&c->proof.scene, &event, out)) return true;
  bms_proof_add(out, "null");
  return false;
}

static void write_bounds(const certificate *c, bms_status proves, bms_exact proved) {
  if (proves == BMS_UNRESOLVED) {
    bms_proof_add(c->proof.out, ", \"t_lower\": ");
    bms_proof_add_number(c->proof.out, proved);
  } else if (proves != BMS_SEPARATED) {
    bms_proof_write_time(&c->proof, "t_lower", c->contact->t_lower);
    bms_proof_write_time(&c->proof, "t_upper", c->contact->t_upper);
  }
}

/* Writes the certificate of an answer to a valid query. */
static bms_status prove(const bms_query *query, const bms_contact *contact, const bms_proof_text *out) {
  certificate c;
  c.contact = contact;
  bms_proof_begin(&c.proof, query, out);
  c.t_lower = bms_proof_number(&c.proof, contact->t_lower);
  c.t_upper = bms_proof_number(&c.proof, contact->t_upper);
  bms_exact proved = c.proof.t0;
  bool regular = bms_proof_write_regular(&c.proof, "bms-certificate-1");
  bool whole = regular && write_apart(&c, &proved) && write_meeting(&c);
  bms_status proves = whole ? contact->status : BMS_UNRESOLVED;
  bms_proof_write_status(&c.proof, proves);
  write_bounds(&c, proves, proved);
  bms_proof_add(out, "}");
  return proves;
}

bms_status bms_first_contact_certificate(const bms_query *query, bms_contact *contact, bms_certificate_writer *write,
                                         void *context) {
  bms_proof_text out = {write, context};
  if (bms_first_contact(query, contact) == BMS_INVALID) return BMS_INVALID;
  return bms_prove_in_frame(query, prove, contact, &out);
}
