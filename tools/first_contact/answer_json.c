/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Writing answers.  By hand rather than by jansson: the keys keep their order, the numbers their shortest form, and
 * nothing is allocated but the text.
 */

#include "answer_json.h"

#include <stdio.h>

static void write_member(text *out, const char *key, double x) {
  text_add_string(out, ", \"");
  text_add_string(out, key);
  text_add_string(out, "\": ");
  text_add_number(out, x);
}

/* Reasons are ASCII, but the parser's may quote the input, and be cut off within a character of it. */
static void write_string(text *out, const char *string) {
  text_add_string(out, "\"");
  for (; *string != 0; string++) {
    char c = *string >= 0x20 && *string < 0x7f ? *string : '?';
    if (c == '"' || c == '\\') text_add(out, "\\", 1);
    text_add(out, &c, 1);
  }
  text_add_string(out, "\"");
}

static void write_id(text *out, json_span id) {
  if (id.length == 0) return;
  text_add_string(out, "\"id\": ");
  text_add(out, id.start, id.length);
  text_add_string(out, ", ");
}

/* Writes the names of a pair. They hold letters, dashes and primes, so nothing has to be escaped. */
void answer_write_pair(text *out, const bms_pair *pair) {
  char a[BMS_NAME_SIZE], b[BMS_NAME_SIZE];
  bms_pair_names(pair, a, b);
  text_add_string(out, "\"kind\": \"");
  text_add_string(out, bms_pair_kind_name(pair->kind));
  text_add_string(out, "\", \"a\": \"");
  text_add_string(out, a);
  text_add_string(out, "\", \"b\": \"");
  text_add_string(out, b);
  text_add_string(out, "\"");
}

static void write_contact(text *out, const bms_contact *contact) {
  write_member(out, "t", contact->t);
  write_member(out, "t_lower", contact->t_lower);
  write_member(out, "t_upper", contact->t_upper);
  text_add_string(out, ", \"pair\": {");
  answer_write_pair(out, &contact->pair);
  text_add_string(out, "}, \"normal\": ");
  text_add_list(out, contact->normal, 3);
  text_add_string(out, ", \"point\": ");
  text_add_list(out, contact->point[0], 3);
  write_member(out, "approach_speed", contact->approach_speed);
  if (contact->point_count <= 1) return;
  for (int i = 0; i < contact->point_count; i++) {
    text_add_string(out, i == 0 ? ", \"points\": [" : ", ");
    text_add_list(out, contact->point[i], 3);
  }
  text_add_string(out, "]");
}

static void write_times(text *out, const char *key, double lower, double upper) {
  text_add_string(out, key);
  text_add_number(out, lower);
  text_add_string(out, ", ");
  text_add_number(out, upper);
  text_add_string(out, "]");
}

static void write_intervals(text *out, const answer_intervals *all) {
  text_add_string(out, ", \"intervals\": [");
  for (int i = 0; i < all->count; i++) {
    const bms_contact_interval *x = &all->interval[i];
    write_times(out, i == 0 ? "{\"enter\": [" : ", {\"enter\": [", x->enter_lower, x->enter_upper);
    write_times(out, ", \"exit\": [", x->exit_lower, x->exit_upper);
    text_add_string(out, "}");
  }
  text_add_string(out, "]");
  if (all->status == BMS_UNRESOLVED) text_add_string(out, ", \"intervals_status\": \"unresolved\"");
}

void answer_begin(text *out, json_span id, const bms_contact *contact, const answer_intervals *intervals) {
  const char *known = contact->status == BMS_SEPARATED ? "false" : contact->status == BMS_UNRESOLVED ? "null" : "true";
  text_add_string(out, "{");
  write_id(out, id);
  text_add_string(out, "\"contact\": ");
  text_add_string(out, known);
  text_add_string(out, ", \"status\": \"");
  text_add_string(out, bms_status_name(contact->status));
  text_add_string(out, "\"");
  if (contact->status == BMS_UNRESOLVED)
    write_member(out, "t_lower", contact->t_lower);
  else if (contact->status != BMS_SEPARATED)
    write_contact(out, contact);
  if (intervals != NULL) write_intervals(out, intervals);
}

void answer_end(text *out) {
  text_add_string(out, "}\n");
}

static void write_line_number(text *out, unsigned long line) {
  char member[40];
  snprintf(member, sizeof member, "\"line\": %lu, ", line);
  text_add_string(out, member);
}

void answer_write_error(text *out, json_span id, unsigned long line, const char *reason) {
  text_add_string(out, "{");
  if (id.length == 0) write_line_number(out, line);
  write_id(out, id);
  text_add_string(out, "\"error\": ");
  write_string(out, reason);
  text_add_string(out, "}\n");
}
