/* SPDX-License-Identifier: BSD-3-Clause */

/* Prints the measurements as Markdown: a table for each question, a row for each scene, a column for each way to
   step. */

#ifndef BENCH_WORLDS_TABLE_H
#define BENCH_WORLDS_TABLE_H

#include "measure.h"

void print_tables(const bench_case *cases, const measured *results, int count);

#endif /* BENCH_WORLDS_TABLE_H */
