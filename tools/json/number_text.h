/* SPDX-License-Identifier: BSD-3-Clause */

/* Doubles as JSON text, both ways and exactly, some ten times as fast as strtod() and printf() for the usual sizes. */

#ifndef NUMBER_TEXT_H
#define NUMBER_TEXT_H

#include <stddef.h>

enum { NUMBER_TEXT_SIZE = 32 };

/*
 * Reads the JSON number at the start of a text: the double nearest to it, as strtod() has it.
 *
 * The text has that length at least, and in it or behind it comes a character that no number holds, such as a newline.
 * Returns the number's length; 0 if there is none by the grammar of JSON, or it is beyond the doubles.
 */
size_t number_text_read(const char *text, size_t length, double *x);

/* Writes a double in as few digits as read back as the same, at least 15 if it has as many, as "%.15g" to "%.17g" of
   printf() do; null where it is not finite.  Returns the length; no zero is added. */
size_t number_text_write(double x, char text[NUMBER_TEXT_SIZE]);

#endif /* NUMBER_TEXT_H */
