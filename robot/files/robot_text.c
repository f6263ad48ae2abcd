/* SPDX-License-Identifier: BSD-3-Clause */

#include "robot_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 1 << 16, MOST_BYTES = 1 << 28 };

/* Reads until the end, or until memory or what is allowed is used up.  Returns null if it has not come to the end. */
static char *read_all(FILE *in, size_t *length) {
  char *text = NULL;
  *length = 0;
  for (size_t capacity = FIRST_BYTES; !feof(in) && !ferror(in) && capacity <= MOST_BYTES; capacity *= 2) {
    char *more = realloc(text, capacity + 1);
    if (more == NULL) break;
    text = more;
    *length += fread(text + *length, 1, capacity - *length, in);
    text[*length] = 0;
  }
  if (feof(in) && !ferror(in)) return text;
  free(text);
  return NULL;
}

char *robot_text_of_file(const char *file, size_t *length, char *error, size_t size) {
  FILE *in = fopen(file, "rb");
  char *text = in != NULL ? read_all(in, length) : NULL;
  if (text == NULL)
    snprintf(error, size, "%s: cannot be read: %s", file,
             in == NULL || ferror(in) ? strerror(errno) : "it is too large");
  if (in != NULL) fclose(in);
  return text;
}

const char *robot_given_text(const robot_texts *texts, const char *file) {
  for (int i = 0; texts != NULL && i < texts->count; i++)
    if (texts->one[i].text != NULL && strcmp(texts->one[i].name, file) == 0) return texts->one[i].text;
  return NULL;
}

char *robot_text_of(const robot_texts *texts, const char *file, size_t *length, char *error, size_t size) {
  const char *given = robot_given_text(texts, file);
  if (given == NULL) return robot_text_of_file(file, length, error, size);
  *length = strlen(given);
  char *copy = *length <= MOST_BYTES ? malloc(*length + 1) : NULL;
  if (copy == NULL) snprintf(error, size, "%s: cannot be read: it is too large", file);
  if (copy != NULL) memcpy(copy, given, *length + 1);
  return copy;
}

bool robot_is_among(const char *word, const char *words) {
  for (const char *at = words; *at != 0; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    if (strncmp(word, at, length) == 0 && word[length] == 0) return true;
    at += length;
  }
  return false;
}

/* Returns how many bytes the character at `text` has, or 0 if it is no UTF-8: too long an encoding, half of a pair of
   UTF-16, or beyond the last character. */
static int length_of(const unsigned char *text) {
  static const unsigned LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
  int length = *text < 0x80 ? 1 : *text >> 5 == 6 ? 2 : *text >> 4 == 14 ? 3 : *text >> 3 == 30 ? 4 : 0;
  unsigned value = length > 1 ? *text & (0x7fu >> length) : *text;
  for (int i = 1; i < length; i++) {
    if (text[i] >> 6 != 2) return 0; /* the zero at the end as well */
    value = value << 6 | (text[i] & 0x3fu);
  }
  bool surrogate = value >= 0xd800 && value < 0xe000;
  return length == 0 || value < LEAST[length] || surrogate || value > 0x10ffff ? 0 : length;
}

void robot_one_line(char *text) {
  for (int length; *text != 0; text += length) {
    length = length_of((const unsigned char *)text);
    if (length == 0 || (unsigned char)*text < 0x20 || *text == 0x7f) *text = '?';
    if (length == 0) length = 1;
  }
}

int robot_line_without_utf8(const char *text) {
  int line = 1;
  for (const unsigned char *at = (const unsigned char *)text; *at != 0;) {
    int length = length_of(at);
    if (length == 0) return line;
    line += *at == '\n';
    at += length;
  }
  return 0;
}
