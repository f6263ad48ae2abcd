/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Finds all contact intervals. The query is checked, then the walk in doubles tries to prove that the boxes stay apart,
 * and else exact arithmetic answers from the time on up to which the walk has proved that.
 */

#include "numeric/arithmetic.h"

#include <stdbool.h>
#include <stddef.h>

#include "bms.h"
#include "exact/exact_intervals.h"
#include "validate/validate.h"
#include "certified/walk.h"

bms_status bms_contact_intervals(const bms_query *query, int capacity, bms_contact_interval *interval, int *count) {
  bms_part where;
  *count = 0;
  if (bms_validate(query, &where) != BMS_VALID) return BMS_INVALID;
  bms_relative relative;
  bms_walk_result walk = {.end = BMS_WALK_OPEN, .t_lower = query->t0};
  bool in_range = bms_relative_prepare(query, &relative);
  if (in_range) bms_walk(&relative, NULL, &walk);
  if (walk.end == BMS_WALK_SEPARATED) return BMS_SEPARATED;
  return bms_exact_contact_intervals(query, in_range ? &relative : NULL, walk.t_lower, capacity, interval, count);
}

bms_status bms_contact_intervals_half_space(const bms_half_space *a, const bms_body *b, double t0, double t1,
                                            int capacity, bms_contact_interval *interval, int *count) {
  bms_part where;
  *count = 0;
  if (bms_validate_half_space(a, b, t0, t1, &where) != BMS_VALID) return BMS_INVALID;
  bms_relative relative;
  bms_walk_result walk = {.end = BMS_WALK_OPEN, .t_lower = t0};
  bool in_range = bms_relative_prepare_half_space(a, b, t0, t1, &relative);
  if (in_range) bms_walk(&relative, NULL, &walk);
  if (walk.end == BMS_WALK_SEPARATED) return BMS_SEPARATED;
  return bms_exact_contact_intervals_half_space(a, b, in_range ? &relative : NULL, walk.t_lower, t1, capacity, interval,
                                                count);
}
