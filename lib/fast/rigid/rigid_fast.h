/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The fast way to most answers: two solid boxes in rigid motion that meet, if at all, in an ordinary way.
 */

#ifndef BMS_RIGID_FAST_H
#define BMS_RIGID_FAST_H

#include <stdbool.h>

#include "bms.h"
#include "certified/walk.h"

/* Answers a query, or returns false: invalid queries, matrix motions, contact at the start, touching and grazing, and
   whatever else is not clear at once.  It uses what instructions the machine has; the bits are the same.  `hint` may be
   null. */
bool bms_rigid_fast(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact);

/* As the function above, but sets only status, reason, `where` and the three times: the same ones. */
bool bms_rigid_fast_time(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact);
bool bms_rigid_fast_time_anywhere(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact);
bool bms_rigid_fast_time_avx2(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact);

/* The two that it chooses from; the second exists where BMS_FAST_AVX2 is 1, for processors that have it. */
bool bms_rigid_fast_anywhere(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact);
bool bms_rigid_fast_avx2(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact);

#endif /* BMS_RIGID_FAST_H */
