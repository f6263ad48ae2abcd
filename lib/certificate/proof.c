/* SPDX-License-Identifier: BSD-3-Clause */

#include "numeric/arithmetic.h"

#include "certificate/proof.h"

#include "certificate/cover.h"
#include "motion/origin.h"

static const char CAPACITY[] = "the proof does not fit into the fixed memory of the exact arithmetic";

void bms_proof_begin(bms_proof *proof, const bms_query *query, const bms_proof_text *out) {
  bms_exact_memory memory = {proof->kept, proof->scratch, BMS_PROOF_KEPT_LIMBS, BMS_PROOF_SCRATCH_LIMBS};
  bms_exact_scene_in(&proof->scene, &memory, &query->a, &query->b);
  proof->out = out;
  proof->t0 = bms_proof_number(proof, query->t0);
  proof->t1 = bms_proof_number(proof, query->t1);
}

bms_exact bms_proof_number(bms_proof *proof, double t) {
  return bms_exact_from_double(&proof->scene.kept, t);
}

/* Writes the pieces over which a motion is regular: the scale is positive, the determinant of a matrix not zero. */
static bool write_regular(bms_proof *proof, const char *key, const bms_exact_body *body) {
  bms_exact_arena *kept = &proof->scene.kept;
  size_t mark = kept->used;
  bms_exact_polynomial p[2] = {body->scale};
  bms_cover_span span = {.start = proof->t0, .end = proof->t1, .closed = true};
  if (!body->rigid) p[1] = bms_exact_body_determinant(kept, body);
  bms_proof_add(proof->out, key);
  bool proved = bms_cover_signs(&proof->scene, &span, p, body->rigid ? 1 : 2, proof->out);
  bms_proof_add(proof->out, "]");
  kept->used = mark;
  return proved;
}

bool bms_proof_write_regular(bms_proof *proof, const char *format) {
  bms_proof_add(proof->out, "{\"format\": \"");
  bms_proof_add(proof->out, format);
  bms_proof_add(proof->out, "\", \"regular\": {");
  bool regular = write_regular(proof, "\"a\": [", &proof->scene.pair.a);
  regular = regular && write_regular(proof, ", \"b\": [", &proof->scene.pair.b);
  bms_proof_add(proof->out, "}");
  return regular;
}

void bms_proof_write_status(const bms_proof *proof, bms_status proves) {
  bms_proof_add(proof->out, ", \"status\": \"");
  bms_proof_add(proof->out, bms_status_name(proves));
  bms_proof_add(proof->out, "\"");
  if (proves == BMS_UNRESOLVED) {
    bms_proof_add(proof->out, ", \"reason\": \"");
    bms_proof_add(proof->out, CAPACITY);
    bms_proof_add(proof->out, "\"");
  }
}

void bms_proof_write_time(const bms_proof *proof, const char *key, double t) {
  bms_proof_add(proof->out, ", \"");
  bms_proof_add(proof->out, key);
  bms_proof_add(proof->out, "\": ");
  bms_proof_add_double(proof->out, t);
}

bool bms_proof_meet_at(bms_proof *proof, bms_exact t, bool inside) {
  unsigned touching;
  bms_axis_signs signs[BMS_AXES];
  bms_exact_root time = bms_exact_root_at(t, t);
  int apart = bms_exact_scene_greatest(&proof->scene, &time, BMS_ALL_AXES, &touching, signs);
  return apart < 0 && !(inside && touching != 0) && !bms_exact_scene_exhausted(&proof->scene);
}

bms_status bms_prove_in_frame(const bms_query *query, bms_prove *prove, bms_contact *contact,
                              const bms_proof_text *out) {
  bms_frame frame;
  bms_part where;
  if (bms_is_frame(query)) return prove(query, contact, out);
  bms_reason reason = bms_frame_at_query(query, &frame, &where);
  if (reason == BMS_VALID) return prove(&frame.query, contact, out);
  *contact = (bms_contact){.status = BMS_INVALID, .reason = reason, .where = where};
  return BMS_INVALID;
}
