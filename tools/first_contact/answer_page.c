/* SPDX-License-Identifier: BSD-3-Clause */

/* Writes the query in full digits, so that the page moves the boxes as they were asked about.  Its times count from the
   query's origin, and so do the polynomials there: the ones of a motion with another origin are shifted in doubles. */

#include "answer_page.h"

#include <bms_sections.h>
#include <stdbool.h>

#include "query_members.h"
#include "trace_json.h"
#include "within_json.h"

/* Makes c0 + c1 (t - origin) + c2 (t - origin)^2 a polynomial of t. */
static void shift(double *c, int count, double origin) {
  double last = count > 2 ? c[2] : 0, slope = c[1] - last * origin;
  c[0] -= slope * origin;
  c[1] = slope - last * origin;
}

static void count_from(double origin, bms_motion *motion) {
  double from = motion->origin - origin;
  motion->origin = 0;
  if (!(from < 0 || from > 0)) return;
  bool rigid = motion->form == BMS_MOTION_RIGID;
  for (int i = 0; i < 3 && rigid; i++) shift(motion->rigid.position[i], 3, from);
  for (int i = 0; i < 4 && rigid; i++) shift(motion->rigid.quaternion[i], 2, from);
  for (int i = 0; i < 12 && !rigid; i++) shift(motion->matrix.entry[i / 4][i % 4], 3, from);
  if (!rigid) shift(motion->matrix.weight, 3, from);
}

static void write_section(const bms_section *section, void *context) {
  text *out = context;
  if (section->number > 0) text_add_string(out, ", ");
  trace_json_write_section_head(out, section);
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) {
    char a[BMS_NAME_SIZE], b[BMS_NAME_SIZE];
    const bms_pair *pair = &section->plane[i].pair;
    bms_pair_names(pair, a, b);
    text_add_string(out, i == 0 ? ", \"pairs\": [\"" : ", \"");
    text_add_string(out, bms_pair_kind_name(pair->kind));
    text_add_string(out, " ");
    text_add_string(out, a);
    text_add_string(out, " ");
    text_add_string(out, b);
    text_add_string(out, "\"");
  }
  text_add_string(out, "]}");
}

void answer_page_write(text *out, json_span id, const bms_query *query, const bms_query *tolerance,
                       const bms_contact *contact, const answer_intervals *intervals) {
  bms_sections_answer answer;
  bms_query counted = *query;
  count_from(query->origin, &counted.a.motion);
  count_from(query->origin, &counted.b.motion);
  counted.origin = 0;
  answer_begin(out, id, contact, intervals);
  if (tolerance != NULL) (void)within_json_write(out, query, tolerance);
  text_add_string(out, ", \"query\": {");
  query_members_write(out, &counted);
  text_add_string(out, "}, \"sections\": [");
  bms_sections_walk(query, write_section, out, &answer);
  text_add_string(out, "]");
  answer_end(out);
}
