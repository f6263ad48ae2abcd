/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * lines: how many queries a second does bms-first-contact answer, from a file to /dev/null, and what takes the time?
 *
 *     lines PROGRAM [COUNT [ROUNDS]]
 *     lines --write FAMILY COUNT      only writes the queries, as JSON Lines
 *
 * The program is run as a user would, with one thread and with two, by wall time, and with one thread also by processor
 * time, which leaves out other processes; the medians of the rounds.  The parts of the work are timed in this process:
 * reading lines, solving, writing answers; the rest is what comes and goes, and start-up.
 */

/* fork(), getrusage() and the like; must precede the first include. */
#define _XOPEN_SOURCE 700

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "first_contact/answer_json.h"
#include "first_contact/read_line.h"
#include "bms_batch.h"
#include "competitor.h"
#include "family.h"
#include "query_text.h"
#include "room.h"

/* The program gets all queries several times over, so that its start does not count for much. */
enum { COUNT = 10000, REPEATS = 8, ROUNDS = 5, MOST_ROUNDS = 101 };

static const uint64_t SEED = 1;
static const family ASKED[] = {FAMILY_TUMBLE, FAMILY_FAR, FAMILY_THIN_WALL, FAMILY_MATRIX};
enum { ASKED_COUNT = sizeof ASKED / sizeof *ASKED };

static void give_up(const char *what) {
  perror(what);
  exit(2);
}

