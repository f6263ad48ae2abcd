/* SPDX-License-Identifier: BSD-3-Clause */

/* The results, as a table for people and as JSON for programs. */

#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdio.h>

#include "family.h"
#include "judge.h"
#include "options.h"
#include "timing.h"

enum { MOST_ROWS = 32 };

typedef struct result_row {
  const competitor *who;
  timing time;
  verdict answers; /* without meaning for ROLE_DISCRETE */
} result_row;

typedef struct family_result {
  family which;
  int rows;
  result_row row[MOST_ROWS];
} family_result;

/* Writes the text above the table: seed, sizes, absent peers, the meaning of the columns. */
void report_head(FILE *out, const options *o, int core);
void report_family(FILE *out, const family_result *result);
void report_json(FILE *out, const options *o, int core, const family_result *result, int families);

#endif /* BENCH_REPORT_H */
