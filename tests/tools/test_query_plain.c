/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Plain lines: the short way reads the same as the parser, to the bit, whatever the line; and the lines that
 * people and programs write are plain.
 *
 * BMS_SOAK multiplies the number of lines, BMS_REDUCE divides it.
 */

#define _POSIX_C_SOURCE 200809L /* open_memstream() */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "first_contact/query_json.h"
#include "first_contact/query_plain.h"
#include "families.h"
#include "query_text.h"
#include "random.h"
#include "repetitions.h"

enum { SEED = 14142, ROUNDS = 20, MUTANTS = 30 };

/* Returns the parser's result for a line that holds nothing it has to make up for. */
static bool parsed(const char *line, size_t length, bms_query *query) {
  char reason[256];
  json_error_t error;
  json_t *root = json_loadb(
      line, length, JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, &error);
  bool good = root != NULL && query_from_json(root, query, reason, sizeof reason);
  json_decref(root);
  return good;
}

/* Returns whether the line is plain. */
static bool compare(const char *line, size_t length) {
  bms_query plain, slow;
  json_span id, expected = json_line_id(line, length);
  memset(&plain, 0, sizeof plain);
  memset(&slow, 0, sizeof slow);
  if (!query_plain_read(line, length, &plain, &id)) return false;
  bool same = parsed(line, length, &slow) && memcmp(&plain, &slow, sizeof plain) == 0;
  same = same && id.length == expected.length && (id.length == 0 || id.start == expected.start);
  if (!same) print_message("# read in another way: %.*s\n", (int)length, line);
  assert_true(same);
  return true;
}

/* Returns the query as JSON, in memory that the caller frees, followed by a newline. */
static char *line_of(int family, uint64_t seed, size_t *length) {
  char *line = NULL;
  bms_query query;
  FILE *out = open_memstream(&line, length);
  assert_non_null(out);
  family_query(family, seed, &query);
  if (seed % 5 == 0) query.origin = 1.7e9;
  if (seed % 7 == 0) query.a.motion.origin = query.b.motion.origin = -0.1;
  query_write_json(out, seed % 3 == 0 ? "12" : "abc", &query);
  fclose(out);
  assert_true(*length > 0 && line[*length - 1] == '\n');
  --*length;
  return line;
}

static void queries_as_programs_write_them_are_plain(void **state) {
  (void)state;
  for (int n = 0; n < repetitions(ROUNDS) * family_count(); n++) {
    size_t length;
    char *line = line_of(n % family_count(), (uint64_t)n, &length);
    assert_true(compare(line, length));
    free(line);
  }
}

/* Bytes changed, moved, left out and put in, mostly those that mean something. */
static size_t mutate(random_source *r, char *line, size_t length) {
  static const char likely[] = "{}[]:,\"\\ \t\r\n0123456789+-.eEtabidmnxq\1\x7f\xc3";
  for (int k = random_below(r, 3); k >= 0 && length > 2; k--) {
    size_t at = (size_t)random_below(r, (int)length);
    char c = likely[random_below(r, (int)sizeof likely)]; /* the final zero as well */
    switch (random_below(r, 3)) {
      case 0:
        line[at] = c;
        break;
      case 1:
        memmove(line + at, line + at + 1, length - at);
        length--;
        break;
      default:
        memmove(line + at + 1, line + at, length - at);
        line[at] = c;
        length++;
    }
  }
  line[length] = '\n';
  return length;
}

static void a_line_is_read_as_the_parser_reads_it_or_not_at_all(void **state) {
  random_source r = random_from(SEED);
  int plain = 0, all = repetitions(ROUNDS) * family_count() * MUTANTS;
  (void)state;
  for (int n = 0; n < all; n += MUTANTS) {
    size_t length;
    char *line = line_of(n / MUTANTS % family_count(), (uint64_t)n, &length);
    char *mutant = malloc(length + 8);
    assert_non_null(mutant);
    for (int k = 0; k < MUTANTS; k++) {
      memcpy(mutant, line, length + 1);
      plain += compare(mutant, mutate(&r, mutant, length));
    }
    free(mutant);
    free(line);
  }
  print_message("# %d of %d mutants are plain\n", plain, all);
  assert_true(plain > all / 10 && plain < all - all / 10);
}

#define BODY                                                                                                        \
  "{\"min\": [0, 0, 0], \"max\": [1, 1, 1], \"position\": [[0], [], [0, 1, 2]], \"quaternion\": [[1], [], [], [0, " \
  "1]]}"
#define REST "\"t\": [0, 1], \"a\": " BODY ", \"b\": " BODY "}"

static void require_plain(const char *line, bool expected) {
  bool plain = compare(line, strlen(line));
  if (plain != expected) print_message("# %s plain: %s\n", plain ? "is" : "is not", line);
  assert_true(plain == expected);
}

static void only_what_is_plain_is_read(void **state) {
  (void)state;
  require_plain("{" REST, true);
  require_plain(" { \"id\" :\t\"x\" ,  " REST " \r", true);
  require_plain("{\"id\": -1.5e3, " REST, true);
  require_plain("{\"b\": " BODY ", \"a\": " BODY ", \"t\": [0, 1], \"id\": \"\"}", true);
  require_plain("{\"id\": 1, \"id\": 2, " REST, false);
  require_plain("{\"id\": null, " REST, false);
  require_plain("{\"id\": 1e400, " REST, false);
  require_plain("{\"id\": \"\\n\", " REST, false);
  require_plain("{\"id\": \"\xc3\xa9\", " REST, false);
  require_plain("{\"x\": 1, " REST, false);
  require_plain("{" REST " {}", false);
  require_plain("{, " REST, false);
  require_plain("{\"t\": [0, 1], " REST, false);
  require_plain("{\"t\": [0, 1, ], \"a\": " BODY ", \"b\": " BODY "}", false);
  require_plain("{\"t\": [0, 1], \"a\": " BODY "}", false);
  require_plain("{\"t\": [0, 1], \"a\": " BODY ", \"b\": " BODY ",}", false);
  require_plain("{\"t\": [0, 1], \"a\": " BODY ", \"b\": " BODY, false);
  require_plain("", false);
  require_plain("{}", false);
}

/* A line is cut off anywhere, in memory of that length: nothing behind its end is read. */
static void nothing_is_read_behind_the_end_of_a_line(void **state) {
  const char *line = "{\"id\": \"x\", " REST;
  (void)state;
  for (size_t length = 0; length < strlen(line); length++) {
    char *cut = malloc(length + 1);
    assert_non_null(cut);
    memcpy(cut, line, length);
    cut[length] = '\n';
    assert_false(compare(cut, length));
    free(cut);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(queries_as_programs_write_them_are_plain),
      cmocka_unit_test(a_line_is_read_as_the_parser_reads_it_or_not_at_all),
      cmocka_unit_test(only_what_is_plain_is_read),
      cmocka_unit_test(nothing_is_read_behind_the_end_of_a_line),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# seed %d\n", SEED);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
