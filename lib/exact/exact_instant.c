/* SPDX-License-Identifier: BSD-3-Clause */

/* All polynomials are constant here, so a gap takes some fifty products of numbers of ten limbs. */

#include "numeric/arithmetic.h"

#include "exact/exact_instant.h"

#include <stddef.h>

void bms_exact_instant_at(const bms_relative *relative, double t, bms_exact_instant *at) {
  at->half_space = relative->half_space;
  at->arena = bms_exact_arena_of(at->limb, BMS_EXACT_INSTANT_LIMBS);
  bms_exact time = bms_exact_from_double(&at->arena, t);
  at->pair.b = bms_exact_body_at_time(&at->arena, relative->body_b, time);
  if (at->half_space != NULL) return;
  at->pair.a = bms_exact_body_at_time(&at->arena, relative->body_a, time);
  bms_exact_pair_join(&at->arena, &at->pair);
}

static double rounded(bms_exact x) {
  return x.size < 0 ? bms_exact_round_up(x) : bms_exact_round_down(x);
}

bool bms_exact_instant_gap_along(bms_exact_instant *at, int axis, bms_gap_terms *out) {
  size_t mark = at->arena.used;
  bms_exact_gap gap;
  if (at->half_space != NULL)
    bms_exact_gap_above(&at->arena, at->half_space, &at->pair.b, &gap);
  else
    bms_exact_gap_along(&at->arena, &at->pair, axis, &gap);
  bms_exact distance = bms_exact_polynomial_constant_term(&gap.term[0]), radii = bms_exact_zero();
  *out = (bms_gap_terms){.distance = rounded(distance)};
  for (int i = 1; i < gap.terms; i++) {
    bms_exact radius = bms_exact_polynomial_constant_term(&gap.term[i]);
    out->radius[gap.half_edge[i]] = rounded(radius);
    radii = bms_exact_add(&at->arena, radii, radius.size < 0 ? bms_exact_negate(radius) : radius);
  }
  out->value[0] = rounded(bms_exact_subtract(&at->arena, distance, radii));
  out->value[1] = rounded(bms_exact_subtract(&at->arena, bms_exact_negate(distance), radii));
  if (at->half_space != NULL) out->value[1] = out->value[0];
  at->arena.used = mark;
  return !at->arena.exhausted;
}
