/* SPDX-License-Identifier: BSD-3-Clause */

/* Chains, a bridge, dolls, a vehicle: bodies that joints connect. */

#include <math.h>

#include "motion_kinds.h"
#include "shapes.h"

static const dReal GRAVITY = (dReal)-9.81;
static const double HALF_TURN = 3.14159265358979323846;

static void place_hinge(scene *s, dBodyID body1, dBodyID body2, const double at[3], const double axis[3], double stop) {
  dJointID joint = dJointCreateHinge(s->world, 0);

  dJointAttach(joint, body1, body2);
  dJointSetHingeAnchor(joint, (dReal)at[0], (dReal)at[1], (dReal)at[2]);
  dJointSetHingeAxis(joint, (dReal)axis[0], (dReal)axis[1], (dReal)axis[2]);
  if (!(stop > 0)) return;
  dJointSetHingeParam(joint, dParamLoStop, (dReal)-stop);
  dJointSetHingeParam(joint, dParamHiStop, (dReal)stop);
}

static void place_ball(scene *s, dBodyID body1, dBodyID body2, const double at[3]) {
  dJointID joint = dJointCreateBall(s->world, 0);

  dJointAttach(joint, body1, body2);
  dJointSetBallAnchor(joint, (dReal)at[0], (dReal)at[1], (dReal)at[2]);
}

/* ------------------------------------------------------------------ chain and bridge */

/* Twenty links of a chain that is held at one end, let go level, and swings against a post of 1 cm. */
static scene *hanging_chain(uint64_t seed, double post) {
  scene *s = scene_new(seed, SPACE_HASH);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  scene_static_box(s, post, 1, 0.6, -0.3 + motion_shake(s, 0.1), 0, 0.6);
  for (int i = 0; i < 20; i++) {
    double x = 0.12 * (i + 0.5), at[3] = {0.12 * i, 0, 2.6}, axis[3] = {0, 1, 0};
    dBodyID link = s->actor[s->actors++] = scene_box(s, 0.1, 0.02, 0.01, x, 0, 2.6);
    dBodyID before = i > 0 ? s->actor[i - 1] : 0;
    if (i % 2) {
      place_hinge(s, before, link, at, axis, 2);
    } else {
      place_ball(s, before, link, at);
    }
  }
  return s;
}

/* The height of the bridge at x in [-1, 1] of its half. */
static double sag(double x) {
  return 0.6 * x * x;
}

static scene *bridge(uint64_t seed, double crates) {
  enum { PLANKS = 24 };
  static const double HALF = 3.6, AXIS[3] = {0, 1, 0};
  scene *s = scene_new(seed, SPACE_HASH);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  for (int i = 0; i < PLANKS; i++) {
    double from = 2.0 * i / PLANKS - 1, to = 2.0 * (i + 1) / PLANKS - 1, dx = HALF * (to - from);
    double dz = sag(to) - sag(from), length = sqrt(dx * dx + dz * dz), at[3] = {HALF * from, 0, sag(from)};
    dBodyID plank = scene_box(s, length - 0.02, 1, 0.04, HALF * (from + to) / 2, 0, (sag(from) + sag(to)) / 2);
    dQuaternion q;
    dQFromAxisAndAngle(q, 0, 1, 0, (dReal)-atan2(dz, dx));
    dBodySetQuaternion(plank, q);
    place_hinge(s, i > 0 ? s->actor[i - 1] : 0, plank, at, AXIS, 0);
    s->actor[s->actors++] = plank;
  }
  double end[3] = {HALF, 0, sag(1)};
  place_hinge(s, s->actor[PLANKS - 1], 0, end, AXIS, 0);
  for (int i = 0; i < (int)crates; i++) {
    double x = 0.7 * (i - (crates - 1) / 2) + motion_shake(s, 0.1), y = motion_shake(s, 0.2);
    scene_box(s, 0.3, 0.3, 0.3, x, y, 1.2);
  }
  return s;
}

/* ------------------------------------------------------------------ balls on hinges */

static double mass_of(dBodyID body) {
  dMass mass;

  dBodyGetMass(body, &mass);
  return (double)mass.mass;
}

