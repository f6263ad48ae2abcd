/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The line that is written to stderr when the program ends, if QMBOX_PRELOAD_REPORT is set.
 *
 * That is so too if it ends by a signal that it does not handle itself: the default action of those that are usual is
 * preceded by the line from the first step on, and follows.  It is not if the program ends by SIGKILL or _exit().
 */

#ifndef PRELOAD_REPORT_H
#define PRELOAD_REPORT_H

#include "guard/guard.h"

/* To be called before a step. */
void report_signals(void);

void report_plain_step(void);
void report_guarded_step(const qmboxGuardTally *tally);

/* Says on stderr why a world is stepped as ODE does it.  Once: later calls say nothing. */
void report_why(const char *why);

#endif /* PRELOAD_REPORT_H */
