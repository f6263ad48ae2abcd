/* SPDX-License-Identifier: BSD-3-Clause */

/* The program that the library was loaded into: whether it can be helped at all, and how it is told if not. */

#ifndef PRELOAD_HOST_H
#define PRELOAD_HOST_H

/* 1 if the program is to be left alone: its ODE is linked into it, so that its calls cannot be seen, or it uses qmbox
   itself.  The first is said at the start of the program. */
int host_is_left_alone(void);

/* Says on stderr why a world is stepped as ODE does it.  Once: later calls say nothing. */
void host_explain(const char *why);

/* Counts a step, for the summary that is written to stderr at the end if QMBOX_PRELOAD_REPORT is set. */
void host_count_plain_step(void);
void host_count_exact_step(int stops);

#endif /* PRELOAD_HOST_H */
