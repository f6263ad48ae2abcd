/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The reference path: the first contact found exactly as the source describes it, in doubles.
 *
 * Every homogeneous section, its topology, all 30 planes, all their roots.  Slow (about a hundred microseconds) and
 * simple; the product's lazy path is held against it in tests.
 *
 * Where it cannot be trusted.  It decides with a tolerance in place of a proof: the origin counts as inside a plane if
 * the plane's value is below REFERENCE_SLACK times the error bound of that plane (some 1e-13 of the lengths in the
 * scene).  So
 *   - a near miss by less than that is taken for a contact, and boxes that graze by less may be taken for separated: a
 *     double root that rounding moved off the axis is not seen;
 *   - t is early by up to that tolerance divided by the speed at which the gap closes, and a contact followed by
 *     another within it is not told from it;
 *   - contact at t0 is not told from contact just after it, nor touching from overlapping;
 *   - where the polynomials' terms cancel (an interval far from zero, a quaternion or weight that nearly vanishes in
 *     it) the planes' error bounds are large beside the planes, and t is early or the contact an invention.
 * Elsewhere t is right to BMS_ROOT_WIDTH of the interval and to the error of the plane over its slope.
 */

#ifndef BMS_REFERENCE_H
#define BMS_REFERENCE_H

#include "bms.h"

typedef struct bms_reference_answer {
  bms_status status; /* BMS_CONTACT (at t0 or later), BMS_SEPARATED, or BMS_UNRESOLVED */
  double t;          /* of the contact */
  bms_pair pair;     /* whose plane holds the origin at t, or comes nearest to it; BMS_PAIR_NONE without contact */
} bms_reference_answer;

/*
 * The first contact of a query that bms_first_contact accepts.  Returns answer->status; BMS_UNRESOLVED where magnitudes
 * are outside of what bms_relative_prepare takes.
 */
bms_status bms_reference_first_contact(const bms_query *query, bms_reference_answer *answer);

#endif /* BMS_REFERENCE_H */
