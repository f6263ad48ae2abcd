/* SPDX-License-Identifier: BSD-3-Clause */

/* Writes the query in full digits, so that the page moves the boxes as they were asked about. */

#include "answer_page.h"

#include <bms_sections.h>

#include "query_members.h"
#include "trace_json.h"

static void write_section(const bms_section *section, void *context) {
  text *out = context;
  if (section->number > 0) text_add_string(out, ", ");
  trace_json_write_section_head(out, section);
  text_add_string(out, "}");
}

void answer_page_write(text *out, json_span id, const bms_query *query, const bms_contact *contact,
                       const answer_intervals *intervals) {
  bms_sections_answer answer;
  answer_begin(out, id, contact, intervals);
  text_add_string(out, ", \"query\": {");
  query_members_write(out, query);
  text_add_string(out, "}, \"sections\": [");
  bms_sections_walk(query, write_section, out, &answer);
  text_add_string(out, "]");
  answer_end(out);
}
