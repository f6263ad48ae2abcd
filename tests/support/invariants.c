/* SPDX-License-Identifier: BSD-3-Clause */

/* The shape of answers, and the agreement of answers with each other. */

#include "invariants.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Roundings (2^-53) in n . n of a unit normal: the components are rounded twice, the sum of squares a few times. */
static const double NORMAL_ROUNDINGS = 16;

/* Ulps of max(|t0|, |t1|): how wide an enclosure may be. */
static const double GREATEST_WIDTH = 4;

/* Fewer than some queries have, so that the count goes on where the writing stops; and one more, which is not to be
   written. */
enum { CAPACITY = 2 };

static bool touches(bms_status status) {
  return status == BMS_CONTACT || status == BMS_TOUCHING || status == BMS_OVERLAPPING;
}

/* Returns true if the place is beyond the doubles, though the time may be known: then only some of the answers are. */
static bool out_of_range(const bms_contact *c) {
  return c->status == BMS_INVALID && c->reason == BMS_OUT_OF_RANGE;
}

static double ulp_of(double x) {
  x = fabs(x);
  return nextafter(x, INFINITY) - x;
}

/* ------------------------------------------------------------------ one answer */

static bool pair_is_legal(const bms_pair *pair) {
  int a = 0, b = 0;
  if (pair->kind == BMS_PAIR_VO) a = 6, b = 8;
  if (pair->kind == BMS_PAIR_OV) a = 8, b = 6;
  if (pair->kind == BMS_PAIR_EE) a = b = 12;
  return pair->a >= 0 && pair->a < a && pair->b >= 0 && pair->b < b;
}

static bool is_unit(const double n[3]) {
  return fabs(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) <= NORMAL_ROUNDINGS * 0x1p-53;
}

static const char *broken_reason(const any_query *query, const bms_contact *c) {
  char whole[256], part[8] = "1234567";
  if (c->reason <= BMS_VALID || c->reason > BMS_OUT_OF_RANGE) return "invalid without a reason";
  if ((int)c->where < BMS_PART_QUERY || c->where > BMS_PART_B) return "invalid in no part";
  int length = bms_explain(query->against_half_space ? NULL : &query->query, c, whole, sizeof whole);
  if (length <= 0 || (size_t)length != strlen(whole)) return "the explanation has another length than it says";
  if (bms_explain(NULL, c, part, 4) <= 0 || strlen(part) != 3 || part[4] != '5')
    return "an explanation exceeds its room";
  return NULL;
}

static const char *broken_enclosure(double t0, double t1, const bms_contact *c) {
  if (!(t0 <= c->t_lower && c->t_lower <= c->t_upper && c->t_upper <= t1)) return "no enclosure inside the interval";
  if (!touches(c->status)) return NULL;
  if (!(c->t_lower <= c->t && c->t <= c->t_upper)) return "t is not enclosed";
  if (c->status != BMS_CONTACT && !(c->t_lower == t0 && c->t_upper == t0))
    return "contact at the start at another time";
  if (c->t_upper - c->t_lower > GREATEST_WIDTH * ulp_of(fmax(fabs(t0), fabs(t1)))) return "the enclosure is wide";
  return NULL;
}

const char *broken_answer(const any_query *query, bms_status returned, const bms_contact *c) {
  if (returned != c->status) return "the answer has another status than was returned";
  if (strcmp(bms_status_name(c->status), "invalid") == 0 && c->status != BMS_INVALID) return "a status without a name";
  if (c->status == BMS_INVALID) return broken_reason(query, c);
  if (c->reason != BMS_VALID) return "a valid query with a reason";
  const char *wrong = broken_enclosure(query->query.t0, query->query.t1, c);
  if (wrong != NULL || !touches(c->status)) return wrong;
  if (!pair_is_legal(&c->pair)) return "features that do not exist";
  if (!is_unit(c->normal)) return "the normal is not of unit length";
  if (!isfinite(c->approach_speed)) return "the approach speed is not finite";
  if (c->point_count < 1 || c->point_count > BMS_MAX_POINTS) return "a number of points that cannot be";
  for (int i = 0; i < c->point_count; i++)
    for (int r = 0; r < 3; r++)
      if (!isfinite(c->point[i][r])) return "a point is not finite";
  return NULL;
}

/* ------------------------------------------------------------------ several */

/* Returns true if two enclosures may be of one time: then they have a time in common. */
static bool may_be_one_time(double lower, double upper, double other_lower, double other_upper) {
  return fmax(lower, other_lower) <= fmin(upper, other_upper);
}

