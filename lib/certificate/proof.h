/* SPDX-License-Identifier: BSD-3-Clause */

/* A proof in the making: the scene of a query in a large memory, and what the proofs of all answers have. */

#ifndef BMS_PROOF_H
#define BMS_PROOF_H

#include "certificate/proof_text.h"
#include "exact/exact_scene.h"

/* Four times the memory of other exact walks: their decisions are proved as well. */
enum { BMS_PROOF_KEPT_LIMBS = 4 * BMS_EXACT_KEPT_LIMBS, BMS_PROOF_SCRATCH_LIMBS = 4 * BMS_EXACT_SCRATCH_LIMBS };

typedef struct bms_proof {
  uint64_t kept[BMS_PROOF_KEPT_LIMBS], scratch[BMS_PROOF_SCRATCH_LIMBS];
  bms_exact_scene scene;
  const bms_proof_text *out;
  bms_exact t0, t1; /* in the scene's `kept` arena, as are all numbers that are made before the first gap */
} bms_proof;

/* Begins the proof of an answer to a query whose motions count from where the query does.  It must stay where it is. */
void bms_proof_begin(bms_proof *proof, const bms_query *query, const bms_proof_text *out);

/* Returns a double as a number that lasts. */
bms_exact bms_proof_number(bms_proof *proof, double t);

/* Writes the begin of a certificate: its format, and pieces over which the motions are regular.  Returns false if the
   capacity does not do. */
bool bms_proof_write_regular(bms_proof *proof, const char *format);

/* Writes the status, and for a certificate that proves less than was to be proved the reason. */
void bms_proof_write_status(const bms_proof *proof, bms_status proves);

/* Writes a member with a time, `, "key": ..`. */
void bms_proof_write_time(const bms_proof *proof, const char *key, double t);

/* Returns true if no gap is positive at a time of the scratch or the kept arena, and, if `inside`, all are negative but
   those along zero vectors. */
bool bms_proof_meet_at(bms_proof *proof, bms_exact t, bool inside);

/* Writes the certificate of an answer to a valid query whose motions have its origin.  Returns what it proves. */
typedef bms_status bms_prove(const bms_query *query, const bms_contact *contact, const bms_proof_text *out);

/* Calls `prove` with the motions shifted to the query's origin.  Returns BMS_INVALID, and makes the contact so, if they
   cannot be shifted. */
bms_status bms_prove_in_frame(const bms_query *query, bms_prove *prove, bms_contact *contact,
                              const bms_proof_text *out);

#endif /* BMS_PROOF_H */
