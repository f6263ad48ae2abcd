/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * first_contact: when do two moving boxes first touch?  Queries as JSON Lines on standard input, answers on standard
 * output.
 *
 * The example of the C API without ODE: a bms_query is filled in (query_json.c), bms_first_contact() answers it, the
 * bms_contact is written out (answer_json.c).  What stands here is the way from one line to one answer, and
 * everything that can be wrong with a line.
 *
 * One line is in memory at a time.  No locale is set, so numbers have a decimal point wherever this runs.  Standard
 * output is flushed line by line where it is a terminal, as the C standard has it, and at the end.
 */

/* getline(): lines of any length, zero bytes included.  Must precede the first include. */
#define _POSIX_C_SOURCE 200809L

#include <bms.h>
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer_json.h"
#include "query_json.h"
#include "query_line.h"

enum { EXIT_SOME_REFUSED = 1, EXIT_TROUBLE = 2, REASON_SIZE = 256 };

static const char HELP[] =
    "Usage: first_contact [--approach] [--intervals] < QUERIES > ANSWERS\n"
    "\n"
    "Reads queries as JSON Lines and answers each with a line: the first time at which two moving boxes touch.\n"
    "\n"
    "A query\n"
    "  {\"id\": any, \"t\": [t0, t1], \"a\": BOX, \"b\": BOX}\n"
    "  BOX is {\"min\": [x, y, z], \"max\": [x, y, z], MOTION}, where MOTION is\n"
    "    \"matrix\": 4 rows of 4 polynomials of degree 2, the last row [0, 0, 0, w], or\n"
    "    \"position\": 3 polynomials of degree 2, \"quaternion\": 4 (w, x, y, z) of degree 1\n"
    "  A polynomial of t is a list of coefficients, lowest degree first.\n"
    "\n"
    "An answer\n"
    "  contact         true, false, or null where it is not known (status \"unresolved\")\n"
    "  status          contact, touching (at t0), overlapping (at t0), separated, unresolved\n"
    "  t               the first contact; t_lower <= exact time <= t_upper, and the boxes are apart on [t0, t_lower).\n"
    "                  Where the status is \"unresolved\", only t_lower is given\n"
    "  pair            the features that meet, VO, OV or EE: faces X X' ..., vertices XY'Z, edges X-Y'\n"
    "  normal, point   unit normal from a to b, and a shared point, in world coordinates\n"
    "  approach_speed  length per t at which the gap closes\n"
    "  points          the whole patch, where it is more than a point\n"
    "  error           what is wrong with the query; with \"line\" in place of a missing id\n"
    "\n"
    "Options\n"
    "  --approach      answer with the first time from which on the boxes overlap: contacts that slide along, part or\n"
    "                  graze are passed over, and \"contact\" tells whether there is such a time\n"
    "  --intervals     add to each answer all stretches of contact, in order and to their ends:\n"
    "                  \"intervals\": [{\"enter\": [lower, upper], \"exit\": [lower, upper]}, ...], where the exact "
    "times lie\n"
    "                  within [lower, upper]; and \"intervals_status\": \"unresolved\" where more may follow the last\n"
    "  --help          show this and exit\n"
    "  --version       show the version and exit\n"
    "\n"
    "Exit status: 0 if all queries were answered, 1 if some line got an error, 2 for wrong usage or if reading or\n"
    "writing failed.\n";

/* Integers are read as the nearest double, not as 64 bits, which they may exceed. */
enum {
  LENIENT = JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL,
  STRICT = LENIENT | JSON_REJECT_DUPLICATES
};

/* Parses a line with numbers beyond the double range, which the parser refuses, as if null stood in their place.  In a
   copy, as the id is still to be written out. */
static json_t *parse_overflowing(const char *line, size_t length, json_error_t *error) {
  char *copy = malloc(length + 1);
  if (copy == NULL) return NULL;
  memcpy(copy, line, length);
  copy[length] = 0;
  query_line_blank_overflows(copy, length);
  json_t *root = json_loadb(copy, length, STRICT, error);
  free(copy);
  return root;
}

/* The line as JSON, else NULL with the reason.  *is_json is set where the text is JSON all the same, so that its id is
   one. */
