/* SPDX-License-Identifier: BSD-3-Clause */

/* Numbers are written limb by limb, highest first, as sixteen hexadecimal digits each, without zeros at both ends. */

#include "numeric/arithmetic.h"

#include "certificate/proof_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motion/axis.h"

enum { LIMB_DIGITS = 16, DIGIT_BITS = 4, DIGIT = 15, PIECE_SIZE = 32 };

void bms_proof_add(const bms_proof_text *out, const char *string) {
  out->write(string, strlen(string), out->context);
}

void bms_proof_add_axis(const bms_proof_text *out, int axis) {
  char name[PIECE_SIZE];
  int edges = axis - BMS_AXIS_EDGES;
  if (axis < BMS_AXIS_FACE_B)
    snprintf(name, sizeof name, "\"A.%c\"", "XYZ"[axis % 3]);
  else if (edges < 0)
    snprintf(name, sizeof name, "\"B.%c\"", "XYZ"[axis % 3]);
  else
    snprintf(name, sizeof name, "\"A.%cxB.%c\"", "XYZ"[edges / 3 % 3], "XYZ"[edges % 3]);
  bms_proof_add(out, name);
}

/* Writes one limb: without leading zeros if it is the highest, without the last `cut` digits. */
static void add_limb(const bms_proof_text *out, uint64_t limb, bool highest, int cut) {
  char digits[PIECE_SIZE];
  snprintf(digits, sizeof digits, highest ? "%" PRIx64 : "%016" PRIx64, limb);
  digits[(int)strlen(digits) - cut] = 0;
  bms_proof_add(out, digits);
}

void bms_proof_add_number(const bms_proof_text *out, bms_exact x) {
  int length = abs(x.size), cut = 0;
  char exponent[PIECE_SIZE];
  if (length == 0) {
    bms_proof_add(out, "\"0x0p0\"");
    return;
  }
  while (cut < LIMB_DIGITS - 1 && (x.limb[0] >> DIGIT_BITS * cut & DIGIT) == 0) cut++;
  bms_proof_add(out, x.size < 0 ? "\"-0x" : "\"0x");
  for (int i = length - 1; i >= 0; i--) add_limb(out, x.limb[i], i == length - 1, i == 0 ? cut : 0);
  snprintf(exponent, sizeof exponent, "p%ld\"", (long)x.exponent + (long)cut * DIGIT_BITS);
  bms_proof_add(out, exponent);
}

void bms_proof_add_double(const bms_proof_text *out, double x) {
  uint64_t block;
  bms_exact_arena arena = bms_exact_arena_of(&block, 1);
  bms_proof_add_number(out, bms_exact_from_double(&arena, x));
}
