/* SPDX-License-Identifier: BSD-3-Clause */

/* Jointed, driven and kinematic bodies. */

#include <math.h>

#include "scenes.h"

static const dReal GRAVITY = (dReal)-9.81;
static const double WALL = 0.001;

static const dReal *place_of(const scene *s, int actor) {
  return dBodyGetPosition(s->actor[actor]);
}

static dBodyID add_actor(scene *s, dBodyID body) {
  s->actor[s->actors] = body;
  return s->actor[s->actors++];
}

static dJointID add_motor(scene *s, dJointID joint) {
  s->motor[s->motors] = joint;
  return s->motor[s->motors++];
}

/* ------------------------------------------------------------------ gripper */

enum { BOX_HELD, CARRIAGE, LEFT, RIGHT };
static const double JAW = 0.02, TABLE = 0.5;

static void lift_carriage(scene *s, int frame) {
  dBodySetLinearVel(s->actor[CARRIAGE], 0, 0, (dReal)(frame >= 60 && frame < 180 ? 0.2 : 0));
}

/* Returns 1 if the box is not between the jaws, or not as high as they are. */
static int lost_grip(const scene *s) {
  const dReal *box = place_of(s, BOX_HELD), *left = place_of(s, LEFT), *right = place_of(s, RIGHT);

  return !(box[0] > left[0] && box[0] < right[0] && fabs((double)(box[2] - left[2])) < 0.03 &&
           fabs((double)(box[1] - left[1])) < 0.03);
}

static void add_jaw(scene *s, double x, double side) {
  dBodyID jaw = add_actor(s, scene_box(s, JAW, 0.06, 0.06, side * x, 0, TABLE + 0.035));
  dJointID slider = add_motor(s, dJointCreateSlider(s->world, 0));

  dJointAttach(slider, jaw, s->actor[CARRIAGE]);
  dJointSetSliderAxis(slider, 1, 0, 0);
  dJointSetSliderParam(slider, dParamFMax, 60);
  dJointSetSliderParam(slider, dParamVel, (dReal)(-0.5 * side));
}

scene *machine_gripper(uint64_t seed, double thickness) {
  scene *s = scene_new(seed, SPACE_HASH);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  s->full_step = true; /* the quick step lets the box slip through the jaws, whatever their force */
  s->lost = lost_grip;
  s->drive = lift_carriage;
  scene_static_box(s, 1, 1, 0.02, 0, 0, TABLE - 0.01);
  add_actor(s, scene_box(s, thickness, 0.06, 0.06, random_uniform(&s->random, -0.005, 0.005), 0, TABLE + 0.03));
  add_actor(s, scene_kinematic_box(s, 0.5, 0.05, 0.05, 0, 0, TABLE + 0.2));
  add_jaw(s, thickness / 2 + JAW / 2 + 0.05, -1);
  add_jaw(s, thickness / 2 + JAW / 2 + 0.05, 1);
  return s;
}

scene *machine_gripper_quick(uint64_t seed, double thickness) {
  scene *s = machine_gripper(seed, thickness);

  s->full_step = false;
  s->lost = NULL;
  return s;
}

/* ------------------------------------------------------------------ chains and dolls */

static void join(scene *s, dBodyID body1, dBodyID body2, bool hinge, double x, double y, double z) {
  dJointID joint = hinge ? dJointCreateHinge(s->world, 0) : dJointCreateBall(s->world, 0);

  dJointAttach(joint, body1, body2);
  if (hinge) {
    dJointSetHingeAnchor(joint, (dReal)x, (dReal)y, (dReal)z);
    dJointSetHingeAxis(joint, 0, 1, 0);
    dJointSetHingeParam(joint, dParamLoStop, (dReal)-2);
    dJointSetHingeParam(joint, dParamHiStop, 2);
  } else {
    dJointSetBallAnchor(joint, (dReal)x, (dReal)y, (dReal)z);
  }
}

static void throw_together(scene *s, int first, double speed) {
  double v[3];

  random_direction(&s->random, v, 3);
  for (int i = first; i < s->actors; i++) {
    dBodySetLinearVel(s->actor[i], (dReal)(speed * v[0]), (dReal)(speed * v[1]), (dReal)(speed * v[2]));
  }
}

scene *machine_chain(uint64_t seed, double speed) {
  scene *s = scene_new(seed, SPACE_HASH);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  scene_room(s, 3, 3, 3, WALL);
  for (int i = 0; i < 20; i++) {
    double x = 0.12 * (i - 9.5);
    dBodyID link = add_actor(s, scene_box(s, 0.1, 0.02, 0.01, x, 0, 1.5));
    if (i > 0) join(s, s->actor[i - 1], link, i % 2 == 0, x - 0.06, 0, 1.5);
  }
  throw_together(s, 0, speed);
  return s;
}

