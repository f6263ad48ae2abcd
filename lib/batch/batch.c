/* SPDX-License-Identifier: BSD-3-Clause */

/* Many queries, each answered by bms_first_contact() unless its spheres have decided already. */

#include "numeric/arithmetic.h"

#include "answer/answer.h"
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
  if (all->query == NULL) return (bms_swept_pair){all->a, &all->b[i], all->t0, all->t1};
  const bms_query *query = &all->query[i];
  return (bms_swept_pair){query->origin == 0 ? &query->a : NULL, &query->b, query->t0, query->t1};
}

static void answer_one(const batch *all, size_t i) {
  if (all->query != NULL)
    (void)bms_first_contact(&all->query[i], &all->contact[i]);
  else
    (void)bms_first_contact(&(bms_query){.t0 = all->t0, .t1 = all->t1, .a = *all->a, .b = all->b[i]}, &all->contact[i]);
}

/* Pairs that are too near for their spheres are checked in vain: after four of which at most one is far apart, so many
   next ones are not checked. */
enum { UNCHECKED = 7 * BMS_SWEPT_PAIRS };

/* Answers queries, those whose spheres stay apart four at a time. */
static void answer_part(bms_parallel_for *team, void *data, size_t begin, size_t end) {
  const batch *all = data;
  size_t check = begin;
  (void)team;
  for (size_t i = begin; i < end;) {
    unsigned apart = 0;
    size_t stop = i + 1;
    if (i >= check && end - i >= BMS_SWEPT_PAIRS) {
      bms_swept_pair pair[BMS_SWEPT_PAIRS];
      for (size_t k = 0; k < BMS_SWEPT_PAIRS; k++) pair[k] = pair_of(all, i + k);
      apart = bms_swept_spheres_apart(pair);
      stop = i + BMS_SWEPT_PAIRS;
      if ((apart & (apart - 1)) == 0) check = stop + UNCHECKED;
    }
    for (; i < stop; i++, apart >>= 1) {
      if (apart & 1) {
        double t1 = all->query == NULL ? all->t1 : all->query[i].t1;
        bms_answer_none(BMS_SEPARATED, t1, t1, &all->contact[i]);
      } else {
        answer_one(all, i);
      }
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
