/* SPDX-License-Identifier: BSD-3-Clause */

/* Queries as text that any C library writes and reads without rounding: each double as the 16 digits of its bits. */

#ifndef QUERY_BITS_H
#define QUERY_BITS_H

#include <stdbool.h>
#include <stdio.h>

#include "bms.h"

enum { QUERY_NAME_SIZE = 128 };

/* Writes the bits of numbers, a space before each. */
void query_bits_numbers(const double *x, int count, FILE *out);

/* Writes a query and its name, two lines. */
void query_bits_write(const char *name, const bms_query *query, FILE *out);

/* Reads what query_bits_write() has written.  Returns false at the end, and where that is not what follows. */
bool query_bits_read(FILE *in, char name[QUERY_NAME_SIZE], bms_query *query);

#endif /* QUERY_BITS_H */
