/* SPDX-License-Identifier: BSD-3-Clause */

/* The document is the library's; a text takes the pieces in. */

#include "certificate_json.h"

#include <bms_certificate.h>
#include <stddef.h>

static void add_piece(const char *piece, size_t length, void *context) {
  text_add(context, piece, length);
}

bool certificate_json_write(text *out, const bms_query *query, bool approach) {
  bms_contact contact;
  text_add_string(out, ", \"certificate\": ");
  bms_status proved = approach ? bms_first_approach_certificate(query, &contact, add_piece, out)
                               : bms_first_contact_certificate(query, &contact, add_piece, out);
  return proved == contact.status;
}

bool certificate_json_write_intervals(text *out, const bms_query *query, int count, bms_contact_interval *room) {
  int found;
  text_add_string(out, ", \"intervals_certificate\": ");
  bms_status proved = bms_contact_intervals_certificate(query, count, room, &found, add_piece, out);
  return proved == BMS_CONTACT || proved == BMS_SEPARATED;
}
