/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The oracle against what was known before it: the answers that came with the public queries, digit by digit; and
 * against itself, its contact intervals and samples of the gaps.
 *
 * The data are in $srcdir/tests/data.  BMS_SOAK multiplies the number of random queries.
 */

#include "families.h"
#include "oracle.h"
#include "query_text.h"
#include "random.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE_SIZE = 16384, NAME_SIZE = 512, ID_SIZE = 64, PUBLIC_QUERIES = 264, DIGITS = 40, DECIMAL_SIZE = 400 };

static FILE *open_data(const char *name) {
  const char *root = getenv("srcdir");
  char path[NAME_SIZE];
  FILE *file;

  snprintf(path, sizeof path, "%s/tests/data/%s", root == NULL ? "." : root, name);
  file = fopen(path, "r");
  if (file == NULL) fail_msg("cannot read %s", path);
  return file;
}

static unsigned axes_of(const json_t *names) {
  unsigned axes = 0;
  size_t i;
  int k;

  for (i = 0; i < json_array_size(names); i++)
    for (k = 0; k < SCENE_AXES; k++)
      if (strcmp(json_string_value(json_array_get(names, i)), oracle_axis_name(k)) == 0) axes |= 1u << k;
  return axes;
}

static void compare(oracle *o, const json_t *truth) {
  static const char *const status[] = {"separated", "contact", "touching", "overlapping"};
  char t[DECIMAL_SIZE];

  assert_string_equal(status[o->status], json_string_value(json_object_get(truth, "status")));
  assert_int_equal(o->status != BMS_SEPARATED, json_is_true(json_object_get(truth, "contact")));
  if (o->status == BMS_SEPARATED) return;
  oracle_decimal(o, DIGITS, t);
  assert_string_equal(t, json_string_value(json_object_get(truth, "t")));
  assert_int_equal(o->axes, axes_of(json_object_get(truth, "axes")));
  assert_int_equal(o->status != BMS_CONTACT, json_is_true(json_object_get(truth, "initial")));
  assert_int_equal(o->graze, json_is_true(json_object_get(truth, "graze")));
}

static void the_public_queries_have_the_public_answers(void **state) {
  FILE *queries = open_data("public.jsonl"), *truths = open_data("public.truth.jsonl");
  char line[LINE_SIZE], answer[LINE_SIZE], id[ID_SIZE];
  bms_query query;
  oracle o;
  int count = 0;

  (void)state;
  while (fgets(line, LINE_SIZE, queries) != NULL && fgets(answer, LINE_SIZE, truths) != NULL) {
    json_t *truth = json_loads(answer, 0, NULL);
    assert_int_equal(query_read_json(line, id, ID_SIZE, &query), 0);
    assert_string_equal(id, json_string_value(json_object_get(truth, "id")));
    oracle_init(&o, &query);
    compare(&o, truth);
    oracle_clear(&o);
    json_decref(truth);
    count++;
  }
  fclose(queries);
  fclose(truths);
  assert_int_equal(count, PUBLIC_QUERIES);
}

/* ------------------------------------------------------------------ against samples */

static int apart_at(oracle *o, const fmpz_t numerator, slong depth) {
  int k;

  for (k = 0; k < SCENE_AXES; k++)
    if (scene_gap_sign_dyadic(scene_axis_of(&o->scene, k), numerator, depth) > 0) return 1;
  return 0;
}

static int inside_some(oracle_interval *interval, int count, algebraic *at) {
  int i;

  for (i = 0; i < count; i++)
    if (algebraic_compare(&interval[i].enter, at) <= 0 && algebraic_compare(at, &interval[i].exit) <= 0) return 1;
  return 0;
}

/* Draws a time: half of the samples are anywhere, half within 2^-30 of an end of a contact. */
static void sample(random_source *r, oracle_interval *interval, int count, algebraic *at) {
  int i = count == 0 ? 0 : random_below(r, count);

  algebraic_set_dyadic(at, random_below(r, 65537), 16);
  if (count == 0 || random_below(r, 2) == 0) return;
  algebraic_set(at, random_below(r, 2) == 0 ? &interval[i].enter : &interval[i].exit);
  algebraic_refine(at, 30);
  at->exact = 1;
  if (at->depth <= 30 && random_below(r, 2) == 0 && fmpz_cmp_si(at->low, 1L << at->depth) < 0)
    fmpz_add_ui(at->low, at->low, 1);
}

