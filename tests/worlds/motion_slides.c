/* SPDX-License-Identifier: BSD-3-Clause */

/* Bodies that slide over thin floors and along walls. */

#include <math.h>
#include <string.h>

#include "motion_kinds.h"
#include "shapes.h"

static const dReal GRAVITY = (dReal)-9.81;

/* The frame at which what has come to rest on a floor is given its speed. */
enum { PUSHED = 60 };

/* ------------------------------------------------------------------ floors */

static void push(scene *s, int frame) {
  if (frame != PUSHED) return;
  dBodySetLinearVel(s->actor[0], (dReal)s->speed, 0, dBodyGetLinearVel(s->actor[0])[2]);
}

/* The figure: how far the first body has gone along x since it was pushed, m. */
static void note_distance(scene *s, int frame) {
  double x = (double)dBodyGetPosition(s->actor[0])[0];

  if (frame < PUSHED) s->number = x;
  s->figure = x - s->number;
}

static int lost_below_floor(const scene *s) {
  return !(dBodyGetPosition(s->actor[0])[2] > 0);
}

/* Lays a body on a floor of this thickness, to be pushed at this speed. */
static scene *slide(uint64_t seed, double floor, shape_kind kind, const double side[3], double mu, double speed) {
  scene *s = scene_new(seed, SPACE_HASH);
  bool lies = kind == SHAPE_CAPSULE;
  double height = (lies ? side[0] : side[2]) / 2, shake = motion_shake(s, 0.3);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  s->mu = (dReal)mu;
  s->speed = speed;
  s->drive = push;
  s->observe = note_distance;
  s->lost = lost_below_floor;
  scene_static_box(s, 40, 40, floor, 0, 0, -floor / 2);
  s->actor[s->actors++] = shape_body(s, kind, side, 1000, 0, 0, height);
  dQuaternion q;
  dQFromAxisAndAngle(q, lies, 0, !lies, lies ? (dReal)1.5707963267948966 : (dReal)shake);
  dBodySetQuaternion(s->actor[0], q);
  return s;
}

static scene *box_with_friction(uint64_t seed, double floor) {
  return slide(seed, floor, SHAPE_BOX, (double[]){0.3, 0.3, 0.2}, 0.3, 3);
}

static scene *capsule_with_friction(uint64_t seed, double floor) {
  return slide(seed, floor, SHAPE_CAPSULE, (double[]){0.4, 0.4, 1}, 0.3, 3);
}

static scene *capsule_free(uint64_t seed, double floor) {
  return slide(seed, floor, SHAPE_CAPSULE, (double[]){0.4, 0.4, 1}, 0, 1);
}

static scene *hull_free(uint64_t seed, double floor) {
  return slide(seed, floor, SHAPE_WEDGE, (double[]){0.4, 0.4, 0.4}, 0, 1);
}

static scene *cylinder_free(uint64_t seed, double floor) {
  return slide(seed, floor, SHAPE_CYLINDER, (double[]){0.4, 0.4, 0.3}, 0, 1);
}

/* ------------------------------------------------------------------ characters */

/* Drives a body that does not turn diagonally against the wall, at up to 4 m/s either way. */
static void walk(scene *s, int frame) {
  static const double GAIN = 80 * 20, SPEED = 4;
  const dReal *v = dBodyGetLinearVel(s->actor[0]);

  (void)frame;
  dBodyAddForce(s->actor[0], (dReal)(GAIN * (SPEED - (double)v[0])), (dReal)(GAIN * (SPEED - (double)v[1])), 0);
}

/* The figure: how far it has come along the wall, m. */
static void note_along_wall(scene *s, int frame) {
  (void)frame;
  s->figure = (double)dBodyGetPosition(s->actor[0])[1];
}

static int lost_behind_wall(const scene *s) {
  return !((double)dBodyGetPosition(s->actor[0])[0] < 1);
}

static scene *character(uint64_t seed, double wall) {
  scene *s = scene_new(seed, SPACE_HASH);
  dMass mass;

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  s->mu = (dReal)0.1;
  s->drive = walk;
  s->observe = note_along_wall;
  s->lost = lost_behind_wall;
  scene_ground(s);
  scene_static_box(s, wall, 60, 3, 0.9 + wall / 2, 0, 1.5);
  dMassSetCapsuleTotal(&mass, 80, 3, (dReal)0.3, (dReal)1.2);
  double x = seed == 1 ? 0 : motion_shake(s, 0.3);
  s->actor[s->actors++] = scene_body(s, dCreateCapsule(s->space, (dReal)0.3, (dReal)1.2), &mass, x, 0, 0.9);
  dBodySetMaxAngularSpeed(s->actor[0], 0);
  return s;
}

const motion_kind MOTION_SLIDES[] = {
    {{"box slides, mu 0.3, 1 cm floor", box_with_friction, 0.01, 180, 180}, "distance, m", false},
    {{"capsule slides, mu 0.3, 1 cm floor", capsule_with_friction, 0.01, 180, 180}, "distance, m", false},
    {{"capsule slides freely, 1 cm floor", capsule_free, 0.01, 180, 180}, "distance, m", false},
    {{"hull slides freely, 1 cm floor", hull_free, 0.01, 180, 180}, "distance, m", false},
    {{"cylinder slides freely, 1 cm floor", cylinder_free, 0.01, 180, 180}, "distance, m", false},
    {{"character along a wall of 20 cm", character, 0.2, 240, 120}, "along the wall, m", false},
    {{"character along a wall of 1 cm", character, 0.01, 240, 120}, "along the wall, m", false},
    {{0}, 0, false},
};
const motion_kind *const MOTION_LISTS[] = {MOTION_PILES, MOTION_SLIDES, MOTION_LINKAGES, MOTION_MACHINES};
const int MOTION_LIST_COUNT = (int)(sizeof MOTION_LISTS / sizeof *MOTION_LISTS);

const motion_kind *motion_kind_named(const char *name) {
  for (int i = 0; i < MOTION_LIST_COUNT; i++) {
    for (const motion_kind *k = MOTION_LISTS[i]; k->scene.name != NULL; k++) {
      if (strcmp(k->scene.name, name) == 0) return k;
    }
  }
  return NULL;
}
