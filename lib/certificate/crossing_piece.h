/* SPDX-License-Identifier: BSD-3-Clause */

/* The proof that boxes do not overlap next to an irrational time: one axis blocks them before it, one after it. */

#ifndef BMS_CROSSING_PIECE_H
#define BMS_CROSSING_PIECE_H

#include "certificate/proof_text.h"
#include "exact/exact_scene.h"

/*
 * Prepares the piece of an event, an irrational root, with the axes along which the gap is not negative to its left and
 * to its right: refines the event, and makes its polynomial a divisor of all that vanish there.  Leaves nothing else in
 * the scratch arena.  Returns false if the arithmetic's capacity does not do.
 */
bool bms_crossing_isolate(bms_exact_scene *scene, bms_exact_root *event, int before, int after);

/* Prepares it for all axes and both planes of each. */
bool bms_crossing_isolate_all(bms_exact_scene *scene, bms_exact_root *event);

/*
 * Writes the piece of an event that is so prepared, from event->low to event->high:
 *
 *   {"root": [..], "before": HALF, "after": HALF, "to": high},  HALF {"axis": .., "side": .., "signs": "+-0000"}
 *
 * The polynomial `root` has the event as its only root there.  Along the axis of a half, side * distance - sum sign *
 * radius and each product sign * radius are that polynomial to some power times a factor whose Bernstein coefficients
 * have one sign; and they are not negative before (after) the event.
 */
void bms_crossing_write(bms_exact_scene *scene, const bms_exact_root *event, int before, int after,
                        const bms_proof_text *out, bool first);

#endif /* BMS_CROSSING_PIECE_H */
