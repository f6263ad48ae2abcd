/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Answers a stream of edges.
 *
 * The calling thread reads lines into a ring of slots. Other threads take the next slot that is filled, and answer it.
 * The thread that answers the oldest one writes it, and all behind it that are answered already; so answers come in
 * order, and no answer waits for more input. If there is one thread, the reader answers.
 */

#define _POSIX_C_SOURCE 200809L

#include "edges.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "edge.h"
#include "json/json_line.h"
#include "options.h"
#include "progress.h"

enum { SLOTS = 1024 };

typedef struct slot {
  char *text, *answer, *shown;
  size_t length; /* of the text */
  unsigned long line;
  bool answered;
  int status;
} slot;

typedef struct stream {
  const robot *arm;
  const sweep_options *options;
  const bms_scene *scene;
  FILE *out;       /* or NULL */
  html_page *page; /* or NULL */
  slot ring[SLOTS];
  unsigned long written, taken, filled; /* the number of edges so far; edge n is in slot n % SLOTS */
  bool ended, broken;                   /* no lines are left; output has failed */
  int worst;                            /* the exit status so far */
  progress shown;
  double bytes; /* of the lines that are answered */
  pthread_mutex_t lock;
  pthread_cond_t changed; /* signals that a slot is filled, or free again, or that no lines are left */
} stream;

/* Writes the answer in a slot, and adds it to the page. */
static void write_slot(stream *s, const slot *one) {
  bool on_page = s->page != NULL && one->line <= MOST_PAGE_EDGES;
  if (one->answer == NULL || (on_page && one->shown == NULL)) s->broken = true;
  if (one->answer != NULL && s->out != NULL && fputs(one->answer, s->out) < 0) s->broken = true;
  if (!on_page || one->shown == NULL) return;
  if (one->line > 1) page_add_string(s->page, ",");
  page_add_string(s->page, one->shown);
}

/* Writes the answers that are ready and next in order; the lock is held. */
static void write_answered(stream *s) {
  bool any = false;
  for (; s->written < s->filled && s->ring[s->written % SLOTS].answered; s->written++) {
    slot *one = &s->ring[s->written % SLOTS];
    write_slot(s, one);
    if (one->status > s->worst) s->worst = one->status;
    s->bytes += (double)one->length + 1;
    free(one->answer);
    free(one->shown);
    free(one->text);
    *one = (slot){.text = NULL};
    any = true;
  }
  if (!any) return;
  if (s->out != NULL && fflush(s->out) != 0) s->broken = true;
  progress_note(&s->shown, s->shown.total > 0 ? s->bytes : (double)s->written);
  pthread_cond_broadcast(&s->changed);
}

/* Answers the next edge; the lock is held, but released while the edge is computed. */
static void answer_next(stream *s, const sweep_options *own) {
  slot *one = &s->ring[s->taken++ % SLOTS];
  pthread_mutex_unlock(&s->lock);
  char **shown = s->page != NULL && one->line <= MOST_PAGE_EDGES ? &one->shown : NULL;
  one->answer = edge_answer(s->arm, own, one->text, one->length, one->line, &one->status, shown);
  pthread_mutex_lock(&s->lock);
  one->answered = true;
  write_answered(s);
}

/* Makes the options of one thread, with a workspace if there is memory for one; else the chain itself is asked. */
static sweep_options own_options(const stream *s) {
  sweep_options own = *s->options;
  own.workspace = bms_scene_workspace_create(s->scene);
  own.scene = own.workspace == NULL ? NULL : s->scene;
  return own;
}

static void *work(void *context) {
  stream *s = context;
  sweep_options own = own_options(s);
  pthread_mutex_lock(&s->lock);
  for (;;) {
    while (s->taken == s->filled && !s->ended) pthread_cond_wait(&s->changed, &s->lock);
    if (s->taken == s->filled) break;
    answer_next(s, &own);
  }
  pthread_mutex_unlock(&s->lock);
  bms_scene_workspace_destroy(own.workspace);
  return NULL;
}

