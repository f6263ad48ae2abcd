/* SPDX-License-Identifier: BSD-3-Clause */

/* The document is the library's; a text takes the pieces in. */

#include "certificate_json.h"

#include <bms_certificate.h>
#include <stddef.h>

static void add_piece(const char *piece, size_t length, void *context) {
  text_add(context, piece, length);
}

bool certificate_json_write(text *out, const bms_query *query) {
  bms_contact contact;
  text_add_string(out, ", \"certificate\": ");
  return bms_first_contact_certificate(query, &contact, add_piece, out) == contact.status;
}
