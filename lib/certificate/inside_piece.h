/* SPDX-License-Identifier: BSD-3-Clause */

/* The proof that boxes share a point, or overlap, all along a stretch of time. */

#ifndef BMS_INSIDE_PIECE_H
#define BMS_INSIDE_PIECE_H

#include "certificate/cover.h"

/*
 * Writes pieces of a closed span over which no gap is positive: {"to": .., "signs": SIGNS}, and for an irrational event
 * {"root": [..], "before": SIGNS, "after": SIGNS, "to": ..}, SIGNS {axis: "+-0000", ..}.
 *
 * With the signs given, distance - sum sign * radius and - distance - sum sign * radius have no positive Bernstein
 * coefficient over the piece, along any axis; or are `root` to some power times a factor whose coefficients have one
 * sign, and not positive before (after) the event.  Returns false if the capacity does not do.  Leaves nothing in the
 * scratch arena.
 */
bool bms_inside_cover(bms_exact_scene *scene, const bms_cover_span *span, const bms_proof_text *out);

/*
 * Writes such a piece from a time on, {"until": .., "signs": ..}, over which the boxes overlap, except perhaps at its
 * start: along each axis that is no zero vector for ever, neither of the two is zero.  `high` is where to look first.
 */
bool bms_inside_write_after(bms_exact_scene *scene, bms_exact start, bms_exact high, const bms_proof_text *out);

#endif /* BMS_INSIDE_PIECE_H */
