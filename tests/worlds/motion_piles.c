/* SPDX-License-Identifier: BSD-3-Clause */

/* Heaps of thin things, dominoes, marbles, bullets. */

#include <math.h>

#include "motion_kinds.h"
#include "shapes.h"

static const dReal GRAVITY = (dReal)-9.81;
static const double PI = 3.14159265358979323846;

double motion_shake(scene *s, double size) {
  return random_uniform(&s->random, -size, size);
}

static scene *on_ground(uint64_t seed) {
  scene *s = scene_new(seed, SPACE_HASH);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  scene_ground(s);
  return s;
}

/* Turns a body by up to this angle about an axis that is drawn. */
static void tilt(scene *s, dBodyID body, double angle) {
  double axis[3], by = motion_shake(s, angle);
  dQuaternion q;

  random_direction(&s->random, axis, 3);
  dQFromAxisAndAngle(q, (dReal)axis[0], (dReal)axis[1], (dReal)axis[2], (dReal)by);
  dBodySetQuaternion(body, q);
}

/* Lets everything fall asleep where ODE's auto-disabling finds it at rest. */
static scene *with_sleep(scene *s) {
  dWorldSetAutoDisableFlag(s->world, 1);
  dWorldSetAutoDisableLinearThreshold(s->world, (dReal)0.05);
  dWorldSetAutoDisableAngularThreshold(s->world, (dReal)0.1);
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (body) dBodySetAutoDisableDefaults(body);
  }
  return s;
}

/* ------------------------------------------------------------------ heaps */

/* Drops bodies on each other: `sides` of a box, or diameter twice and height of a cylinder, each `step` above the one
   before. */
static scene *drop(uint64_t seed, int bodies, shape_kind kind, const double side[3], double density, double step) {
  scene *s = on_ground(seed);
  double spread = 0.6 * side[0];

  for (int i = 0; i < bodies; i++) {
    double x = motion_shake(s, spread), y = motion_shake(s, spread);
    tilt(s, shape_body(s, kind, side, density, x, y, step * (i + 1)), PI);
  }
  return s;
}

static scene *books(uint64_t seed, double thickness) {
  return drop(seed, 30, SHAPE_BOX, (double[]){0.25, 0.18, thickness}, 600, 0.22);
}

static scene *books_in_long_frames(uint64_t seed, double thickness) {
  scene *s = books(seed, thickness);

  s->frame = 1.0 / 30;
  return s;
}

static scene *sleeping_books(uint64_t seed, double thickness) {
  return with_sleep(books(seed, thickness));
}

static scene *planks(uint64_t seed, double thickness) {
  return drop(seed, 30, SHAPE_BOX, (double[]){0.8, 0.1, thickness}, 600, 0.3);
}

static scene *cards(uint64_t seed, double thickness) {
  return drop(seed, 60, SHAPE_BOX, (double[]){0.3, 0.2, thickness}, 1000, 0.12);
}

static scene *wide_coins(uint64_t seed, double thickness) {
  return drop(seed, 60, SHAPE_CYLINDER, (double[]){0.3, 0.3, thickness}, 1000, 0.15);
}

static scene *coins(uint64_t seed, double thickness) {
  return drop(seed, 60, SHAPE_CYLINDER, (double[]){0.024, 0.024, thickness}, 8000, 0.03);
}

static scene *sleeping_heap(uint64_t seed, double bodies) {
  return with_sleep(pile_heap(seed, bodies));
}

/* Drops capsules and cylinders of 50 cm on a heap, lying. */
static scene *sticks(uint64_t seed, double thickness) {
  const double side[3] = {thickness, thickness, 0.5};
  scene *s = on_ground(seed);

  for (int i = 0; i < 40; i++) {
    double x = motion_shake(s, 0.1), y = motion_shake(s, 0.1), across = motion_shake(s, 1), by = motion_shake(s, 0.3);
    dBodyID body = shape_body(s, i % 2 ? SHAPE_CAPSULE : SHAPE_CYLINDER, side, 700, x, y, 0.1 * (i + 1));
    dQuaternion q;
    dQFromAxisAndAngle(q, 1, (dReal)across, 0, (dReal)(PI / 2 + by));
    dBodySetQuaternion(body, q);
  }
  return s;
}

