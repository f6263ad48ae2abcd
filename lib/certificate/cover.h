/* SPDX-License-Identifier: BSD-3-Clause */

/* A cover of an interval by pieces, each with what proves it: positive gaps, or signs that a polynomial keeps. */

#ifndef BMS_COVER_H
#define BMS_COVER_H

#include "certificate/proof_text.h"
#include "exact/exact_scene.h"

/* The interval [start, end) or, closed, [start, end]. Both ends stay where they are as the scratch arena is reset. */
typedef struct bms_cover_span {
  bms_exact start, end;
  bool closed;
  bool open; /* without the start */
} bms_cover_span;

/* Returns low + 2^step, or the limit if that comes first; then *step is lowered to the least power that reaches it.  So
   the ends of pieces have no more digits than they need. */
bms_exact bms_cover_step(bms_exact_arena *arena, bms_exact low, bms_exact limit, int *step);

/*
 * Writes pieces {"axis": .., "side": .., "to": ..} over which the boxes are apart, for a span on which they are.
 *
 * Each piece begins where the one before it ends.  With the scaled Bernstein coefficients over a piece, the
 * coefficients of side * distance less the absolute ones of all radii are not negative, and the first of them is
 * positive; the last, too, at the end of a closed span.  Returns false if the arithmetic's capacity does not do; the
 * pieces written are right, and *proved is the end of the last one, or the start.
 */
bool bms_cover_apart(bms_exact_scene *scene, const bms_cover_span *span, const bms_proof_text *out, bms_exact *proved);

/* Writes such pieces over which the gap along one axis, which is no zero vector for ever, is not negative: all of those
   coefficients are 0 or more.  Returns false in the same way, and for a gap that is 0 inside of the span but not all
   along. */
bool bms_cover_blocked(bms_exact_scene *scene, int axis, const bms_cover_span *span, const bms_proof_text *out,
                       bool first);

/* Writes the ends of pieces over which the Bernstein coefficients of each of `count` polynomials, none of which has a
   root in the closed span, have one sign and are not zero.  Returns false in the same way. */
bool bms_cover_signs(bms_exact_scene *scene, const bms_cover_span *span, const bms_exact_polynomial *p, int count,
                     const bms_proof_text *out);

#endif /* BMS_COVER_H */