/* The figure: the most energy so far, in what the ball that is let go has to lose. */
static void note_most_energy(scene *s, int frame) {
  double energy = (scene_energy(s) + scene_potential(s) - s->number) / s->speed;

  s->figure = frame == 0 ? energy : fmax(s->figure, energy);
}

/* Balls of 10 cm that hang from hinges in a row and touch; the first one is let go from one radian, in frames of
   1/30 s. */
static scene *cradle(uint64_t seed, double balls) {
  static const double BALL[3] = {0.1, 0.1, 0.1}, AXIS[3] = {0, 1, 0}, LONG = 1;
  scene *s = scene_new(seed, SPACE_HASH);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  s->mu = 0;
  s->bounce = 1;
  for (int i = 0; i < (int)balls; i++) {
    double angle = i == 0 ? -1 : 0, at[3] = {(BALL[0] + 1e-4) * i + motion_shake(s, 2e-5), 0, 2};
    dBodyID ball = shape_body(s, SHAPE_SPHERE, BALL, 5000, at[0] + LONG * sin(angle), at[1], at[2] - LONG * cos(angle));
    place_hinge(s, ball, 0, at, AXIS, 0);
    s->number += (at[2] - LONG) * 9.81 * mass_of(ball);
  }
  s->frame = 1.0 / 30;
  s->speed = scene_potential(s) - s->number;
  s->observe = note_most_energy;
  return s;
}

/* ------------------------------------------------------------------ doll on stairs */

/* A limb: a capsule of this radius and length (ends included) along an axis, its place, the part and place that it is
   joined to, and the axis of its hinge; -1: a ball. */
typedef struct limb {
  double radius, length;
  int along;
  double at[3];
  int joined_to;
  double joint[3];
  int hinge;
} limb;

static const limb LIMB[] = {
    {0.10, 0.30, 1, {0, 0, 1.00}, -1, {0, 0, 0}, -1},
    {0.13, 0.50, 2, {0, 0, 1.30}, 0, {0, 0, 1.08}, -1},
    {0.10, 0.22, 2, {0, 0, 1.69}, 1, {0, 0, 1.57}, -1},
    {0.045, 0.30, 1, {0, 0.31, 1.48}, 1, {0, 0.15, 1.48}, -1},
    {0.04, 0.28, 1, {0, 0.61, 1.48}, 3, {0, 0.465, 1.48}, 2},
    {0.045, 0.30, 1, {0, -0.31, 1.48}, 1, {0, -0.15, 1.48}, -1},
    {0.04, 0.28, 1, {0, -0.61, 1.48}, 5, {0, -0.465, 1.48}, 2},
    {0.07, 0.42, 2, {0, 0.1, 0.68}, 0, {0, 0.1, 0.90}, -1},
    {0.05, 0.40, 2, {0, 0.1, 0.26}, 7, {0, 0.1, 0.465}, 1},
    {0.04, 0.22, 0, {0.06, 0.1, 0.03}, 8, {0, 0.1, 0.05}, 1},
    {0.07, 0.42, 2, {0, -0.1, 0.68}, 0, {0, -0.1, 0.90}, -1},
    {0.05, 0.40, 2, {0, -0.1, 0.26}, 10, {0, -0.1, 0.465}, 1},
    {0.04, 0.22, 0, {0.06, -0.1, 0.03}, 11, {0, -0.1, 0.05}, 1},
};
enum { LIMBS = sizeof LIMB / sizeof *LIMB };

static dBodyID add_limb(scene *s, const limb *l, const double at[3]) {
  const double side[3] = {2 * l->radius, 2 * l->radius, l->length};
  dBodyID body = shape_body(s, SHAPE_CAPSULE, side, 1000, at[0] + l->at[0], at[1] + l->at[1], at[2] + l->at[2]);
  dQuaternion q;

  if (l->along == 2) return body;
  dQFromAxisAndAngle(q, l->along == 1, l->along == 0, 0, (dReal)(HALF_TURN / 2));
  dBodySetQuaternion(body, q);
  return body;
}