/* Two storeys of cards of 15 x 20 cm that lean against each other, and a pair of them on top. */
static void lean(scene *s, double x, double z, double thickness) {
  static const double HIGH = 0.2, ANGLE = 0.35;

  for (int side = -1; side <= 1; side += 2) {
    double dx = HIGH / 2 * sin(ANGLE) + thickness / 2 * cos(ANGLE);
    double dz = HIGH / 2 * cos(ANGLE) + thickness / 2 * sin(ANGLE);
    dBodyID card = scene_box(s, thickness, 0.15, HIGH, x + side * dx, 0, z + dz);
    dQuaternion q;
    dQFromAxisAndAngle(q, 0, 1, 0, (dReal)(-side * ANGLE));
    dBodySetQuaternion(card, q);
  }
}

static scene *card_house(uint64_t seed, double thickness) {
  static const double WIDE = 0.16, GAP = 2e-4;
  scene *s = on_ground(seed);
  double storey = 0.2 * cos(0.35) + thickness * (1 + sin(0.35)) + 3 * GAP;

  s->mu = (dReal)1.5;
  for (int level = 0; level < 3; level++) {
    for (int i = 0; i < 3 - level; i++) {
      lean(s, WIDE * (i + 0.5 * level) + motion_shake(s, 1e-3), level * storey + GAP, thickness);
      if (i < 2 - level)
        scene_box(s, WIDE - 0.01, 0.15, thickness, WIDE * (i + 0.5 * (level + 1)), 0,
                  (level + 1) * storey - thickness / 2 - GAP);
    }
  }
  return s;
}

/* Boxes, balls, capsules and cylinders that fly about in a closed room with walls of 1 mm. */
static scene *shapes_in_a_room(uint64_t seed, double speed) {
  static const shape_kind KIND[4] = {SHAPE_BOX, SHAPE_SPHERE, SHAPE_CAPSULE, SHAPE_CYLINDER};
  static const double SIDE[4][3] = {{0.2, 0.15, 0.08}, {0.2, 0.2, 0.2}, {0.06, 0.06, 0.3}, {0.2, 0.2, 0.02}};
  scene *s = scene_new(seed, SPACE_HASH);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  scene_room(s, 2, 2, 2, 0.001);
  for (int i = 0; i < 40; i++) {
    dBodyID body = shape_body(s, KIND[i % 4], SIDE[i % 4], 1000, 0, 0, 0);
    scene_place(s, body);
    scene_throw(s, body, speed, 10);
  }
  return s;
}

/* ------------------------------------------------------------------ dominoes and stacks */

/* The figure: when the last of all dominoes has fallen, s; 99 before. */
static void time_last_domino(scene *s, int frame) {
  int standing = 0;

  for (int i = 0; i < s->actors; i++) standing += !(dBodyGetRotation(s->actor[i])[10] < (dReal)0.7071);
  if (standing == 0 && s->figure > 98) s->figure = (frame + 1) * s->frame;
}

/* The figure: when this many dominoes of those first hit have fallen, s; 99 before. */
enum { EARLY_DOMINOES = 20 };

static void time_early_dominoes(scene *s, int frame) {
  int standing = 0;

  for (int i = 0; i < EARLY_DOMINOES; i++) standing += !(dBodyGetRotation(s->actor[i])[10] < (dReal)0.7071);
  if (standing == 0 && s->figure > 98) s->figure = (frame + 1) * s->frame;
}

/* Dominoes that stand in a surface layer shake, and topple by themselves after a second, in plain ODE in one part and
   in two as well: only the ones that are hit before that count. */