static const char *broken_swap(const any_query *query, const bms_contact *c) {
  bms_query swapped = query->query;
  bms_contact other;
  swapped.a = query->query.b;
  swapped.b = query->query.a;
  bms_first_contact(&swapped, &other);
  /* The order may decide whether there is room, and which numbers overflow. */
  if (c->status == BMS_UNRESOLVED || other.status == BMS_UNRESOLVED || out_of_range(c) || out_of_range(&other))
    return NULL;
  if (other.status != c->status) return "the boxes swapped have another status";
  if (touches(c->status) && !may_be_one_time(c->t_lower, c->t_upper, other.t_lower, other.t_upper))
    return "the boxes swapped meet at another time";
  return NULL;
}

static bms_status first_approach(const any_query *q, bms_contact *contact) {
  if (!q->against_half_space) return bms_first_approach(&q->query, contact);
  return bms_half_space_first_approach(&q->half_space, &q->query.b, q->query.t0, q->query.t1, contact);
}

static const char *broken_approach(const any_query *query, const bms_contact *first) {
  bms_contact c;
  bms_status status = first_approach(query, &c);
  const char *wrong = broken_answer(query, status, &c);
  if (wrong != NULL) return wrong;
  if ((status == BMS_INVALID) != (first->status == BMS_INVALID) && !out_of_range(&c) && !out_of_range(first))
    return "an approach where the query is not valid, or the reverse";
  if (out_of_range(first) || first->status == BMS_UNRESOLVED || !touches(status)) return NULL;
  if (!touches(first->status)) return "an approach without a contact";
  if (c.t_upper < first->t_lower) return "an approach before the first contact";
  if (status != BMS_CONTACT && status != first->status) return "an approach at the start that is no contact there";
  return NULL;
}

static const char *broken_interval(const bms_query *query, const bms_contact_interval *i, double after) {
  if (!(query->t0 <= i->enter_lower && i->enter_lower <= i->enter_upper))
    return "no enclosure of the beginning of a contact";
  if (!(i->exit_lower <= i->exit_upper && i->exit_upper <= query->t1)) return "no enclosure of the end of a contact";
  if (!(i->enter_lower <= i->exit_upper)) return "a contact ends before it begins";
  return i->enter_upper >= after ? NULL : "contacts out of order";
}

static bms_status contact_intervals(const any_query *q, int capacity, bms_contact_interval *interval, int *count) {
  if (!q->against_half_space) return bms_contact_intervals(&q->query, capacity, interval, count);
  return bms_half_space_contact_intervals(&q->half_space, &q->query.b, q->query.t0, q->query.t1, capacity, interval,
                                          count);
}

static const char *broken_intervals(const any_query *query, const bms_contact *first) {
  bms_contact_interval interval[CAPACITY + 1];
  const bms_contact_interval untouched = {1, 2, 3, 4};
  int count = -1;
  double after = -INFINITY;
  interval[CAPACITY] = untouched;
  bms_status status = contact_intervals(query, CAPACITY, interval, &count);
  if (memcmp(&interval[CAPACITY], &untouched, sizeof untouched) != 0)
    return "more contacts written than there is room for";
  if ((status == BMS_INVALID) != (first->status == BMS_INVALID) && !out_of_range(first))
    return "contacts where the query is not valid, or the reverse";
  if (count < 0 || (count > 0 && status != BMS_CONTACT && status != BMS_UNRESOLVED)) return "a count that cannot be";
  for (int i = 0; i < count && i < CAPACITY; i++) {
    const char *wrong = broken_interval(&query->query, &interval[i], after);
    if (wrong != NULL) return wrong;
    after = interval[i].exit_lower;
  }
  if (status == BMS_UNRESOLVED || first->status == BMS_UNRESOLVED) return NULL;
  if (status == BMS_INVALID || first->status == BMS_INVALID) return NULL;
  if ((count > 0) != touches(first->status)) return "a first contact and no contacts, or the reverse";
  if (count > 0 && !may_be_one_time(first->t_lower, first->t_upper, interval[0].enter_lower, interval[0].enter_upper))
    return "the first of the contacts is not the first contact";
  return NULL;
}

static bms_status first_contact(const any_query *q, bms_contact *contact) {
  if (!q->against_half_space) return bms_first_contact(&q->query, contact);
  return bms_half_space_first_contact(&q->half_space, &q->query.b, q->query.t0, q->query.t1, contact);
}

const char *broken_invariant(const any_query *query) {
  bms_contact answer, again;
  bms_status status = first_contact(query, &answer);
  const char *wrong = broken_answer(query, status, &answer);
  if (wrong != NULL) return wrong;
  first_contact(query, &again);
  if (memcmp(&again, &answer, sizeof answer) != 0) return "asked again, another answer";
  wrong = implausible_answer(query, &answer);
  if (wrong == NULL && !query->against_half_space) wrong = broken_swap(query, &answer);
  if (wrong == NULL) wrong = broken_approach(query, &answer);
  if (wrong == NULL) wrong = broken_intervals(query, &answer);
  return wrong;
}
