/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Transformed queries have transformed answers, over all families of random queries.
 *
 * The transformations are exact (query_symmetry.h); the few queries whose numbers they would round are left out.
 *
 * Contact intervals belong to the exact numbers, in narrowest enclosures.  So they are the same to the bit, whatever
 * the arithmetic did.  First contacts are the same in status, and their enclosures must meet, as both hold one exact
 * time; to the bit they are the same for
 *
 *   powers of two   every intermediate result is the same but for its exponent
 *
 * and not for the others: exchanged boxes are subtracted the other way round in another order, permuted axes are added
 * up in another order, and a walk may follow another plane of those that are equally far outside.  Points, pairs and
 * normals are compared where to the bit is the claim; elsewhere the oracle judges them.
 *
 * BMS_SOAK multiplies the number of queries, BMS_SEED sets the first seed.
 */

#include "bms.h"
#include "families.h"
#include "query_symmetry.h"
#include "query_text.h"
#include "random.h"
#include "repetitions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES_PER_FAMILY = 6, CAPACITY = 8, ID_SIZE = 64 };

/* At most one of this many queries may be left out. */
enum { MOST_LEFT_OUT = 20 };

static unsigned long from_environment(const char *name, unsigned long otherwise) {
  const char *text = getenv(name);
  unsigned long value = text == NULL ? 0 : strtoul(text, NULL, 10);
  return value == 0 ? otherwise : value;
}

static bool same(double x, double y) {
  return !(x < y) && !(x > y);
}

/* ------------------------------------------------------------------ what is compared */

typedef struct answers {
  bms_contact contact, approach;
  bms_status intervals_status;
  int count;
  bms_contact_interval interval[CAPACITY];
} answers;

static answers answer(const bms_query *query) {
  answers all;
  bms_first_contact(query, &all.contact);
  bms_first_approach(query, &all.approach);
  all.intervals_status = bms_contact_intervals(query, CAPACITY, all.interval, &all.count);
  return all;
}

static bool same_interval(const bms_contact_interval *x, const bms_contact_interval *y) {
  return same(x->enter_lower, y->enter_lower) && same(x->enter_upper, y->enter_upper) &&
         same(x->exit_lower, y->exit_lower) && same(x->exit_upper, y->exit_upper);
}

static bool same_intervals(const answers *x, const answers *y) {
  bool equal = x->intervals_status == y->intervals_status && x->count == y->count && x->count <= CAPACITY;
  for (int i = 0; equal && i < x->count; i++) equal = same_interval(&x->interval[i], &y->interval[i]);
  return equal;
}

/* Returns true if two enclosures of one time agree. */
static bool agree(const bms_contact *x, const bms_contact *y) {
  return x->status == y->status && x->reason == y->reason && x->t_lower <= y->t_upper && y->t_lower <= x->t_upper;
}

static bool same_answers(const answers *x, const answers *y) {
  return same_intervals(x, y) && agree(&x->contact, &y->contact) && agree(&x->approach, &y->approach);
}

/* ------------------------------------------------------------------ transformations */

/* A change of a query, and the relation that must then hold between the answers to both. `change` may first alter the
   query itself, to make the transformation exact; it returns true if it is. */
typedef struct symmetry {
  bool (*change)(random_source *r, bms_query *query, bms_query *changed);
  bool (*right)(const bms_query *query, const answers *before, const bms_query *changed, const answers *after);
} symmetry;

static bool unchanged(const bms_query *query, const answers *before, const bms_query *changed, const answers *after) {
  (void)query;
  (void)changed;
  return same_answers(before, after);
}

