/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One line on standard error that shows how far a program is: the part that is done, the rate, and the time left.
 *
 * On a terminal the line is drawn over itself, at most twice a second, and erased at the end.  Elsewhere each drawing
 * is a line of its own.
 */

#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>

typedef struct progress {
  const char *program, *unit; /* the unit of what is counted; "B" is shown with a prefix */
  double total;               /* 0: not known */
  bool shown, terminal, drawn;
  double began, last; /* in s */
} progress;

/* Returns the bytes of all files, "-" for standard input: 0 if one of them is no regular file; or -1 if one cannot be
   read, and *unread is its name: errno has the reason. */
double progress_bytes(const char *const *file, int count, const char **unread);

/* Begins.  The line is shown if it was asked for, or standard error is a terminal; but not on the terminal that gets
   standard output, if `answers` are written there meanwhile. */
void progress_begin(progress *p, const char *program, const char *unit, double total, bool asked, bool answers);

/* Notes how much is done. */
void progress_note(progress *p, double done);

/* Erases the line. */
void progress_end(progress *p);

#endif /* PROGRESS_H */
