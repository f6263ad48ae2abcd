/* SPDX-License-Identifier: BSD-3-Clause */

/* Reads a query from a line of text, with its tolerance if it has one, or reports what is wrong with it. */

#ifndef READ_LINE_H
#define READ_LINE_H

#include <bms.h>
#include <stdbool.h>
#include <stddef.h>

#include "json/json_line.h"

enum { REASON_SIZE = 256 };

/* A query and, if its line has one, its tolerance. */
typedef struct line_query {
  bms_query query;
  bool has_tolerance;
  bms_query tolerance; /* only then; see bms_tolerance.h */
} line_query;

/*
 * Reads one line of this length as a query; line[length] is there, and zero or a newline.
 *
 * Returns true with the query; or false with the reason.  The id is the line's, of length 0 if it has none or is not
 * JSON.  bms_first_contact() decides if the query has an answer.
 */
bool read_line(const char *line, size_t length, line_query *read, json_span *id, char reason[REASON_SIZE]);

#endif /* READ_LINE_H */
