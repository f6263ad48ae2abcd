/* SPDX-License-Identifier: BSD-3-Clause */

/* Writes the line on stderr when the program ends, and counts its figures. */

#define _GNU_SOURCE /* this declares sigaction and SA_ONSTACK */

#include "report.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME "libode-qmbox-preload: "

enum { GUARDED, STOPS, WAITS, BRACES, LET_THROUGH, UNGUARDED, PLAIN, COUNTS };

static const char *const label[COUNTS] = {
    " steps guarded, ",     " stops, ",       " waits of bodies, ", " braces, ", " pairs let through, ",
    " pairs not guarded, ", " steps as ODE\n"};
static atomic_long count[COUNTS];
static atomic_bool explained, reported;

void report_why(const char *why) {
  if (!atomic_exchange(&explained, true)) fprintf(stderr, NAME "%s; stepping as ODE does (doc/preload.md)\n", why);
}

void report_plain_step(void) {
  count[PLAIN]++;
}

void report_guarded_step(const qmboxGuardTally *tally) {
  count[GUARDED]++;
  count[STOPS] += tally->stops;
  count[WAITS] += tally->held;
  count[LET_THROUGH] += tally->refused;
  count[UNGUARDED] += tally->unguarded;
}

void report_braces(int braces) {
  count[BRACES] += braces;
}

/* ------------------------------------------------------------------ the line */

typedef struct line {
  char text[256];
  size_t length;
} line;

static void add_text(line *to, const char *text) {
  while (*text && to->length < sizeof to->text) to->text[to->length++] = *text++;
}

static void add_number(line *to, long number) {
  char digits[24];
  size_t at = sizeof digits - 1;
  digits[at] = 0;
  do {
    digits[--at] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  add_text(to, digits + at);
}

/* Writes the line. This is safe in a signal handler. */
static void write_line(void) {
  line out = {.length = 0};
  if (atomic_exchange(&reported, true)) return;
  add_text(&out, NAME);
  for (int i = 0; i < COUNTS; i++) {
    add_number(&out, count[i]);
    add_text(&out, label[i]);
  }
  if (write(STDERR_FILENO, out.text, out.length) < 0) return; /* nobody is left to inform */
}

static bool is_wanted(void) {
  return getenv("QMBOX_PRELOAD_REPORT") != 0;
}

__attribute__((destructor)) static void at_end(void) {
  if (is_wanted()) write_line();
}

/* ------------------------------------------------------------------ signals */

/* Handles a signal that ends the program. The default action has been restored and the signal is not blocked. */
static void end(int signal_number) {
  write_line();
  raise(signal_number);
}

static void catch_signals(void) {
  static const int deadly[] = {SIGHUP, SIGINT,  SIGQUIT, SIGILL,  SIGABRT, SIGBUS,
                               SIGFPE, SIGSEGV, SIGPIPE, SIGALRM, SIGTERM, SIGXCPU};
  if (!is_wanted()) return;
  for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++) {
    struct sigaction present, ours;
    memset(&ours, 0, sizeof ours);
    ours.sa_handler = end;
    ours.sa_flags = (int)(SA_RESETHAND | SA_NODEFER | SA_ONSTACK);
    if (sigaction(deadly[i], 0, &present) == 0 && present.sa_handler == SIG_DFL) sigaction(deadly[i], &ours, 0);
  }
}

void report_signals(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, catch_signals);
}

/* Starts the counts at zero in a child, which writes a line of its own. */
static void begin_anew(void) {
  for (int i = 0; i < COUNTS; i++) count[i] = 0;
  reported = false;
}

__attribute__((constructor)) static void count_children_apart(void) {
  pthread_atfork(0, 0, begin_anew);
}