static void require_for_all_families(const symmetry *s) {
  unsigned long count = (unsigned long)repetitions(QUERIES_PER_FAMILY), first = from_environment("BMS_SEED", 1);
  int contacts = 0, judged = 0, left_out = 0;
  for (int family = 0; family < family_count(); family++) {
    for (unsigned long i = 0; i < count; i++) {
      bms_query query, changed;
      random_source r = random_from(first + i);
      family_query(family, first + i, &query);
      changed = query;
      if (!s->change(&r, &query, &changed)) {
        left_out++;
        continue;
      }
      judged++;
      answers before = answer(&query), after = answer(&changed);
      contacts += before.intervals_status == BMS_CONTACT;
      if (s->right(&query, &before, &changed, &after)) continue;
      char id[ID_SIZE];
      snprintf(id, sizeof id, "%s-%lu", family_name(family), first + i);
      print_message("# %s: status %d and %d, %d and %d intervals\n", id, (int)before.contact.status,
                    (int)after.contact.status, before.count, after.count);
      query_write_hex(stdout, "# ", &query);
      query_write_hex(stdout, "# changed ", &changed);
      fail();
    }
  }
  print_message("# seeds from %lu: %d queries, %d in contact; %d left out\n", first, judged, contacts, left_out);
  assert_true(contacts > 0 && left_out <= judged / MOST_LEFT_OUT);
}

/* ------------------------------------------------------------------ swapping the boxes */

static bool swap(random_source *r, bms_query *query, bms_query *changed) {
  (void)r;
  changed->a = query->b;
  changed->b = query->a;
  return true;
}

static bool swapped(const bms_query *query, const answers *before, const bms_query *changed, const answers *after) {
  (void)query;
  (void)changed;
  if (before->contact.status != BMS_INVALID) return same_answers(before, after);
  return after->contact.status == BMS_INVALID; /* both bodies may be at fault: the first is named */
}

static void swapping_the_boxes_leaves_all_times_alone(void **state) {
  (void)state;
  require_for_all_families(&(symmetry){swap, swapped});
}

/* ------------------------------------------------------------------ the direction of time */

static bool reverse(random_source *r, bms_query *query, bms_query *changed) {
  (void)r;
  changed->t0 = -query->t1;
  changed->t1 = -query->t0;
  reverse_body(&changed->a);
  reverse_body(&changed->b);
  return true;
}

/* Compares answers in reversed time: the last interval becomes the first, exits become enters. */
static bool reversed(const bms_query *query, const answers *before, const bms_query *changed, const answers *after) {
  answers back = *before;
  (void)query;
  (void)changed;
  for (int i = 0; i < back.count && back.count <= CAPACITY; i++) {
    const bms_contact_interval *from = &before->interval[back.count - 1 - i];
    back.interval[i].enter_lower = -from->exit_upper;
    back.interval[i].enter_upper = -from->exit_lower;
    back.interval[i].exit_lower = -from->enter_upper;
    back.interval[i].exit_upper = -from->enter_lower;
  }
  return same_intervals(&back, after);
}

static void reversing_time_reverses_the_intervals(void **state) {
  (void)state;
  require_for_all_families(&(symmetry){reverse, reversed});
}

/* ------------------------------------------------------------------ powers of two */

enum { LENGTH_POWER = 9, TIME_POWER = -5 };

static bool scale(random_source *r, bms_query *query, bms_query *changed) {
  (void)r;
  changed->t0 = ldexp(query->t0, TIME_POWER);
  changed->t1 = ldexp(query->t1, TIME_POWER);
  bool exact = same(ldexp(changed->t0, -TIME_POWER), query->t0) && same(ldexp(changed->t1, -TIME_POWER), query->t1);
  exact = scale_body(&changed->a, LENGTH_POWER, TIME_POWER) && exact;
  return scale_body(&changed->b, LENGTH_POWER, TIME_POWER) && exact;
}

static void scale_contact(bms_contact *contact) {
  contact->t = ldexp(contact->t, TIME_POWER);
  contact->t_lower = ldexp(contact->t_lower, TIME_POWER);
  contact->t_upper = ldexp(contact->t_upper, TIME_POWER);
  contact->approach_speed = ldexp(contact->approach_speed, LENGTH_POWER - TIME_POWER);
  for (int i = 0; i < contact->point_count; i++)
    for (int k = 0; k < 3; k++) contact->point[i][k] = ldexp(contact->point[i][k], LENGTH_POWER);
}

