/* SPDX-License-Identifier: BSD-3-Clause */

/* Compares answers of the fast tier with the scalar tiers'. */

#ifndef TWO_WAYS_H
#define TWO_WAYS_H

#include <stdbool.h>

#include "bms.h"
#include "random.h"

/* Returns true if two answers are the same: status, t and pair exactly, enclosures that overlap, and normal, point and
   speed but for roundings, as these are computed in two ways.  Of boxes that overlap at the start the point may differ,
   and so may the pair, and the fields that depend on it, if several are the nearest. */
bool same_answer(const bms_query *query, const bms_contact *fast, const bms_contact *scalar);

/* Cuts the interval at t: it ends there or a few units before or behind it, is short on both sides of it, or has it in
   the middle. */
void cut_at(random_source *random, double t, bms_query *query);

#endif /* TWO_WAYS_H */
