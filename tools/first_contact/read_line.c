/* SPDX-License-Identifier: BSD-3-Clause */

/* Plain lines are read in one go (query_plain.h).  All others are parsed by jansson, which finds what is wrong. */

#include "read_line.h"

#include "query_json.h"
#include "query_plain.h"

bool read_line(const char *line, size_t length, bms_query *query, json_span *id, char reason[REASON_SIZE]) {
  if (query_plain_read(line, length, query, id)) return true;
  json_t *root = json_line_parse(line, length, id, reason, REASON_SIZE);
  bool good = root != NULL && query_from_json(root, query, reason, REASON_SIZE);
  json_decref(root);
  return good;
}
