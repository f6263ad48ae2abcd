/* SPDX-License-Identifier: BSD-3-Clause */

/* Measures how much work a query makes: the walk's steps, and if exact arithmetic is needed besides. */

#ifndef EFFORT_H
#define EFFORT_H

#include <stdbool.h>

#include "bms.h"

typedef struct effort {
  bool exact; /* the doubles leave the first contact open */
  int steps;  /* the steps of the walk */
} effort;

/* Returns the work that bms_first_contact() does for a valid query. */
effort effort_of(const bms_query *query);

/* Returns the width of an answer's enclosure in ulps of max(|t0|, |t1|). */
double enclosure_ulps(const bms_query *query, const bms_contact *answer);

#endif /* EFFORT_H */
