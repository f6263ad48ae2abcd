/* SPDX-License-Identifier: BSD-3-Clause */

/* Each question is whether a polynomial has a root in the closed interval: at its start, or right of it. */

#include "numeric/arithmetic.h"

#include "validate/exact_validity.h"

#include "exact/exact_axis.h"
#include "exact/exact_root.h"

/* Limbs; 64 KiB on the stack.  The determinant, of degree 6 and with coefficients of at most 6 doubles' length, is
   the longest. */
enum { ARENA_LIMBS = 8 * 1024 };

/* Decides if p is 0 for some t of [t0, t1]. */
static bms_exact_verdict vanishes(bms_exact_arena *arena, const bms_exact_polynomial *p, double t0, double t1) {
  bms_exact low = bms_exact_from_double(arena, t0), high = bms_exact_from_double(arena, t1);
  bms_exact_root root;
  bool yes = p->degree < 0 || bms_exact_polynomial_sign(arena, p, low) == 0 ||
             bms_exact_first_root(arena, p, low, high, &root);
  return arena->exhausted ? BMS_EXACT_UNKNOWN : yes ? BMS_EXACT_YES : BMS_EXACT_NO;
}

/* Decides if p > 0 for all t of [t0, t1]. */
static bms_exact_verdict is_positive(bms_exact_arena *arena, const bms_exact_polynomial *p, double t0, double t1) {
  bms_exact_verdict verdict = vanishes(arena, p, t0, t1);
  if (verdict != BMS_EXACT_NO) return verdict == BMS_EXACT_YES ? BMS_EXACT_NO : verdict;
  return bms_exact_polynomial_sign(arena, p, bms_exact_from_double(arena, t0)) > 0 ? BMS_EXACT_YES : BMS_EXACT_NO;
}

bms_exact_verdict bms_exact_quadratic_positive(const double c[3], double t0, double t1) {
  uint64_t block[ARENA_LIMBS];
  bms_exact_arena arena = bms_exact_arena_of(block, ARENA_LIMBS);
  bms_exact_polynomial p = bms_exact_polynomial_from_doubles(&arena, c, 3);
  return is_positive(&arena, &p, t0, t1);
}

bms_exact_verdict bms_exact_weight_positive(const bms_motion *motion, double t0, double t1) {
  uint64_t block[ARENA_LIMBS];
  bms_exact_arena arena = bms_exact_arena_of(block, ARENA_LIMBS);
  bms_body body = {{{0, 0, 0}, {0, 0, 0}}, *motion};
  bms_exact_body exact = bms_exact_body_of(&arena, &body);
  return is_positive(&arena, &exact.scale, t0, t1);
}

bms_exact_verdict bms_exact_determinant_vanishes(const bms_motion *motion, double t0, double t1) {
  uint64_t block[ARENA_LIMBS];
  bms_exact_arena arena = bms_exact_arena_of(block, ARENA_LIMBS);
  bms_body body = {{{0, 0, 0}, {0, 0, 0}}, *motion};
  bms_exact_body exact = bms_exact_body_of(&arena, &body);
  bms_exact_polynomial determinant = bms_exact_body_determinant(&arena, &exact);
  return vanishes(&arena, &determinant, t0, t1);
}

bms_exact_verdict bms_exact_quaternion_vanishes(const bms_motion *motion, double t0, double t1) {
  uint64_t block[ARENA_LIMBS];
  bms_exact_arena arena = bms_exact_arena_of(block, ARENA_LIMBS);
  bms_body body = {{{0, 0, 0}, {0, 0, 0}}, *motion};
  bms_exact_body exact = bms_exact_body_of(&arena, &body);
  return vanishes(&arena, &exact.scale, t0, t1); /* the squared norm */
}