int motion_add_doll(scene *s, const double at[3], dBodyID *bodies) {
  for (int i = 0; i < LIMBS; i++) {
    const limb *l = &LIMB[i];
    double joint[3], axis[3];
    bodies[i] = add_limb(s, l, at);
    if (l->joined_to < 0) continue;
    for (int k = 0; k < 3; k++) joint[k] = at[k] + l->joint[k], axis[k] = k == l->hinge;
    if (l->hinge < 0) {
      place_ball(s, bodies[l->joined_to], bodies[i], joint);
    } else {
      place_hinge(s, bodies[l->joined_to], bodies[i], joint, axis, 1.5);
    }
  }
  return LIMBS;
}

/* The figure: how far the pelvis has come down, m. */
static void note_descent(scene *s, int frame) {
  double z = (double)dBodyGetPosition(s->actor[0])[2];

  if (frame == 0) s->number = z;
  s->figure = s->number - z;
}

static int lost_below_stairs(const scene *s) {
  int count = 0;

  for (int i = 0; i < s->actors; i++) count += !(dBodyGetPosition(s->actor[i])[2] > -(dReal)0.1);
  return count;
}

/* A doll that is pushed down twelve steps, each a box. */
static scene *doll_on_stairs(uint64_t seed, double speed) {
  enum { STEPS = 12 };
  static const double DEEP = 0.3, HIGH = 0.18;
  scene *s = scene_new(seed, SPACE_HASH);
  double at[3] = {0, 0, STEPS * HIGH + 0.02};

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  s->lost = lost_below_stairs;
  s->observe = note_descent;
  scene_static_box(s, 20, 20, 0.2, 0, 0, -0.1);
  scene_static_box(s, 2, 3, STEPS * HIGH, -1 + DEEP, 0, STEPS * HIGH / 2);
  for (int i = 1; i < STEPS; i++) {
    scene_static_box(s, DEEP, 3, HIGH * (STEPS - i), DEEP * (i + 0.5), 0, HIGH * (STEPS - i) / 2);
  }
  at[0] = 0.1 + motion_shake(s, 0.1);
  s->actors = motion_add_doll(s, at, s->actor);
  for (int i = 0; i < s->actors; i++) {
    dReal height = dBodyGetPosition(s->actor[i])[2] - (dReal)at[2];
    dBodySetLinearVel(s->actor[i], (dReal)speed * height, 0, 0);
  }
  for (int i = 0; i < s->actors; i++) {
    double vx = motion_shake(s, 0.3), vy = motion_shake(s, 0.3);
    dBodyID body = s->actor[i];
    const dReal *v = dBodyGetLinearVel(body);
    dBodySetLinearVel(body, v[0] + (dReal)vx, v[1] + (dReal)vy, v[2]);
  }
  return s;
}

/* ------------------------------------------------------------------ vehicle */

/* The figure: how far it has gone, m. */
static void note_road(scene *s, int frame) {
  (void)frame;
  s->figure = (double)dBodyGetPosition(s->actor[0])[0];
}

static scene *vehicle(uint64_t seed, double speed) {
  scene *s = machine_vehicle(seed, speed);

  s->observe = note_road;
  return s;
}

const motion_kind MOTION_LINKAGES[] = {
    {{"chain of 20 at 20 m/s, 1 mm walls", machine_chain, 20, 300, 90}, 0, false},
    {{"chain of 20 swings at a post", hanging_chain, 0.01, 300, 120}, 0, false},
    {{"rope bridge with 8 crates", bridge, 8, 300, 120}, 0, false},
    {{"5 balls of a cradle", cradle, 5, 200, 150}, "most energy", false},
    {{"doll of 13 capsules on stairs", doll_on_stairs, 1.5, 300, 180}, "descent, m", false},
    {{"5 dolls at 5 m/s, 1 mm walls", machine_dolls, 5, 300, 90}, 0, false},
    {{"5 dolls at 20 m/s, 1 mm walls", machine_dolls, 20, 300, 90}, 0, false},
    {{"vehicle at 8 m/s over steps", vehicle, 8, 240, 120}, "way, m", false},
    {{0}, 0, false},
};
