/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first contacts within a query's tolerances as a member of its answer (bms_tolerance.h):
 *
 *   "within": {"status": "contact", "earliest": .., "latest": ..}
 *   "within": {"status": "unresolved", "earliest": ..}
 *   "within": {"status": "separated"}
 *   "within": {"status": "invalid", "error": ".."}
 */

#ifndef WITHIN_JSON_H
#define WITHIN_JSON_H

#include <bms.h>
#include <stdbool.h>

#include "text.h"

/* Adds `, "within": {..}` to the answer to a valid query.  Returns false if the tolerance is not valid. */
bool within_json_write(text *out, const bms_query *query, const bms_query *tolerance);

#endif /* WITHIN_JSON_H */
