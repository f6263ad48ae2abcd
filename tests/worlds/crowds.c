/* SPDX-License-Identifier: BSD-3-Clause */

/* Crowds of slivers in closed rooms with walls of 1 mm. */

#include <math.h>

#include "scenes.h"

static const double WALL = 0.001;
/* The room of a body, m^3: a needle of 500 mm has to find its place. */
static const double VOLUME = 0.02;

enum { BIT_RED = 1, BIT_BLUE = 2, BIT_WALL = 4 };

static dBodyID compound(scene *s) {
  dBodyID body = scene_box(s, 0.2, 0.02, 0.002, 0, 0, 0);

  scene_add_offset_box(s, body, 0.02, 0.1, 0.004, 0.09, 0.06, 0);
  scene_add_offset_box(s, body, 0.02, 0.02, 0.15, -0.09, 0, 0.075);
  return body;
}

static dBodyID any_body(scene *s, int number) {
  switch (number % 5) {
    case 0:
      return scene_box(s, 0.001, 0.2, 0.2, 0, 0, 0);
    case 1:
      return scene_box(s, 0.002, 0.002, 0.5, 0, 0, 0);
    case 2:
      return scene_box(s, 0.05, 0.05, 0.05, 0, 0, 0);
    case 3:
      return compound(s);
    default:
      return scene_box(s, 0.001, 0.01, 0.3, 0, 0, 0);
  }
}

scene *crowd_new(uint64_t seed, space_kind kind, int bodies, double speed) {
  scene *s = scene_new(seed, kind);
  double side = cbrt(VOLUME * bodies);

  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  s->bounce = (dReal)0.3;
  scene_room(s, side, side, side, WALL);
  for (int i = 0; i < bodies; i++) {
    dBodyID body = any_body(s, i);
    scene_place(s, body);
    scene_throw(s, body, random_uniform(&s->random, 0.3, 1) * speed, fmin(500, speed));
  }
  return s;
}

/* ------------------------------------------------------------------ filters */

static bool refuses_thirds(const scene *s, dGeomID o1, dGeomID o2) {
  dBodyID body1 = dGeomGetBody(o1), body2 = dGeomGetBody(o2);
  int number[2] = {-1, -1};

  for (int i = 0; i < s->actors; i++) {
    if (s->actor[i] == body1) number[0] = i;
    if (s->actor[i] == body2) number[1] = i;
  }
  return number[0] >= 0 && number[1] >= 0 && (number[0] + number[1]) % 3 == 0;
}

static void set_bits(dBodyID body, unsigned long category, unsigned long collide) {
  for (dGeomID g = dBodyGetFirstGeom(body); g != 0; g = dBodyGetNextGeom(g)) {
    dGeomSetCategoryBits(g, category);
    dGeomSetCollideBits(g, collide);
  }
}

scene *crowd_filtered(uint64_t seed, double speed) {
  scene *s = scene_new(seed, SPACE_HASH);

  s->bounce = (dReal)0.3;
  s->refuses = refuses_thirds;
  scene_room(s, 1, 1, 1, WALL);
  for (int i = 0; i < s->geom_count; i++) dGeomSetCategoryBits(s->geoms[i], BIT_WALL);
  for (s->actors = 0; s->actors < 40; s->actors++) {
    dBodyID body = s->actor[s->actors] = any_body(s, s->actors);
    scene_place(s, body);
    scene_throw(s, body, speed, speed);
  }
  for (int i = 0; i < s->actors; i++) {
    unsigned long group = i % 2 ? BIT_RED : BIT_BLUE;
    set_bits(s->actor[i], group, group | BIT_WALL);
  }
  return s;
}

/* ------------------------------------------------------------------ list */

static scene *fifty(uint64_t seed, double speed) {
  return crowd_new(seed, SPACE_HASH, 50, speed);
}

static scene *three_hundred(uint64_t seed, double speed) {
  return crowd_new(seed, SPACE_HASH, 300, speed);
}

static scene *thousand(uint64_t seed, double speed) {
  return crowd_new(seed, SPACE_HASH, 1000, speed);
}

static scene *in_kind(uint64_t seed, double kind) {
  return crowd_new(seed, (space_kind)kind, 50, 30);
}

const scene_kind CROWDS[] = {
    {"crowd of 50 at 10 m/s", fifty, 10, 300, 60},
    {"crowd of 50 at 30 m/s", fifty, 30, 300, 60},
    {"crowd of 50 at 500 m/s", fifty, 500, 300, 60},
    {"crowd of 300 at 10 m/s", three_hundred, 10, 300, 30},
    {"crowd of 300 at 30 m/s", three_hundred, 30, 300, 30},
    {"crowd of 300 at 500 m/s", three_hundred, 500, 300, 30},
    {"crowd of 1000 at 500 m/s", thousand, 500, 30, 5},
    {"crowd of 50, simple space", in_kind, SPACE_SIMPLE, 300, 30},
    {"crowd of 50, quadtree", in_kind, SPACE_QUADTREE, 300, 30},
    {"crowd of 50, sweep and prune", in_kind, SPACE_SWEEP, 300, 30},
    {"crowd of 50, nested spaces", in_kind, SPACE_NESTED, 300, 30},
    {"crowd of 40, filtered", crowd_filtered, 30, 300, 60},
    {0},
};
