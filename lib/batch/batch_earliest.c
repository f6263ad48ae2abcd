/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The earliest of many.
 *
 * The order among answers is by (t, index), and t is the time of bms_first_contact() over the whole interval of a
 * query.  The best query so far, with t = T, is the rival of the next one.  That is solved for its time alone, until a
 * little after T: it loses if it is separated until then, or if its t_lower is later than T.  A query that seems to win
 * is solved again over its whole interval, as a motion that fails later on makes a query invalid; this happens a few
 * times only, as each winner beats the one before.  After a tie more ties are likely: the next query is solved for the
 * whole answer at once.
 *
 * First goes a promising query: of a sample, the one whose spheres seem to meet first.  With a good rival most others
 * are done with their spheres.  Rejected: all spheres beforehand, to begin with the best or to sort; in
 * random order it costs more than it saves (a fifth more time, measured), as the rival soon is a good one anyway.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stdbool.h>

#include "answer/answer.h"
#include "bms_batch.h"
#include "batch/parallel_for.h"
#include "bounds/swept_spheres.h"

/* A query is answered until this part of its interval after the earliest contact so far.  Contacts at the same time, of
   a thing that lands flat on many others, are then not at the end of the interval, at which only exact arithmetic
   distinguishes them from none. */
static const double AFTER = 0x1p-20;

/* The most queries that are checked for a promising one.  This guards against orders in which each query beats the
   one before. */
enum { SAMPLE = 64 };

/* The queries: an array of them, or one body against an array of others. */
typedef struct source {
  const bms_query *query; /* NULL: against */
  const bms_body *a, *b;
  double t0, t1;
} source;

typedef struct rival {
  size_t index;
  double t;
  bool tied; /* the query before had this t as well */
} rival;

typedef struct search {
  source from;
  size_t count, promising;
  rival best; /* index `count` while there is none; shared among the threads */
} search;

/* ------------------------------------------------------------------ one query */

static bms_swept_pair pair_of(const source *from, size_t i) {
  if (from->query == NULL) return (bms_swept_pair){from->a, &from->b[i], from->t0, from->t1, 0};
  return bms_swept_pair_of(&from->query[i]);
}

static bool is_earlier(const rival *x, const rival *y) {
  return x->t < y->t || (x->t <= y->t && x->index < y->index);
}

static bms_query query_of(const source *from, size_t i) {
  if (from->query != NULL) return from->query[i];
  return (bms_query){.t0 = from->t0, .t1 = from->t1, .a = *from->a, .b = from->b[i]};
}

/* Solves a query until a time: `answer` gets its t, or a lower bound of t if `whole` is false.  Returns true if it may
   win. */
static bool ask(const source *from, size_t i, double until, bool whole, rival *answer) {
  bms_query query = query_of(from, i);
  bms_contact contact;
  if (until < query.t1) query.t1 = until;
  bms_status status = whole ? bms_first_contact(&query, &contact) : bms_first_contact_time(&query, NULL, &contact);
  *answer = (rival){.index = i, .t = whole && status != BMS_UNRESOLVED ? contact.t : contact.t_lower};
  return status != BMS_SEPARATED && status != BMS_INVALID;
}

/* Returns until when a query over [t0, t1] has to be answered to know whether it beats the best. */
static double time_limit(const search *s, const rival *best, double t0, double t1) {
  if (best->index == s->count) return t1;
  double next = nextafter(best->t, INFINITY);
  return fmin(t1, fmax(best->t + AFTER * (t1 - t0), nextafter(next, INFINITY)));
}

/* Lets query i take the place of the best if it beats it. */
static bool challenge(const search *s, size_t i, rival *best) {
  bms_swept_pair query = pair_of(&s->from, i);
  rival answer;
  double until = time_limit(s, best, query.t0, query.t1);
  if (until < query.t0) return false;
  bool whole = best->tied;
  if (!ask(&s->from, i, until, whole, &answer)) return false;
  if (is_earlier(&answer, best) && !(whole && until >= query.t1)) {
    whole = true;
    if (!ask(&s->from, i, query.t1, whole, &answer)) return false;
  }
  best->tied = whole && answer.t <= best->t;
  if (!is_earlier(&answer, best)) return false;
  *best = answer;
  return true;
}

/* ------------------------------------------------------------------ all of them */

/* Returns, among some queries spread over all, the one whose spheres seem to meet first. */
static size_t find_promising(const search *s) {
  size_t step = s->count / SAMPLE + 1, promising = 0;
  double first = INFINITY;
  for (size_t i = 0; i < s->count; i += step) {
    bms_swept_pair query = pair_of(&s->from, i);
    double t = bms_swept_spheres_meet(&query);
    if (!(t < first)) continue;
    first = t;
    promising = i;
  }
  return promising;
}

/* Returns bit k if query `first` + k, of up to `count`, certainly has no contact that beats the best. */
static unsigned find_losers(const search *s, size_t first, size_t count, const rival *best) {
  bms_swept_pair pair[BMS_SWEPT_PAIRS] = {{.a = NULL}};
  for (size_t k = 0; k < count; k++) {
    pair[k] = pair_of(&s->from, first + k);
    pair[k].t1 = time_limit(s, best, pair[k].t0, pair[k].t1);
  }
  return bms_swept_spheres_apart(pair);
}

static void challenge_all(bms_parallel_for *team, void *data, size_t begin, size_t end) {
  search *s = data;
  unsigned losers = 0;
  bms_parallel_for_lock(team);
  rival best = s->best;
  bms_parallel_for_unlock(team);
  for (size_t i = begin; i < end; i++, losers >>= 1) {
    size_t rest = end - i;
    if ((i - begin) % BMS_SWEPT_PAIRS == 0)
      losers = find_losers(s, i, rest < BMS_SWEPT_PAIRS ? rest : BMS_SWEPT_PAIRS, &best);
    if ((losers & 1) != 0 || i == s->promising || !challenge(s, i, &best)) continue;
    bms_parallel_for_lock(team);
    if (is_earlier(&best, &s->best))
      s->best = best;
    else
      best = s->best;
    bms_parallel_for_unlock(team);
  }
}

static bms_status earliest(const source *from, size_t count, int threads, size_t *index, bms_contact *contact) {
  search s = {.from = *from, .count = count, .best = {.index = count, .t = INFINITY}};
  if (count > 0) {
    s.promising = find_promising(&s);
    (void)challenge(&s, s.promising, &s.best);
  }
  bms_parallel_for_share(count, threads, challenge_all, &s);
  *index = s.best.index;
  bms_answer_none(BMS_SEPARATED, 0, 0, contact);
  if (*index < count) {
    bms_query first = query_of(&s.from, *index);
    (void)bms_first_contact(&first, contact);
  }
  return contact->status;
}

bms_status bms_batch_earliest(const bms_query *query, size_t count, int threads, size_t *index, bms_contact *contact) {
  return earliest(&(source){.query = query}, count, threads, index, contact);
}

bms_status bms_batch_earliest_against(const bms_body *a, const bms_body *b, size_t count, double t0, double t1,
                                      int threads, size_t *index, bms_contact *contact) {
  return earliest(&(source){.a = a, .b = b, .t0 = t0, .t1 = t1}, count, threads, index, contact);
}
