/* SPDX-License-Identifier: BSD-3-Clause */

/* Many queries, each answered by bms_first_contact() unless its spheres have decided already. */

#include "numeric/arithmetic.h"

#include "answer/answer.h"
#include "bms_batch.h"
#include "batch/parallel_for.h"
#include "bounds/swept_sphere.h"

typedef struct query_batch {
  const bms_query *query;
  bms_contact *contact;
} query_batch;

static void answer_queries(bms_parallel_for *team, void *data, size_t begin, size_t end) {
  const query_batch *batch = data;
  (void)team;
  for (size_t i = begin; i < end; i++) (void)bms_first_contact(&batch->query[i], &batch->contact[i]);
}

void bms_batch_first_contact(const bms_query *query, size_t count, int threads, bms_contact *contact) {
  query_batch batch = {query, contact};
  bms_parallel_for_share(count, threads, answer_queries, &batch);
}

typedef struct against_batch {
  const bms_body *a, *b;
  double t0, t1;
  bms_swept_sphere sphere; /* of a */
  bms_contact *contact;
} against_batch;

static void answer_against(bms_parallel_for *team, void *data, size_t begin, size_t end) {
  const against_batch *batch = data;
  bms_query query = {.t0 = batch->t0, .t1 = batch->t1, .a = *batch->a};
  (void)team;
  for (size_t i = begin; i < end; i++) {
    bms_swept_sphere sphere;
    bms_swept_sphere_of(&batch->b[i], batch->t0, batch->t1, &sphere);
    if (bms_swept_spheres_apart(&batch->sphere, &sphere, batch->t0, batch->t1)) {
      bms_answer_none(BMS_SEPARATED, batch->t1, batch->t1, &batch->contact[i]);
    } else {
      query.b = batch->b[i];
      (void)bms_first_contact(&query, &batch->contact[i]);
    }
  }
}

void bms_batch_against(const bms_body *a, const bms_body *b, size_t count, double t0, double t1, int threads,
                       bms_contact *contact) {
  against_batch batch = {.a = a, .b = b, .t0 = t0, .t1 = t1, .contact = contact};
  if (count == 0) return;
  bms_swept_sphere_of(a, t0, t1, &batch.sphere);
  bms_parallel_for_share(count, threads, answer_against, &batch);
}