static json_t *parse(const char *line, size_t length, bool *is_json, char reason[REASON_SIZE]) {
  json_error_t error;
  json_t *root = json_loadb(line, length, STRICT, &error);
  if (root == NULL && json_error_code(&error) == json_error_numeric_overflow)
    root = parse_overflowing(line, length, &error);
  *is_json = root != NULL;
  if (root != NULL) return root;
  snprintf(reason, REASON_SIZE, "%s", error.text);
  if (json_error_code(&error) == json_error_duplicate_key) {
    json_t *lenient = json_loadb(line, length, LENIENT, &error);
    *is_json = lenient != NULL;
    json_decref(lenient);
  }
  if (!*is_json) snprintf(reason, REASON_SIZE, "not JSON: %s", error.text);
  return NULL;
}

/* What the options ask for. */
typedef struct options {
  bool approach, intervals;
} options;

/* All contact intervals, in memory that the caller frees. */
static answer_intervals intervals_of(const bms_query *query) {
  answer_intervals all = {NULL, 0, BMS_UNRESOLVED};
  int capacity = 0;
  do {
    capacity = all.count > 8 ? all.count : 8;
    bms_contact_interval *more = realloc(all.interval, (size_t)capacity * sizeof *more);
    if (more == NULL) {
      all.count = 0;
      break;
    }
    all.interval = more;
    all.status = bms_contact_intervals(query, capacity, all.interval, &all.count);
  } while (all.count > capacity);
  return all;
}

static void write_answer(query_span id, const bms_query *query, const bms_contact *contact, options wanted) {
  answer_intervals all = {NULL, 0, BMS_SEPARATED};
  if (wanted.intervals) all = intervals_of(query);
  answer_write(stdout, id, contact, wanted.intervals ? &all : NULL);
  free(all.interval);
}

/* Answers one line; returns whether it was a query that has an answer. */
static bool answer_line(const char *line, size_t length, unsigned long number, options wanted) {
  const query_span no_id = {line, 0}, id = query_line_id(line, length);
  char reason[REASON_SIZE];
  bool is_json, good;
  bms_query query;
  bms_contact contact;

  json_t *root = parse(line, length, &is_json, reason);
  good = root != NULL && query_from_json(root, &query, reason, sizeof reason);
  json_decref(root);
  if (good && (wanted.approach ? bms_first_approach : bms_first_contact)(&query, &contact) == BMS_INVALID) {
    bms_explain(&query, &contact, reason, sizeof reason);
    good = false;
  }
  if (good)
    write_answer(id, &query, &contact, wanted);
  else
    answer_write_error(stdout, is_json ? id : no_id, number, reason);
  return good;
}

/* A byte order mark may stand before the first line. */
static size_t mark_length(const char *line, size_t length) {
  return length >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Says what failed; returns the exit status for it. */
static int trouble(const char *what) {
  fprintf(stderr, "first_contact: %s: %s\n", what, strerror(errno));
  return EXIT_TROUBLE;
}

static int answer_all(options wanted) {
  char *line = NULL;
  size_t capacity = 0;
  unsigned long number = 0;
  bool all_good = true;
  ssize_t length;

  while (!ferror(stdout) && (length = getline(&line, &capacity, stdin)) >= 0) {
    size_t skipped = number == 0 ? mark_length(line, (size_t)length) : 0;
    number++;
    if (!answer_line(line + skipped, (size_t)length - skipped, number, wanted)) all_good = false;
  }
  free(line);
  if (ferror(stdout)) return trouble("cannot write");
  /* getline() also fails for want of memory, which is not an error of the stream. */
  if (!feof(stdin)) return trouble("cannot read");
  if (fflush(stdout) != 0) return trouble("cannot write");
  return all_good ? EXIT_SUCCESS : EXIT_SOME_REFUSED;
}

static int print(const char *text) {
  return fputs(text, stdout) >= 0 && fflush(stdout) == 0 ? EXIT_SUCCESS : trouble("cannot write");
}

int main(int argc, char **argv) {
  options wanted = {false, false};
  int i = 1;
  if (argc > 1 && strcmp(argv[1], "--help") == 0) return print(HELP);
  if (argc > 1 && strcmp(argv[1], "--version") == 0) return print("first_contact (ode-qmbox) " BMS_VERSION "\n");
  for (; i < argc; i++) {
    if (strcmp(argv[i], "--approach") == 0)
      wanted.approach = true;
    else if (strcmp(argv[i], "--intervals") == 0)
      wanted.intervals = true;
    else
      break;
  }
  if (i == argc) return answer_all(wanted);
  fprintf(stderr, "first_contact: unknown %s '%s'; queries are read from standard input (see --help)\n",
          argv[i][0] == '-' ? "option" : "argument", argv[i]);
  return EXIT_TROUBLE;
}