/* Sides, place, and what each part is joined to, where, and whether by a hinge. */
typedef struct doll_part {
  double side[3], at[3];
  int joined_to;
  double joint[3];
  bool hinge;
} doll_part;

static const doll_part DOLL[] = {
    {{0.15, 0.3, 0.5}, {0, 0, 0}, -1, {0, 0, 0}, false},
    {{0.15, 0.15, 0.2}, {0, 0, 0.37}, 0, {0, 0, 0.26}, false},
    {{0.06, 0.28, 0.06}, {0, 0.31, 0.2}, 0, {0, 0.16, 0.2}, false},
    {{0.05, 0.26, 0.05}, {0, 0.6, 0.2}, 2, {0, 0.46, 0.2}, false},
    {{0.06, 0.28, 0.06}, {0, -0.31, 0.2}, 0, {0, -0.16, 0.2}, false},
    {{0.05, 0.26, 0.05}, {0, -0.6, 0.2}, 4, {0, -0.46, 0.2}, false},
    {{0.1, 0.1, 0.4}, {0, 0.09, -0.47}, 0, {0, 0.09, -0.26}, false},
    {{0.08, 0.08, 0.4}, {0, 0.09, -0.89}, 6, {0, 0.09, -0.68}, true},
    {{0.1, 0.1, 0.4}, {0, -0.09, -0.47}, 0, {0, -0.09, -0.26}, false},
    {{0.08, 0.08, 0.4}, {0, -0.09, -0.89}, 8, {0, -0.09, -0.68}, true},
};
enum { DOLL_PARTS = sizeof DOLL / sizeof *DOLL };

static void add_doll(scene *s, double x, double y, double z) {
  int first = s->actors;

  for (int i = 0; i < DOLL_PARTS; i++) {
    const doll_part *p = &DOLL[i];
    dBodyID body =
        add_actor(s, scene_box(s, p->side[0], p->side[1], p->side[2], x + p->at[0], y + p->at[1], z + p->at[2]));
    if (p->joined_to < 0) continue;
    join(s, s->actor[first + p->joined_to], body, p->hinge, x + p->joint[0], y + p->joint[1], z + p->joint[2]);
  }
}

scene *machine_dolls(uint64_t seed, double speed) {
  scene *s = scene_new(seed, SPACE_HASH);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  scene_room(s, 4, 4, 4, WALL);
  for (int i = 0; i < 5; i++) {
    int first = s->actors;
    add_doll(s, 0.7 * (i - 2), 0, 2);
    throw_together(s, first, speed);
  }
  return s;
}

/* ------------------------------------------------------------------ vehicle */

/* Parts below the road. */
static int lost_below(const scene *s) {
  int count = 0;

  for (int i = 0; i < s->actors; i++) count += !(place_of(s, i)[2] > 0);
  return count;
}

static void add_wheel(scene *s, double x, double y, double speed) {
  dBodyID wheel = add_actor(s, scene_box(s, 0.4, 0.15, 0.4, x, y, 0.35));
  dJointID axle = add_motor(s, dJointCreateHinge2(s->world, 0));
  const dReal up[3] = {0, 0, 1}, across[3] = {0, 1, 0};

  dJointAttach(axle, s->actor[0], wheel);
  dJointSetHinge2Anchor(axle, (dReal)x, (dReal)y, (dReal)0.35);
  dJointSetHinge2Axes(axle, up, across);
  dJointSetHinge2Param(axle, dParamLoStop, 0);
  dJointSetHinge2Param(axle, dParamHiStop, 0);
  dJointSetHinge2Param(axle, dParamSuspensionERP, (dReal)0.4);
  dJointSetHinge2Param(axle, dParamSuspensionCFM, (dReal)1e-5);
  dJointSetHinge2Param(axle, dParamVel2, (dReal)(speed / 0.25));
  dJointSetHinge2Param(axle, dParamFMax2, 500);
}

scene *machine_vehicle(uint64_t seed, double speed) {
  scene *s = scene_new(seed, SPACE_HASH);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  s->mu = 1;
  s->lost = lost_below;
  scene_static_box(s, 1000, 1000, 0.005, 40, 0, 0.0025); /* no end of it is a minute away */
  for (int i = 0; i < 12; i++) {
    scene_static_box(s, 1, 10, 0.005, 3 + 2 * i, 0, random_uniform(&s->random, 0.03, 0.12));
  }
  add_actor(s, scene_box(s, 1.6, 0.6, 0.2, 0, 0, 0.6));
  for (int i = 0; i < 4; i++) add_wheel(s, i < 2 ? -0.6 : 0.6, i % 2 ? 0.45 : -0.45, speed);
  for (int i = 0; i < s->actors; i++) dBodySetLinearVel(s->actor[i], (dReal)speed, 0, 0);
  return s;
}

