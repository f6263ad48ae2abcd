/* SPDX-License-Identifier: BSD-3-Clause */

/* All exact: the order of an algebraic time and a double. */

#include "check_intervals.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

static bool same(double x, double y) {
  return !(x < y) && !(x > y);
}

static bool is_narrowest(const oracle *exact, const algebraic *time, double lower, double upper) {
  int at_lower = oracle_compare_time(exact, time, lower), at_upper = oracle_compare_time(exact, time, upper);

  if (at_lower == 0) return same(lower, upper);
  return at_lower > 0 && at_upper < 0 && same(nextafter(lower, HUGE_VAL), upper);
}

static const char *judge(const oracle *exact, bms_status status, const bms_contact_interval *interval, int count,
                         const oracle_interval *wanted, int wanted_count) {
  bms_status right = exact->status == BMS_INVALID ? BMS_INVALID : wanted_count > 0 ? BMS_CONTACT : BMS_SEPARATED;
  int i;

  if (status != right) return "status of the intervals";
  if (count != wanted_count) return "number of intervals";
  for (i = 0; i < count && i < CHECK_INTERVALS; i++) {
    if (!is_narrowest(exact, &wanted[i].enter, interval[i].enter_lower, interval[i].enter_upper))
      return "enter time of an interval";
    if (!is_narrowest(exact, &wanted[i].exit, interval[i].exit_lower, interval[i].exit_upper))
      return "exit time of an interval";
  }
  return NULL;
}

const char *check_interval_list(const oracle *exact, bms_status status,
                                const bms_contact_interval interval[CHECK_INTERVALS], int count,
                                oracle_interval *wanted, int wanted_count, interval_tally *sum) {
  int i;

  for (i = 0; i < wanted_count; i++) sum->grazes += algebraic_compare(&wanted[i].enter, &wanted[i].exit) == 0;
  sum->intervals += wanted_count;
  sum->several += wanted_count > 1;
  return judge(exact, status, interval, count, wanted, wanted_count);
}

const char *check_intervals(const bms_query *query, interval_tally *sum) {
  bms_contact_interval interval[CHECK_INTERVALS];
  oracle_interval *wanted;
  oracle exact;
  const char *what;
  int count, wanted_count;
  bms_status status = bms_contact_intervals(query, CHECK_INTERVALS, interval, &count);

  oracle_init(&exact, query);
  wanted_count = oracle_intervals(&exact, &wanted);
  what = check_interval_list(&exact, status, interval, count, wanted, wanted_count, sum);
  oracle_intervals_clear(wanted, wanted_count);
  oracle_clear(&exact);
  return what;
}
