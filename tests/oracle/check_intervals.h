/* SPDX-License-Identifier: BSD-3-Clause */

/* Judges contact intervals of the solver against the oracle. */

#ifndef ORACLE_CHECK_INTERVALS_H
#define ORACLE_CHECK_INTERVALS_H

#include "oracle.h"

/* A tally of several queries, for a test to see that it was about something. */
typedef struct interval_tally {
  int intervals, several, grazes; /* queries with more than one interval; intervals of no length */
} interval_tally;

/*
 * Asks bms_contact_intervals() and the oracle.  Returns NULL if the status and the number are right and all enclosures
 * are the narrowest: two doubles next to each other, or equal where the time is a double.  Otherwise what is wrong.
 * Adds to *sum.
 */
const char *check_intervals(const bms_query *query, interval_tally *sum);

/* More than any query of the tests has; whatever is beyond is only counted. */
enum { CHECK_INTERVALS = 16 };

/* Does so for an answer that was asked for with that capacity, and the right intervals; `exact` is asked for its status
   and to compare times. */
const char *check_interval_list(const oracle *exact, bms_status status,
                                const bms_contact_interval interval[CHECK_INTERVALS], int count,
                                oracle_interval *wanted, int wanted_count, interval_tally *sum);

#endif /* ORACLE_CHECK_INTERVALS_H */
