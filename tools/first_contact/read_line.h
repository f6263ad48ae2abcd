/* SPDX-License-Identifier: BSD-3-Clause */

/* Reads a query from a line of text, or says what is wrong with it. */

#ifndef READ_LINE_H
#define READ_LINE_H

#include <bms.h>
#include <stdbool.h>
#include <stddef.h>

#include "json/json_line.h"

enum { REASON_SIZE = 256 };

/*
 * Reads one line of this length as a query; line[length] is there, and zero or a newline.
 *
 * Returns true with the query; or false with the reason.  The id is that of the line, of length 0 if it has none or is
 * not JSON.  bms_first_contact() decides if the query has an answer.
 */
bool read_line(const char *line, size_t length, bms_query *query, json_span *id, char reason[REASON_SIZE]);

#endif /* READ_LINE_H */
