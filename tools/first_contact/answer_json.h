/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Answers as JSON, one object and a newline each:
 *
 *   {"id": .., "contact": true, "status": "contact", "t": .., "t_lower": .., "t_upper": ..,
 *    "pair": {"kind": .., "a": .., "b": ..}, "normal": [x, y, z], "point": [x, y, z], "approach_speed": ..,
 *    "points": [[x, y, z], ..]}
 *   {"id": .., "contact": false, "status": "separated"}
 *   {"id": .., "contact": null, "status": "unresolved", "t_lower": ..}
 *   each with "intervals": [{"enter": [lower, upper], "exit": [lower, upper]}, ..] where these are asked for, and
 *   "intervals_status": "unresolved" where more may follow; with "trace" (trace_json.h) where that is
 *   {"id": .., "error": ".."} or {"line": .., "error": ".."}
 *
 * Every number reads back as the same double, in as few digits as that takes (15 to 17).  `points`, the whole patch,
 * is left out where the patch is one point.  A query without an id gets an answer without one.
 */

#ifndef ANSWER_JSON_H
#define ANSWER_JSON_H

#include "json/json_line.h"
#include "text.h"

#include <bms.h>

/* All contact intervals, with what bms_contact_intervals() returned. */
typedef struct answer_intervals {
  bms_contact_interval *interval;
  int count;
  bms_status status;
} answer_intervals;

/* Begins the answer to a query that has one: any status but BMS_INVALID.  id is JSON text, or of length 0; intervals
   are added unless they are NULL.  More members may follow before answer_end(), each after a comma. */
void answer_begin(text *out, json_span id, const bms_contact *contact, const answer_intervals *intervals);
void answer_end(text *out);

/* Adds the members of an object that name a pair: kind, a, b. */
void answer_write_pair(text *out, const bms_pair *pair);

/* Writes the answer to a line that cannot be answered; its number (from 1) stands in for a missing id. */
void answer_write_error(text *out, json_span id, unsigned long line, const char *reason);

#endif /* ANSWER_JSON_H */
