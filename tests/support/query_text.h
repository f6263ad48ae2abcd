/* SPDX-License-Identifier: BSD-3-Clause */

/* Queries as text: one line of JSON, read and written without loss, and every number as %a for reports of failures. */

#ifndef QUERY_TEXT_H
#define QUERY_TEXT_H

#include "bms.h"

#include <stdio.h>

/* Writes the query as one JSON line; the numbers read back as the same doubles.  They are finite. */
void query_write_json(FILE *out, const char *id, const bms_query *query);

/* Writes every number of the query as a hexadecimal float, in lines that begin with `prefix`. */
void query_write_hex(FILE *out, const char *prefix, const bms_query *query);

/* Reads a JSON line that is known to be well formed; numbers outside the double range become infinite.  Returns 0, or
   -1 if it is not a query; id has room for size bytes. */
int query_read_json(const char *line, char *id, int size, bms_query *query);

#endif /* QUERY_TEXT_H */
