/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The line that the library writes to stderr when the program ends, if QMBOX_PRELOAD_REPORT is set.
 *
 * From the first step on, the line is also written if the program ends by one of the usual signals that it does not
 * handle itself; then the signal's default action follows. No line is written if SIGKILL or _exit() ends the program.
 */

#ifndef PRELOAD_REPORT_H
#define PRELOAD_REPORT_H

#include "guard/guard.h"

/* Installs the handlers of signals, once. It is called before each step. */
void report_signals(void);

void report_plain_step(void);
void report_guarded_step(const qmboxGuardTally *tally);
void report_braces(int braces);

/* Writes to stderr why a world is stepped as ODE does it. Only the first call writes anything. */
void report_why(const char *why);

#endif /* PRELOAD_REPORT_H */
