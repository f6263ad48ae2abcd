/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * truth: queries as JSON Lines on standard input, their exact answers on standard output, one line each, in the form of
 * tests/data/public.truth.jsonl:
 *
 *     {"id": ..., "contact": true, "status": "contact", "t": "0.25...", "axes": ["A.X"], "initial": false, "graze":
 * false}
 *
 * t has 40 digits after the point.  With the argument --intervals every line also gets all contact intervals, as pairs
 * of doubles that are the ends rounded to nearest.  Exit status 1 if some line was no query.
 */

#include "oracle.h"
#include "query_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 40, DECIMAL_SIZE = 400, ID_SIZE = 256 };

static const char *status_name(bms_status status) {
  switch (status) {
    case BMS_SEPARATED:
      return "separated";
    case BMS_CONTACT:
      return "contact";
    case BMS_TOUCHING:
      return "touching";
    default:
      return "overlapping";
  }
}

static const char *reason_text(bms_reason reason) {
  switch (reason) {
    case BMS_INTERVAL_NOT_FINITE:
      return "the interval is not finite";
    case BMS_INTERVAL_REVERSED:
      return "t0 > t1";
    case BMS_BOX_NOT_FINITE:
      return "the box is not finite";
    case BMS_BOX_REVERSED:
      return "min > max";
    case BMS_MOTION_NOT_FINITE:
      return "the motion is not finite";
    case BMS_WEIGHT_NOT_POSITIVE:
      return "w(t) is not positive on the interval";
    case BMS_MATRIX_SINGULAR:
      return "det A(t) = 0 on the interval";
    case BMS_QUATERNION_VANISHES:
      return "q(t) = 0 on the interval";
    default:
      return "invalid";
  }
}

static void print_contact(const oracle *o) {
  int k, listed = 0;
  char t[DECIMAL_SIZE];

  oracle_decimal(o, DIGITS, t);
  printf(", \"t\": \"%s\", \"axes\": [", t);
  for (k = 0; k < SCENE_AXES; k++)
    if (o->axes >> k & 1) printf("%s\"%s\"", listed++ ? ", " : "", oracle_axis_name(k));
  printf("], \"initial\": %s, \"graze\": %s", o->status == BMS_CONTACT ? "false" : "true", o->graze ? "true" : "false");
}

static void print_intervals(oracle *o) {
  oracle_interval *interval;
  int i, count = oracle_intervals(o, &interval);

  printf(", \"intervals\": [");
  for (i = 0; i < count; i++)
    printf("%s[%.17g, %.17g]", i == 0 ? "" : ", ", oracle_nearest(o, &interval[i].enter),
           oracle_nearest(o, &interval[i].exit));
  printf("]");
  oracle_intervals_clear(interval, count);
}

static void answer(const char *id, const bms_query *query, int intervals) {
  static const char *const part[] = {"query", "a", "b"};
  oracle o;

  oracle_init(&o, query);
  printf("{\"id\": \"%s\", ", id);
  if (o.status == BMS_INVALID) {
    printf("\"error\": \"%s: %s\"}\n", part[o.where], reason_text(o.reason));
  } else {
    printf("\"contact\": %s, \"status\": \"%s\"", o.status == BMS_SEPARATED ? "false" : "true", status_name(o.status));
    if (o.status != BMS_SEPARATED) print_contact(&o);
    if (intervals) print_intervals(&o);
    printf("}\n");
  }
  oracle_clear(&o);
}

/* Returns a line of any length without its end; NULL at the end of the input. */
static char *read_line(FILE *in, char **line, size_t *capacity) {
  size_t length = 0;
  int c;

  while ((c = getc(in)) != EOF && c != '\n') {
    if (length + 2 > *capacity) {
      *capacity = 2 * *capacity + 4096;
      *line = realloc(*line, *capacity);
      if (*line == NULL) abort();
    }
    (*line)[length++] = (char)c;
  }
  if (c == EOF && length == 0) return NULL;
  if (*line != NULL) (*line)[length] = '\0';
  return length == 0 ? "" : *line;
}

int main(int argc, char **argv) {
  int bad = 0, intervals = argc > 1 && strcmp(argv[1], "--intervals") == 0;
  char *line = NULL, *text, id[ID_SIZE];
  size_t capacity = 0;
  bms_query query;

  while ((text = read_line(stdin, &line, &capacity)) != NULL) {
    if (query_read_json(text, id, ID_SIZE, &query) == 0) {
      answer(id, &query, intervals);
    } else {
      printf("{\"id\": \"%s\", \"error\": \"not a query\"}\n", id);
      bad = 1;
    }
  }
  free(line);
  flint_cleanup();
  return bad;
}
