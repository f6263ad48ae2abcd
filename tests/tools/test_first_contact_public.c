/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The program on the public queries, against their exact answers.
 *
 * Oracle: tests/data/public.truth.jsonl, computed in rational arithmetic before this project was, with times to 40
 * digits.  Times are compared as rationals, doubles and decimals both exactly.
 *
 * Runs ./tools/bms-first-contact; the data are in $srcdir/tests/data.
 */

#define _POSIX_C_SOURCE 200809L /* popen() */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gmp.h>
#include <jansson.h>

enum { QUERIES = 264, LINE_SIZE = 16384, PATH_SIZE = 1024, TRUTH_DIGITS = 40 };

/* One query with its true answer and the program's. */
typedef struct trio {
  json_t *query, *truth, *answer;
  const char *id;
} trio;

static trio all[QUERIES];
static int answer_count, exit_status;

/* ------------------------------------------------------------------ reading */

/* Puts one value of each line into the given member of all[]; returns the number of lines. */
static int read_lines(FILE *in, size_t member) {
  char line[LINE_SIZE];
  int count = 0;
  while (fgets(line, sizeof line, in) != NULL) {
    json_error_t error;
    json_t *value = json_loads(line, 0, &error);
    if (value == NULL) fail_msg("line %d is not JSON: %s: %s", count + 1, error.text, line);
    if (count < QUERIES) memcpy((char *)&all[count] + member, &value, sizeof(json_t *));
    count++;
  }
  return count;
}

static void read_data(const char *name, size_t member) {
  const char *root = getenv("srcdir");
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "%s/tests/data/%s", root == NULL ? "." : root, name);
  FILE *in = fopen(path, "r");
  if (in == NULL) fail_msg("cannot read %s", path);
  assert_int_equal(read_lines(in, member), QUERIES);
  fclose(in);
}

static int run_program(void **state) {
  const char *root = getenv("srcdir");
  char command[PATH_SIZE];
  (void)state;
  read_data("public.jsonl", offsetof(trio, query));
  read_data("public.truth.jsonl", offsetof(trio, truth));
  snprintf(command, sizeof command, "./tools/bms-first-contact < '%s/tests/data/public.jsonl'",
           root == NULL ? "." : root);
  FILE *out = popen(command, "r");
  if (out == NULL) fail_msg("cannot run %s", command);
  answer_count = read_lines(out, offsetof(trio, answer));
  exit_status = pclose(out);
  for (int i = 0; i < QUERIES; i++) all[i].id = json_string_value(json_object_get(all[i].truth, "id"));
  return 0;
}

static int free_all(void **state) {
  (void)state;
  for (int i = 0; i < QUERIES; i++) {
    json_decref(all[i].query);
    json_decref(all[i].truth);
    json_decref(all[i].answer);
  }
  return 0;
}

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text == NULL ? "" : text;
}

static double number_of(const trio *one, const char *key) {
  const json_t *value = json_object_get(one->answer, key);
  if (!json_is_number(value)) fail_msg("%s: %s is not a number", one->id, key);
  return json_number_value(value);
}

static int has_contact(const trio *one) {
  return json_is_true(json_object_get(one->truth, "contact"));
}

/* ------------------------------------------------------------------ exact times */

/* Sets x to a text like "-12.034": an optional sign, digits, at most one point. */
static void set_decimal(mpq_t x, const char *text) {
  char digits[LINE_SIZE];
  size_t length = 0, places = 0;
  for (const char *c = text; *c != 0; c++) {
    if (*c == '.')
      places = strlen(c + 1);
    else
      digits[length++] = *c;
  }
  digits[length] = 0;
  assert_int_equal(mpz_set_str(mpq_numref(x), digits, 10), 0);
  mpz_ui_pow_ui(mpq_denref(x), 10, places);
  mpq_canonicalize(x);
}

/* Returns the sign of t - true time.  The truth is cut or rounded in its last digit; closer than one unit there counts
   as equal. */
static int compare_with_truth(double t, const trio *one) {
  mpq_t difference, truth, unit;
  mpq_inits(difference, truth, unit, NULL);
  set_decimal(truth, text_of(one->truth, "t"));
  mpq_set_d(difference, t);
  mpq_sub(difference, difference, truth);
  mpq_set_ui(unit, 1, 1);
  mpz_ui_pow_ui(mpq_denref(unit), 10, TRUTH_DIGITS);
  int sign = mpq_sgn(difference);
  mpq_abs(difference, difference);
  if (mpq_cmp(difference, unit) < 0) sign = 0;
  mpq_clears(difference, truth, unit, NULL);
  return sign;
}

static double length_of_interval(const trio *one) {
  const json_t *t = json_object_get(one->query, "t");
  return json_number_value(json_array_get(t, 1)) - json_number_value(json_array_get(t, 0));
}

/* ------------------------------------------------------------------ axes */

