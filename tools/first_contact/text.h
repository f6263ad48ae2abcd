/* SPDX-License-Identifier: BSD-3-Clause */

/* Text that grows: answers are put together in memory and written out in one go. */

#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: empty. */
typedef struct text {
  char *start; /* the text, which no zero ends */
  size_t length, capacity;
  bool failed; /* memory ran out when something was added; nothing is added any more */
} text;

void text_add(text *t, const char *piece, size_t length);
void text_add_string(text *t, const char *string);
/* Adds the shortest decimal that reads back as the same double, of 15 to 17 digits; "null" if it is not finite. */
void text_add_number(text *t, double x);
/* Adds a list of `count` numbers, at least one, in brackets. */
void text_add_list(text *t, const double *x, int count);
void text_free(text *t);

#endif /* TEXT_H */
