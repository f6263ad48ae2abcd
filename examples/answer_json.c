/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Writing answers.  By hand rather than by jansson: the keys keep their order, the numbers their shortest form, and
 * nothing is allocated.  A failure to write stays in the stream for ferror() to find.
 */

#include "answer_json.h"

#include <math.h>
#include <stdlib.h>

/* 17 significant digits tell all doubles apart, 15 are enough for most that people write: the first that reads back
   equal. */
static void write_number(FILE *out, double x) {
  char text[40];
  if (!isfinite(x)) {
    fputs("null", out); /* JSON has no other word for it */
    return;
  }
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, x);
    double back = strtod(text, NULL);
    if (!(back < x) && !(back > x)) break;
  }
  fputs(text, out);
}

static void write_vector(FILE *out, const double x[3]) {
  for (int i = 0; i < 3; i++) {
    fputs(i == 0 ? "[" : ", ", out);
    write_number(out, x[i]);
  }
  fputc(']', out);
}

static void write_member(FILE *out, const char *key, double x) {
  fprintf(out, ", \"%s\": ", key);
  write_number(out, x);
}

/* Reasons are ASCII, but the parser's may quote the input, and be cut off within a character of it. */
static void write_string(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text != 0; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      fprintf(out, "\\%c", c);
    else
      fputc(c < 0x20 || c >= 0x7f ? '?' : c, out);
  }
  fputc('"', out);
}

static void write_id(FILE *out, query_span id) {
  if (id.length == 0) return;
  fputs("\"id\": ", out);
  fwrite(id.start, 1, id.length, out);
  fputs(", ", out);
}

/* Feature names hold letters, dashes and primes: nothing to escape. */
static void write_pair(FILE *out, const bms_pair *pair) {
  char a[BMS_NAME_SIZE], b[BMS_NAME_SIZE];
  bms_pair_names(pair, a, b);
  fprintf(out, ", \"pair\": {\"kind\": \"%s\", \"a\": \"%s\", \"b\": \"%s\"}", bms_pair_kind_name(pair->kind), a, b);
}

static void write_contact(FILE *out, const bms_contact *contact) {
  write_member(out, "t", contact->t);
  write_member(out, "t_lower", contact->t_lower);
  write_member(out, "t_upper", contact->t_upper);
  write_pair(out, &contact->pair);
  fputs(", \"normal\": ", out);
  write_vector(out, contact->normal);
  fputs(", \"point\": ", out);
  write_vector(out, contact->point[0]);
  write_member(out, "approach_speed", contact->approach_speed);
  if (contact->point_count <= 1) return;
  for (int i = 0; i < contact->point_count; i++) {
    fputs(i == 0 ? ", \"points\": [" : ", ", out);
    write_vector(out, contact->point[i]);
  }
  fputc(']', out);
}

static void write_times(FILE *out, const char *text, double lower, double upper) {
  fputs(text, out);
  write_number(out, lower);
  fputs(", ", out);
  write_number(out, upper);
  fputc(']', out);
}

static void write_intervals(FILE *out, const answer_intervals *all) {
  fputs(", \"intervals\": [", out);
  for (int i = 0; i < all->count; i++) {
    const bms_contact_interval *x = &all->interval[i];
    write_times(out, i == 0 ? "{\"enter\": [" : ", {\"enter\": [", x->enter_lower, x->enter_upper);
    write_times(out, ", \"exit\": [", x->exit_lower, x->exit_upper);
    fputc('}', out);
  }
  fputc(']', out);
  if (all->status == BMS_UNRESOLVED) fprintf(out, ", \"intervals_status\": \"%s\"", bms_status_name(all->status));
}

void answer_write(FILE *out, query_span id, const bms_contact *contact, const answer_intervals *intervals) {
  const char *known = contact->status == BMS_SEPARATED ? "false" : contact->status == BMS_UNRESOLVED ? "null" : "true";
  fputc('{', out);
  write_id(out, id);
  fprintf(out, "\"contact\": %s, \"status\": \"%s\"", known, bms_status_name(contact->status));
  if (contact->status == BMS_UNRESOLVED)
    write_member(out, "t_lower", contact->t_lower);
  else if (contact->status != BMS_SEPARATED)
    write_contact(out, contact);
  if (intervals != NULL) write_intervals(out, intervals);
  fputs("}\n", out);
}

void answer_write_error(FILE *out, query_span id, unsigned long line, const char *reason) {
  fputc('{', out);
  if (id.length == 0) fprintf(out, "\"line\": %lu, ", line);
  write_id(out, id);
  fputs("\"error\": ", out);
  write_string(out, reason);
  fputs("}\n", out);
}
