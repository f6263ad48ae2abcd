/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The id is found by scanning JSON text without parsing it: strings are skipped, brackets are counted, all else is a
 * run of other characters.  For text that is JSON this finds the same values that a parser finds, without recursion and
 * without memory.
 */

#include "json_line.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_number_character(char c) {
  return (c >= '0' && c <= '9') || (c != 0 && strchr("+-.eE", c) != NULL);
}

/* Returns the position after the string that begins at i. */
static size_t after_string(const char *line, size_t length, size_t i) {
  for (i++; i < length && line[i] != '"'; i++)
    if (line[i] == '\\') i++;
  return i < length ? i + 1 : length;
}

static size_t after_spaces(const char *line, size_t length, size_t i) {
  while (i < length && is_space(line[i])) i++;
  return i;
}

/* Returns the position after the value that begins at i: of the comma or bracket that ends it, less the spaces before
   that. */
static size_t after_value(const char *line, size_t length, size_t i) {
  size_t depth = 0;
  while (i < length) {
    char c = line[i];
    if (depth == 0 && (c == ',' || c == '}' || c == ']')) break;
    if (c == '{' || c == '[') depth++;
    if (c == '}' || c == ']') depth--;
    i = c == '"' ? after_string(line, length, i) : i + 1;
  }
  while (i > 0 && is_space(line[i - 1])) i--;
  return i;
}

/* Returns true for the string "id", however it is written. */
static bool is_id(const char *string, size_t length) {
  static const char *const spelling[] = {"\"id\"", "\"\\u0069d\"", "\"i\\u0064\"", "\"\\u0069\\u0064\""};
  for (size_t k = 0; k < sizeof spelling / sizeof *spelling; k++)
    if (length == strlen(spelling[k]) && memcmp(string, spelling[k], length) == 0) return true;
  return false;
}

json_span json_line_id(const char *line, size_t length) {
  size_t depth = 0, i = 0;
  while (i < length) {
    if (line[i] == '"') {
      size_t end = after_string(line, length, i);
      size_t colon = after_spaces(line, length, end);
      if (depth == 1 && colon < length && line[colon] == ':' && is_id(line + i, end - i)) {
        size_t value = after_spaces(line, length, colon + 1);
        size_t value_end = after_value(line, length, value);
        return (json_span){line + value, value_end > value ? value_end - value : 0};
      }
      i = end;
      continue;
    }
    if (line[i] == '{' || line[i] == '[') depth++;
    if ((line[i] == '}' || line[i] == ']') && depth > 0) depth--;
    i++;
  }
  return (json_span){line, 0};
}

size_t json_line_mark(const char *text, size_t length) {
  return length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* ------------------------------------------------------------------ parsing */

/* Integers are read as the nearest double, not as 64 bits, which they may exceed. */
enum {
  LENIENT = JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL,
  STRICT = LENIENT | JSON_REJECT_DUPLICATES
};

/* Overwrites every number beyond the range of doubles with null: JSON numbers have no bounds, doubles have.
   line[length] is zero. */
static void blank_overflows(char *line, size_t length) {
  size_t i = 0;
  while (i < length) {
    size_t end = i;
    while (end < length && is_number_character(line[end])) end++;
    if (end == i) {
      i = line[i] == '"' ? after_string(line, length, i) : i + 1;
      continue;
    }
    /* An overflow takes at least the five characters of 1e309, so null fits in.  strtod() stops at `end` at the latest:
       no character that can follow a number in JSON continues one, and for text that is not JSON it does not matter. */
    if (isinf(strtod(line + i, NULL)) && end - i >= 4) {
      memset(line + i, ' ', end - i);
      memcpy(line + i, "null", 4);
    }
    i = end;
  }
}

/* Parses a line.  Numbers beyond the doubles, which the parser refuses, are read as null: in a copy, as the id is still
   to be written out. */
static json_t *load(const char *line, size_t length, size_t flags, json_error_t *error) {
  json_t *root = json_loadb(line, length, flags, error);
  if (root != NULL || json_error_code(error) != json_error_numeric_overflow) return root;
  char *copy = malloc(length + 1);
  if (copy == NULL) return NULL;
  memcpy(copy, line, length);
  copy[length] = 0;
  blank_overflows(copy, length);
  root = json_loadb(copy, length, flags, error);
  free(copy);
  return root;
}

json_t *json_line_parse(const char *line, size_t length, json_span *id, char *reason, size_t size) {
  json_error_t error;
  json_t *root = load(line, length, STRICT, &error), *repeating = NULL;
  if (root == NULL) {
    bool empty = after_spaces(line, length, 0) == length;
    snprintf(reason, size, "%s, in column %d", error.text, error.column);
    if (json_error_code(&error) == json_error_duplicate_key) repeating = load(line, length, LENIENT, &error);
    if (repeating == NULL && empty) snprintf(reason, size, "not JSON: the line is empty");
    if (repeating == NULL && !empty) snprintf(reason, size, "not JSON: %s, in column %d", error.text, error.column);
  }
  *id = root != NULL || repeating != NULL ? json_line_id(line, length) : (json_span){line, 0};
  json_decref(repeating);
  return root;
}
