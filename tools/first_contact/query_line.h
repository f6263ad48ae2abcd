/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A line of input as text: what has to be done with it before and beside parsing it as JSON.
 *
 * Neither function needs a line that is JSON; both end within the given length whatever stands there.
 */

#ifndef QUERY_LINE_H
#define QUERY_LINE_H

#include <stddef.h>

typedef struct query_span {
  const char *start;
  size_t length;
} query_span;

/* Returns the value of the member "id" of the object on the line, as it is written there; its length is 0 if there is
   none. It is taken from the text and not from the parsed line, because only so every number comes back as it was: 1.0,
   10000000000000000001, 1e400. */
query_span query_line_id(const char *line, size_t length);

/* Overwrites every number beyond the range of doubles with null, so that the line can be parsed and the field be named
   in which a number was expected: JSON numbers have no bounds, doubles have. line[length] is zero. */
void query_line_blank_overflows(char *line, size_t length);

#endif /* QUERY_LINE_H */
