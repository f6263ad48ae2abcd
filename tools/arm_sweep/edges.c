/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Edges in chunks: lines are read, answered by threads that each take the next one that is free, and written in order.
 * A chunk is what is in memory at a time.
 */

#define _POSIX_C_SOURCE 200809L

#include "edges.h"

#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096, MOST_THREADS = 256, REASON = 160 };

typedef struct edge {
  char *line;
  json_t *id;
  double *joints; /* from, to */
  bms_status status;
  bms_chain_contact contact;
  char reason[REASON]; /* why it was refused, else empty */
} edge;

typedef struct batch {
  const robot *arm;
  const sweep_options *options;
  edge *all;
  int count, next;
  pthread_mutex_t lock;
} batch;

static bool take_list(const json_t *root, const char *key, int width, double *out, char reason[REASON]) {
  const json_t *list = json_object_get(root, key);
  if (!json_is_array(list) || json_array_size(list) != (size_t)width) {
    snprintf(reason, REASON, "%s: expected a list of %d numbers, one for each joint that moves", key, width);
    return false;
  }
  for (int i = 0; i < width; i++) {
    const json_t *number = json_array_get(list, (size_t)i);
    out[i] = json_number_value(number);
    if (json_is_number(number)) continue;
    snprintf(reason, REASON, "%s[%d]: expected a number", key, i);
    return false;
  }
  return true;
}

static void parse(edge *e, int width) {
  json_error_t error;
  json_t *root = json_loads(e->line, JSON_REJECT_DUPLICATES, &error);
  if (root == NULL) snprintf(e->reason, REASON, "not JSON: %.100s", error.text);
  if (root == NULL) return;
  e->id = json_incref(json_object_get(root, "id"));
  if (!json_is_object(root))
    snprintf(e->reason, REASON, "an edge is an object");
  else if (take_list(root, "from", width, e->joints, e->reason))
    take_list(root, "to", width, e->joints + width, e->reason);
  json_decref(root);
}

static void answer(const batch *b, edge *e) {
  int width = b->arm->chain.variable_count;
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)width + 1, sizeof *value);
  e->joints = calloc(2 * (size_t)width + 1, sizeof *e->joints);
  if (value == NULL || e->joints == NULL) snprintf(e->reason, REASON, "out of memory");
  if (e->reason[0] == 0) parse(e, width);
  if (e->reason[0] == 0) {
    bms_move_linear(width, 0, e->joints, 1, e->joints + width, value);
    bms_move move = {0, 1, (const double(*)[BMS_MOVE_TERMS])value};
    e->status = bms_chain_first_contact(&b->arm->chain, &move, b->options->tolerance, &e->contact);
    if (e->status == BMS_INVALID) bms_chain_check(&b->arm->chain, &move, e->reason, REASON);
  }
  free(value);
}

static void *work(void *context) {
  batch *b = context;
  for (;;) {
    pthread_mutex_lock(&b->lock);
    int mine = b->next++;
    pthread_mutex_unlock(&b->lock);
    if (mine >= b->count) return NULL;
    answer(b, &b->all[mine]);
  }
}

/* By threads, this one among them: those that cannot be started are not missed. */
static void answer_all(batch *b, int threads) {
  pthread_t other[MOST_THREADS];
  int started = 0;
  b->next = 0;
  while (started + 1 < threads && started < MOST_THREADS && pthread_create(&other[started], NULL, work, b) == 0)
    started++;
  work(b);
  for (int i = 0; i < started; i++) pthread_join(other[i], NULL);
}

/* Writes one answer; returns what the exit status would be for it alone. */
static int write_edge(FILE *out, const robot *arm, const edge *e, unsigned long line) {
  json_t *answer = json_object();
  bool refused = e->reason[0] != 0;
  if (e->id != NULL) json_object_set(answer, "id", e->id);
  json_object_set_new(answer, "line", json_integer((json_int_t)line));
  if (refused) {
    json_object_set_new(answer, "error", json_string(e->reason));
  } else {
    const char *status = e->status == BMS_SEPARATED ? "free" : bms_status_name(e->status);
    json_object_set_new(answer, "status", json_string(status));
    if (e->status != BMS_SEPARATED) json_object_set_new(answer, "t", json_real(e->contact.t));
    if (e->status != BMS_SEPARATED && e->contact.a >= 0) {
      json_object_set_new(answer, "a", json_string(arm->shape_name[e->contact.a]));
      json_object_set_new(answer, "b", json_string(arm->shape_name[e->contact.b]));
    }
  }
  char *text = json_dumps(answer, 0);
  if (text != NULL) fprintf(out, "%s\n", text);
  bool written = text != NULL;
  free(text);
  json_decref(answer);
  return refused || !written ? 2 : e->status != BMS_SEPARATED;
}

/* At most CHUNK lines; returns how many. */
static int read_chunk(FILE *in, edge *all) {
  int count = 0;
  size_t capacity = 0;
  memset(all, 0, CHUNK * sizeof *all);
  while (count < CHUNK && getline(&all[count].line, &capacity, in) >= 0) {
    capacity = 0;
    count++;
  }
  if (count < CHUNK) free(all[count].line); /* may be allocated at the end of the file */
  return count;
}

int edges_answer(FILE *in, FILE *out, const robot *arm, const sweep_options *options, int threads) {
  batch b = {.arm = arm, .options = options, .all = calloc(CHUNK, sizeof *b.all), .lock = PTHREAD_MUTEX_INITIALIZER};
  unsigned long line = 0;
  int worst = b.all == NULL ? 2 : 0;
  while (b.all != NULL && !ferror(out) && (b.count = read_chunk(in, b.all)) > 0) {
    answer_all(&b, threads);
    for (int i = 0; i < b.count; i++) {
      int one = write_edge(out, arm, &b.all[i], ++line);
      worst = one > worst ? one : worst;
      free(b.all[i].line);
      free(b.all[i].joints);
      json_decref(b.all[i].id);
    }
    if (options->progress) fprintf(stderr, "\r%lu edges", line);
  }
  if (options->progress) fputc('\n', stderr);
  free(b.all);
  return ferror(in) || fflush(out) != 0 || ferror(out) ? 2 : worst;
}