static double now(clockid_t clock) {
  struct timespec t;

  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static double median(double *x, int count) {
  qsort(x, (size_t)count, sizeof *x, ascending);
  return x[count / 2];
}

/* ------------------------------------------------------------------ queries */

static bms_query *draw(family which, int count) {
  const competitor *who = family_has(which, MODEL_MATRIX) ? &COMPETITOR_BMS_MATRIX : &COMPETITOR_BMS_READY;
  test_case *scene = room_for(count, sizeof *scene);
  bms_query *query;
  int i;

  for (i = 0; i < count; i++) family_draw(which, who->model, SEED, i, &scene[i]);
  query = who->prepare(scene, count);
  free(scene);
  return query;
}

static void write_lines(const bms_query *query, int count, FILE *out) {
  char id[32];
  int i;

  for (i = 0; i < count; i++) {
    snprintf(id, sizeof id, "q%d", i);
    query_write_json(out, id, &query[i]);
  }
  if (fflush(out) != 0) give_up("cannot write the queries");
}

/* ------------------------------------------------------------------ the program */

/* Returns the processor time of all children that have ended, in seconds. */
static double processor_time(void) {
  struct rusage all;

  getrusage(RUSAGE_CHILDREN, &all);
  return (double)(all.ru_utime.tv_sec + all.ru_stime.tv_sec) +
         1e-6 * (double)(all.ru_utime.tv_usec + all.ru_stime.tv_usec);
}

/* Seconds of wall time, and of processor time. */
static double run(const char *program, const char *threads, FILE *in, double *processor) {
  double begin = now(CLOCK_MONOTONIC), before = processor_time();
  int status;
  pid_t child = fork();

  if (child < 0) give_up("fork");
  if (child == 0) {
    int null = open("/dev/null", O_WRONLY);
    if (null < 0 || lseek(fileno(in), 0, SEEK_SET) != 0 || dup2(fileno(in), STDIN_FILENO) < 0 ||
        dup2(null, STDOUT_FILENO) < 0)
      give_up("cannot redirect");
    execl(program, program, "--threads", threads, (char *)NULL);
    give_up(program);
  }
  if (waitpid(child, &status, 0) != child || status != 0) {
    fprintf(stderr, "lines: %s did not answer all queries\n", program);
    exit(2);
  }
  *processor = processor_time() - before;
  return now(CLOCK_MONOTONIC) - begin;
}

/* Lines per second; *processor: nanoseconds of the processor for each. */
static double speed(const char *program, const char *threads, FILE *in, int count, int rounds, double *processor) {
  double taken[MOST_ROUNDS], used[MOST_ROUNDS];
  int i;

  for (i = 0; i < rounds; i++) taken[i] = run(program, threads, in, &used[i]);
  *processor = 1e9 * median(used, rounds) / count;
  return count / median(taken, rounds);
}

/* ------------------------------------------------------------------ its parts */

/* Nanoseconds a line. */
typedef struct parts {
  double read, solve, write;
} parts;

static parts time_parts(const char *lines, size_t length, int count) {
  bms_query *query = room_for(count, sizeof *query);
  bms_contact *contact = room_for(count, sizeof *contact);
  json_span *id = room_for(count, sizeof *id);
  line_query read;
  text answers = {NULL, 0, 0, false};
  char reason[REASON_SIZE];
  double at[4];
  int i;

  at[0] = now(CLOCK_PROCESS_CPUTIME_ID);
  for (i = 0; i < count; i++) {
    const char *end = memchr(lines, '\n', length);
    size_t size = (size_t)(end - lines);
    if (!read_line(lines, size, &read, &id[i], reason)) exit(2);
    query[i] = read.query;
    lines += size + 1;
    length -= size + 1;
  }
  at[1] = now(CLOCK_PROCESS_CPUTIME_ID);
  bms_batch_first_contact(query, (size_t)count, 1, contact);
  at[2] = now(CLOCK_PROCESS_CPUTIME_ID);
  for (i = 0; i < count; i++) {
    answers.length = 0;
    answer_begin(&answers, id[i], &contact[i], NULL);
    answer_end(&answers);
  }
  at[3] = now(CLOCK_PROCESS_CPUTIME_ID);
  text_free(&answers);
  free(query);
  free(contact);
  free(id);
  return (parts){1e9 * (at[1] - at[0]) / count, 1e9 * (at[2] - at[1]) / count, 1e9 * (at[3] - at[2]) / count};
}

static parts median_parts(const char *lines, size_t length, int count, int rounds) {
  double read[MOST_ROUNDS], solve[MOST_ROUNDS], write[MOST_ROUNDS];
  int i;

  for (i = 0; i < rounds; i++) {
    parts one = time_parts(lines, length, count);
    read[i] = one.read;
    solve[i] = one.solve;
    write[i] = one.write;
  }
  return (parts){median(read, rounds), median(solve, rounds), median(write, rounds)};
}

/* ------------------------------------------------------------------ all */

static char *contents(FILE *file, size_t *length) {
  long size = ftell(file);
  char *all = room_for((int)size + 1, 1);

  rewind(file);
  *length = fread(all, 1, (size_t)size, file);
  return all;
}

static void measure(const char *program, family which, int count, int rounds) {
  FILE *file = tmpfile();
  bms_query *query = draw(which, count);
  size_t length;
  char *lines;
  double one, two, line, unused;
  parts each;
  int i;

  if (!file) give_up("tmpfile");
  for (i = 0; i < REPEATS; i++) write_lines(query, count, file);
  lines = contents(file, &length);
  each = median_parts(lines, length, count, rounds);
  one = speed(program, "1", file, REPEATS * count, rounds, &line);
  two = speed(program, "2", file, REPEATS * count, rounds, &unused);
  printf("%-12s %6.0f %9.0f %9.0f %9.0f %7.0f %7.0f %7.0f %7.0f\n", family_name(which),
         (double)length / (REPEATS * count), 1e9 / line, one, two, each.read, each.solve, each.write,
         line - each.read - each.solve - each.write);
  fflush(stdout);
  fclose(file);
  free(lines);
  free(query);
}

static int write_only(const char *name, int count) {
  bms_query *query;
  int which;

  for (which = 0; which < FAMILY_COUNT; which++)
    if (strcmp(name, family_name((family)which)) == 0) break;
  if (which == FAMILY_COUNT || count < 1) return 2;
  query = draw((family)which, count);
  write_lines(query, count, stdout);
  free(query);
  return 0;
}

int main(int argc, char **argv) {
  int count = argc > 2 ? atoi(argv[2]) : COUNT, rounds = argc > 3 ? atoi(argv[3]) : ROUNDS, i;

  if (argc == 4 && strcmp(argv[1], "--write") == 0) return write_only(argv[2], atoi(argv[3]));
  if (argc < 2 || argc > 4 || count < 1 || rounds < 1 || rounds > MOST_ROUNDS) {
    fputs("Usage: lines PROGRAM [COUNT [ROUNDS]]\n       lines --write FAMILY COUNT\n", stderr);
    return 2;
  }
  printf("%d queries %d times over, medians of %d rounds\n\n", count, REPEATS, rounds);
  printf("%-12s %6s %29s %31s\n", "", "bytes", "lines/s", "ns of the processor for a line");
  printf("%-12s %6s %9s %9s %9s %7s %7s %7s %7s\n", "family", "a line", "of a core", "1 thread", "2 threads", "read",
         "solve", "write", "rest");
  for (i = 0; i < ASKED_COUNT; i++) measure(argv[1], ASKED[i], count, rounds);
  return 0;
}
