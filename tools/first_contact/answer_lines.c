/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Lines are taken a chunk at a time: read, asked in one call (bms_batch.h), written to a text.  Threads take the chunks
 * in turn, and what they have written is put out in order when all are done.
 */

#if defined(BMS_THREADS)
#define _POSIX_C_SOURCE 200809L /* must precede the first include */
#include <pthread.h>
#endif

#include "answer_lines.h"

#include <bms.h>
#include <bms_batch.h>
#include <stdlib.h>
#include <string.h>

#include "answer_json.h"
#include "answer_page.h"
#include "certificate_json.h"
#include "derivative_json.h"
#include "options.h"
#include "read_line.h"
#include "text.h"
#include "trace_json.h"
#include "trace_text.h"
#include "within_json.h"

/* Lines in a chunk: many enough for threads to start and for a batch to pay, few enough for the caches. */
enum { CHUNK_LINES = 32 };

typedef struct line_span {
  const char *start;
  size_t length;
} line_span;

/* ------------------------------------------------------------------ one chunk */

typedef struct chunk {
  line_span line[CHUNK_LINES];
  int count;
  unsigned long number; /* the number of the first line */
  text answers;
  text page; /* the answers for a page, with a comma before each but the first of all */
  bool all_good;
} chunk;

/* The good queries of a chunk, packed; and their tolerances, NULL for those that have none. */
typedef struct questions {
  int count;
  bms_query room[CHUNK_LINES];
  const bms_query *tolerance[CHUNK_LINES];
  bms_query query[CHUNK_LINES];
  bms_contact contact[CHUNK_LINES];
  bool good[CHUNK_LINES]; /* for each line: it is a query */
  json_span id[CHUNK_LINES];
  char reason[CHUNK_LINES][REASON_SIZE];
} questions;

/* Returns all contact intervals, in memory that the caller frees. */
static answer_intervals intervals_of(const bms_query *query) {
  answer_intervals all = {NULL, 0, BMS_UNRESOLVED};
  int capacity = 0;
  do {
    capacity = all.count > 8 ? all.count : 8;
    bms_contact_interval *more = realloc(all.interval, (size_t)capacity * sizeof *more);
    if (more == NULL) {
      all.count = 0;
      break;
    }
    all.interval = more;
    all.status = bms_contact_intervals(query, capacity, all.interval, &all.count);
  } while (all.count > capacity);
  return all;
}

/* Returns false if the trace contradicts the answer, or the certificate does not prove it, or the tolerance is not
   valid. */
static bool write_answer(text *out, json_span id, const bms_query *query, const bms_query *within,
                         const bms_contact *contact, answer_options wanted) {
  answer_intervals all = {NULL, 0, BMS_SEPARATED};
  bool consistent = true;
  if (wanted.trace == TRACE_TEXT) return trace_text_write(out, id, query);
  if (wanted.intervals) all = intervals_of(query);
  answer_begin(out, id, contact, wanted.intervals ? &all : NULL);
  if (wanted.trace == TRACE_JSON) consistent = trace_json_write(out, query);
  if (within != NULL && !wanted.approach) consistent = within_json_write(out, query, within) && consistent;
  if (wanted.derivative) derivative_json_write(out, query);
  if (wanted.certificate) consistent = certificate_json_write(out, query, wanted.approach) && consistent;
  if (wanted.certificate && wanted.intervals)
    consistent = certificate_json_write_intervals(out, query, all.count, all.interval) && consistent;
  answer_end(out);
  free(all.interval);
  return consistent;
}

/* Keeps the tolerance of the query that was read, or the one that all have. */
static void keep_tolerance(questions *q, const line_query *read, const tolerance *within) {
  q->tolerance[q->count] = NULL;
  if (!read->has_tolerance && !within->given) return;
  q->room[q->count] = read->has_tolerance ? read->tolerance : tolerance_of_query(within, &read->query);
  q->tolerance[q->count] = &q->room[q->count];
}

static void read_chunk(const chunk *c, const tolerance *within, questions *q) {
  q->count = 0;
  for (int i = 0; i < c->count; i++) {
    line_query read;
    q->good[i] = read_line(c->line[i].start, c->line[i].length, &read, &q->id[i], q->reason[i]);
    if (!q->good[i]) continue;
    q->query[q->count] = read.query;
    keep_tolerance(q, &read, within);
    q->count++;
  }
}

static void ask(questions *q, bool approach) {
  if (approach)
    for (int k = 0; k < q->count; k++) (void)bms_first_approach(&q->query[k], &q->contact[k]);
  else
    bms_batch_first_contact(q->query, (size_t)q->count, 1, q->contact);
}

/* Adds what a page shows of a line.  The intervals are found again: a page is no matter of speed. */
static void write_page(chunk *c, const questions *q, int line, int k, bool good) {
  unsigned long number = c->number + (unsigned long)line;
  if (number > MOST_PAGE_LINES) return;
  if (number > 1) text_add_string(&c->page, ",");
  if (!good) {
    answer_write_error(&c->page, q->id[line], number, q->reason[line]);
    return;
  }
  answer_intervals all = intervals_of(&q->query[k]);
  answer_page_write(&c->page, q->id[line], &q->query[k], q->tolerance[k], &q->contact[k], &all);
  free(all.interval);
}

static void write_chunk(chunk *c, questions *q, answer_options wanted) {
  for (int i = 0, k = 0; i < c->count; i++) {
    bool good = q->good[i];
    if (good && q->contact[k].status == BMS_INVALID) {
      bms_explain(&q->query[k], &q->contact[k], q->reason[i], REASON_SIZE);
      good = false;
    }
    if (wanted.page != NULL) write_page(c, q, i, k, good);
    if (good)
      good = write_answer(&c->answers, q->id[i], &q->query[k], q->tolerance[k], &q->contact[k], wanted);
    else
      answer_write_error(&c->answers, q->id[i], c->number + (unsigned long)i, q->reason[i]);
    k += q->good[i];
    c->all_good = c->all_good && good;
  }
}

