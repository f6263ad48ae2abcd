/* SPDX-License-Identifier: BSD-3-Clause */

/* Times that a status does not have are left out, as in answers. */

#include "within_json.h"

#include <bms_tolerance.h>

static void write_time(text *out, const char *key, double t) {
  text_add_string(out, key);
  text_add_number(out, t);
}

bool within_json_write(text *out, const bms_query *query, const bms_query *tolerance) {
  bms_contact_within within;
  bms_status status = bms_first_contact_within(query, tolerance, &within);
  text_add_string(out, ", \"within\": {\"status\": \"");
  text_add_string(out, bms_status_name(status));
  text_add_string(out, "\"");
  if (status == BMS_CONTACT || status == BMS_UNRESOLVED) write_time(out, ", \"earliest\": ", within.earliest);
  if (status == BMS_CONTACT) write_time(out, ", \"latest\": ", within.latest);
  if (status == BMS_INVALID) {
    text_add_string(out, ", \"error\": \"");
    text_add_string(out, bms_reason_name(within.reason));
    text_add_string(out, "\"");
  }
  text_add_string(out, "}");
  return status != BMS_INVALID;
}
