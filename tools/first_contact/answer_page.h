/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Answers as the data of a page (page/page.h): an object for each query, with what the page draws.
 *
 *   the members of an answer (answer_json.h), with its intervals, and (as query_json.h and trace_json.h describe them)
 *   "query": {"t": [t0, t1], "a": BODY, "b": BODY}
 *   "sections": [{"start": .., "middle": .., "end": .., "contact": false, "switches": [..],
 *                 "pairs": ["VO X XYZ", ..]}, ..], with all 30 compatible pairs
 */

#ifndef ANSWER_PAGE_H
#define ANSWER_PAGE_H

#include <bms.h>

#include "answer_json.h"
#include "json/json_line.h"
#include "text.h"

/* Adds the object of a query that has an answer; the tolerance, if it is not NULL, adds "within". */
void answer_page_write(text *out, json_span id, const bms_query *query, const bms_query *tolerance,
                       const bms_contact *contact, const answer_intervals *intervals);

#endif /* ANSWER_PAGE_H */