static bool same_contact(const bms_contact *x, const bms_contact *y) {
  bool equal = x->status == y->status && same(x->t, y->t) && same(x->t_lower, y->t_lower) &&
               same(x->t_upper, y->t_upper) && x->pair.kind == y->pair.kind && x->pair.a == y->pair.a &&
               x->pair.b == y->pair.b && same(x->approach_speed, y->approach_speed) && x->point_count == y->point_count;
  for (int k = 0; equal && k < 3; k++) {
    equal = same(x->normal[k], y->normal[k]);
    for (int i = 0; i < x->point_count; i++) equal = equal && same(x->point[i][k], y->point[i][k]);
  }
  return equal;
}

static bool scaled(const bms_query *query, const answers *before, const bms_query *changed, const answers *after) {
  answers wanted = *before;
  (void)query;
  (void)changed;
  scale_contact(&wanted.contact);
  scale_contact(&wanted.approach);
  for (int i = 0; i < wanted.count && i < CAPACITY; i++) {
    wanted.interval[i].enter_lower = ldexp(wanted.interval[i].enter_lower, TIME_POWER);
    wanted.interval[i].enter_upper = ldexp(wanted.interval[i].enter_upper, TIME_POWER);
    wanted.interval[i].exit_lower = ldexp(wanted.interval[i].exit_lower, TIME_POWER);
    wanted.interval[i].exit_upper = ldexp(wanted.interval[i].exit_upper, TIME_POWER);
  }
  return same_contact(&wanted.contact, &after->contact) && same_contact(&wanted.approach, &after->approach) &&
         same_intervals(&wanted, after);
}

static void powers_of_two_in_lengths_and_times_scale_the_answers_to_the_bit(void **state) {
  (void)state;
  require_for_all_families(&(symmetry){scale, scaled});
}

/* ------------------------------------------------------------------ one rigid motion for both */

static bool turn_both(random_source *r, bms_query *query, bms_query *changed) {
  cube_symmetry turn = random_cube_symmetry(r);
  coarsen_quaternion(&query->a);
  coarsen_quaternion(&query->b);
  *changed = *query;
  bool exact = turn_body(&changed->a, &turn);
  return turn_body(&changed->b, &turn) && exact;
}

static void turning_the_world_leaves_all_times_alone(void **state) {
  (void)state;
  require_for_all_families(&(symmetry){turn_both, unchanged});
}

/* Moves both bodies. The places are at most 2^40 units and the weights have ten binary digits behind the point; they
   are moved by multiples of 2^30 units, at most 2^39 of units. So all sums and products are whole numbers of units and,
   unless weights are large, well below 2^53 of them. */
static bool move_both(random_source *r, bms_query *query, bms_query *changed) {
  double unit = body_unit(&query->a, body_unit(&query->b, 0x1p-200)), by[3];
  for (int i = 0; i < 3; i++) by[i] = unit * 0x1p30 * (random_below(r, 1024) - 512);
  coarsen_place(&query->a, unit);
  coarsen_place(&query->b, unit);
  *changed = *query;
  bool exact = move_body(&changed->a, by);
  return move_body(&changed->b, by) && exact;
}

static void moving_the_world_leaves_all_times_alone(void **state) {
  (void)state;
  require_for_all_families(&(symmetry){move_both, unchanged});
}

/* ------------------------------------------------------------------ the axes of a box */

static bool relabel(random_source *r, bms_query *query, bms_query *changed) {
  cube_symmetry turn_a = random_cube_symmetry(r), turn_b = random_cube_symmetry(r);
  coarsen_quaternion(&query->a);
  coarsen_quaternion(&query->b);
  *changed = *query;
  bool exact = relabel_body(&changed->a, &turn_a);
  return relabel_body(&changed->b, &turn_b) && exact;
}

static void naming_the_axes_of_a_box_otherwise_leaves_all_times_alone(void **state) {
  (void)state;
  require_for_all_families(&(symmetry){relabel, unchanged});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(swapping_the_boxes_leaves_all_times_alone),
      cmocka_unit_test(reversing_time_reverses_the_intervals),
      cmocka_unit_test(powers_of_two_in_lengths_and_times_scale_the_answers_to_the_bit),
      cmocka_unit_test(turning_the_world_leaves_all_times_alone),
      cmocka_unit_test(moving_the_world_leaves_all_times_alone),
      cmocka_unit_test(naming_the_axes_of_a_box_otherwise_leaves_all_times_alone),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
