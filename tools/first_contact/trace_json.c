/* SPDX-License-Identifier: BSD-3-Clause */

/* Writes the trace section by section, as they are reported; results of the whole route come after them. */

#include "trace_json.h"

#include <bms_sections.h>
#include <stdbool.h>
#include <stdio.h>

#include "answer_json.h"

static void write_number(text *out, const char *key, double x) {
  text_add_string(out, key);
  text_add_number(out, x);
}

static void write_integer(text *out, const char *key, int x) {
  char digits[16];
  snprintf(digits, sizeof digits, "%d", x);
  text_add_string(out, key);
  text_add_string(out, digits);
}

static void write_bool(text *out, const char *key, bool x) {
  text_add_string(out, key);
  text_add_string(out, x ? "true" : "false");
}

static void write_switches(text *out, const bms_section *section) {
  bool first = true;
  text_add_string(out, ", \"switches\": [");
  for (int k = 0; k < section->equations; k++) {
    if (!(section->switches >> k & 1)) continue;
    char member[48];
    const char *edge = section->equations == 9 ? "" : k < 9 ? ", \"edge\": \"a\"" : ", \"edge\": \"b\"";
    snprintf(member, sizeof member, "%s{\"a\": \"%c\", \"b\": \"%c\"%s}", first ? "" : ", ", "XYZ"[k / 3 % 3],
             "XYZ"[k % 3], edge);
    text_add_string(out, member);
    first = false;
  }
  text_add_string(out, "]");
}

static void write_roots(text *out, const bms_section_plane *plane) {
  static const char *const PLACES[] = {"outside", "inside", "undecided"};
  text_add_string(out, ", \"roots\": [");
  for (int k = 0; k < plane->root_count; k++) {
    const bms_plane_root *root = &plane->root[k];
    write_number(out, k == 0 ? "{\"t\": " : ", {\"t\": ", root->t);
    text_add_string(out, ", \"place\": \"");
    text_add_string(out, PLACES[root->place]);
    text_add_string(out, "\"");
    if (root->outside >= 0) write_integer(out, ", \"outside\": ", root->outside);
    text_add_string(out, "}");
  }
  text_add_string(out, "]");
}

static void write_plane(text *out, const bms_section_plane *plane) {
  text_add_string(out, "{");
  answer_write_pair(out, &plane->pair);
  write_bool(out, ", \"vanishes\": ", plane->vanishes != 0);
  write_bool(out, ", \"implied\": ", plane->implied != 0);
  for (int i = 0; i <= plane->degree; i++)
    write_number(out, i == 0 ? ", \"coefficients\": [" : ", ", plane->coefficient[i]);
  write_number(out, "], \"error\": ", plane->error);
  write_roots(out, plane);
  text_add_string(out, "}");
}

void trace_json_write_section_head(text *out, const bms_section *section) {
  write_number(out, "{\"start\": ", section->start);
  write_number(out, ", \"middle\": ", section->middle);
  write_number(out, ", \"end\": ", section->end);
  write_bool(out, ", \"contact\": ", section->contact != 0);
  write_switches(out, section);
}

static void write_noise(text *out, unsigned noise) {
  bool first = true;
  text_add_string(out, "], \"noise\": [");
  for (int k = 0; k < 9; k++) {
    if (!(noise >> k & 1)) continue;
    char member[32];
    snprintf(member, sizeof member, "%s{\"a\": \"%c\", \"b\": \"%c\"}", first ? "" : ", ", "XYZ"[k / 3], "XYZ"[k % 3]);
    text_add_string(out, member);
    first = false;
  }
}

static void write_steps(text *out, const bms_section_steps *steps) {
  for (int i = 0; i < 3; i++) {
    char octant[BMS_NAME_SIZE], normal[BMS_NAME_SIZE];
    bms_pair vertex = {BMS_PAIR_VO, 2 * i + 1, steps->octant[i]};
    bms_pair_names(&vertex, normal, octant);
    text_add_string(out, i == 0 ? ", \"steps\": {\"octants\": [\"" : ", \"");
    text_add_string(out, octant);
    text_add_string(out, "\"");
  }
  write_noise(out, steps->noise);
  write_bool(out, "], \"crowded\": ", steps->crowded != 0);
  write_integer(out, ", \"common\": ", steps->common);
  for (int i = 0; i < steps->count; i++) {
    text_add_string(out, i == 0 ? ", \"pairs\": [{" : ", {");
    answer_write_pair(out, &steps->pair[i]);
    text_add_string(out, "}");
  }
  text_add_string(out, "]}");
}

static void write_section(const bms_section *section, void *context) {
  text *out = context;
  if (section->number > 0) text_add_string(out, ", ");
  trace_json_write_section_head(out, section);
  text_add_string(out, ", \"planes\": [");
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) {
    if (i > 0) text_add_string(out, ", ");
    write_plane(out, &section->plane[i]);
  }
  text_add_string(out, "]");
  write_steps(out, &section->steps);
  text_add_string(out, "}");
}

bool trace_json_write(text *out, const bms_query *query) {
  bms_sections_answer answer;
  text_add_string(out, ", \"trace\": {\"sections\": [");
  bms_sections_walk(query, write_section, out, &answer);
  text_add_string(out, "], \"status\": \"");
  text_add_string(out, bms_status_name(answer.status));
  text_add_string(out, "\", \"agreement\": \"");
  text_add_string(out, bms_agreement_name(answer.agreement));
  write_number(out, "\", \"t\": ", answer.t);
  write_number(out, ", \"earliest\": ", answer.earliest);
  write_number(out, ", \"latest\": ", answer.latest);
  if (answer.section >= 0) {
    write_integer(out, ", \"section\": ", answer.section);
    text_add_string(out, ", \"pair\": {");
    answer_write_pair(out, &answer.pair);
    text_add_string(out, "}");
  }
  text_add_string(out, "}");
  return answer.agreement != BMS_SECTIONS_CONTRADICT;
}