static void answer_chunk(chunk *c, answer_options wanted) {
  questions q;
  read_chunk(c, &wanted.within, &q);
  ask(&q, wanted.approach);
  write_chunk(c, &q, wanted);
}

/* Takes up to CHUNK_LINES lines from the start of a text, which is not empty; returns their length. */
static size_t cut_chunk(const char *lines, size_t length, unsigned long *number, chunk *c) {
  size_t used = 0;
  c->number = *number;
  c->all_good = true;
  for (c->count = 0; c->count < CHUNK_LINES && used < length; c->count++) {
    const char *end = memchr(lines + used, '\n', length - used);
    size_t size = end == NULL ? length - used : (size_t)(end - (lines + used)) + 1;
    c->line[c->count] = (line_span){lines + used, end == NULL ? size : size - 1};
    used += size;
  }
  if (*number == 1) {
    size_t mark = json_line_mark(c->line[0].start, c->line[0].length);
    c->line[0].start += mark;
    c->line[0].length -= mark;
  }
  *number += (unsigned long)c->count;
  return used;
}

static answer_outcome put_out(const chunk *c, html_page *page, FILE *out) {
  if (page != NULL) page_add(page, c->page.start, c->page.length);
  if (out != NULL && fwrite(c->answers.start, 1, c->answers.length, out) < c->answers.length) return CANNOT_WRITE;
  return c->answers.failed || c->page.failed ? OUT_OF_MEMORY : c->all_good ? ALL_ANSWERED : SOME_REFUSED;
}

/* ------------------------------------------------------------------ one thread */

/* Returns the outcome of two parts, which is the worse one. */
static answer_outcome worse(answer_outcome x, answer_outcome y) {
  return x > y ? x : y;
}

static answer_outcome answer_alone(const char *lines, size_t length, unsigned long *number, answer_options wanted,
                                   FILE *out) {
  answer_outcome outcome = ALL_ANSWERED;
  chunk c = {.count = 0};
  while (length > 0 && outcome <= SOME_REFUSED) {
    size_t used = cut_chunk(lines, length, number, &c);
    lines += used;
    length -= used;
    c.answers.length = c.page.length = 0;
    answer_chunk(&c, wanted);
    outcome = worse(outcome, put_out(&c, wanted.page, out));
  }
  text_free(&c.answers);
  text_free(&c.page);
  return outcome;
}

/* ------------------------------------------------------------------ many threads */

#if defined(BMS_THREADS)

/* The chunks of a text, which threads take one by one. */
typedef struct shared_chunks {
  pthread_mutex_t mutex;
  chunk *chunk;
  size_t next, count;
  answer_options wanted;
} shared_chunks;

static void *answer_chunks(void *data) {
  shared_chunks *all = data;
  for (;;) {
    (void)pthread_mutex_lock(&all->mutex);
    size_t mine = all->next < all->count ? all->next++ : all->count;
    (void)pthread_mutex_unlock(&all->mutex);
    if (mine == all->count) return NULL;
    answer_chunk(&all->chunk[mine], all->wanted);
  }
}

/* Returns all chunks of a text, or NULL if no memory is left. */
static chunk *cut_all(const char *lines, size_t length, unsigned long *number, size_t *count) {
  size_t capacity = 0;
  chunk *all = NULL;
  for (*count = 0; length > 0; ++*count) {
    if (*count == capacity) {
      capacity = capacity > 0 ? 2 * capacity : 16;
      chunk *more = realloc(all, capacity * sizeof *more);
      if (more == NULL) {
        free(all);
        return NULL;
      }
      all = more;
    }
    all[*count] = (chunk){.count = 0};
    size_t used = cut_chunk(lines, length, number, &all[*count]);
    lines += used;
    length -= used;
  }
  return all;
}

static void share(shared_chunks *all) {
  pthread_t thread[MOST_THREADS];
  size_t started = 0, wanted = (size_t)all->wanted.threads - 1;
  if (wanted >= all->count) wanted = all->count - 1;
  while (started < wanted && pthread_create(&thread[started], NULL, answer_chunks, all) == 0) started++;
  (void)answer_chunks(all);
  for (size_t i = 0; i < started; i++) (void)pthread_join(thread[i], NULL);
}

static answer_outcome answer_together(const char *lines, size_t length, unsigned long *number, answer_options wanted,
                                      FILE *out) {
  shared_chunks all = {.mutex = PTHREAD_MUTEX_INITIALIZER, .wanted = wanted};
  answer_outcome outcome = ALL_ANSWERED;
  all.chunk = cut_all(lines, length, number, &all.count);
  if (all.chunk == NULL) return OUT_OF_MEMORY;
  share(&all);
  for (size_t i = 0; i < all.count; i++) {
    if (outcome <= SOME_REFUSED) outcome = worse(outcome, put_out(&all.chunk[i], wanted.page, out));
    text_free(&all.chunk[i].answers);
    text_free(&all.chunk[i].page);
  }
  free(all.chunk);
  return outcome;
}

#endif

answer_outcome answer_lines(const char *lines, size_t length, unsigned long *number, answer_options wanted, FILE *out) {
  if (length == 0) return ALL_ANSWERED;
#if defined(BMS_THREADS)
  if (wanted.threads > 1) return answer_together(lines, length, number, wanted, out);
#endif
  return answer_alone(lines, length, number, wanted, out);
}
