/* SPDX-License-Identifier: BSD-3-Clause */

/* Answers one edge, from a line of JSON to a line of JSON. */

#ifndef ARM_EDGE_H
#define ARM_EDGE_H

#include "arm.h"
#include "sweep.h"

/*
 * Answers one line of this length, its number `line` in the input.  Returns the answer as text with its newline, to
 * free(), or NULL if no memory is left; *status is the exit status that it would give alone: 0, 1 or 2.
 *
 * If `page` is not null, *page gets the edge as an object of the page's list "sweeps" (tools/page/README.md), to
 * free(), or NULL if no memory is left.
 */
char *edge_answer(const robot *arm, const sweep_options *options, const char *text, size_t length, unsigned long line,
                  int *status, char **page);

#endif /* ARM_EDGE_H */
