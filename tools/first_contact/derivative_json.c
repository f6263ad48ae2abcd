/* SPDX-License-Identifier: BSD-3-Clause */

/* The members stand in the order of a query's. */

#include "derivative_json.h"

#include <bms_derivative.h>

#include "query_members.h"

void derivative_json_write(text *out, const bms_query *query) {
  bms_contact contact;
  bms_derivative derivative;
  bms_derivative_status status = bms_first_contact_derivative(query, &contact, &derivative);
  text_add_string(out, ", \"derivative\": {\"status\": \"");
  text_add_string(out, bms_derivative_status_name(status));
  text_add_string(out, "\"");
  if (status <= BMS_DERIVATIVE_ONE_SIDED) {
    text_add_string(out, ", \"sensitivity\": ");
    text_add_number(out, derivative.sensitivity);
    text_add_string(out, status == BMS_DERIVATIVE_EXISTS ? ", " : ", \"below\": {");
    query_members_write(out, &derivative.below);
  }
  if (status == BMS_DERIVATIVE_ONE_SIDED) {
    text_add_string(out, "}, \"above\": {");
    query_members_write(out, &derivative.above);
    text_add_string(out, "}");
  }
  text_add_string(out, "}");
}
