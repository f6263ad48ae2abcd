/* SPDX-License-Identifier: BSD-3-Clause */

/* The first half of first_contact.c again, with its results kept. */

#include "effort.h"

#include <math.h>
#include <stddef.h>

#include "motion/relative.h"
#include "certified/walk.h"

effort effort_of(const bms_query *query) {
  bms_relative relative;
  bms_walk_result walk = {.end = BMS_WALK_OPEN, .steps = 0};
  if (bms_relative_prepare(query, &relative)) bms_walk(&relative, NULL, &walk);
  return (effort){walk.end == BMS_WALK_OPEN, walk.steps};
}

double enclosure_ulps(const bms_query *query, const bms_contact *answer) {
  double late = fmax(fabs(query->t0), fabs(query->t1));
  return (answer->t_upper - answer->t_lower) / (nextafter(late, INFINITY) - late);
}
