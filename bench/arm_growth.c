/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A snake of rods, as long as an arm whatever their number, that turn about axes across each other, among boxes of
 * equal volume in all, strewn over the ball that it reaches.  Every edge moves each joint by up to 0.5 radians in all,
 * shared among them.
 */

#include "arm_growth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arm_question.h"

enum { EDGES = 400, MOST_LINKS = 16, MOST_OBSTACLES = 30000 };

/* Lengths in metres: of the snake, of all obstacles as one cube, of the room that they are strewn over. */
static const double LENGTH = 1.2, CUBE = 0.35, ROOM = 1.5;

typedef struct snake {
  bms_link link[MOST_LINKS];
  bms_placed_shape shape[MOST_LINKS + MOST_OBSTACLES];
  bms_chain chain;
} snake;

static bms_placed_shape box_on(int link, bms_box box, const double position[3]) {
  bms_pose pose = {{position[0], position[1], position[2]}, {1, 0, 0, 0}};
  bms_convex convex = bms_convex_box(&box, 0);
  return bms_placed_convex(link, &convex, &pose);
}

static void make_snake(random_source *r, int links, int obstacles, snake *s) {
  const double origin[3] = {0, 0, 0};
  double rod = LENGTH / links, side = CUBE / cbrt(obstacles);
  for (int i = 0; i < links; i++) {
    bms_pose frame = {{i == 0 ? 0 : rod, 0, 0}, {1, 0, 0, 0}};
    s->link[i] = (bms_link){i - 1, BMS_JOINT_REVOLUTE, frame, {0, i % 2, 1 - i % 2}, i};
    s->shape[i] = box_on(i, (bms_box){{0.1 * rod, -0.03, -0.03}, {0.9 * rod, 0.03, 0.03}}, origin);
  }
  for (int i = 0; i < obstacles; i++) {
    double at[3];
    do
      for (int k = 0; k < 3; k++) at[k] = random_uniform(r, -ROOM, ROOM);
    while (at[0] * at[0] + at[1] * at[1] + at[2] * at[2] < 0.16);
    s->shape[links + i] = box_on(BMS_WORLD, bms_box_centred(side, side, side), at);
  }
  s->chain = (bms_chain){.link_count = links,
                         .link = s->link,
                         .variable_count = links,
                         .shape_count = links + obstacles,
                         .shape = s->shape};
}

/* Writes a line: a number, the time of free edges and of the others, and the part that is free. */
static void write_line(FILE *out, double number, const arm_asker *asker, const arm_edge *edge, int count) {
  static arm_edge part[EDGES];
  bool free_edge[EDGES], said[EDGES];
  double time[2] = {NAN, NAN};
  int of_kind = 0, free_count = 0;
  for (int i = 0; i < count; i++) free_count += free_edge[i] = arm_ask_scene(asker, &edge[i]);
  for (int kind = 0; kind < 2; kind++, of_kind = 0) {
    for (int i = 0; i < count; i++)
      if (free_edge[i] == (kind == 0)) part[of_kind++] = edge[i];
    if (of_kind > 0) time[kind] = arm_time(asker, part, of_kind, arm_ask_scene, said);
  }
  fprintf(out, "%g\t%.3f\t%.3f\t%.3f\n", number, time[0], time[1], (double)free_count / count);
  fflush(out);
}

static void write_size(FILE *out, double number, int links, int obstacles, snake *s) {
  static arm_edge edge[EDGES];
  random_source r = random_from(7);
  make_snake(&r, links, obstacles, s);
  arm_asker asker = arm_asker_of(&s->chain);
  for (int i = 0; i < EDGES; i++) arm_random_edge(&r, &asker, 3.0 / links, &edge[i]);
  write_line(out, number, &asker, edge, EDGES);
  arm_asker_free(&asker);
}

/* Edges among 100 obstacles by the decade of their least distance. */
static void write_clearances(FILE *out, snake *s) {
  static arm_edge edge[EDGES];
  random_source r = random_from(7);
  make_snake(&r, 6, 100, s);
  arm_asker asker = arm_asker_of(&s->chain);
  for (double low = 1e-4; low < 0.3; low *= sqrt(10)) {
    int count = 0;
    for (int tries = 0; count < EDGES / 8 && tries < 20000; tries++) {
      double value[MOST_LINKS][BMS_MOVE_TERMS];
      bms_link_clearance clearance;
      arm_random_edge(&r, &asker, 0.5, &edge[count]);
      bms_move_linear(6, 0, edge[count].from, 1, edge[count].to, value);
      bms_move move = {0, 1, (const double(*)[BMS_MOVE_TERMS])value};
      if (!arm_ask_scene(&asker, &edge[count])) continue;
      bms_chain_clearance(&s->chain, &move, 0.1 * low, &clearance);
      count += clearance.least.lower >= low && clearance.least.lower < low * sqrt(10);
    }
    if (count > 0) write_line(out, low * sqrt(sqrt(10)), &asker, edge, count);
  }
  arm_asker_free(&asker);
}

static FILE *begin(const char *directory, const char *name, const char *column) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s.tsv", directory, name);
  FILE *out = fopen(path, "w");
  if (out == NULL) fprintf(stderr, "arms: cannot write %s\n", path);
  if (out != NULL) fprintf(out, "%s\tfree\tcontact\tpart\n", column);
  return out;
}

bool arm_growth(const char *directory) {
  static const int OBSTACLES[] = {10, 30, 100, 300, 1000, 3000, 10000, 30000}, LINKS[] = {2, 3, 4, 6, 8, 12, 16};
  snake *s = malloc(sizeof *s);
  FILE *obstacles = begin(directory, "arm_obstacles", "obstacles"), *links = begin(directory, "arm_links", "links");
  FILE *clearance = begin(directory, "arm_clearance", "clearance");
  bool good = s != NULL && obstacles != NULL && links != NULL && clearance != NULL;
  for (size_t i = 0; good && i < sizeof OBSTACLES / sizeof *OBSTACLES; i++)
    write_size(obstacles, OBSTACLES[i], 6, OBSTACLES[i], s);
  for (size_t i = 0; good && i < sizeof LINKS / sizeof *LINKS; i++) write_size(links, LINKS[i], LINKS[i], 100, s);
  if (good) write_clearances(clearance, s);
  if (obstacles != NULL) good = fclose(obstacles) == 0 && good;
  if (links != NULL) good = fclose(links) == 0 && good;
  if (clearance != NULL) good = fclose(clearance) == 0 && good;
  free(s);
  return good;
}
