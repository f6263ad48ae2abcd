/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_tolerance.h: the first contact of boxes that are known to a tolerance: from measured poses, calibrated robots,
 * manufactured parts.
 */

#ifndef BMS_TOLERANCE_H
#define BMS_TOLERANCE_H

#include "bms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The first contacts of all queries within the tolerances. */
typedef struct bms_contact_within {
  double earliest;   /* none has a contact before */
  double latest;     /* CONTACT: each has one by then; else INFINITY */
  bms_reason reason; /* INVALID: as in bms_contact */
  bms_part where;
} bms_contact_within;

/*
 * When can two boxes first touch, and by when have they certainly touched, if every number of the query may be off by
 * the number at the same position of `tolerance`?  The motions of `tolerance` have the same forms as the query's;
 * origins are exact, and the ones of `tolerance` are not read.
 *
 * Returns
 *
 *   BMS_SEPARATED   no query within the tolerances has a contact; both times are INFINITY
 *   BMS_CONTACT     every one has: its first is not before `earliest` and not after `latest`
 *   BMS_UNRESOLVED  some may have one, not before `earliest`
 *   BMS_INVALID     the query is, or its motion on the interval widened by the tolerances of its ends; a tolerance
 *                   below 0 or not a number is BMS_NEARNESS_NEGATIVE, another form BMS_MOTION_FORM
 *
 * Queries within the tolerances that are not valid are left out.  With all tolerances 0 the times are the bounds of
 * bms_first_contact().
 *
 * Both times are certain, but not tight: in each of 32 parts of the interval a body may deviate in all directions by
 * the greatest deviation of any of its points.  Boxes that are thinner than twice that are never certain to touch.
 *
 * It takes about a hundred calls of bms_first_contact() at most.
 */
BMS_API bms_status bms_first_contact_within(const bms_query *query, const bms_query *tolerance,
                                            bms_contact_within *within);

#ifdef __cplusplus
}
#endif

#endif /* BMS_TOLERANCE_H */