/* ------------------------------------------------------------------ kinematic bodies */

scene *machine_sweeper(uint64_t seed, double spin) {
  scene *s = scene_new(seed, SPACE_HASH);
  dBodyID blade;

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  s->lost = lost_below;
  scene_static_box(s, 40, 40, 0.01, 0, 0, -0.005);
  blade = scene_kinematic_box(s, 4, 0.01, 0.3, 0, 0, 0.16);
  dBodySetAngularVel(blade, 0, 0, (dReal)spin);
  for (int i = 0; i < 24; i++) {
    double angle = 0.2 + 0.25 * (i % 12), side = random_uniform(&s->random, 0.02, 0.15), from = i < 12 ? 0.7 : 1.5;
    add_actor(s, scene_box(s, side, side, 0.1, from * cos(angle), from * sin(angle), 0.05));
  }
  return s;
}

/* Boxes that the plate, the last actor, has left below. */
static int lost_from_plate(const scene *s) {
  int count = 0;
  const dReal *plate = place_of(s, s->actors - 1);

  for (int i = 0; i < s->actors - 1; i++) count += !(place_of(s, i)[2] > plate[2]);
  return count;
}

static void set_plate(scene *s, int frame) {
  (void)frame;
  const dReal *plate = place_of(s, s->actors - 1);
  dBodySetPosition(s->actor[s->actors - 1], plate[0], plate[1], plate[2] + (dReal)(s->number * s->frame));
}

static scene *lift(uint64_t seed) {
  scene *s = scene_new(seed, SPACE_HASH);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  s->lost = lost_from_plate;
  for (int i = 0; i < 9; i++) {
    double side = random_uniform(&s->random, 0.03, 0.2);
    add_actor(s, scene_box(s, side, side, side, 0.4 * (i % 3 - 1), 0.4 * (i / 3 - 1), 0.01 + side / 2));
  }
  add_actor(s, scene_kinematic_box(s, 4, 4, 0.01, 0, 0, 0));
  return s;
}

scene *machine_lift(uint64_t seed, double speed) {
  scene *s = lift(seed);

  dBodySetLinearVel(s->actor[9], 0, 0, (dReal)speed);
  return s;
}

scene *machine_lift_set(uint64_t seed, double speed) {
  scene *s = lift(seed);

  s->number = speed;
  s->drive = set_plate;
  return s;
}

/* ------------------------------------------------------------------ motor */

scene *machine_paddle(uint64_t seed, double spin) {
  scene *s = scene_new(seed, SPACE_HASH);
  dBodyID paddle;
  dJointID hinge;

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  scene_room(s, 2, 2, 1, WALL);
  paddle = scene_box(s, 1.6, 0.005, 0.3, 0, 0, 0.2);
  hinge = add_motor(s, dJointCreateHinge(s->world, 0));
  dJointAttach(hinge, paddle, 0);
  dJointSetHingeAnchor(hinge, 0, 0, (dReal)0.2);
  dJointSetHingeAxis(hinge, 0, 0, 1);
  dJointSetHingeParam(hinge, dParamVel, (dReal)spin);
  dJointSetHingeParam(hinge, dParamFMax, 50);
  for (int i = 0; i < 12; i++) {
    double side = random_uniform(&s->random, 0.02, 0.15);
    scene_place(s, scene_box(s, side, side, 0.5 * side, 0, 0, 0));
  }
  return s;
}

const scene_kind MACHINES[] = {
    {"gripper, box of 40 mm", machine_gripper, 0.04, 240, 240},
    {"gripper, plate of 5 mm", machine_gripper, 0.005, 240, 240},
    {"gripper, plate of 1 mm", machine_gripper, 0.001, 240, 240},
    {"gripper, box of 40 mm, quick step", machine_gripper_quick, 0.04, 240, 240},
    {"gripper, plate of 5 mm, quick step", machine_gripper_quick, 0.005, 240, 240},
    {"chain of 20 at 20 m/s", machine_chain, 20, 300, 60},
    {"5 rag dolls at 20 m/s", machine_dolls, 20, 300, 60},
    {"vehicle at 8 m/s over steps", machine_vehicle, 8, 240, 60},
    {"sweeper at 5 rad/s", machine_sweeper, 5, 240, 60},
    {"lift at 3 m/s", machine_lift, 3, 60, 60},
    {"lift set at 3 m/s", machine_lift_set, 3, 60, 60},
    {"paddle at 20 rad/s", machine_paddle, 20, 300, 60},
    {0},
};
