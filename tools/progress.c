/* SPDX-License-Identifier: BSD-3-Clause */

#define _POSIX_C_SOURCE 200809L /* fstat(), isatty(); must precede the first include */

#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The least time between two drawings, in s. */
static const double INTERVAL = 0.5;

enum { PIECE_SIZE = 64 };

/* Returns a time in s.  clock() of Windows is wall time. */
static double now(void) {
#if defined(_WIN32)
  return (double)clock() / CLOCKS_PER_SEC;
#else
  struct timespec time = {0};
  (void)timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
#endif
}

double progress_bytes(const char *const *file, int count, const char **unread) {
  double total = 0;
  bool known = true;
  for (int i = 0; i < count; i++) {
    struct stat about;
    bool standard = strcmp(file[i], "-") == 0;
    *unread = file[i];
    if ((standard ? fstat(STDIN_FILENO, &about) : stat(file[i], &about)) != 0) return -1;
    if (!standard && access(file[i], R_OK) != 0) return -1;
    known = known && S_ISREG(about.st_mode);
    total += (double)about.st_size;
  }
  return known ? total : 0;
}

/* Returns true if standard output and standard error are one terminal. */
static bool is_one_terminal(void) {
  struct stat out, err;
  if (!isatty(STDOUT_FILENO) || !isatty(STDERR_FILENO)) return false;
  return fstat(STDOUT_FILENO, &out) != 0 || fstat(STDERR_FILENO, &err) != 0 || out.st_rdev == err.st_rdev;
}

void progress_begin(progress *p, const char *program, const char *unit, double total, bool asked, bool answers) {
  *p = (progress){.program = program, .unit = unit, .total = total, .terminal = isatty(STDERR_FILENO) != 0};
  p->shown = (asked || p->terminal) && !(answers && is_one_terminal());
  p->began = now();
}

/* Writes an amount with its unit; bytes with a prefix. */
static void write_amount(const progress *p, double amount, char text[PIECE_SIZE]) {
  static const char *const PREFIX[] = {"", "k", "M", "G", "T"};
  int step = 0;
  bool bytes = strcmp(p->unit, "B") == 0;
  while (bytes && amount >= 1000 && step < 4) {
    amount /= 1000;
    step++;
  }
  snprintf(text, PIECE_SIZE, "%.*f %s%s", step > 0 && amount < 100 ? 1 : 0, amount, PREFIX[step], p->unit);
}

static void write_time(double seconds, char text[PIECE_SIZE]) {
  if (seconds < 100)
    snprintf(text, PIECE_SIZE, "%.0f s", seconds);
  else if (seconds < 6000)
    snprintf(text, PIECE_SIZE, "%.0f min", seconds / 60);
  else
    snprintf(text, PIECE_SIZE, "%.1f h", seconds / 3600);
}

static void draw(const progress *p, double done, double elapsed) {
  char amount[PIECE_SIZE], total[PIECE_SIZE], rate[PIECE_SIZE], left[PIECE_SIZE];
  double speed = elapsed > 0 ? done / elapsed : 0;
  write_amount(p, done, amount);
  write_amount(p, speed, rate);
  fprintf(stderr, "%s%s: ", p->terminal ? "\r\033[K" : "", p->program);
  if (p->total > 0) {
    write_amount(p, p->total, total);
    fprintf(stderr, "%.0f %% of %s, %s/s", 100 * done / p->total, total, rate);
    write_time(speed > 0 ? (p->total - done) / speed : 0, left);
    if (speed > 0) fprintf(stderr, ", %s left", left);
  } else {
    fprintf(stderr, "%s, %s/s", amount, rate);
  }
  if (!p->terminal) fputc('\n', stderr);
  fflush(stderr);
}

void progress_note(progress *p, double done) {
  if (!p->shown) return;
  double time = now();
  if (p->drawn && time - p->last < INTERVAL && time >= p->last) return;
  draw(p, done, time - p->began);
  p->drawn = true;
  p->last = time;
}

void progress_end(progress *p) {
  if (p->shown && p->drawn && p->terminal) fputs("\r\033[K", stderr);
  p->shown = false;
}
