/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Scanning JSON text without parsing it: strings are skipped, brackets are counted, all else is a run of other
 * characters.  For text that is JSON this finds the same values that a parser finds, without recursion and without
 * memory.
 */

#include "query_line.h"

#include <math.h>
#include <stdbool.h>
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

/* Returns the position after the value that begins at i: that of the comma or bracket that ends it, less the spaces
   before that. */
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

query_span query_line_id(const char *line, size_t length) {
  size_t depth = 0, i = 0;
  while (i < length) {
    if (line[i] == '"') {
      size_t end = after_string(line, length, i);
      size_t colon = after_spaces(line, length, end);
      if (depth == 1 && colon < length && line[colon] == ':' && is_id(line + i, end - i)) {
        size_t value = after_spaces(line, length, colon + 1);
        size_t value_end = after_value(line, length, value);
        return (query_span){line + value, value_end > value ? value_end - value : 0};
      }
      i = end;
      continue;
    }
    if (line[i] == '{' || line[i] == '[') depth++;
    if ((line[i] == '}' || line[i] == ']') && depth > 0) depth--;
    i++;
  }
  return (query_span){line, 0};
}

void query_line_blank_overflows(char *line, size_t length) {
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
