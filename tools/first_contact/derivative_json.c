/* SPDX-License-Identifier: BSD-3-Clause */

/* The members stand in the order of a query's. */

#include "derivative_json.h"

#include <bms_derivative.h>

static void write_list(text *out, const char *before, const double *x, int count) {
  text_add_string(out, before);
  for (int i = 0; i < count; i++) {
    text_add_string(out, i == 0 ? "[" : ", ");
    text_add_number(out, x[i]);
  }
  text_add_string(out, "]");
}

static void write_rigid(text *out, const bms_motion *motion) {
  for (int r = 0; r < 3; r++) write_list(out, r == 0 ? ", \"position\": [" : ", ", motion->rigid.position[r], 3);
  for (int i = 0; i < 4; i++) write_list(out, i == 0 ? "], \"quaternion\": [" : ", ", motion->rigid.quaternion[i], 2);
  text_add_string(out, "]");
}

/* The last row has only one entry that a query may change. */
static void write_matrix(text *out, const bms_motion *motion) {
  text_add_string(out, ", \"matrix\": [");
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 4; c++) write_list(out, c == 0 ? "[" : ", ", motion->matrix.entry[r][c], 3);
    text_add_string(out, "], ");
  }
  write_list(out, "[[0], [0], [0], ", motion->matrix.weight, 3);
  text_add_string(out, "]]");
}

static void write_body(text *out, const char *key, const bms_body *body) {
  text_add_string(out, key);
  write_list(out, "{\"min\": ", body->box.min, 3);
  write_list(out, ", \"max\": ", body->box.max, 3);
  if (body->motion.form == BMS_MOTION_RIGID)
    write_rigid(out, &body->motion);
  else
    write_matrix(out, &body->motion);
  text_add_string(out, "}");
}

static void write_numbers(text *out, const bms_query *numbers) {
  const double t[2] = {numbers->t0, numbers->t1};
  write_list(out, "\"t\": ", t, 2);
  write_body(out, ", \"a\": ", &numbers->a);
  write_body(out, ", \"b\": ", &numbers->b);
}

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
    write_numbers(out, &derivative.below);
  }
  if (status == BMS_DERIVATIVE_ONE_SIDED) {
    text_add_string(out, "}, \"above\": {");
    write_numbers(out, &derivative.above);
    text_add_string(out, "}");
  }
  text_add_string(out, "}");
}
