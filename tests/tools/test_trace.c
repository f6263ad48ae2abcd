/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The trace of the command-line program, for queries of all families: it is JSON, and has the report of
 * bms_sections_walk(), every number to the last bit; the readable form has every pair and every root.
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "bms_sections.h"
#include "families.h"
#include "query_text.h"
#include "repetitions.h"
#include "first_contact/trace_json.h"
#include "first_contact/trace_text.h"

enum { QUERIES_PER_FAMILY = 4 };

static const bms_query *present; /* the query of the trace */

static void check(bool right, const char *what) {
  if (right) return;
  print_message("# %s\n", what);
  query_write_hex(stdout, "# ", present);
  fail();
}

/* ------------------------------------------------------------------ JSON */

/* Returns the number of a member, or NaN for null. */
static double number_of(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  check(value != NULL, key);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

static bool same(double x, double y) {
  return (isnan(x) && !isfinite(y)) || (x <= y && x >= y);
}

static void check_string(const json_t *object, const char *key, const char *expected) {
  const char *value = json_string_value(json_object_get(object, key));
  check(value != NULL && strcmp(value, expected) == 0, key);
}

static void check_pair(const json_t *object, const bms_pair *pair) {
  char a[BMS_NAME_SIZE], b[BMS_NAME_SIZE];
  bms_pair_names(pair, a, b);
  check_string(object, "kind", bms_pair_kind_name(pair->kind));
  check_string(object, "a", a);
  check_string(object, "b", b);
}

static void check_roots(const json_t *roots, const bms_section_plane *plane) {
  static const char *const PLACES[] = {"outside", "inside", "undecided"};
  check((int)json_array_size(roots) == plane->root_count, "number of roots");
  for (int k = 0; k < plane->root_count; k++) {
    const json_t *root = json_array_get(roots, (size_t)k);
    check(same(number_of(root, "t"), plane->root[k].t), "t of a root");
    check_string(root, "place", PLACES[plane->root[k].place]);
    if (plane->root[k].outside >= 0) check(same(number_of(root, "outside"), plane->root[k].outside), "outside");
  }
}

static void check_steps(const json_t *shown, const bms_section_steps *steps) {
  const json_t *pairs = json_object_get(shown, "pairs"), *octants = json_object_get(shown, "octants");
  int noise = 0;
  for (int i = 0; i < 3; i++) {
    char normal[BMS_NAME_SIZE], octant[BMS_NAME_SIZE];
    bms_pair_names(&(bms_pair){BMS_PAIR_VO, 2 * i + 1, steps->octant[i]}, normal, octant);
    const char *value = json_string_value(json_array_get(octants, (size_t)i));
    check(value != NULL && strcmp(value, octant) == 0, "octant");
  }
  for (int k = 0; k < 9; k++) noise += (int)(steps->noise >> k & 1);
  check((int)json_array_size(json_object_get(shown, "noise")) == noise, "noise");
  check(json_is_true(json_object_get(shown, "crowded")) == (steps->crowded != 0), "crowded");
  check(same(number_of(shown, "common"), steps->common), "common");
  check((int)json_array_size(pairs) == steps->count, "number of pairs of the steps");
  for (int i = 0; i < steps->count; i++) check_pair(json_array_get(pairs, (size_t)i), &steps->pair[i]);
}

static void check_section(const bms_section *section, void *context) {
  const json_t *seen = json_array_get(context, (size_t)section->number);
  const json_t *planes = json_object_get(seen, "planes");
  int switches = 0;
  check(same(number_of(seen, "start"), section->start) && same(number_of(seen, "end"), section->end), "times");
  check(same(number_of(seen, "middle"), section->middle), "middle");
  check(json_is_true(json_object_get(seen, "contact")) == (section->contact != 0), "contact");
  for (int k = 0; k < section->equations; k++) switches += (section->switches & 1u << k) != 0;
  check((int)json_array_size(json_object_get(seen, "switches")) == switches, "switches");
  check(json_array_size(planes) == BMS_SECTION_PAIRS, "30 planes");
  check_steps(json_object_get(seen, "steps"), &section->steps);
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) {
    const bms_section_plane *plane = &section->plane[i];
    const json_t *shown = json_array_get(planes, (size_t)i), *c = json_object_get(shown, "coefficients");
    check_pair(shown, &plane->pair);
    check((int)json_array_size(c) == plane->degree + 1, "number of coefficients");
    for (int k = 0; k <= plane->degree; k++)
      check(same(json_number_value(json_array_get(c, (size_t)k)), plane->coefficient[k]), "coefficient");
    check(same(number_of(shown, "error"), plane->error), "error");
    check(json_is_true(json_object_get(shown, "vanishes")) == (plane->vanishes != 0), "vanishes");
    check(json_is_true(json_object_get(shown, "implied")) == (plane->implied != 0), "implied");
    check_roots(json_object_get(shown, "roots"), plane);
  }
}