/* Returns the axis of a face, "X'" -> 'X', and of an edge, "X-Y'" -> 'Z'. */
static char face_axis(const char *face) {
  return face[0];
}

static char edge_axis(const char *edge) {
  for (char axis = 'X'; axis <= 'Z'; axis++)
    if (strchr(edge, axis) == NULL) return axis;
  return '?';
}

/* Writes the axis of the answer's pair as the truth has it: "A.X", "B.Y", "A.XxB.Y". */
static void write_axis(const trio *one, char axis[16]) {
  const json_t *pair = json_object_get(one->answer, "pair");
  const char *kind = text_of(pair, "kind"), *a = text_of(pair, "a"), *b = text_of(pair, "b");
  strcpy(axis, "?");
  if (strcmp(kind, "VO") == 0) snprintf(axis, 16, "A.%c", face_axis(a));
  if (strcmp(kind, "OV") == 0) snprintf(axis, 16, "B.%c", face_axis(b));
  if (strcmp(kind, "EE") == 0) snprintf(axis, 16, "A.%cxB.%c", edge_axis(a), edge_axis(b));
}

static int holds(const json_t *list, const char *text) {
  for (size_t i = 0; i < json_array_size(list); i++)
    if (strcmp(json_string_value(json_array_get(list, i)), text) == 0) return 1;
  return 0;
}

/* ------------------------------------------------------------------ tests */

static void every_query_gets_one_answer_in_its_place(void **state) {
  (void)state;
  assert_int_equal(exit_status, 0);
  assert_int_equal(answer_count, QUERIES);
  for (int i = 0; i < QUERIES; i++) {
    assert_string_equal(text_of(all[i].query, "id"), all[i].id);
    assert_string_equal(text_of(all[i].answer, "id"), all[i].id);
  }
}

static void contact_and_status_are_the_true_ones(void **state) {
  (void)state;
  for (int i = 0; i < QUERIES; i++) {
    const char *status = text_of(all[i].answer, "status"), *expected = text_of(all[i].truth, "status");
    if (strcmp(status, expected) != 0) fail_msg("%s: status %s, expected %s", all[i].id, status, expected);
    assert_true(json_equal(json_object_get(all[i].answer, "contact"), json_object_get(all[i].truth, "contact")));
  }
}

static void the_time_is_within_1e_9_of_the_interval(void **state) {
  (void)state;
  for (int i = 0; i < QUERIES; i++) {
    if (!has_contact(&all[i])) continue;
    double t = number_of(&all[i], "t"), truth = strtod(text_of(all[i].truth, "t"), NULL);
    if (!(fabs(t - truth) <= 1e-9 * length_of_interval(&all[i])))
      fail_msg("%s: t = %a, expected %a", all[i].id, t, truth);
  }
}

static void the_enclosure_holds_the_exact_time(void **state) {
  (void)state;
  for (int i = 0; i < QUERIES; i++) {
    if (!has_contact(&all[i])) continue;
    double lower = number_of(&all[i], "t_lower"), upper = number_of(&all[i], "t_upper"), t = number_of(&all[i], "t");
    if (compare_with_truth(lower, &all[i]) > 0 || compare_with_truth(upper, &all[i]) < 0)
      fail_msg("%s: [%a, %a] does not hold %s", all[i].id, lower, upper, text_of(all[i].truth, "t"));
    if (!(lower <= t && t <= upper)) fail_msg("%s: t = %a is not in [%a, %a]", all[i].id, t, lower, upper);
  }
}

static void the_pair_lies_on_one_of_the_true_axes(void **state) {
  (void)state;
  for (int i = 0; i < QUERIES; i++) {
    const json_t *axes = json_object_get(all[i].truth, "axes");
    char axis[16];
    if (json_array_size(axes) == 0) continue; /* apart or overlapping: no axis vanishes */
    write_axis(&all[i], axis);
    if (!holds(axes, axis)) fail_msg("%s: the pair's axis is %s", all[i].id, axis);
  }
}

/* The tolerance 1e-14 is a few roundings of numbers up to 1. */
static void the_normal_has_length_one(void **state) {
  (void)state;
  for (int i = 0; i < QUERIES; i++) {
    double square = 0;
    if (!has_contact(&all[i])) continue;
    for (size_t k = 0; k < 3; k++) {
      double x = json_number_value(json_array_get(json_object_get(all[i].answer, "normal"), k));
      square += x * x;
    }
    if (!(fabs(square - 1) <= 1e-14)) fail_msg("%s: the normal's square is %a", all[i].id, square);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_query_gets_one_answer_in_its_place),
      cmocka_unit_test(contact_and_status_are_the_true_ones),
      cmocka_unit_test(the_time_is_within_1e_9_of_the_interval),
      cmocka_unit_test(the_enclosure_holds_the_exact_time),
      cmocka_unit_test(the_pair_lies_on_one_of_the_true_axes),
      cmocka_unit_test(the_normal_has_length_one),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, run_program, free_all);
}
