/* SPDX-License-Identifier: BSD-3-Clause */

/* Tests points inside of a mesh, against unions of boxes, for which the answer is plain. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bms_mesh.h"
#include "random.h"
#include "random_solids.h"
#include "repetitions.h"

enum { SEED = 8128, ROUNDS = 300, POINTS = 200, TRIANGLES = 12 * SOLID_BOXES };

/* A triangle with vertices of its own, as an STL has them. */
typedef struct soup {
  int count;
  double vertex[TRIANGLES][9];
} soup;

static soup soup_of_boxes(const bms_box *box, int count) {
  bms_mesh *mesh = mesh_of_boxes(box, count);
  soup s = {.count = bms_mesh_triangle_count(mesh)};
  for (int i = 0; i < s.count; i++) bms_mesh_triangle(mesh, i, s.vertex[i]);
  bms_mesh_destroy(mesh);
  return s;
}

/* Turns a triangle over. */
static void turn_over(double vertex[9]) {
  double first[3];
  memcpy(first, vertex, sizeof first);
  memmove(vertex, vertex + 3, sizeof first);
  memcpy(vertex + 3, first, sizeof first);
}

static bms_mesh *mesh_of_soup(const soup *s) {
  int index[3 * TRIANGLES];
  for (int i = 0; i < 3 * TRIANGLES; i++) index[i] = i;
  bms_mesh_source source = {
      .vertex = s->vertex, .vertex_count = 3 * s->count, .index = index, .triangle_count = s->count, .solid = true};
  return bms_mesh_create(&source, NULL, NULL);
}

static bms_box random_box(random_source *r) {
  bms_box box;
  for (int j = 0; j < 3; j++) {
    double middle = random_uniform(r, -1, 1), half = random_power_of_ten(r, -2, 0);
    box.min[j] = middle - half;
    box.max[j] = middle + half;
  }
  return box;
}

static bool is_in(const bms_box *box, const double x[3]) {
  for (int j = 0; j < 3; j++)
    if (x[j] < box->min[j] || x[j] > box->max[j]) return false;
  return true;
}

/* Points anywhere, and in the middles of boxes and of parts of them, from where rays meet edges. */
static void random_point(random_source *r, const bms_box *box, double x[3]) {
  static const double PARTS[] = {0.5, 0.25, 0.125, 0.75};
  bool odd = random_below(r, 2) == 0;
  for (int j = 0; j < 3; j++) {
    double part = odd ? PARTS[random_below(r, 4)] : random_uniform(r, -0.2, 1.2);
    x[j] = box->min[j] + part * (box->max[j] - box->min[j]);
  }
}

static void the_inside_of_boxes_is_that_of_their_mesh(void **state) {
  random_source r = random_from(SEED);
  int inside = 0;
  (void)state;
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    bms_box box[SOLID_BOXES];
    int count = 1 + random_below(&r, SOLID_BOXES), turned = random_below(&r, 3);
    for (int i = 0; i < count; i++) box[i] = random_box(&r);
    soup s = soup_of_boxes(box, count);
    for (int i = 0; i < s.count && turned == 1; i++) turn_over(s.vertex[i]);
    /* This is for one box only: if parts overlap that are not wound, the odd count has it outside. */
    if (turned == 2 && count == 1) turn_over(s.vertex[random_below(&r, s.count)]);
    bms_mesh *mesh = mesh_of_soup(&s);
    assert_int_equal(bms_mesh_open_edges(mesh), 0);
    for (int k = 0; k < POINTS; k++) {
      double x[3];
      bool wanted = false;
      random_point(&r, &box[random_below(&r, count)], x);
      for (int i = 0; i < count; i++) wanted = wanted || is_in(&box[i], x);
      assert_int_equal(bms_mesh_encloses(mesh, x), wanted);
      inside += wanted;
    }
    bms_mesh_destroy(mesh);
  }
  assert_true(inside > 0);
}

static void a_hollow_is_outside(void **state) {
  random_source r = random_from(SEED + 1);
  const bms_box box[2] = {{{-2, -2, -2}, {2, 2, 2}}, {{-1.1, -1.2, -1.3}, {1.1, 1.6, 1.2}}};
  soup s = soup_of_boxes(box, 2);
  (void)state;
  for (int i = 12; i < 24; i++) turn_over(s.vertex[i]);
  bms_mesh *mesh = mesh_of_soup(&s);
  for (int k = 0; k < POINTS; k++) {
    double x[3];
    random_point(&r, &box[0], x);
    assert_int_equal(bms_mesh_encloses(mesh, x), is_in(&box[0], x) && !is_in(&box[1], x));
  }
  bms_mesh_destroy(mesh);
}

static void an_open_part_has_no_inside(void **state) {
  const bms_box box[2] = {{{-2, -2, -2}, {2, 2, 2}}, {{5, 5, 5}, {6, 6, 6}}};
  const double in_first[3] = {0.1, 0.2, 0.3}, in_second[3] = {5.5, 5.5, 5.5};
  soup s = soup_of_boxes(box, 2);
  (void)state;
  memmove(s.vertex[3], s.vertex[4], (size_t)(s.count - 4) * sizeof *s.vertex);
  s.count--;
  bms_mesh *mesh = mesh_of_soup(&s);
  assert_int_equal(bms_mesh_open_edges(mesh), 3);
  assert_false(bms_mesh_encloses(mesh, in_first));
  assert_true(bms_mesh_encloses(mesh, in_second));
  bms_mesh_destroy(mesh);
}

static void a_surface_has_no_inside(void **state) {
  const bms_box box = {{-1, -1, -1}, {1, 1, 1}};
  const double middle[3] = {0, 0, 0};
  soup s = soup_of_boxes(&box, 1);
  int index[3 * 12];
  (void)state;
  for (int i = 0; i < 3 * 12; i++) index[i] = i;
  bms_mesh_source source = {.vertex = s.vertex, .vertex_count = 36, .index = index, .triangle_count = 12};
  bms_mesh *mesh = bms_mesh_create(&source, NULL, NULL);
  assert_int_equal(bms_mesh_open_edges(mesh), -1);
  assert_false(bms_mesh_encloses(mesh, middle));
  bms_mesh_destroy(mesh);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_inside_of_boxes_is_that_of_their_mesh),
      cmocka_unit_test(a_hollow_is_outside),
      cmocka_unit_test(an_open_part_has_no_inside),
      cmocka_unit_test(a_surface_has_no_inside),
  };
  printf("# seed %d\n", SEED);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