static void check_json(const bms_query *query) {
  bms_sections_answer answer;
  text out = {NULL, 0, 0, false};
  json_error_t error;
  present = query;
  text_add_string(&out, "{\"id\": 1");
  check(trace_json_write(&out, query), "contradiction");
  text_add_string(&out, "}");
  json_t *line = json_loadb(out.start, out.length, JSON_REJECT_DUPLICATES, &error);
  check(line != NULL, "not JSON");
  const json_t *trace = json_object_get(line, "trace");
  bms_sections_walk(query, check_section, json_object_get(trace, "sections"), &answer);
  check((int)json_array_size(json_object_get(trace, "sections")) == answer.sections, "number of sections");
  check_string(trace, "status", bms_status_name(answer.status));
  check_string(trace, "agreement", bms_agreement_name(answer.agreement));
  check(same(number_of(trace, "t"), answer.t), "t");
  check(same(number_of(trace, "earliest"), answer.earliest), "earliest");
  check(same(number_of(trace, "latest"), answer.latest), "latest");
  if (answer.section >= 0) check_pair(json_object_get(trace, "pair"), &answer.pair);
  json_decref(line);
  text_free(&out);
}

/* ------------------------------------------------------------------ text */

static int count_of(const char *whole, const char *piece) {
  int count = 0;
  for (const char *at = whole; (at = strstr(at, piece)) != NULL; at += strlen(piece)) count++;
  return count;
}

static void count_roots(const bms_section *section, void *context) {
  int *roots = context;
  for (int i = 0; i < BMS_SECTION_PAIRS; i++) *roots += section->plane[i].root_count;
}

static void check_text(const bms_query *query) {
  bms_sections_answer answer;
  text out = {NULL, 0, 0, false};
  int roots = 0;
  present = query;
  check(trace_text_write(&out, (json_span){"7", 1}, query), "contradiction");
  text_add(&out, "", 1);
  bms_sections_walk(query, count_roots, &roots, &answer);
  check(strncmp(out.start, "query 7: t = ", 13) == 0, "the query's own line");
  check(count_of(out.start, "\nsection ") == answer.sections, "a paragraph for each section");
  check(count_of(out.start, "\n  VO ") == answer.sections && count_of(out.start, "\n  OV ") == answer.sections &&
            count_of(out.start, "\n  EE ") == 3 * answer.sections,
        "thirty pairs in five lines");
  check(count_of(out.start, "\n  t = ") == roots, "a line for each root");
  check(count_of(out.start, "\n  steps 1 to 6: ") == answer.sections, "a line for the steps of each section");
  check(count_of(out.start, "\ncertified: ") == 1 && count_of(out.start, "\nthey ") == 1, "the result");
  text_free(&out);
}

/* ------------------------------------------------------------------ families */

static void for_all_valid(void (*checked)(const bms_query *)) {
  int count = repetitions(QUERIES_PER_FAMILY);
  for (int family = 0; family < family_count(); family++) {
    for (int n = 1; n <= count; n++) {
      bms_query query;
      bms_contact contact;
      family_query(family, (uint64_t)n, &query);
      if (bms_first_contact(&query, &contact) != BMS_INVALID) checked(&query);
    }
  }
}

static void a_trace_is_json_and_says_what_the_walk_reports(void **state) {
  (void)state;
  for_all_valid(check_json);
}

static void a_readable_trace_has_every_section_pair_and_root(void **state) {
  (void)state;
  for_all_valid(check_text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_trace_is_json_and_says_what_the_walk_reports),
      cmocka_unit_test(a_readable_trace_has_every_section_pair_and_root),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
