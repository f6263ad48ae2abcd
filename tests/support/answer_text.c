/* SPDX-License-Identifier: BSD-3-Clause */

/* The bits of a double, as not every C library writes %a the same; the bits of NaNs are not compared. */

#include "answer_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CAPACITY = 4 };

/* Adds to the text; the part that does not fit is dropped. */
static void add(char text[ANSWER_TEXT_SIZE], const char *format, ...) {
  size_t used = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + used, ANSWER_TEXT_SIZE - used, format, arguments);
  va_end(arguments);
}

static void add_bits(char text[ANSWER_TEXT_SIZE], double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  if (isnan(x))
    add(text, " nan");
  else
    add(text, " %016" PRIx64, bits);
}

static void add_numbers(char text[ANSWER_TEXT_SIZE], const double *x, int count) {
  for (int i = 0; i < count; i++) add_bits(text, x[i]);
}

static void add_pair(char text[ANSWER_TEXT_SIZE], const bms_pair *pair) {
  char a[BMS_NAME_SIZE], b[BMS_NAME_SIZE];
  bms_pair_names(pair, a, b);
  add(text, " %s %s %s", bms_pair_kind_name(pair->kind), a, b);
}

static void add_contact(char text[ANSWER_TEXT_SIZE], const char *what, const bms_contact *c) {
  add(text, "%s %s %d %d", what, bms_status_name(c->status), (int)c->reason, (int)c->where);
  add_numbers(text, (double[]){c->t, c->t_lower, c->t_upper, c->approach_speed}, 4);
  add_pair(text, &c->pair);
  add_numbers(text, c->normal, 3);
  add_numbers(text, c->point[0], 3 * c->point_count);
  add(text, "\n");
}

/* Returns a plane that has something to do with body a. */
static bms_half_space half_space_of(const bms_query *query) {
  const double *max = query->a.box.max;
  return (bms_half_space){{max[0], max[1], max[2]}, max[0]};
}

static void add_first(const bms_query *query, char text[ANSWER_TEXT_SIZE]) {
  bms_query swapped = *query;
  swapped.a = query->b;
  swapped.b = query->a;
  bms_half_space below = half_space_of(query);
  bms_contact c;
  bms_first_contact(query, &c);
  add_contact(text, "contact", &c);
  bms_first_contact(&swapped, &c);
  add_contact(text, "swapped", &c);
  bms_first_approach(query, &c);
  add_contact(text, "approach", &c);
  bms_half_space_first_contact(&below, &query->b, query->t0, query->t1, &c);
  add_contact(text, "half-space", &c);
  bms_half_space_first_approach(&below, &query->b, query->t0, query->t1, &c);
  add_contact(text, "half-space approach", &c);
}

static void add_intervals(const bms_query *query, bool against_half_space, char text[ANSWER_TEXT_SIZE]) {
  bms_contact_interval interval[CAPACITY];
  int count;
  bms_half_space below = half_space_of(query);
  bms_status status = against_half_space ? bms_half_space_contact_intervals(&below, &query->b, query->t0, query->t1,
                                                                            CAPACITY, interval, &count)
                                         : bms_contact_intervals(query, CAPACITY, interval, &count);
  add(text, "%s %s %d", against_half_space ? "half-space intervals" : "intervals", bms_status_name(status), count);
  for (int i = 0; i < count && i < CAPACITY; i++) {
    const bms_contact_interval *at = &interval[i];
    add_numbers(text, (double[]){at->enter_lower, at->enter_upper, at->exit_lower, at->exit_upper}, 4);
  }
  add(text, "\n");
}

static void add_places(const bms_query *query, char text[ANSWER_TEXT_SIZE]) {
  const bms_body *body[2] = {&query->a, &query->b};
  for (int k = 0; k < 2; k++) {
    double min[3], max[3];
    bms_swept_bounds(body[k], query->t0, query->t1, min, max);
    add(text, "bounds");
    add_numbers(text, min, 3);
    add_numbers(text, max, 3);
    add(text, "\n");
  }
  for (int k = 0; k < 2; k++) {
    bms_separation at;
    bms_separation_at(&query->a, &query->b, k == 0 ? query->t0 : query->t1, &at);
    add(text, "separation");
    add_numbers(text, &at.gap, 1);
    add_pair(text, &at.pair);
    add_numbers(text, at.normal, 3);
    add(text, "\n");
  }
}

void answer_text(const bms_query *query, char text[ANSWER_TEXT_SIZE]) {
  text[0] = 0;
  add_first(query, text);
  add_intervals(query, false, text);
  add_intervals(query, true, text);
  add_places(query, text);
}
