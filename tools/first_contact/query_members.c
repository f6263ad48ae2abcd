/* SPDX-License-Identifier: BSD-3-Clause */

#include "query_members.h"

/* Adds a list of `rows` lists of `count` numbers that lie one after the other. */
static void write_lists(text *out, const double *x, int rows, int count) {
  for (int r = 0; r < rows; r++) {
    text_add_string(out, r == 0 ? "[" : ", ");
    text_add_list(out, x + r * count, count);
  }
  text_add_string(out, "]");
}

/* Writes a matrix. Its last row has only one entry that a query may change. */
static void write_matrix(text *out, const bms_motion *motion) {
  text_add_string(out, ", \"matrix\": [");
  for (int r = 0; r < 3; r++) {
    write_lists(out, motion->matrix.entry[r][0], 4, 3);
    text_add_string(out, ", ");
  }
  text_add_string(out, "[[0], [0], [0], ");
  text_add_list(out, motion->matrix.weight, 3);
  text_add_string(out, "]]");
}

static void write_rigid(text *out, const bms_motion *motion) {
  text_add_string(out, ", \"position\": ");
  write_lists(out, motion->rigid.position[0], 3, 3);
  text_add_string(out, ", \"quaternion\": ");
  write_lists(out, motion->rigid.quaternion[0], 4, 2);
}

/* Writes an origin if it is not 0. */
static void write_origin(text *out, double origin) {
  if (!(origin < 0 || origin > 0)) return;
  text_add_string(out, ", \"origin\": ");
  text_add_number(out, origin);
}

static void write_body(text *out, const char *key, const bms_body *body) {
  text_add_string(out, key);
  text_add_string(out, "{\"min\": ");
  text_add_list(out, body->box.min, 3);
  text_add_string(out, ", \"max\": ");
  text_add_list(out, body->box.max, 3);
  if (body->motion.form == BMS_MOTION_MATRIX)
    write_matrix(out, &body->motion);
  else
    write_rigid(out, &body->motion);
  write_origin(out, body->motion.origin);
  text_add_string(out, "}");
}

void query_members_write(text *out, const bms_query *query) {
  text_add_string(out, "\"t\": ");
  text_add_list(out, (const double[]){query->t0, query->t1}, 2);
  write_body(out, ", \"a\": ", &query->a);
  write_body(out, ", \"b\": ", &query->b);
  write_origin(out, query->origin);
}