static void check_samples(int family, uint64_t seed) {
  bms_query query;
  oracle o;
  oracle_interval *interval;
  algebraic at;
  random_source r = random_from(seed);
  int i, count;

  family_query(family, seed, &query);
  oracle_init(&o, &query);
  if (o.status == BMS_INVALID)
    fail_msg("%s-%llu: reason %d", family_name(family), (unsigned long long)seed, (int)o.reason);
  count = oracle_intervals(&o, &interval);
  algebraic_init(&at);
  assert_int_equal(count > 0, o.status != BMS_SEPARATED);
  if (count > 0) {
    assert_int_equal(algebraic_compare(&interval[0].enter, &o.time), 0);
    if (o.graze) assert_int_equal(algebraic_compare(&interval[0].exit, &o.time), 0);
  }
  for (i = 0; i < 20; i++) {
    sample(&r, interval, count, &at);
    if (apart_at(&o, at.low, at.depth) == inside_some(interval, count, &at))
      fail_msg("%s-%llu: a sample contradicts the intervals", family_name(family), (unsigned long long)seed);
  }
  algebraic_clear(&at);
  oracle_intervals_clear(interval, count);
  oracle_clear(&o);
}

static void the_contact_intervals_agree_with_samples(void **state) {
  const char *soak = getenv("BMS_SOAK");
  unsigned long i, queries = 10 * (soak == NULL || strtoul(soak, NULL, 10) == 0 ? 1 : strtoul(soak, NULL, 10));
  int family;

  (void)state;
  for (family = 0; family < family_count(); family++)
    for (i = 1; i <= queries; i++) check_samples(family, i);
}

/* ------------------------------------------------------------------ validity */

static void expect(const bms_query *query, bms_reason reason, bms_part where) {
  oracle o;

  oracle_init(&o, query);
  assert_int_equal(o.reason, reason);
  assert_int_equal(o.where, where);
  assert_int_equal(o.status == BMS_INVALID, reason != BMS_VALID);
  oracle_clear(&o);
}

static void every_fault_of_a_query_is_named(void **state) {
  bms_query good, bad;

  (void)state;
  family_query(family_called("homogeneous"), 1, &good);
  expect(&good, BMS_VALID, BMS_PART_QUERY);
  bad = good;
  bad.t1 = -1.0;
  expect(&bad, BMS_INTERVAL_REVERSED, BMS_PART_QUERY);
  bad = good;
  bad.a.box.min[1] = bad.a.box.max[1] + 1.0;
  expect(&bad, BMS_BOX_REVERSED, BMS_PART_A);
  bad = good;
  bad.b.motion.matrix.weight[0] = 0.0;
  expect(&bad, BMS_WEIGHT_NOT_POSITIVE, BMS_PART_B);
  bad = good;
  memcpy(bad.b.motion.matrix.entry[0], bad.b.motion.matrix.entry[1], sizeof bad.b.motion.matrix.entry[0]);
  expect(&bad, BMS_MATRIX_SINGULAR, BMS_PART_B);
  family_query(0, 1, &bad);
  memset(bad.a.motion.rigid.quaternion, 0, sizeof bad.a.motion.rigid.quaternion);
  bad.a.motion.rigid.quaternion[1][0] = -0.5;
  bad.a.motion.rigid.quaternion[1][1] = 1.0;
  expect(&bad, BMS_QUATERNION_VANISHES, BMS_PART_A);
  bad.t1 = 0.5; /* the contact is at the closed end */
  expect(&bad, BMS_QUATERNION_VANISHES, BMS_PART_A);
  bad.t1 = 0x1.fffffffffffffp-2;
  expect(&bad, BMS_VALID, BMS_PART_QUERY);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_public_queries_have_the_public_answers),
      cmocka_unit_test(the_contact_intervals_agree_with_samples),
      cmocka_unit_test(every_fault_of_a_query_is_named),
  };
  int failed;

  cmocka_set_message_output(CM_OUTPUT_TAP);
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  flint_cleanup();
  return failed;
}
