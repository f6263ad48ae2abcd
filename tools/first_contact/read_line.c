/* SPDX-License-Identifier: BSD-3-Clause */

/* Plain lines are read in one go (query_plain.h).  All others are parsed by jansson, which finds what is wrong. */

#include "read_line.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query_json.h"
#include "query_plain.h"

/* Integers are read as the nearest double, not as 64 bits, which they may exceed. */
enum {
  LENIENT = JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL,
  STRICT = LENIENT | JSON_REJECT_DUPLICATES
};

/* Parses a line with numbers beyond the double range, which the parser refuses, as if null stood in their place.  In a
   copy, as the id is still to be written out. */
static json_t *parse_overflowing(const char *line, size_t length, json_error_t *error) {
  char *copy = malloc(length + 1);
  if (copy == NULL) return NULL;
  memcpy(copy, line, length);
  copy[length] = 0;
  query_line_blank_overflows(copy, length);
  json_t *root = json_loadb(copy, length, STRICT, error);
  free(copy);
  return root;
}

/* Returns the line as JSON, or NULL with the reason. *is_json is set where the text is JSON nevertheless, so that its
   id is one. */
static json_t *parse(const char *line, size_t length, bool *is_json, char reason[REASON_SIZE]) {
  json_error_t error;
  json_t *root = json_loadb(line, length, STRICT, &error);
  if (root == NULL && json_error_code(&error) == json_error_numeric_overflow)
    root = parse_overflowing(line, length, &error);
  *is_json = root != NULL;
  if (root != NULL) return root;
  snprintf(reason, REASON_SIZE, "%s", error.text);
  if (json_error_code(&error) == json_error_duplicate_key) {
    json_t *lenient = json_loadb(line, length, LENIENT, &error);
    *is_json = lenient != NULL;
    json_decref(lenient);
  }
  if (!*is_json) snprintf(reason, REASON_SIZE, "not JSON: %s", error.text);
  return NULL;
}

bool read_line(const char *line, size_t length, bms_query *query, query_span *id, char reason[REASON_SIZE]) {
  bool is_json, good;
  if (query_plain_read(line, length, query, id)) return true;
  json_t *root = parse(line, length, &is_json, reason);
  *id = is_json ? query_line_id(line, length) : (query_span){line, 0};
  good = root != NULL && query_from_json(root, query, reason, REASON_SIZE);
  json_decref(root);
  return good;
}
