/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A snake of rods, as long as an arm whatever their number, that turn about axes across each other, among boxes of
 * equal volume in all, strewn over the ball that it reaches; or above a ground of cubes side by side, as an octomap has
 * them.  Every edge moves each joint by up to 0.5 radians in all, shared among them.
 */

#include "arm_growth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arm_question.h"

enum { EDGES = 400, MOST_LINKS = 16, MOST_OBSTACLES = 100000 };

/* Lengths in metres: of the snake, of all obstacles as one cube, of half the room that they are strewn over; how far
   the ground is below the snake's base, and how much it goes up and down. */
static const double LENGTH = 1.2, CUBE = 0.35, ROOM = 1.5, BELOW = 0.5, HILLS = 0.15;

typedef enum surroundings { STREWN, GROUND } surroundings;

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

/* Strews boxes of equal volume in all over the room, but for what is next to the base. */
static void strew(random_source *r, int count, bms_placed_shape *shape) {
  double side = CUBE / cbrt(count);
  for (int i = 0; i < count; i++) {
    double at[3];
    do
      for (int k = 0; k < 3; k++) at[k] = random_uniform(r, -ROOM, ROOM);
    while (at[0] * at[0] + at[1] * at[1] + at[2] * at[2] < 0.16);
    shape[i] = box_on(BMS_WORLD, bms_box_centred(side, side, side), at);
  }
}

/* Covers the ground with cubes of one grid; returns how many there are, at most `count`. */
static int cover_ground(int count, bms_placed_shape *shape) {
  int side_count = (int)sqrt(count), cubes = side_count * side_count;
  double side = 2 * ROOM / side_count;
  for (int i = 0; i < cubes; i++) {
    double x = -ROOM + side * (i % side_count + 0.5), y = -ROOM + side * (i / side_count + 0.5);
    double height = HILLS * sin(5 * x) * cos(3 * y) - BELOW;
    double at[3] = {x, y, side * (floor(height / side) + 0.5)};
    shape[i] = box_on(BMS_WORLD, bms_box_centred(side, side, side), at);
  }
  return cubes;
}

static void make_snake(random_source *r, int links, int obstacles, surroundings around, snake *s) {
  const double origin[3] = {0, 0, 0};
  double rod = LENGTH / links;
  for (int i = 0; i < links; i++) {
    bms_pose frame = {{i == 0 ? 0 : rod, 0, 0}, {1, 0, 0, 0}};
    s->link[i] = (bms_link){i - 1, BMS_JOINT_REVOLUTE, frame, {0, i % 2, 1 - i % 2}, i};
    s->shape[i] = box_on(i, (bms_box){{0.1 * rod, -0.03, -0.03}, {0.9 * rod, 0.03, 0.03}}, origin);
  }
  if (around == STREWN)
    strew(r, obstacles, s->shape + links);
  else
    obstacles = cover_ground(obstacles, s->shape + links);
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

static void write_size(FILE *out, double number, int links, int obstacles, surroundings around, snake *s) {
  static arm_edge edge[EDGES];
  random_source r = random_from(7);
  make_snake(&r, links, obstacles, around, s);
  arm_asker asker = arm_asker_of(&s->chain);
  for (int i = 0; i < EDGES; i++) arm_random_edge(&r, &asker, 3.0 / links, &edge[i]);
  write_line(out, number, &asker, edge, EDGES);
  arm_asker_free(&asker);
}

/* Edges among 100 obstacles by the decade of their least distance. */
static void write_clearances(FILE *out, snake *s) {
  static arm_edge edge[EDGES];
  random_source r = random_from(7);
  make_snake(&r, 6, 100, STREWN, s);
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

static void write_links(FILE *out, snake *s) {
  static const int LINKS[] = {2, 3, 4, 6, 8, 12, 16};
  for (size_t i = 0; i < sizeof LINKS / sizeof *LINKS; i++) write_size(out, LINKS[i], LINKS[i], 100, STREWN, s);
}

static void write_obstacles(FILE *out, snake *s) {
  static const int BOXES[] = {10, 30, 100, 300, 1000, 3000, 10000, 30000};
  for (size_t i = 0; i < sizeof BOXES / sizeof *BOXES; i++) write_size(out, BOXES[i], 6, BOXES[i], STREWN, s);
}

static void write_octomaps(FILE *out, snake *s) {
  static const int CELLS[] = {500, 1000, 2000, 5000, 10000, 20000, 50000, 100000};
  for (size_t i = 0; i < sizeof CELLS / sizeof *CELLS; i++) write_size(out, CELLS[i], 6, CELLS[i], GROUND, s);
}

bool arm_growth(const char *directory) {
  static const struct {
    const char *name, *column;
    void (*write)(FILE *out, snake *s);
  } CURVE[] = {{"arm_obstacles", "obstacles", write_obstacles},
               {"arm_octomap", "cells", write_octomaps},
               {"arm_links", "links", write_links},
               {"arm_clearance", "clearance", write_clearances}};
  snake *s = malloc(sizeof *s);
  bool good = s != NULL;
  for (size_t i = 0; good && i < sizeof CURVE / sizeof *CURVE; i++) {
    FILE *out = begin(directory, CURVE[i].name, CURVE[i].column);
    good = out != NULL;
    if (!good) break;
    CURVE[i].write(out, s);
    good = fclose(out) == 0;
  }
  free(s);
  return good;
}
