/* SPDX-License-Identifier: BSD-3-Clause */

/* Plain lines are read in one go (query_plain.h).  All others are parsed by jansson, which finds what is wrong. */

#include "read_line.h"

#include <string.h>

#include "query_json.h"
#include "query_plain.h"

static const char OF_TOLERANCE[] = "tolerance.";

/* Reads the tolerance, which is in the shape of a query.  Returns false if it is not. */
static bool read_tolerance(const json_t *value, bms_query *tolerance, char reason[REASON_SIZE]) {
  const size_t prefix = sizeof OF_TOLERANCE - 1;
  memcpy(reason, OF_TOLERANCE, prefix);
  return query_from_json(value, tolerance, reason + prefix, REASON_SIZE - prefix);
}

bool read_line(const char *line, size_t length, line_query *read, json_span *id, char reason[REASON_SIZE]) {
  read->has_tolerance = false;
  if (query_plain_read(line, length, &read->query, id)) return true;
  json_t *root = json_line_parse(line, length, id, reason, REASON_SIZE);
  bool good = root != NULL && query_from_json(root, &read->query, reason, REASON_SIZE);
  const json_t *tolerance = good ? json_object_get(root, "tolerance") : NULL;
  read->has_tolerance = tolerance != NULL;
  if (tolerance != NULL) good = read_tolerance(tolerance, &read->tolerance, reason);
  json_decref(root);
  return good;
}