static scene *dominoes(uint64_t seed, double layer) {
  scene *s = on_ground(seed);

  dWorldSetContactSurfaceLayer(s->world, (dReal)layer);
  s->figure = 99;
  s->observe = layer > 0 ? time_early_dominoes : time_last_domino;
  for (int i = 0; i < 50; i++) {
    double x = 0.04 * i, dx = seed == 1 ? 0 : motion_shake(s, 0.002);
    s->actor[s->actors++] = scene_box(s, 0.01, 0.05, 0.1, x + dx, 0, 0.05);
  }
  dBodySetAngularVel(s->actor[0], 0, 6, 0);
  dBodySetLinearVel(s->actor[0], (dReal)0.3, 0, 0);
  return s;
}

/* The figure: how far the worst box of a stack has gone, m, at the end. */
static void note_drift(scene *s, int frame) {
  int number = 0;

  (void)frame;
  s->figure = 0;
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (!body) continue;
    int stack = number / (int)s->number, level = number % (int)s->number;
    const dReal *x = dBodyGetPosition(body);
    double dx = (double)x[0] - 2 * (stack % 5), dy = (double)x[1] - 2 * (stack / 5);
    double dz = (double)x[2] - 0.1 - 0.2005 * level;
    s->figure = fmax(s->figure, sqrt(dx * dx + dy * dy + dz * dz));
    number++;
  }
}

static scene *stacks(uint64_t seed, double height) {
  scene *s = pile_stacks(seed, height);

  s->number = (double)(int)height;
  s->observe = note_drift;
  return s;
}

/* ------------------------------------------------------------------ what flies */

/* The figure: kinetic energy in that at the start. */
static void note_energy(scene *s, int frame) {
  (void)frame;
  s->figure = scene_energy(s) / s->number;
}

static scene *bouncing(uint64_t seed, double bodies) {
  scene *s = pile_bouncing(seed, bodies);

  s->number = scene_energy(s);
  s->observe = note_energy;
  return s;
}

/* The figure: how far the bricks have gone, m, on the average. */
static void note_bricks(scene *s, int frame) {
  double sum = 0;
  int count = 0;

  (void)frame;
  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    if (!body || dGeomGetClass(s->geoms[i]) != dBoxClass) continue;
    sum += fabs((double)dBodyGetPosition(body)[0]);
    count++;
  }
  s->figure = sum / count;
}

static scene *bullets(uint64_t seed, double speed) {
  scene *s = on_ground(seed);
  static const double BALL[3] = {0.04, 0.04, 0.04};

  s->observe = note_bricks;
  for (int i = 0; i < 60; i++) {
    double along = 0.252 * (i % 10 - 4.5) + (i / 10 % 2 ? 0.06 : -0.06);
    scene_box(s, 0.12, 0.25, 0.12, 0, along, 0.06 + 0.12 * (i / 10));
  }
  for (int i = 0; i < 6; i++) {
    double y = motion_shake(s, 1), z = random_uniform(&s->random, 0.1, 0.65);
    dBodyID ball = shape_body(s, SHAPE_SPHERE, BALL, 8000, -3 - 10.0 * i, y, z);
    dBodySetLinearVel(ball, (dReal)speed, 0, (dReal)(0.5 * 9.81 * (3 + 10.0 * i) / speed));
  }
  return s;
}

/* ------------------------------------------------------------------ marbles */

static int lost_marbles(const scene *s) {
  int count = 0;

  for (int i = 0; i < s->geom_count; i++) {
    dBodyID body = dGeomGetBody(s->geoms[i]);
    count += body && !(dBodyGetPosition(body)[2] > -(dReal)0.05);
  }
  return count;
}

static void add_marbles(scene *s, int count, double size, double spread, double height, double speed) {
  const double side[3] = {size, size, size};

  s->lost = lost_marbles;
  for (int i = 0; i < count; i++) {
    double x = spread * (i % 5 - 2) + motion_shake(s, size / 8), y = spread * (i / 5 % 5 - 2);
    y += motion_shake(s, size / 8);
    dBodyID body = shape_body(s, SHAPE_SPHERE, side, 2500, x, y, height + 2 * size * (i / 25));
    double vx = motion_shake(s, speed), vy = motion_shake(s, speed);
    dBodySetLinearVel(body, (dReal)vx, (dReal)vy, 0);
  }
}

