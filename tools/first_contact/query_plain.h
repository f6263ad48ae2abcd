/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Reads queries that are written plainly, in one go: some ten times as fast as by way of a parsed document. A query
 * that is not plain need not be wrong: it goes to the parser (query_json.h), which knows all of JSON and reports what
 * is wrong.
 */

#ifndef QUERY_PLAIN_H
#define QUERY_PLAIN_H

#include <bms.h>
#include <stdbool.h>

#include "json/json_line.h"

/*
 * Reads a line of this length, if it is a query as query_json.h describes it without any fuss: every key known and
 * there once, no polynomial longer than its degree allows, the id a number or a string of printable ASCII without
 * escapes. line[length] is there, and zero or a newline.
 *
 * Returns true with the query that the parser would have given, to the bit, and the id as json_line_id() finds it
 * (length 0 if there is none); or false, and then nothing is known of the line.
 */
bool query_plain_read(const char *line, size_t length, bms_query *query, json_span *id);

#endif /* QUERY_PLAIN_H */
