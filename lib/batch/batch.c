/* SPDX-License-Identifier: BSD-3-Clause */

/* Many queries, each answered by bms_first_contact() unless its spheres have decided already. */

#include "numeric/arithmetic.h"

#include <stdbool.h>
#include <string.h>

#include "bms_batch.h"
#include "batch/parallel_for.h"
#include "bounds/swept_spheres.h"

/* Queries, or one body against many others. */
typedef struct batch {
  const bms_query *query; /* NULL: against */
  const bms_body *a, *b;
  double t0, t1;
  bms_contact *contact;
} batch;

static bms_swept_pair pair_of(const batch *all, size_t i) {
  if (all->query == NULL) return (bms_swept_pair){all->a, &all->b[i], all->t0, all->t1, 0};
  return bms_swept_pair_of(&all->query[i]);
}

static void answer_one(const batch *all, size_t i) {
  if (all->query != NULL)
    (void)bms_first_contact(&all->query[i], &all->contact[i]);
  else
    (void)bms_first_contact(&(bms_query){.t0 = all->t0, .t1 = all->t1, .a = *all->a, .b = all->b[i]}, &all->contact[i]);
}

/* The number of pairs that are answered without a check of their spheres, after four pairs of which the check has
   decided at most one: near pairs are checked in vain. */
enum { UNCHECKED = 7 * BMS_SWEPT_PAIRS };

/* Answers some queries one after the other: "separated". */
static void answer_separated(const batch *all, size_t i, size_t count) {
  memset(&all->contact[i], 0, count * sizeof *all->contact);
  for (size_t stop = i + count; i < stop; i++) {
    bms_contact *contact = &all->contact[i];
    contact->status = BMS_SEPARATED;
    contact->t = contact->t_lower = contact->t_upper = all->query == NULL ? all->t1 : all->query[i].t1;
  }
}

/* Answers four queries.  Returns how many of them spheres have decided. */
static int answer_four(const batch *all, size_t i) {
  bms_swept_pair pair[BMS_SWEPT_PAIRS];
  int decided = 0;
  for (size_t k = 0; k < BMS_SWEPT_PAIRS; k++) pair[k] = pair_of(all, i + k);
  unsigned apart = bms_swept_spheres_apart(pair);
  if (apart == (1u << BMS_SWEPT_PAIRS) - 1) {
    answer_separated(all, i, BMS_SWEPT_PAIRS);
    return BMS_SWEPT_PAIRS;
  }
  for (size_t k = 0; k < BMS_SWEPT_PAIRS; k++) {
    if (apart >> k & 1)
      answer_separated(all, i + k, 1);
    else
      answer_one(all, i + k);
    decided += (int)(apart >> k & 1);
  }
  return decided;
}

/* Answers queries, those whose spheres stay apart four at a time. */
static void answer_part(bms_parallel_for *team, void *data, size_t begin, size_t end) {
  const batch *all = data;
  size_t check = begin;
  (void)team;
  for (size_t i = begin; i < end;) {
    if (i < check || end - i < BMS_SWEPT_PAIRS) {
      answer_one(all, i++);
    } else {
      bool near = answer_four(all, i) <= 1;
      i += BMS_SWEPT_PAIRS;
      if (near) check = i + UNCHECKED;
    }
  }
}

void bms_batch_first_contact(const bms_query *query, size_t count, int threads, bms_contact *contact) {
  bms_parallel_for_share(count, threads, answer_part, &(batch){.query = query, .contact = contact});
}

void bms_batch_against(const bms_body *a, const bms_body *b, size_t count, double t0, double t1, int threads,
                       bms_contact *contact) {
  batch all = {.a = a, .b = b, .t0 = t0, .t1 = t1, .contact = contact};
  bms_parallel_for_share(count, threads, answer_part, &all);
}