static scene *marbles_in_bowl(uint64_t seed, double size) {
  enum { GRID = 21 };
  scene *s = scene_new(seed, SPACE_HASH);
  double vertex[3 * GRID * GRID];

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  s->mu = (dReal)0.3;
  for (int i = 0; i < GRID * GRID; i++) {
    double x = 1.2 * (i / GRID / (GRID - 1.0) - 0.5), y = 1.2 * (i % GRID / (GRID - 1.0) - 0.5);
    vertex[3 * i] = x;
    vertex[3 * i + 1] = y;
    vertex[3 * i + 2] = 1.5 * (x * x + y * y);
  }
  shape_surface(s, vertex, GRID, GRID);
  add_marbles(s, 50, size, 0.12, 0.35, 0.5);
  return s;
}

static scene *marbles_on_floor(uint64_t seed, double size) {
  scene *s = scene_new(seed, SPACE_HASH);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  s->mu = (dReal)0.3;
  scene_room(s, 1.5, 1.5, 1.5, 0.01);
  add_marbles(s, 50, size, 0.12, 0.1, 2);
  return s;
}

/* ------------------------------------------------------------------ slivers */

static scene *slivers(uint64_t seed, double speed) {
  return crowd_new(seed, SPACE_HASH, 50, speed);
}

const motion_kind MOTION_PILES[] = {
    {{"heap of 60 boxes", pile_heap, 60, 300, 120}, 0, false},
    {{"heap of 30 boxes, sleep", sleeping_heap, 30, 480, 240}, 0, false},
    {{"30 books of 3 cm", books, 0.03, 396, 180}, 0, false},
    {{"30 books of 3 cm, sleep", sleeping_books, 0.03, 600, 240}, 0, true},
    {{"30 books of 2 cm", books, 0.02, 396, 180}, 0, true},
    {{"30 plates of 1 cm", books, 0.01, 396, 180}, 0, false},
    {{"30 plates of 5 mm", books, 0.005, 396, 180}, 0, false},
    {{"30 plates of 5 mm, 1/30 s", books_in_long_frames, 0.005, 198, 90}, 0, false},
    {{"30 planks of 2 cm", planks, 0.02, 480, 180}, 0, false},
    {{"60 cards of 5 mm", cards, 0.005, 396, 180}, 0, true},
    {{"60 cards of 3 mm", cards, 0.003, 396, 180}, 0, false},
    {{"60 coins of 2 cm", wide_coins, 0.02, 396, 180}, 0, true},
    {{"60 coins of 2 mm", coins, 0.002, 300, 120}, 0, false},
    {{"40 sticks of 1 cm", sticks, 0.01, 300, 120}, 0, false},
    {{"card house of 5 mm", card_house, 0.005, 300, 120}, 0, false},
    {{"40 shapes at 5 m/s, 1 mm walls", shapes_in_a_room, 5, 300, 120}, 0, false},
    {{"50 dominoes of 1 cm", dominoes, 0, 300, 240}, "last falls, s", false},
    {{"50 dominoes, layer of 1 mm", dominoes, 0.001, 300, 240}, "20th falls, s", false},
    {{"10 stacks of 10", stacks, 10, 300, 60}, "worst drift, m", false},
    {{"40 cubes bouncing", bouncing, 40, 300, 180}, "energy kept", false},
    {{"bullets at 100 m/s into bricks", bullets, 100, 120, 60}, "bricks moved, m", false},
    {{"cube at 60 m/s into bricks", pile_bricks, 60, 180, 60}, 0, false},
    {{"50 marbles of 2 cm in a bowl", marbles_in_bowl, 0.02, 300, 120}, 0, false},
    {{"50 marbles of 2 cm on a floor", marbles_on_floor, 0.02, 300, 120}, 0, false},
    {{"50 slivers at 10 m/s, 1 mm walls", slivers, 10, 300, 60}, 0, false},
    {{"20 mesh crates of 30 cm", mesh_heap, 0.3, 300, 120}, 0, false},
    {{0}, 0, false},
};
