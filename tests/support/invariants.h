/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Checks what must hold of the answers to any query, legal or not, without knowing the right ones.
 *
 * This does not test if answers are right, which needs the exact oracle: it asks if they are answers at all, and if
 * answers to different questions about one query agree.  It is cheap and takes any doubles, so it is what fuzzing runs.
 */

#ifndef INVARIANTS_H
#define INVARIANTS_H

#include "any_query.h"

/* Checks the answer to a query, by itself: legal codes, enclosure in order, inside [t0, t1] and at most 4 ulps of
   max(|t0|, |t1|) wide, unit normal, finite points.  `returned` is what the function returned.  Returns a message about
   the error, or NULL. */
const char *broken_answer(const any_query *query, bms_status returned, const bms_contact *answer);

/* Checks that the boxes stand to each other at single times as the answer has it, swept bounds hold them, and the
   points lie there; to tolerances derived in plausible.c.  Returns what is wrong, or NULL. */
const char *implausible_answer(const any_query *query, const bms_contact *answer);

/* Asks the library everything that there is to ask about a query, and returns the first invariant that is broken, or
   NULL. */
const char *broken_invariant(const any_query *query);

#endif /* INVARIANTS_H */
