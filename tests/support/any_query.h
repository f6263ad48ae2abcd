/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Makes a query of either kind, two boxes or a half-space and a box, from any string of bytes.
 *
 * The first byte holds the choices below.  Then follow the numbers: t0, t1, the motion of b, its box, then the motion
 * and the box of a, or the half-space.  A number is a tag and, by the tag, eight bytes of a double or something
 * shorter that makes the values on which geometry turns likely: small integers, dyadic fractions, the last number again
 * or its neighbours, NaN, infinities, denormals.  After the end of the bytes all numbers are zero.  So a mutation of
 * the bytes is a small change of the query, and ties come up that random bits of doubles would never show.
 */

#ifndef ANY_QUERY_H
#define ANY_QUERY_H

#include "bms.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct any_query {
  bms_query query; /* body a is unused against a half-space */
  bool against_half_space;
  bms_half_space half_space;
} any_query;

/* Bits of the first byte. */
enum {
  ANY_QUERY_MATRIX_A = 1,
  ANY_QUERY_MATRIX_B = 2,
  ANY_QUERY_HALF_SPACE = 4,
  ANY_QUERY_SORTED = 8,         /* the interval and the corners are put in order */
  ANY_QUERY_STRANGE_FORM = 0x70 /* all three: a motion's form is none that there is */
};

/* The most bytes that a query is read from or written to. */
enum { ANY_QUERY_SIZE = 1 + 9 * (2 + 2 * (39 + 6)) };

void any_query_from_bytes(const uint8_t *data, size_t size, any_query *out);

/* Bytes that are read as this query, exactly.  Returns their number. */
size_t any_query_to_bytes(const any_query *query, uint8_t data[ANY_QUERY_SIZE]);

#endif /* ANY_QUERY_H */
