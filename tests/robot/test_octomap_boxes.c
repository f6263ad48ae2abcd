/* SPDX-License-Identifier: BSD-3-Clause */

/* Cubes joined to boxes fill the same cells of a grid, each once, with sides within the limit. */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "files/octomap_boxes.h"
#include "random.h"

enum { SEED = 44, ROUNDS = 40, SIDE = 24, CELLS = SIDE * SIDE * SIDE };

typedef struct grid {
  int filled[SIDE][SIDE][SIDE]; /* how many boxes fill each cell */
} grid;

static void fill(grid *g, const octomap_box *box) {
  for (int x = box->min[0]; x < box->max[0]; x++)
    for (int y = box->min[1]; y < box->max[1]; y++)
      for (int z = box->min[2]; z < box->max[2]; z++) g->filled[x][y][z]++;
}

static octomap_box cube(int x, int y, int z, int side) {
  return (octomap_box){{x, y, z}, {x + side, y + side, z + side}};
}

/* Joins the boxes, which fill `before`; checks them, and returns how many are left. */
static size_t join(octomap_box *box, size_t count, int longest, const grid *before) {
  static grid after;
  size_t left = octomap_boxes_join(box, count, longest);
  memset(&after, 0, sizeof after);
  for (size_t i = 0; i < left; i++) {
    fill(&after, &box[i]);
    for (int r = 0; r < 3; r++) assert_in_range(box[i].max[r] - box[i].min[r], 1, longest);
  }
  assert_memory_equal(before, &after, sizeof after);
  return left;
}

static size_t join_block(int x, int y, int z, int longest) {
  static octomap_box box[CELLS];
  static grid before;
  size_t count = 0;
  memset(&before, 0, sizeof before);
  for (int i = 0; i < x * y * z; i++) box[count++] = cube(i % x, i / x % y, i / x / y, 1);
  for (size_t i = 0; i < count; i++) fill(&before, &box[i]);
  return join(box, count, longest, &before);
}

static void blocks_have_as_few_boxes_as_the_limit_lets(void **state) {
  (void)state;
  assert_int_equal(join_block(1, 1, 1, 8), 1);
  assert_int_equal(join_block(8, 8, 8, 8), 1);
  assert_int_equal(join_block(24, 24, 1, 8), 9);
  assert_int_equal(join_block(24, 9, 3, 8), 6);
  assert_int_equal(join_block(24, 24, 24, 24), 1);
  assert_int_equal(join_block(5, 4, 3, 1), 60);
  assert_int_equal(octomap_boxes_join(NULL, 0, 8), 0);
}

/* Cubes of sides 1, 2 and 4 on their grids, as the leaves of an octree are. */
static size_t draw(random_source *r, octomap_box *box, grid *before) {
  size_t count = 0;
  double filled = random_uniform(r, 0.05, 0.98);
  memset(before, 0, sizeof *before);
  for (int side = 4; side >= 1; side /= 2)
    for (int x = 0; x < SIDE; x += side)
      for (int y = 0; y < SIDE; y += side)
        for (int z = 0; z < SIDE; z += side) {
          if (before->filled[x][y][z] != 0 || random_uniform(r, 0, 1) > filled) continue;
          box[count] = cube(x, y, z, side);
          fill(before, &box[count++]);
        }
  return count;
}

static void leaves_of_any_sides_fill_the_same_cells(void **state) {
  static octomap_box box[CELLS];
  static grid before;
  (void)state;
  random_source r = random_from(SEED);
  size_t all = 0, left = 0;
  for (int round = 0; round < ROUNDS; round++) {
    size_t count = draw(&r, box, &before);
    all += count;
    left += join(box, count, round % 2 == 0 ? 8 : 4, &before);
  }
  assert_true(left < all && all > 10000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_have_as_few_boxes_as_the_limit_lets),
      cmocka_unit_test(leaves_of_any_sides_fill_the_same_cells),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
