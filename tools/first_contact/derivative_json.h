/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The derivatives of the first contact as a member of its answer, in the shape of a query:
 *
 *   "derivative": {"status": "exists", "sensitivity": .., "t": [.., ..],
 *     "a": {"min": [..], "max": [..], "position": [[..], ..], "quaternion": [[..], ..]}, "b": {..}}
 *
 * with "matrix" for a body that moves by one; "below" and "above" hold t, a and b each where the status is "one-sided",
 * and nothing but the status is there where neither it nor "exists" is.  bms_derivative.h has their meaning.
 */

#ifndef DERIVATIVE_JSON_H
#define DERIVATIVE_JSON_H

#include <bms.h>

#include "text.h"

/* Adds `, "derivative": {..}` to the answer to a valid query. */
void derivative_json_write(text *out, const bms_query *query);

#endif /* DERIVATIVE_JSON_H */
