/* SPDX-License-Identifier: BSD-3-Clause */

/* The text of a certificate: pieces of JSON, handed on as they come. */

#ifndef BMS_PROOF_TEXT_H
#define BMS_PROOF_TEXT_H

#include "bms_certificate.h"
#include "exact/exact_number.h"

typedef struct bms_proof_text {
  bms_certificate_writer *write;
  void *context;
} bms_proof_text;

/* Writes a string as it is. */
void bms_proof_add(const bms_proof_text *out, const char *string);

/* Writes "X", "A.X" and so on for an axis, with the quotation marks. */
void bms_proof_add_axis(const bms_proof_text *out, int axis);

/* Writes a number as "0x1fp-4", an integer times a power of 2, with the quotation marks. */
void bms_proof_add_number(const bms_proof_text *out, bms_exact x);

/* Writes a finite double in the same way. */
void bms_proof_add_double(const bms_proof_text *out, double x);

#endif /* BMS_PROOF_TEXT_H */
