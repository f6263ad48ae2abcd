/* SPDX-License-Identifier: BSD-3-Clause */

#include "json_text.h"

#include "files/robot_text.h"

const char *json_text_unknown_key(json_t *object, const char *keys) {
  const char *key;
  json_t *value;
  json_object_foreach(object, key, value) if (!robot_is_among(key, keys)) return key;
  return NULL;
}
