/* SPDX-License-Identifier: BSD-3-Clause */

/* Heaps, stacks, and boxes that tumble. */

#include <math.h>

#include "scenes.h"

/* Room for each box of a heap, of a heap of thin things, of those that tumble, and of those that never meet, m. */
static const double HEAP_CELL = 1.4, THIN_CELL = 0.85, TUMBLE_CELL = 1.75, FAR_CELL = 20;

static const dReal GRAVITY = (dReal)-9.81;

static dBodyID random_box(scene *s, double least, double most, double x, double y, double z) {
  double side[3];

  for (int k = 0; k < 3; k++) side[k] = random_uniform(&s->random, least, most);
  return scene_box(s, side[0], side[1], side[2], x, y, z);
}

static void ground(scene *s) {
  scene_ground(s);
  dWorldSetGravity(s->world, 0, 0, GRAVITY);
}

static double shaken(scene *s) {
  return random_uniform(&s->random, -0.1, 0.1);
}

scene *pile_heap(uint64_t seed, double bodies) {
  scene *s = scene_new(seed, SPACE_HASH);
  int row = bodies > 40 ? 3 : 2;

  ground(s);
  for (int i = 0; i < (int)bodies; i++) {
    double x = i % row - 0.5 * (row - 1), y = i / row % row - 0.5 * (row - 1), z = i / (row * row) + 1;
    double dx = shaken(s), dy = shaken(s);
    scene_turn(s, random_box(s, 0.2, 0.8, HEAP_CELL * x + dx, HEAP_CELL * y + dy, HEAP_CELL * z));
  }
  return s;
}

/* Makes a heap of boxes of these sides, or of cylinders of that width and height, three by three. */
static scene *thin_heap(uint64_t seed, int bodies, const double side[3], bool round) {
  scene *s = scene_new(seed, SPACE_HASH);

  ground(s);
  for (int i = 0; i < bodies; i++) {
    double x = i % 3 - 1 + shaken(s), y = i / 3 % 3 - 1 + shaken(s), z = i / 9 + 0.75;
    scene_turn(s, scene_box(s, side[0], side[1], side[2], THIN_CELL * x, THIN_CELL * y, THIN_CELL * z));
    if (round) scene_replace_last(s, dCreateCylinder(s->space, (dReal)(side[0] / 2), (dReal)side[2]));
  }
  return s;
}

scene *pile_cards(uint64_t seed, double bodies) {
  static const double CARD[3] = {0.3, 0.2, 0.005};

  return thin_heap(seed, (int)bodies, CARD, false);
}

scene *pile_coins(uint64_t seed, double bodies) {
  static const double COIN[3] = {0.3, 0.3, 0.02};

  return thin_heap(seed, (int)bodies, COIN, true);
}

/* Puts bodies on a grid about the middle of the room. */
static void grid_place(int number, int row, double cell, double at[3]) {
  at[0] = cell * (number % row - 0.5 * (row - 1));
  at[1] = cell * (number / row % row - 0.5 * (row - 1));
  at[2] = cell * (number / (row * row) + 0.5);
}

static void add_tumbling_boxes(scene *s, int bodies, int row, double cell) {
  double at[3];

  for (int i = 0; i < bodies; i++) {
    grid_place(i, row, cell, at);
    dBodyID body = random_box(s, 0.2, 1, at[0], at[1], at[2]);
    scene_turn(s, body);
    scene_throw(s, body, 2, 3);
  }
}

scene *pile_tumbling(uint64_t seed, double bodies) {
  scene *s = scene_new(seed, SPACE_HASH);
  int row = (int)ceil(cbrt(bodies));
  double side = TUMBLE_CELL * row;

  s->bounce = 1;
  scene_room(s, side, side, side, 0.05);
  add_tumbling_boxes(s, (int)bodies, row, TUMBLE_CELL);
  return s;
}

scene *pile_far_apart(uint64_t seed, double bodies) {
  scene *s = scene_new(seed, SPACE_HASH);

  add_tumbling_boxes(s, (int)bodies, (int)ceil(cbrt(bodies)), FAR_CELL);
  return s;
}

scene *pile_bricks(uint64_t seed, double speed) {
  scene *s = scene_new(seed, SPACE_HASH);
  dBodyID cube;

  ground(s);
  for (int i = 0; i < 100; i++) {
    double along = 0.52 * (i % 10 - 4.5) + (i / 10 % 2 ? 0.13 : -0.13);
    scene_box(s, 0.25, 0.5, 0.25, 0, along, 0.125 + 0.25 * (i / 10));
  }
  cube = scene_box(s, 0.5, 0.5, 0.5, -4, 0.1, 1.3);
  scene_turn(s, cube);
  dBodySetLinearVel(cube, (dReal)speed, 0, 0);
  return s;
}

scene *pile_stacks(uint64_t seed, double height) {
  scene *s = scene_new(seed, SPACE_HASH);

  ground(s);
  for (int i = 0; i < 10; i++) {
    for (int k = 0; k < (int)height; k++) scene_box(s, 0.4, 0.4, 0.2, 2 * (i % 5), 2 * (i / 5), 0.1 + 0.2005 * k);
  }
  return s;
}

static void fire_at_heap(scene *s, int frame) {
  if (frame == 300) {
    dBodySetPosition(s->actor[0], -6, (dReal)0.1, (dReal)0.3);
    dBodySetLinearVel(s->actor[0], (dReal)s->number, 0, 0);
    dBodyEnable(s->actor[0]);
  }
}

scene *pile_asleep(uint64_t seed, double speed) {
  scene *s = pile_heap(seed, 30);

  s->number = speed;
  dWorldSetAutoDisableFlag(s->world, 1);
  dWorldSetAutoDisableLinearThreshold(s->world, (dReal)0.05);
  dWorldSetAutoDisableAngularThreshold(s->world, (dReal)0.05);
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (body) dBodySetAutoDisableDefaults(body);
  }
  s->actor[s->actors++] = scene_box(s, 0.1, 0.02, 0.02, -100, 0, (dReal)0.3);
  dBodyDisable(s->actor[0]);
  s->drive = fire_at_heap;
  return s;
}

scene *pile_bouncing(uint64_t seed, double bodies) {
  scene *s = scene_new(seed, SPACE_HASH);
  double at[3];

  s->mu = 0;
  s->bounce = 1;
  scene_room(s, 4, 4, 4, 0.1);
  for (int i = 0; i < (int)bodies; i++) {
    grid_place(i, 4, 0.9, at);
    dBodyID body = scene_box(s, 0.3, 0.3, 0.3, at[0], at[1], at[2] + 0.2);
    scene_turn(s, body);
    scene_throw(s, body, 2, 3);
  }
  return s;
}

const scene_kind PILES[] = {
    {"1000 far apart", pile_far_apart, 1000, 60, 10},
    {"heap of 60", pile_heap, 60, 300, 100},
    {"heap of 100", pile_heap, 100, 300, 60},
    {"heap of 60 cards", pile_cards, 60, 240, 120},
    {"heap of 100 coins", pile_coins, 100, 240, 120},
    {"1000 tumbling at 2 m/s", pile_tumbling, 1000, 60, 20},
    {"5000 tumbling at 2 m/s", pile_tumbling, 5000, 30, 12},
    {"cube at 60 m/s into 100 bricks", pile_bricks, 60, 120, 30},
    {"10 stacks of 10", pile_stacks, 10, 300, 60},
    {"sleeping heap, bullet at 100 m/s", pile_asleep, 100, 420, 420},
    {"40 cubes bouncing, no friction", pile_bouncing, 40, 300, 60},
    {0},
};
