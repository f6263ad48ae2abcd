/* SPDX-License-Identifier: BSD-3-Clause */

/* Times, statuses and corners are judged exactly.  Normals, points and speeds may belong to any first contact; they are
   judged by the tests of answer/answer.c and by invariants.h. */

#include "check_half_space.h"

#include <stdio.h>

#include "half_space.h"

/* Returns 1 if the corner is out of place. That of an overlap is the lowest up to rounding, and where several are about
   as low it may even be outside. */
static int out_of_place(half_space_oracle *o, const bms_contact *answer, char text[CHECK_TEXT_SIZE]) {
  const bms_pair *pair = &answer->pair;
  int legal = pair->kind == BMS_PAIR_VO && pair->a == 1 && pair->b >= 0 && pair->b < HALF_SPACE_CORNERS;
  if (legal && o->exact.status == BMS_OVERLAPPING) return 0;
  if (legal && algebraic_sign(&o->exact.time, o->corner[pair->b]) == 0) return 0;
  snprintf(text, CHECK_TEXT_SIZE, "kind %d, features %d and %d: the corner is not in the plane", (int)pair->kind,
           pair->a, pair->b);
  return 1;
}

static int wrong_answer(half_space_oracle *o, const bms_query *query, const bms_contact *answer,
                        char text[CHECK_TEXT_SIZE]) {
  if (check_time(&o->exact, query, answer, text) != 0) return 1;
  return answer->point_count > 0 && out_of_place(o, answer, text);
}

static const char *judge_intervals(half_space_oracle *o, const bms_half_space *half_space, const bms_query *query,
                                   interval_tally *sum) {
  bms_contact_interval interval[CHECK_INTERVALS];
  oracle_interval *wanted;
  int count, wanted_count = half_space_oracle_intervals(o, &wanted);
  bms_status status =
      bms_half_space_contact_intervals(half_space, &query->b, query->t0, query->t1, CHECK_INTERVALS, interval, &count);
  const char *wrong = check_interval_list(&o->exact, status, interval, count, wanted, wanted_count, sum);
  oracle_intervals_clear(wanted, wanted_count);
  return wrong;
}

const char *check_half_space(const bms_half_space *half_space, const bms_query *query, char text[CHECK_TEXT_SIZE],
                             half_space_tally *sum) {
  bms_contact contact, approach;
  half_space_oracle o;
  half_space_oracle_init(&o, half_space, &query->b, query->t0, query->t1);

  bms_half_space_first_contact(half_space, &query->b, query->t0, query->t1, &contact);
  half_space_oracle_contact(&o);
  const char *wrong = wrong_answer(&o, query, &contact, text) ? text : NULL;
  sum->contact[o.exact.status]++;

  bms_half_space_first_approach(half_space, &query->b, query->t0, query->t1, &approach);
  half_space_oracle_approach(&o);
  if (wrong == NULL && wrong_answer(&o, query, &approach, text)) wrong = text;
  sum->approach[o.exact.status]++;
  sum->later += o.exact.status == BMS_CONTACT && approach.t_lower > contact.t_upper;

  half_space_oracle_contact(&o);
  const char *intervals = judge_intervals(&o, half_space, query, &sum->intervals);
  half_space_oracle_clear(&o);
  return wrong != NULL ? wrong : intervals;
}
