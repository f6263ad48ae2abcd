/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The fast way to most answers for solid boxes of which at least one moves by a matrix, if they meet in an ordinary
 * way.
 */

#ifndef BMS_HOMOGENEOUS_FAST_H
#define BMS_HOMOGENEOUS_FAST_H

#include <stdbool.h>

#include "bms.h"
#include "certified/walk.h"

/* Answers a query, or returns false: invalid queries, contact at the start, touching and grazing, and whatever else is
   not clear at once; for the time alone, only status, reason, `where` and the three times.  It uses what instructions
   the machine has; the bits are the same. */
bool bms_homogeneous_fast(const bms_query *query, bool time_only, bms_walk_begun *begun, bms_contact *contact);

/* The two that it chooses from; the second exists where BMS_FAST_AVX2 is 1, for processors that have it. */
bool bms_homogeneous_fast_anywhere(const bms_query *query, bool time_only, bms_walk_begun *begun, bms_contact *contact);
bool bms_homogeneous_fast_avx2(const bms_query *query, bool time_only, bms_walk_begun *begun, bms_contact *contact);

#endif /* BMS_HOMOGENEOUS_FAST_H */
