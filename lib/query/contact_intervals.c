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
#include "motion/origin.h"
#include "validate/scale.h"
#include "validate/validate.h"
#include "certified/walk.h"

/* The motions have different origins if `apart` is set: exact arithmetic alone knows them. */
static bms_status intervals_in_frame(const bms_query *query, bool apart, int capacity, bms_contact_interval *interval,
                                     int *count) {
  bms_part where;
  bms_query scaled;
  if (!apart && bms_scale_motions(query, &scaled)) query = &scaled;
  if (bms_validate(query, &where) != BMS_VALID) return BMS_INVALID;
  bms_relative relative;
  bms_walk_result walk = {.end = BMS_WALK_OPEN, .t_lower = query->t0};
  bool in_range = !apart && bms_relative_prepare(query, &relative);
  if (in_range) bms_walk(&relative, NULL, &walk);
  if (walk.end == BMS_WALK_SEPARATED) return BMS_SEPARATED;
  return bms_exact_contact_intervals(query, in_range ? &relative : NULL, walk.t_lower, capacity, interval, count);
}

/* Takes the intervals that were written from the frame to the query. */
static void leave(const bms_frame *frame, int capacity, bms_contact_interval *interval, int count) {
  for (int k = 0; k < count && k < capacity; k++) {
    interval[k].enter_lower = bms_frame_time_down(frame, interval[k].enter_lower);
    interval[k].enter_upper = bms_frame_time_up(frame, interval[k].enter_upper);
    interval[k].exit_lower = bms_frame_time_down(frame, interval[k].exit_lower);
    interval[k].exit_upper = bms_frame_time_up(frame, interval[k].exit_upper);
  }
}

bms_status bms_contact_intervals(const bms_query *query, int capacity, bms_contact_interval *interval, int *count) {
  bms_frame frame;
  bms_part where;
  *count = 0;
  if (bms_is_frame(query)) return intervals_in_frame(query, false, capacity, interval, count);
  if (bms_frame_of(query, &frame, &where) != BMS_VALID) return BMS_INVALID;
  if (frame.apart) (void)bms_frame_unite(&frame);
  bms_status status = intervals_in_frame(&frame.query, frame.apart, capacity, interval, count);
  leave(&frame, capacity, interval, *count);
  return status;
}

static bms_status intervals_half_space(const bms_half_space *a, const bms_body *b, double t0, double t1, int capacity,
                                       bms_contact_interval *interval, int *count) {
  bms_part where;
  if (bms_validate_half_space(a, b, t0, t1, &where) != BMS_VALID) return BMS_INVALID;
  bms_relative relative;
  bms_body scaled = *b;
  if (bms_scale_motion(&b->motion, t0, t1, &scaled.motion)) b = &scaled;
  bms_walk_result walk = {.end = BMS_WALK_OPEN, .t_lower = t0};
  bool in_range = bms_relative_prepare_half_space(a, b, t0, t1, &relative);
  if (in_range) bms_walk(&relative, NULL, &walk);
  if (walk.end == BMS_WALK_SEPARATED) return BMS_SEPARATED;
  return bms_exact_contact_intervals_half_space(a, b, in_range ? &relative : NULL, walk.t_lower, t1, capacity, interval,
                                                count);
}

bms_status bms_half_space_contact_intervals(const bms_half_space *a, const bms_body *b, double t0, double t1,
                                            int capacity, bms_contact_interval *interval, int *count) {
  bms_frame frame;
  bms_part where;
  *count = 0;
  if (b->motion.origin == 0) return intervals_half_space(a, b, t0, t1, capacity, interval, count);
  if (bms_frame_of_body(b, t0, t1, &frame, &where) != BMS_VALID) return BMS_INVALID;
  bms_status status =
      intervals_half_space(a, &frame.query.b, frame.query.t0, frame.query.t1, capacity, interval, count);
  leave(&frame, capacity, interval, *count);
  return status;
}
