/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * arms: the cost of an edge of a robot arm, certified and sampled, and the colliding edges that samples accept.
 *
 *     arms EDGES ROBOT.urdf SCENE...      a table for each scene
 *     arms --growth DIRECTORY             what it costs against obstacles, links and clearance, as columns
 *
 * Edges start at free configurations; each joint moves by up to 0.1 or 0.5 radians, or to anywhere.  Times are of the
 * processor, the least of three measurements.  Samples ask the same scene about single configurations, so a program
 * made for samples has other times; only the edges that they accept count.  These are judged by
 * bms_chain_first_contact() to a nanometre; edges that a scene or the chain calls free, by two hundred configurations,
 * each asked of the chain alone.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arm_growth.h"
#include "arm_question.h"
#include "files/robot_read.h"

enum { DENSE = 200 };

typedef struct contender {
  const char *name;
  arm_way *way;
  bool samples; /* judged by the chain; else by samples */
} contender;

static const contender CONTENDERS[] = {
    {"scene, free or not", arm_ask_scene, false},   {"scene, first contact", arm_ask_first_contact, false},
    {"chain, first contact", arm_ask_chain, false}, {"32 samples a radian", arm_sample_fine, true},
    {"1 % of the extent", arm_sample_coarse, true},
};

/* Counts edges that are reported as free and collide. */
static int count_wrong(const arm_asker *asker, const arm_edge *edge, int count, const bool *free, bool samples) {
  int wrong = 0;
  for (int i = 0; i < count; i++)
    if (free[i]) wrong += samples ? arm_collides(asker, &edge[i]) : arm_dense_samples_collide(asker, &edge[i], DENSE);
  return wrong;
}

static void measure(const arm_asker *asker, const char *kind, double size, int count) {
  arm_edge *edge = malloc((size_t)count * sizeof *edge);
  bool *free_edge = calloc((size_t)count, sizeof *free_edge);
  random_source r = random_from(1);
  if (edge == NULL || free_edge == NULL) exit(2);
  for (int i = 0; i < count; i++) arm_random_edge(&r, asker, size, &edge[i]);
  for (size_t k = 0; k < sizeof CONTENDERS / sizeof *CONTENDERS; k++) {
    const contender *c = &CONTENDERS[k];
    int free_count = 0;
    double time = arm_time(asker, edge, count, c->way, free_edge);
    for (int i = 0; i < count; i++) free_count += free_edge[i];
    printf("  %-10s %-22s %9.2f %8d ", k == 0 ? kind : "", c->name, time, free_count);
    printf("%9d\n", count_wrong(asker, edge, count, free_edge, c->samples));
    fflush(stdout);
  }
  free(edge);
  free(free_edge);
}

static bool table(int count, const char *robot_file, const char *scene_file) {
  robot arm;
  char error[512] = "";
  const char *file[] = {robot_file, scene_file};
  robot_request request = {.file = file, .file_count = 2};
  robot_init(&arm);
  bool good = robot_read(&arm, &request, error, sizeof error);
  if (good) {
    arm_asker asker = arm_asker_of(&arm.chain);
    printf("%s: %d shapes, %d joints, %d edges of each kind\n", scene_file, arm.chain.shape_count,
           arm.chain.variable_count, count);
    printf("  %-10s %-22s %9s %8s %9s\n", "moves by", "asked", "us/edge", "free", "colliding");
    measure(&asker, "0.1 rad", 0.1, count);
    measure(&asker, "0.5 rad", 0.5, count);
    measure(&asker, "anywhere", 0, count);
    arm_asker_free(&asker);
  } else {
    fprintf(stderr, "arms: %s\n", error);
  }
  robot_free(&arm);
  return good;
}

int main(int argc, char **argv) {
  int count = argc > 3 ? atoi(argv[1]) : 0;
  bool good = true;
  if (argc == 3 && strcmp(argv[1], "--growth") == 0) return arm_growth(argv[2]) ? 0 : 2;
  if (count < 1) {
    fputs("Usage: arms EDGES ROBOT.urdf SCENE...\n       arms --growth DIRECTORY\n", stderr);
    return 2;
  }
  for (int i = 3; i < argc; i++) good = table(count, argv[2], argv[i]) && good;
  return good ? 0 : 2;
}
