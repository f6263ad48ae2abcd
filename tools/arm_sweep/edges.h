/* SPDX-License-Identifier: BSD-3-Clause */

/* Answers many edges, one after the other, from lines of JSON to lines of JSON. */

#ifndef ARM_EDGES_H
#define ARM_EDGES_H

#include <stdio.h>

#include "arm.h"
#include "sweep.h"

/*
 * Answers every line of the files, "-" for standard input, which is also read if there are none; lines are counted
 * through all files.  Each gets one line, an empty one an error.  An answer is written as soon as it and those before
 * it are known, in the order of the input whatever the number of threads.
 *
 * A line is {"id": any, "from": Q, "to": Q}, where Q is a list of numbers or the name of a state. An answer has the id,
 * or the number of the line if there is none, and the members of a single edge's answer in JSON, or "error".  Returns
 * the exit status: the greatest of 0 (free), 1 (a contact) and 2 (an error) of all lines.
 */
int edges_answer(const char *const *file, int file_count, FILE *out, const robot *arm, const sweep_options *options,
                 int threads);

#endif /* ARM_EDGES_H */
