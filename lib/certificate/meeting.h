/* SPDX-License-Identifier: BSD-3-Clause */

/* The proof that two boxes share a point: at a dyadic time, or at a root of a polynomial, no gap is positive. */

#ifndef BMS_MEETING_H
#define BMS_MEETING_H

#include "certificate/proof_text.h"
#include "exact/exact_walk.h"

/*
 * Writes the value of "meets" for the first contact, `event`, of a walk.
 *
 *   {"at": t}                                             no gap is positive at t
 *   {"polynomial": [..], "between": [low, high], "signs": {axis: "+-0000", ..}}
 *
 * In the second form the polynomial changes its sign between low and high, with one root there.  For each axis, with
 * the signs given (six of radii, those that vanish at the root with 0), distance - sum sign * radius and - distance -
 * sum sign * radius are each not positive over [low, high] by their Bernstein coefficients, or multiples of the
 * polynomial.  Returns false, and writes nothing, if the arithmetic's capacity does not do.
 */
bool bms_meeting_write(bms_exact_scene *scene, bms_exact_root *event, const bms_proof_text *out);

#endif /* BMS_MEETING_H */
