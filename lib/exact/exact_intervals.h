/* SPDX-License-Identifier: BSD-3-Clause */

/* All contact intervals, exactly. */

#ifndef BMS_EXACT_INTERVALS_H
#define BMS_EXACT_INTERVALS_H

#include "motion/relative.h"

/*
 * The contact intervals of two boxes on [t_from, t1], t0 <= t_from <= t1, with the boxes known to be apart on [t0,
 * t_from).  Enclosures are neighbouring doubles, or equal where the time is a double.
 *
 * `relative` is the query prepared, for doubles to rule out what they can, or NULL if that was refused.
 *
 * Writes the first `capacity` intervals and their total number to *count.  Returns CONTACT, SEPARATED, or UNRESOLVED:
 * the intervals counted are right, more may follow.  The query is valid.
 */
bms_status bms_exact_contact_intervals(const bms_query *query, const bms_relative *relative, double t_from,
                                       int capacity, bms_contact_interval *interval, int *count);

/* Finds them for a half-space and the body b. */
bms_status bms_exact_contact_intervals_half_space(const bms_half_space *half_space, const bms_body *b,
                                                  const bms_relative *relative, double t_from, double t1, int capacity,
                                                  bms_contact_interval *interval, int *count);

#endif /* BMS_EXACT_INTERVALS_H */
