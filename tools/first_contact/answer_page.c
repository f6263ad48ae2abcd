/* SPDX-License-Identifier: BSD-3-Clause */

/* Writes the query in full digits, so that the page moves the boxes as they were asked about. */

#include "answer_page.h"

#include <bms_sections.h>

#include "trace_json.h"

/* A list of `count` numbers. */
static void write_list(text *out, const double *x, int count) {
  for (int i = 0; i < count; i++) {
    text_add_string(out, i == 0 ? "[" : ", ");
    text_add_number(out, x[i]);
  }
  text_add_string(out, "]");
}

/* A list of `rows` lists of `count` numbers that lie one after the other. */
static void write_lists(text *out, const double *x, int rows, int count) {
  for (int r = 0; r < rows; r++) {
    text_add_string(out, r == 0 ? "[" : ", ");
    write_list(out, x + r * count, count);
  }
  text_add_string(out, "]");
}

static void write_matrix(text *out, const bms_motion *motion) {
  text_add_string(out, ", \"matrix\": [");
  for (int r = 0; r < 3; r++) {
    write_lists(out, motion->matrix.entry[r][0], 4, 3);
    text_add_string(out, ", ");
  }
  text_add_string(out, "[[0], [0], [0], ");
  write_list(out, motion->matrix.weight, 3);
  text_add_string(out, "]]");
}

static void write_rigid(text *out, const bms_motion *motion) {
  text_add_string(out, ", \"position\": ");
  write_lists(out, motion->rigid.position[0], 3, 3);
  text_add_string(out, ", \"quaternion\": ");
  write_lists(out, motion->rigid.quaternion[0], 4, 2);
}

static void write_body(text *out, const char *key, const bms_body *body) {
  text_add_string(out, key);
  text_add_string(out, "{\"min\": ");
  write_list(out, body->box.min, 3);
  text_add_string(out, ", \"max\": ");
  write_list(out, body->box.max, 3);
  if (body->motion.form == BMS_MOTION_MATRIX)
    write_matrix(out, &body->motion);
  else
    write_rigid(out, &body->motion);
  text_add_string(out, "}");
}

static void write_section(const bms_section *section, void *context) {
  text *out = context;
  if (section->number > 0) text_add_string(out, ", ");
  trace_json_write_section_head(out, section);
  text_add_string(out, "}");
}

void answer_page_write(text *out, query_span id, const bms_query *query, const bms_contact *contact,
                       const answer_intervals *intervals) {
  bms_sections_answer answer;
  answer_begin(out, id, contact, intervals);
  text_add_string(out, ", \"query\": {\"t\": ");
  write_list(out, (const double[]){query->t0, query->t1}, 2);
  write_body(out, ", \"a\": ", &query->a);
  write_body(out, ", \"b\": ", &query->b);
  text_add_string(out, "}, \"sections\": [");
  bms_sections_walk(query, write_section, out, &answer);
  text_add_string(out, "]");
  answer_end(out);
}
