/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_inside_until against the exact oracle: if it reports that a gap is negative, the exact gap is.
 *
 * BMS_SOAK multiplies the number of queries, BMS_SEED sets the first seed.
 */

#include "planes/inside.h"
#include "bms.h"
#include "families.h"
#include "oracle.h"
#include "query_text.h"
#include "repetitions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUERIES_PER_FAMILY = 40, SAMPLES = 8, DEPTH = 20 };

static unsigned long from_environment(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  unsigned long value = text == NULL ? 0 : strtoul(text, NULL, 10);
  return value == 0 ? otherwise : value;
}

typedef struct tally {
  int nothing, part, all; /* the numbers of intervals of which nothing, a part or all was certain */
} tally;

/* Returns the largest k with k / 2^DEPTH of the interval not behind t. */
static long last_sample(oracle *exact, double t) {
  long low = 0, high = 1L << DEPTH;
  algebraic s;
  algebraic_init(&s);
  while (low < high) {
    long middle = low + (high - low + 1) / 2;
    algebraic_set_dyadic(&s, middle, DEPTH);
    if (oracle_compare_time(exact, &s, t) <= 0)
      low = middle;
    else
      high = middle - 1;
  }
  algebraic_clear(&s);
  return low;
}

/* Returns true if the exact gap is negative at some times from t0 to `until`, both ends included where they are such
   times. */
static bool is_negative_until(oracle *exact, int axis, double until) {
  const scene_axis *along = scene_axis_of(&exact->scene, axis);
  long last = last_sample(exact, until);
  bool negative = true;
  fmpz_t k;
  fmpz_init(k);
  for (int i = 0; i <= SAMPLES; i++) {
    fmpz_set_si(k, last / SAMPLES * i + (i == SAMPLES ? last % SAMPLES : 0));
    negative = negative && scene_gap_sign_dyadic(along, k, DEPTH) < 0;
  }
  fmpz_clear(k);
  return negative;
}

static void judge_query(int family, uint64_t seed, tally *sum) {
  bms_query query;
  bms_relative relative;
  oracle exact;
  family_query(family, seed, &query);
  oracle_init(&exact, &query);
  for (int axis = 0; axis < BMS_AXES && exact.status != BMS_INVALID; axis++) {
    if (!bms_relative_prepare(&query, &relative) || !(query.t0 < query.t1)) continue;
    double until = bms_inside_until(&relative, axis, query.t0, query.t1);
    sum->nothing += !(until > query.t0);
    sum->all += !(until < query.t1);
    sum->part += until > query.t0 && until < query.t1;
    if (!(until > query.t0) || is_negative_until(&exact, axis, until)) continue;
    print_message("# %s-%llu, axis %d, until %a\n", family_name(family), (unsigned long long)seed, axis, until);
    query_write_hex(stdout, "# ", &query);
    fail();
  }
  oracle_clear(&exact);
}

static void a_gap_that_is_certainly_negative_is_exactly_negative(void **state) {
  (void)state;
  unsigned long count = (unsigned long)repetitions(QUERIES_PER_FAMILY), first = from_environment("BMS_SEED", 1);
  tally sum = {0, 0, 0};
  for (int family = 0; family < family_count(); family++)
    for (unsigned long i = 0; i < count; i++) judge_query(family, first + i, &sum);
  print_message("# seeds from %lu: nothing certain for %d axes, a part for %d, all for %d\n", first, sum.nothing,
                sum.part, sum.all);
  assert_true(sum.nothing > 0 && sum.part > 0);
}

/* Two cubes overlap, one of them turning: no gap is near zero. */
static void all_of_a_deep_overlap_is_certain(void **state) {
  (void)state;
  const double origin[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0}, turned[4] = {0.5, 0.5, 0.5, 0.5};
  bms_query query = {.t0 = 0, .t1 = 1};
  bms_relative relative;
  query.a.box = bms_box_centred(2, 3, 4);
  query.b.box = bms_box_centred(3, 4, 2);
  query.a.motion = bms_motion_fixed(origin, upright);
  query.b.motion = bms_motion_between(0, origin, upright, 1, origin, turned);
  assert_true(bms_relative_prepare(&query, &relative));
  for (int axis = 0; axis < BMS_AXIS_EDGES; axis++) assert_true(bms_inside_until(&relative, axis, 0, 1) >= 1);
}

static void a_gap_of_zero_is_never_certain(void **state) {
  (void)state;
  const double beside[3] = {2, 0, 0}, origin[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
  bms_query query = {.t0 = 0, .t1 = 1};
  bms_relative relative;
  query.a.box = query.b.box = bms_box_centred(2, 2, 2);
  query.a.motion = bms_motion_fixed(origin, upright);
  query.b.motion = bms_motion_fixed(beside, upright);
  assert_true(bms_relative_prepare(&query, &relative));
  assert_true(bms_inside_until(&relative, 0, 0, 1) <= 0);
  assert_true(bms_inside_until(&relative, 1, 0, 1) >= 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_gap_that_is_certainly_negative_is_exactly_negative),
      cmocka_unit_test(all_of_a_deep_overlap_is_certain),
      cmocka_unit_test(a_gap_of_zero_is_never_certain),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
