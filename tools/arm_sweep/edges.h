/* SPDX-License-Identifier: BSD-3-Clause */

/* Answers many edges, one after the other, from lines of JSON to lines of JSON. */

#ifndef ARM_EDGES_H
#define ARM_EDGES_H

#include <stdio.h>

#include "arm.h"
#include "page/page.h"
#include "sweep.h"

/* The page shows the first edges, at most this many: of an arm with ten shapes each takes about 100 KB. */
enum { MOST_PAGE_EDGES = 200 };

/*
 * Answers every line of the files, "-" for standard input, which is also read if there are none; lines are counted
 * through all files.  Each gets one line, an empty one an error.  An answer is written as soon as it and those before
 * it are known, in the order of the input whatever the number of threads.
 *
 * A line is {"id": any, "from": Q, "to": Q}, where Q is a list of numbers or the name of a state. An answer has the id,
 * or the number of the line if there is none, and the members of a single edge's answer in JSON, or "error".  Returns
 * the exit status: the greatest of 0 (free), 1 (a contact) and 2 (an error) of all lines.
 *
 * If `page` is not null, the elements of its list "sweeps" are added to it (tools/page/README.md), of the first
 * MOST_PAGE_EDGES lines, and *lines is set to the number of all lines.  If `out` is null, there is no answer but these.
 */
int edges_answer(const char *const *file, int file_count, FILE *out, const robot *arm, const sweep_options *options,
                 int threads, html_page *page, unsigned long *lines);

#endif /* ARM_EDGES_H */
