/* SPDX-License-Identifier: BSD-3-Clause */

#include "json_text.h"

#include <stdbool.h>
#include <string.h>

static bool is_among(const char *word, const char *words) {
  size_t length = strlen(word);
  while (*words != 0) {
    size_t next = strcspn(words, " ");
    if (next == length && strncmp(word, words, length) == 0) return true;
    words += next + strspn(words + next, " ");
  }
  return false;
}

const char *json_text_unknown_key(json_t *object, const char *keys) {
  const char *key;
  json_t *value;
  json_object_foreach(object, key, value) if (!is_among(key, keys)) return key;
  return NULL;
}

char *json_text_behind_mark(char *text) {
  return strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
}
