/* SPDX-License-Identifier: BSD-3-Clause */

/* Many edges of a roadmap, by as many threads as wanted. */

#ifndef ARM_EDGES_H
#define ARM_EDGES_H

#include <stdio.h>

#include "sweep.h"

/*
 * Reads JSON Lines {"id": any, "from": [q1, ...], "to": [q1, ...]} and answers each with a line, in the same order:
 *
 *   {"id": any, "line": N, "status": "free" | "contact" | ..., "t": of [0, 1], "a": ..., "b": ...}
 *   {"line": N, "error": "what is wrong"}
 *
 * Returns 0 if all were free, 1 if one was not, 2 if one was refused or reading or writing failed.
 */
int edges_answer(FILE *in, FILE *out, const robot *arm, const sweep_options *options, int threads);

#endif /* ARM_EDGES_H */
