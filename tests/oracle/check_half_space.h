/* SPDX-License-Identifier: BSD-3-Clause */

/* Judges the answers for a half-space and a box against the exact ones. */

#ifndef ORACLE_CHECK_HALF_SPACE_H
#define ORACLE_CHECK_HALF_SPACE_H

#include "check.h"
#include "check_intervals.h"

/* A tally of several queries, for a test to see that it was about something: how often each status was right, and how
   often the first approach is later than the first contact. */
typedef struct half_space_tally {
  int contact[BMS_INVALID + 1], approach[BMS_INVALID + 1], later;
  interval_tally intervals;
} half_space_tally;

/*
 * Asks for the first contact, the first approach and the contact intervals of body b and a legal half-space.  Returns
 * NULL if statuses, enclosures, nearest doubles and intervals are right and the corner of the pair lies in the plane
 * exactly, but for an overlap; otherwise what is wrong, in `text`.  Adds to *sum.
 */
const char *check_half_space(const bms_half_space *half_space, const bms_query *query, char text[CHECK_TEXT_SIZE],
                             half_space_tally *sum);

#endif /* ORACLE_CHECK_HALF_SPACE_H */
