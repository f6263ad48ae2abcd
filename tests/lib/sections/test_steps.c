/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The description's steps 1 to 6, walked in every section of queries of every family, and compared with the section's
 * own pairs.
 *
 * Oracles: the section's 30 pairs, which matrix motions get from the signs of triple products; the corners that support
 * two boxes (facing.h); and, for octants, the products of normals and edges from poses in long double.
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

#include "bms_sections.h"
#include "facing.h"
#include "families.h"
#include "long_pose.h"
#include "query_text.h"
#include "random.h"
#include "repetitions.h"
#include "sections/steps.h"

static const uint64_t SEED = 20060515;
enum { QUERIES = 12, LEAST_QUERIES = 6 };

/* ------------------------------------------------------------------ sections of one query */

typedef struct walked {
  const bms_query *query;
  int sections, noisy, crowded, whole, clear;
} walked;

static void check(bool right, const char *what, const bms_section *section, const walked *w) {
  if (right) return;
  print_message("# %s: section %d, t = %a\n", what, section->number, section->middle);
  query_write_hex(stdout, "# ", w->query);
  fail();
}

static bool is_same(const bms_pair *p, const bms_pair *q) {
  return p->kind == q->kind && p->a == q->a && p->b == q->b;
}

/* Returns true if the section has a pair. */
static bool has(const bms_section *section, const bms_pair *pair) {
  for (int k = 0; k < BMS_SECTION_PAIRS; k++)
    if (is_same(&section->plane[k].pair, pair)) return true;
  return false;
}

/* A sign that is not marked as noise is the sign in long double. */
static void check_octants(const bms_section *section, const walked *w) {
  long_pose a = long_pose_at(&w->query->a.motion, section->middle);
  long_pose b = long_pose_at(&w->query->b.motion, section->middle);
  if (!long_doubles_are_long()) return;
  for (int k = 0; k < 9; k++) {
    if (section->steps.noise >> k & 1) continue;
    long double normal[3];
    long_face_normal(&a, k / 3, normal);
    bool below = long_dot(normal, b.column[k % 3]) < 0;
    check(below == (section->steps.octant[k / 3] >> k % 3 & 1), "octant", section, w);
  }
}

static void check_section(const bms_section *section, void *context) {
  walked *w = context;
  const bms_section_steps *steps = &section->steps;
  int common = 0;
  w->sections++;
  w->noisy += steps->noise != 0;
  w->crowded += steps->crowded;
  w->clear += steps->noise == 0 && !steps->crowded;
  w->whole += steps->noise == 0 && steps->common == BMS_SECTION_PAIRS;
  for (int i = 0; i < steps->count; i++) {
    bool known = has(section, &steps->pair[i]);
    common += known;
    if (steps->noise == 0 && i < 6) check(known && steps->pair[i].kind == BMS_PAIR_VO, "VO pair", section, w);
    for (int k = 0; k < i; k++) check(!is_same(&steps->pair[i], &steps->pair[k]), "pair twice", section, w);
  }
  check(common == steps->common, "number of common pairs", section, w);
  check(steps->crowded ? steps->count < BMS_SECTION_PAIRS : steps->count == BMS_SECTION_PAIRS, "count", section, w);
  check_octants(section, w);
}

/* Walks queries of a family; returns false for one that has none within the walk's range. */
static bool walk_family(int family, walked *total) {
  *total = (walked){.sections = 0};
  for (int n = repetitions_at_least(LEAST_QUERIES, QUERIES) - 1; n >= 0; n--) {
    bms_query query;
    bms_sections_answer answer;
    family_query(family, SEED + (uint64_t)n, &query);
    total->query = &query;
    bms_sections_walk(&query, check_section, total, &answer);
  }
  total->query = NULL;
  return total->sections > 0;
}

/* ------------------------------------------------------------------ families */

static void the_steps_are_walked_in_every_section_of_every_family(void **state) {
  (void)state;
  int families = 0, noisy = 0, crowded = 0;
  for (int family = 0; family < family_count(); family++) {
    walked w;
    if (!walk_family(family, &w)) continue;
    families++;
    noisy += w.noisy > 0;
    crowded += w.crowded > 0;
    print_message("# %-20s %4d sections: %4d with noise, %4d crowded, %4d with all pairs\n", family_name(family),
                  w.sections, w.noisy, w.crowded, w.whole);
  }
  assert_true(families > family_count() / 2 && noisy > 3 && crowded > 0);
}

