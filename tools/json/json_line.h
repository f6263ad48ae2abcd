/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A line of JSON from outside: parsed, and its id as it is written.
 *
 * Every line is one of a question that is waited for, so that one which is not JSON, or empty, has a reason to answer.
 */

#ifndef JSON_LINE_H
#define JSON_LINE_H

#include <jansson.h>
#include <stddef.h>

typedef struct json_span {
  const char *start;
  size_t length;
} json_span;

/*
 * Parses a line of this length as JSON of any kind, in which numbers are doubles; those beyond the doubles become null,
 * so that the member can be named in which a number was expected.  The caller drops the value by json_decref().
 *
 * Returns NULL, with the reason, for text that is not JSON, and where a key stands twice in an object.  The id is as
 * json_line_id() has it; its length is also 0 if the text is not JSON.
 */
json_t *json_line_parse(const char *line, size_t length, json_span *id, char *reason, size_t size);

/* Returns the value of the member "id" of the object on the line, as it is written there; its length is 0 if there is
   none. It is taken from the text and not from the parsed line, because only so every number comes back as it was: 1.0,
   10000000000000000001, 1e400.  The line need not be JSON. */
json_span json_line_id(const char *line, size_t length);

/* Returns the length of the byte order mark at the start of a text, with which some programs begin their files; 0 if
   there is none. */
size_t json_line_mark(const char *text, size_t length);

#endif /* JSON_LINE_H */