/* Puts a line into the ring, and answers it by these options; if these are NULL, another thread does. */
static void add_line(stream *s, char *text, size_t length, unsigned long line, const sweep_options *alone) {
  pthread_mutex_lock(&s->lock);
  while (s->filled - s->written == SLOTS) pthread_cond_wait(&s->changed, &s->lock);
  s->ring[s->filled++ % SLOTS] = (slot){.text = text, .length = length, .line = line};
  if (alone != NULL)
    answer_next(s, alone);
  else
    pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
}

/* Returns 0, or the error that ended it before the last line.  (If memory is short, ferror() may miss it.) */
static int read_lines(stream *s, FILE *in, unsigned long *line, const sweep_options *alone) {
  bool broken = false, first = true;
  while (!broken) {
    char *text = NULL;
    size_t capacity = 0;
    ssize_t length = getline(&text, &capacity, in);
    if (length < 0) {
      int error = errno;
      free(text);
      return feof(in) && !ferror(in) ? 0 : error;
    }
    if (text[length - 1] == '\n') length--;
    if (first) memset(text, ' ', json_line_mark(text, (size_t)length));
    first = false;
    add_line(s, text, (size_t)length, ++*line, alone);
    pthread_mutex_lock(&s->lock);
    broken = s->broken;
    pthread_mutex_unlock(&s->lock);
  }
  return 0;
}

/* Reads all files; names one that cannot be read.  Returns false then. */
static bool read_files(stream *s, const char *const *file, int count, const sweep_options *alone) {
  unsigned long line = 0;
  for (int i = 0; i < count; i++) {
    bool standard = strcmp(file[i], "-") == 0;
    FILE *in = standard ? stdin : fopen(file[i], "r");
    int error = in == NULL ? errno : read_lines(s, in, &line, alone);
    if (in != NULL && !standard) fclose(in);
    if (error == 0) continue;
    progress_end(&s->shown);
    fprintf(stderr, standard ? "bms-arm-sweep: cannot read%s: %s\n" : "bms-arm-sweep: %s: cannot be read: %s\n",
            standard ? "" : file[i], strerror(error));
    return false;
  }
  return true;
}

int edges_answer(const char *const *file, int file_count, FILE *out, const robot *arm, const sweep_options *options,
                 int threads, html_page *page, unsigned long *lines) {
  static const char *const STANDARD[] = {"-"};
  const char *unread = NULL;
  pthread_t other[MOST_THREADS];
  int started = 0;
  if (file_count == 0) file = STANDARD;
  if (file_count == 0) file_count = 1;
  double total = progress_bytes(file, file_count, &unread);
  stream *s = calloc(1, sizeof *s);
  if (total < 0) fprintf(stderr, "bms-arm-sweep: %s: cannot be read: %s\n", unread, strerror(errno));
  if (s == NULL || total < 0) {
    free(s);
    return 2;
  }
  progress_begin(&s->shown, "bms-arm-sweep", total > 0 ? "B" : "edges", total, options->progress, true);
  s->arm = arm;
  s->options = options;
  s->scene = arm->scene;
  s->out = out;
  s->page = page;
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->changed, NULL);
  while (threads > 1 && started < threads && started < MOST_THREADS &&
         pthread_create(&other[started], NULL, work, s) == 0)
    started++;
  sweep_options own = started == 0 ? own_options(s) : *options;
  bool read = read_files(s, file, file_count, started == 0 ? &own : NULL);
  pthread_mutex_lock(&s->lock);
  s->ended = true;
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
  for (int i = 0; i < started; i++) pthread_join(other[i], NULL);
  progress_end(&s->shown);
  int worst = s->broken || !read ? 2 : s->worst;
  *lines = s->written;
  pthread_mutex_destroy(&s->lock);
  pthread_cond_destroy(&s->changed);
  if (started == 0) bms_scene_workspace_destroy(own.workspace);
  free(s);
  return worst;
}
