/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * arm_cost: edges of a robot for callgrind to count, one by one.
 *
 *     arm_cost free|first EDGES RADIANS TOLERANCE STREWN ROBOT.urdf [FILE...]
 *
 * Random edges from free configurations within the limits, on which each joint moves by up to RADIANS (or metres), to
 * anywhere if that is 0; STREWN boxes of equal volume in all are added, strewn over the room about the robot's base.
 * Asks whether each edge is free, or for its first contact, and writes the answer as a line, times and lengths in
 * hexadecimal: the answers of two builds can be compared byte by byte.
 *
 *     valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file=FOLDER/edge ./arm_cost ...
 *
 * writes a file for each edge, of which `totals:` is its instructions (arm_cost.sh).
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION (void)0
#define CALLGRIND_STOP_INSTRUMENTATION (void)0
#define CALLGRIND_DUMP_STATS (void)0
#endif

#include <bms_scene.h>

#include "files/robot_read.h"
#include "random.h"

static const double PI = 3.14159265358979323846;

/* Lengths in metres: of all strewn boxes as one cube, of half the room, and of what is left free about its middle. */
static const double CUBE = 0.35, ROOM = 3, MIDDLE = 0.4;

enum { TRIES = 100000 };

/* Returns the shapes of a chain, with boxes strewn about. */
static bms_placed_shape *strew(const bms_chain *chain, int count) {
  random_source r = random_from(3);
  double side = CUBE / cbrt(count > 0 ? count : 1);
  bms_box box = bms_box_centred(side, side, side);
  bms_convex convex = bms_convex_box(&box, 0);
  bms_placed_shape *shape = calloc((size_t)(chain->shape_count + count), sizeof *shape);
  if (shape == NULL) exit(2);
  memcpy(shape, chain->shape, (size_t)chain->shape_count * sizeof *shape);
  for (int i = 0; i < count; i++) {
    bms_pose pose = {{0, 0, 0}, {1, 0, 0, 0}};
    do random_numbers(&r, -ROOM, ROOM, pose.position, 3);
    while (hypot(hypot(pose.position[0], pose.position[1]), pose.position[2]) < MIDDLE);
    shape[chain->shape_count + i] = bms_placed_convex(BMS_WORLD, &convex, &pose);
  }
  return shape;
}

typedef struct asker {
  const robot *arm;
  bms_chain chain;
  bms_scene *scene;
  bms_scene_workspace *workspace;
  double (*value)[BMS_MOVE_TERMS];
  double *from, *to;
  double tolerance;
} asker;

static bms_move move_of(const asker *a, const double *to) {
  return robot_move_linear(a->arm, 0, a->from, 1, to, a->value);
}

/* Draws an edge from a free configuration; returns false if none is found. */
static bool draw(random_source *r, const asker *a, double radians) {
  for (int tries = 0; tries < TRIES; tries++) {
    for (int v = 0; v < a->arm->joint_count; v++) a->from[v] = a->to[v] = a->arm->joint[v].rest;
    for (int i = 0; i < a->arm->active_count; i++) {
      int v = a->arm->active[i];
      const robot_limits *limits = &a->arm->joint[v].limits;
      double low = limits->limited ? limits->lower : -PI, high = limits->limited ? limits->upper : PI;
      a->from[v] = random_uniform(r, low, high);
      double to = radians > 0 ? a->from[v] + random_uniform(r, -radians, radians) : random_uniform(r, low, high);
      a->to[v] = fmin(fmax(to, low), high);
    }
    bms_move still = move_of(a, a->from);
    if (bms_scene_is_free(a->scene, a->workspace, &still, a->tolerance) == BMS_EDGE_FREE) return true;
  }
  return false;
}

static void ask(const asker *a, bool first) {
  bms_chain_contact found = {.status = BMS_SEPARATED, .t = 1, .a = -1, .b = -1};
  bms_edge_answer answer = BMS_EDGE_FREE;
  bms_move move = move_of(a, a->to);
  CALLGRIND_START_INSTRUMENTATION;
  if (first)
    bms_scene_first_contact(a->scene, a->workspace, &move, a->tolerance, &found);
  else
    answer = bms_scene_is_free(a->scene, a->workspace, &move, a->tolerance);
  CALLGRIND_STOP_INSTRUMENTATION;
  CALLGRIND_DUMP_STATS;
  if (first)
    printf("%d %a %a %d %d\n", found.status, found.t, found.slack, found.a, found.b);
  else
    printf("%d\n", answer == BMS_EDGE_FREE ? BMS_SEPARATED : BMS_CONTACT);
}

int main(int argc, char **argv) {
  char error[512] = "free|first EDGES RADIANS TOLERANCE STREWN ROBOT.urdf [FILE...]";
  robot arm;
  robot_request request = {.file = (const char *const *)argv + 6, .file_count = argc - 6};
  robot_init(&arm);
  request.packages.path[0] = getenv("ROS_PACKAGE_PATH");
  if (argc < 7 || !robot_read(&arm, &request, error, sizeof error)) {
    fprintf(stderr, "arm_cost: %s\n", error);
    robot_free(&arm);
    return 2;
  }
  random_source r = random_from(1);
  int strewn = atoi(argv[5]);
  bms_placed_shape *shape = strew(&arm.chain, strewn);
  asker a = {.arm = &arm, .chain = arm.chain, .tolerance = strtod(argv[4], NULL)};
  a.chain.shape = shape;
  a.chain.shape_count += strewn;
  a.scene = bms_scene_create(&a.chain, error, sizeof error);
  a.workspace = a.scene != NULL ? bms_scene_workspace_create(a.scene) : NULL;
  a.value = calloc((size_t)a.chain.variable_count + 1, sizeof *a.value);
  a.from = calloc((size_t)arm.joint_count + 1, sizeof *a.from);
  a.to = calloc((size_t)arm.joint_count + 1, sizeof *a.to);
  if (a.workspace == NULL || a.value == NULL || a.from == NULL || a.to == NULL) return 2;
  int edges = atoi(argv[2]), drawn = 0;
  while (drawn < edges && draw(&r, &a, strtod(argv[3], NULL))) {
    ask(&a, strcmp(argv[1], "first") == 0);
    drawn++;
  }
  free(a.value);
  free(a.from);
  free(a.to);
  bms_scene_workspace_destroy(a.workspace);
  bms_scene_destroy(a.scene);
  free(shape);
  robot_free(&arm);
  return drawn == edges ? 0 : 2;
}