/* Rectangular boxes, as rigid motions and as matrices with a weight: the steps were made for these. */
static void the_steps_find_all_pairs_of_boxes_that_stay_rectangular(void **state) {
  (void)state;
  static const char *const RECTANGULAR[] = {"tumble", "accelerate", "wide_turn", "homogeneous"};
  for (size_t i = 0; i < sizeof RECTANGULAR / sizeof RECTANGULAR[0]; i++) {
    walked w;
    int family = family_called(RECTANGULAR[i]);
    assert_true(family < family_count() && walk_family(family, &w));
    assert_true(w.whole > 10);
    assert_int_equal(w.whole + w.noisy, w.sections);
  }
}

/* Sheared boxes: most sections have the steps' pairs, some do not. */
static void the_steps_differ_for_skewed_boxes_and_the_trace_counts_it(void **state) {
  (void)state;
  walked w;
  assert_true(walk_family(family_called("shear"), &w));
  assert_true(w.whole > 0 && w.whole < w.sections);
}

/* ------------------------------------------------------------------ single poses */

/* A parallelepiped with right angles, edges of different lengths and the columns' error of an ordinary matrix. */
static facing_body random_cuboid(random_source *source) {
  facing_body b = {.column_error = 1e-15, .column_length = 2};
  double q[4];
  random_direction(source, q, 4);
  for (int i = 0; i < 3; i++) {
    double axis[3] = {i == 0, i == 1, i == 2}, c[3], length = random_uniform(source, 0.25, 2);
    facing_cross(q + 1, axis, c);
    double along = facing_dot(q + 1, axis), n = 2 * q[0] * q[0] - 1;
    for (int r = 0; r < 3; r++) b.column[i][r] = length * (n * axis[r] + 2 * along * q[1 + r] + 2 * q[0] * c[r]);
  }
  return b;
}

/* Returns true if the features of a pair are the corners that stand out along its axis, one way or the other. */
static bool supports(const facing_body *a, const facing_body *b, const bms_pair *pair) {
  double n[3], out[3], back[3];
  facing_axis(a, b, facing_axis_of_pair(pair), true, n);
  for (int way = -1; way <= 1; way += 2) {
    facing_scaled(n, way, out);
    facing_scaled(n, -way, back);
    if (facing_support(a, out, FACING_GENERIC) == facing_corners_of_a(pair) &&
        facing_support(b, back, FACING_GENERIC) == facing_corners_of_b(pair))
      return true;
  }
  return false;
}

static void the_steps_find_the_supporting_features_of_rectangular_boxes_of_any_edges(void **state) {
  (void)state;
  random_source source = random_from(SEED);
  int compared = 0, wanted = repetitions(1000);
  for (int n = 0; n < wanted; n++) {
    facing_body a = random_cuboid(&source), b = random_cuboid(&source);
    bms_topology topology;
    bms_section_steps steps;
    if (!facing_is_generic(&a, &b)) continue;
    compared++;
    bms_topology_of_parallelepipeds(&a, &b, &topology);
    bms_steps_take(&a, &b, &topology, &steps);
    assert_int_equal(steps.count, BMS_PAIRS);
    assert_int_equal(steps.common, BMS_PAIRS);
    assert_int_equal(steps.noise, 0);
    for (int i = 0; i < steps.count; i++) assert_true(supports(&a, &b, &steps.pair[i]));
  }
  assert_true(compared > wanted - wanted / 8);
}

/* Aligned boxes: six of nine products are zero, or what rounding makes of it. */
static void an_octant_that_rounding_has_chosen_is_marked(void **state) {
  (void)state;
  static const double OFF[] = {0, 1e-17, 4e-16, -4e-16};
  for (size_t k = 0; k < sizeof OFF / sizeof OFF[0]; k++) {
    facing_body a = {.column = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .column_error = 1e-15, .column_length = 1};
    facing_body b = a;
    bms_topology topology;
    bms_section_steps steps;
    b.column[0][1] = OFF[k];
    bms_topology_of_parallelepipeds(&a, &b, &topology);
    bms_steps_take(&a, &b, &topology, &steps);
    assert_int_equal(steps.noise, 0x1ff & ~(1 | 1 << 4 | 1 << 8));
    b.column[0][1] = 1e-13;
    bms_steps_take(&a, &b, &topology, &steps);
    assert_int_equal(steps.noise >> 3 & 1, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_steps_are_walked_in_every_section_of_every_family),
      cmocka_unit_test(the_steps_find_all_pairs_of_boxes_that_stay_rectangular),
      cmocka_unit_test(the_steps_differ_for_skewed_boxes_and_the_trace_counts_it),
      cmocka_unit_test(the_steps_find_the_supporting_features_of_rectangular_boxes_of_any_edges),
      cmocka_unit_test(an_octant_that_rounding_has_chosen_is_marked),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
