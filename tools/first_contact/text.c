/* SPDX-License-Identifier: BSD-3-Clause */

/* Text that grows by doubling. */

#include "text.h"

#include <stdlib.h>
#include <string.h>

#include "json/number_text.h"

enum { FIRST_CAPACITY = 4096 };

static bool make_room(text *t, size_t length) {
  if (t->failed || t->capacity - t->length >= length) return !t->failed;
  size_t capacity = t->capacity > 0 ? t->capacity : FIRST_CAPACITY;
  while (capacity - t->length < length && capacity <= (size_t)-1 / 2) capacity *= 2;
  char *start = capacity - t->length < length ? NULL : realloc(t->start, capacity);
  t->failed = start == NULL;
  if (t->failed) return false;
  t->start = start;
  t->capacity = capacity;
  return true;
}

void text_add(text *t, const char *piece, size_t length) {
  if (length == 0 || !make_room(t, length)) return;
  memcpy(t->start + t->length, piece, length);
  t->length += length;
}

void text_add_string(text *t, const char *string) {
  text_add(t, string, strlen(string));
}

void text_add_number(text *t, double x) {
  if (make_room(t, NUMBER_TEXT_SIZE)) t->length += number_text_write(x, t->start + t->length);
}

void text_add_list(text *t, const double *x, int count) {
  for (int i = 0; i < count; i++) {
    text_add_string(t, i == 0 ? "[" : ", ");
    text_add_number(t, x[i]);
  }
  text_add_string(t, "]");
}

void text_free(text *t) {
  free(t->start);
  *t = (text){NULL, 0, 0, false};
}
