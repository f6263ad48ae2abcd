/* SPDX-License-Identifier: BSD-3-Clause */

/* Objects of JSON from strangers. */

#ifndef ARM_JSON_TEXT_H
#define ARM_JSON_TEXT_H

#include <jansson.h>

/* Returns the first key of an object that is not among `keys`, words with spaces between; NULL if there is none. */
const char *json_text_unknown_key(json_t *object, const char *keys);

#endif /* ARM_JSON_TEXT_H */
