/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The arm and the scenes of the files: random edges through the cell and through the scenes of MotionBenchMaker,
 * against dense samples (random_arm.h).
 */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmocka_names.h"
#include "random.h"
#include "random_arm.h"
#include "repetitions.h"
#include "files/robot_read.h"

enum { SEED = 3141592, ROUNDS = 120, ERROR_SIZE = 300, WIDTH = 6 };

static const double FINEST = 1.0 / 1000, ORACLE = 1e-12, TOLERANCE = 1e-4;

static void path_of(const char *name, char out[ERROR_SIZE]) {
  const char *source = getenv("srcdir");
  snprintf(out, ERROR_SIZE, "%s/%s", source != NULL ? source : ".", name);
}

/* Makes each shape the box around it, as the oracle knows boxes only. */
static void box_shapes(robot *arm) {
  for (int i = 0; i < arm->chain.shape_count; i++) {
    bms_box box = bms_placed_bounds(&arm->shape[i]);
    arm->shape[i].convex = bms_convex_box(&box, 0);
  }
}

static void read_all(robot *arm, const char *scene) {
  char error[ERROR_SIZE] = "", name[2][ERROR_SIZE];
  const char *file[2] = {name[0], name[1]};
  robot_request request = {.file = file, .file_count = 2};
  robot_init(arm);
  path_of("examples/arm/ur5_boxes.urdf", name[0]);
  path_of(scene, name[1]);
  if (!robot_read(arm, &request, error, sizeof error)) print_message("%s\n", error);
  assert_string_equal(error, "");
  assert_int_equal(arm->chain.variable_count, WIDTH);
  assert_int_in_range(arm->chain.shape_count, 9, ARM_BOXES);
  box_shapes(arm);
}

/* Draws an edge that begins where the arm is free, if a few tries find that: an edge that begins in contact shows
   little. */
static void random_edge(random_source *r, const bms_chain *chain, double from[WIDTH], double to[WIDTH]) {
  static const double LOW[WIDTH] = {-3.1, -2.4, -2, -3, -3, -3}, HIGH[WIDTH] = {3.1, -0.4, 2, 3, 3, 3};
  double size = random_power_of_ten(r, -1.5, 0), value[WIDTH][BMS_MOVE_TERMS];
  bms_move still = {0, 0, (const double(*)[BMS_MOVE_TERMS])value};
  memset(value, 0, sizeof value);
  for (int tries = 0; tries < 30; tries++) {
    for (int v = 0; v < WIDTH; v++) from[v] = value[v][0] = random_uniform(r, LOW[v], HIGH[v]);
    if (arm_gap(chain, &still, 0, 0) > 0) break;
  }
  for (int v = 0; v < WIDTH; v++) to[v] = from[v] + size * (random_uniform(r, LOW[v], HIGH[v]) - from[v]);
}

static void check_scene(const char *scene, uint64_t seed) {
  random_source r = random_from(seed);
  robot arm;
  int met = 0, initial = 0;
  read_all(&arm, scene);
  for (int round = 0; round < repetitions(ROUNDS); round++) {
    double from[WIDTH], to[WIDTH], value[WIDTH][BMS_MOVE_TERMS];
    bms_move move = {0, 1, (const double(*)[BMS_MOVE_TERMS])value};
    bms_chain_contact contact;
    random_edge(&r, &arm.chain, from, to);
    bms_move_linear(WIDTH, 0, from, 1, to, value);
    bms_status status = bms_chain_first_contact(&arm.chain, &move, TOLERANCE, &contact);
    double until = status == BMS_SEPARATED ? 1 : contact.t;
    double sampled = arm_sampled_contact(&arm.chain, &move, 0, until, FINEST, ORACLE);
    bool good = status != BMS_INVALID && status != BMS_UNRESOLVED && sampled >= until;
    if (status != BMS_SEPARATED)
      good = good && contact.slack <= TOLERANCE && arm_gap(&arm.chain, &move, until, 1) <= contact.slack + ORACLE;
    if (!good) {
      print_message("%s, round %d: status %d, t %a, sampled %a\n", scene, round, status, until, sampled);
      arm_tell(&arm.chain, &move);
      fail();
    }
    met += status == BMS_CONTACT;
    initial += status == BMS_OVERLAPPING || status == BMS_TOUCHING;
  }
  print_message("# %s: %d of %d met on the way, %d at once\n", scene, met, repetitions(ROUNDS), initial);
  robot_free(&arm);
}

static void no_contact_with_the_cell_is_missed(void **state) {
  (void)state;
  check_scene("examples/arm/cell.yaml", SEED);
}

static void no_contact_with_a_public_scene_is_missed(void **state) {
  static const char *const SCENE[] = {"bookshelf_small", "bookshelf_tall", "bookshelf_thin", "box", "cage", "table"};
  (void)state;
  for (int i = 0; i < 6; i++) {
    char name[ERROR_SIZE];
    snprintf(name, sizeof name, "tests/data/motion_bench_maker/%s.yaml", SCENE[i]);
    check_scene(name, SEED + 1 + (uint64_t)i);
  }
}

/* By the published table, with all joints at zero the flange is at a2 + a3, -d4 - d6, d1 - d5. */
static void the_arm_has_the_published_dimensions(void **state) {
  double value[WIDTH][BMS_MOVE_TERMS];
  bms_move move = {0, 0, (const double(*)[BMS_MOVE_TERMS])value};
  robot arm;
  (void)state;
  memset(value, 0, sizeof value);
  read_all(&arm, "examples/arm/cell.yaml");
  bms_pose flange = bms_chain_pose(&arm.chain, &move, 0, robot_link(&arm, "tool_link"));
  assert_true(fabs(flange.position[0] - (-0.425 - 0.39225)) < 1e-12);
  assert_true(fabs(flange.position[1] - (-0.10915 - 0.0823)) < 1e-12);
  assert_true(fabs(flange.position[2] - (0.089159 - 0.09465)) < 1e-12);
  robot_free(&arm);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_contact_with_the_cell_is_missed),
      cmocka_unit_test(no_contact_with_a_public_scene_is_missed),
      cmocka_unit_test(the_arm_has_the_published_dimensions),
  };
  printf("# seed %d\n", SEED);
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
