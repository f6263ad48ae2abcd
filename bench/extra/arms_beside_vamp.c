/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * arms_beside_vamp: the cost of an edge, certified here and sampled by VAMP, for the same robot and edges.
 *
 *     arms_beside_vamp EDGES ur5|panda VAMP SCENE...      a table for each scene
 *
 * VAMP is the folder of its sources, whose resources have the robot with its spheres, as URDF, and the pairs of links
 * that may touch, as SRDF.  Cylinders are capsules in both, as VAMP has no others.  Edges start at configurations that
 * are free for both; the chain judges edges that VAMP alone calls free; VAMP is wrong if they collide.  The two take
 * turns, over all edges of a kind; the result is the median of the ratios of their times, by the processor's clock.
 */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "arm_question.h"
#include "vamp_robot.h"

enum { ROUNDS = 15 };

/* A measurement goes on until it has taken so long, in seconds. */
static const double LONG_ENOUGH = 0.02;

typedef struct edges {
  int count;
  arm_edge *edge;
  bool *free_here, *free_there;
} edges;

typedef struct times {
  double here, there, ratio;
} times;

static double seconds(clock_t begin) {
  return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

static int compare(const void *a, const void *b) {
  double x = ((const times *)a)->ratio, y = ((const times *)b)->ratio;
  return (x > y) - (x < y);
}

/* Returns the seconds that one pass over all edges takes, or over those that both call free, and keeps the answers. */
static double pass(const arm_asker *here, const arm_vamp *there, edges *all, bool free_only) {
  double taken = 0;
  int passes = 0;
  for (clock_t begin = clock(); taken < LONG_ENOUGH; taken = seconds(begin), passes++)
    for (int i = 0; i < all->count; i++) {
      const arm_edge *edge = &all->edge[i];
      if (free_only && !(all->free_here[i] && all->free_there[i])) continue;
      if (here != NULL)
        all->free_here[i] = arm_ask_scene(here, edge);
      else
        all->free_there[i] = arm_vamp_is_free(there, edge->from, edge->to);
    }
  return taken / passes;
}

static times measure(const arm_asker *here, const arm_vamp *there, edges *all, bool free_only) {
  times round[ROUNDS];
  for (int i = 0; i < ROUNDS; i++) {
    round[i].here = pass(here, NULL, all, free_only);
    round[i].there = pass(NULL, there, all, free_only);
    round[i].ratio = round[i].here / round[i].there;
  }
  qsort(round, ROUNDS, sizeof *round, compare);
  return round[ROUNDS / 2];
}

static void row(const arm_asker *here, const arm_vamp *there, const char *kind, double size, edges *all) {
  random_source r = random_from(1);
  int free_here = 0, free_there = 0, colliding = 0;
  for (int i = 0; i < all->count; i++) do
      arm_random_edge(&r, here, size, &all->edge[i]);
    while (!arm_vamp_is_free(there, all->edge[i].from, all->edge[i].from));
  times every = measure(here, there, all, false), free_ones = measure(here, there, all, true);
  for (int i = 0; i < all->count; i++) {
    bool is_free_here = all->free_here[i], is_free_there = all->free_there[i];
    free_here += is_free_here;
    free_there += is_free_there;
    colliding += is_free_there && !is_free_here && arm_collides(here, &all->edge[i]);
  }
  printf("  %-9s %8.2f %8.2f %8.2f %10.2f %6d %6d %6d\n", kind, 1e6 * every.here / all->count,
         1e6 * every.there / all->count, every.ratio, free_ones.ratio, free_here, free_there, colliding);
  fflush(stdout);
}

static bool table(int count, const char *name, const char *vamp, const char *scene) {
  vamp_robot both;
  char error[512] = "";
  edges all = {count, malloc((size_t)count * sizeof(arm_edge)), calloc((size_t)count, sizeof(bool)),
               calloc((size_t)count, sizeof(bool))};
  bool good = vamp_robot_read(&both, name, vamp, scene, error, (int)sizeof error);
  if (all.edge == NULL || all.free_here == NULL || all.free_there == NULL) exit(2);
  if (good) {
    arm_asker here = arm_asker_of(&both.chain);
    printf("%s, %s: %d edges of each kind\n", name, scene, count);
    printf("  %-9s %8s %8s %8s %10s %13s %6s\n", "", "us here", "us VAMP", "ratio", "of free", "called free", "wrong");
    row(&here, both.there, "0.1 rad", 0.1, &all);
    row(&here, both.there, "0.5 rad", 0.5, &all);
    row(&here, both.there, "anywhere", 0, &all);
    arm_asker_free(&here);
  } else {
    fprintf(stderr, "arms_beside_vamp: %s\n", error);
  }
  free(all.edge);
  free(all.free_here);
  free(all.free_there);
  vamp_robot_free(&both);
  return good;
}

int main(int argc, char **argv) {
  int count = argc > 4 ? atoi(argv[1]) : 0;
  bool good = true;
  if (count < 1) {
    fputs("Usage: arms_beside_vamp EDGES ur5|panda VAMP SCENE...\n", stderr);
    return 2;
  }
  for (int i = 4; i < argc; i++) good = table(count, argv[2], argv[3], argv[i]) && good;
  return good ? 0 : 2;
}
