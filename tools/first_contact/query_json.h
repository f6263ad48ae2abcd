/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A first-contact query as JSON:
 *
 *   {"id": any, "t": [t0, t1], "a": BODY, "b": BODY, "origin": t}
 *
 *   BODY        {"min": [x, y, z], "max": [x, y, z], MOTION, "origin": t}
 *   MOTION      "matrix": four rows of four POLYNOMIALs of degree <= 2, or
 *               "position": three POLYNOMIALs of degree <= 2, "quaternion": four, (w, x, y, z), of degree <= 1
 *   POLYNOMIAL  [c0, c1, c2], lowest degree first; missing trailing coefficients are zero
 *
 * A line may have a "tolerance" besides: a query of the same motions, each number of which is what the query's may be
 * off by (read_line.h).
 *
 * Times of the query and its answer count from its origin, polynomials are of t less their body's origin; an origin
 * that is missing is 0.  Other members are passed over.
 */

#ifndef QUERY_JSON_H
#define QUERY_JSON_H

#include <bms.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Takes the query out of a parsed line.  Numbers are taken as json_number_value() gives them: parse with
 * JSON_DECODE_INT_AS_REAL, else integers beyond 64 bits are refused as such.
 *
 * Returns true; or false, with the field and the reason in error ("a.matrix[3][0]: expected a number ..."), at most
 * size bytes with the final zero.  bms_first_contact() decides if the query has an answer (t0 <= t1, min <= max, ...).
 */
bool query_from_json(const json_t *root, bms_query *query, char *error, size_t size);

#endif /* QUERY_JSON_H */
