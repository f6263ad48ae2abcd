/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Contraptions: bodies in a closed room, joined by any joints with motors, kicked, put to sleep, swept by a kinematic
 * blade, filtered, in any space, by either stepper.  All of it follows from the seed.
 */

#include <math.h>
#include <qmbox.h>

#include "scenes.h"

enum { LEAST_BODIES = 4, MORE_BODIES = 16, JOINT_KINDS = 7, BLADE = 0 };

/* Half the room's sides, m. */
static const double HALF = 1.5;
static const double PI = 3.14159265358979323846;

static dReal up_to(scene *s, double size) {
  return (dReal)random_uniform(&s->random, -size, size);
}

static bool one_in(scene *s, int count) {
  return random_below(&s->random, count) == 0;
}

/* ------------------------------------------------------------------ bodies */

/* Slivers, plates, bars and blocks: a shortest side of 1 to 100 mm, others of up to 500 times that. */
static void random_sides(scene *s, double side[3]) {
  double thin = 1e-3 * random_power_of_ten(&s->random, 0, 2);
  int first = random_below(&s->random, 3);
  for (int k = 0; k < 3; k++) {
    side[k] = k == first ? thin : fmin(0.6, thin * random_power_of_ten(&s->random, 0, log10(500)));
  }
}

static void add_parts(scene *s, dBodyID body) {
  double side[3], place[3];
  for (int more = random_below(&s->random, 4) - 1; more > 0; more--) {
    random_sides(s, side);
    random_numbers(&s->random, -0.3, 0.3, place, 3);
    scene_add_offset_box(s, body, side[0], side[1], side[2], place[0], place[1], place[2]);
  }
}

static void add_body(scene *s, double speed, double spin) {
  double side[3];
  random_sides(s, side);
  dBodyID body = scene_box(s, side[0], side[1], side[2], 0, 0, 0);
  add_parts(s, body);
  scene_place(s, body);
  scene_throw(s, body, speed * random_power_of_ten(&s->random, -2, 0), spin);
  if (one_in(s, 6)) dBodyDisable(body);
  s->actor[s->actors++] = body;
}

/* ------------------------------------------------------------------ joints */

static void place_anchor(scene *s, dJointID joint, dBodyID body1, dBodyID body2) {
  const dReal *a = dBodyGetPosition(body1), *b = body2 ? dBodyGetPosition(body2) : a;
  dReal x = (a[0] + b[0]) / 2, y = (a[1] + b[1]) / 2, z = (a[2] + b[2]) / 2;
  double u[3], v[3];
  random_direction(&s->random, u, 3);
  random_direction(&s->random, v, 3);
  double along = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  for (int i = 0; i < 3; i++) v[i] -= along * u[i];
  dReal ux = (dReal)u[0], uy = (dReal)u[1], uz = (dReal)u[2];
  switch (dJointGetType(joint)) {
    case dJointTypeBall:
      dJointSetBallAnchor(joint, x, y, z);
      break;
    case dJointTypeHinge:
      dJointSetHingeAnchor(joint, x, y, z);
      dJointSetHingeAxis(joint, ux, uy, uz);
      break;
    case dJointTypeSlider:
      dJointSetSliderAxis(joint, ux, uy, uz);
      break;
    case dJointTypeUniversal:
      dJointSetUniversalAnchor(joint, x, y, z);
      dJointSetUniversalAxis1(joint, ux, uy, uz);
      dJointSetUniversalAxis2(joint, (dReal)v[0], (dReal)v[1], (dReal)v[2]);
      break;
    case dJointTypePiston:
      dJointSetPistonAnchor(joint, x, y, z);
      dJointSetPistonAxis(joint, ux, uy, uz);
      break;
    case dJointTypeFixed:
      dJointSetFixed(joint);
      break;
    default: /* dJointTypeLMotor */
      dJointSetLMotorNumAxes(joint, 1);
      dJointSetLMotorAxis(joint, 0, 0, ux, uy, uz);
      break;
  }
}

static dJointID new_joint(scene *s) {
  dJointID (*const create[JOINT_KINDS])(dWorldID, dJointGroupID) = {
      dJointCreateBall,   dJointCreateHinge, dJointCreateSlider, dJointCreateUniversal,
      dJointCreatePiston, dJointCreateFixed, dJointCreateLMotor};
  return create[random_below(&s->random, JOINT_KINDS)](s->world, 0);
}

static void set_motor(scene *s, dJointID joint) {
  dReal speed = up_to(s, 50), force = (dReal)random_power_of_ten(&s->random, -1, 4);
  switch (dJointGetType(joint)) {
    case dJointTypeHinge:
      dJointSetHingeParam(joint, dParamVel, speed);
      dJointSetHingeParam(joint, dParamFMax, force);
      if (one_in(s, 3)) dJointSetHingeParam(joint, dParamLoStop, -1);
      if (one_in(s, 3)) dJointSetHingeParam(joint, dParamHiStop, 1);
      break;
    case dJointTypeSlider:
      dJointSetSliderParam(joint, dParamVel, speed);
      dJointSetSliderParam(joint, dParamFMax, force);
      break;
    case dJointTypePiston:
      dJointSetPistonParam(joint, dParamVel1, speed);
      dJointSetPistonParam(joint, dParamFMax1, force);
      break;
    case dJointTypeLMotor:
      dJointSetLMotorParam(joint, dParamVel, speed);
      dJointSetLMotorParam(joint, dParamFMax, force);
      break;
    default:
      break;
  }
}

/* Joins some bodies to others, or to the world. */
static void add_joints(scene *s) {
  int first = s->number > 0 ? BLADE + 1 : BLADE;
  for (int i = first; i < s->actors; i++) {
    if (!one_in(s, 3)) continue;
    dBodyID other = i + 1 < s->actors && !one_in(s, 4) ? s->actor[i + 1] : 0;
    dJointID joint = new_joint(s);
    dJointAttach(joint, s->actor[i], other);
    place_anchor(s, joint, s->actor[i], other);
    if (one_in(s, 2)) set_motor(s, joint);
  }
}

/* ------------------------------------------------------------------ what is done to them */

/* Moves the blade to where it is to be at the end of the frame. */
static void drive_blade(scene *s, int frame) {
  double phase = s->number * s->frame * (frame + 1);
  dReal at[3] = {(dReal)(0.5 * HALF * sin(phase)), 0, (dReal)(HALF + 0.3 * HALF * sin(1.7 * phase))};
  dQuaternion turn = {(dReal)cos(phase / 3), (dReal)sin(phase / 3), 0, 0};
  int parts = s->parts > 0 ? s->parts : 1;
  qmboxBodyMoveTo(s->actor[BLADE], at, turn, (dReal)s->frame, parts);
}

static void drive(scene *s, int frame) {
  int first = s->number > 0 ? BLADE + 1 : BLADE;
  if (s->number > 0) drive_blade(s, frame);
  if (s->actors <= first || !one_in(s, 4)) return;
  dBodyID body = s->actor[first + random_below(&s->random, s->actors - first)];
  double size = random_power_of_ten(&s->random, 0, 5);
  dReal x = up_to(s, 1), y = up_to(s, 1), z = up_to(s, 1);
  switch (random_below(&s->random, 4)) {
    case 0:
      dBodyEnable(body);
      dBodyAddForce(body, x * (dReal)size, y * (dReal)size, z * (dReal)size);
      break;
    case 1:
      dBodyEnable(body);
      dBodySetLinearVel(body, x * (dReal)s->speed, y * (dReal)s->speed, z * (dReal)s->speed);
      break;
    case 2:
      dBodySetAngularVel(body, 300 * x, 300 * y, 300 * z);
      break;
    default:
      dBodyDisable(body);
      break;
  }
}

/* ------------------------------------------------------------------ the whole */

static bool refuses_some(const scene *s, dGeomID o1, dGeomID o2) {
  dBodyID body1 = dGeomGetBody(o1), body2 = dGeomGetBody(o2);
  int sum = 0;
  if (!body1 || !body2) return false;
  for (int i = 0; i < s->actors; i++) sum += s->actor[i] == body1 || s->actor[i] == body2 ? i : 0;
  return sum % 3 == 0;
}

static void add_blade(scene *s) {
  dBodyID blade = scene_kinematic_box(s, random_uniform(&s->random, 0.002, 0.1), 1.2, 0.4, 0, 0, HALF);
  s->actor[s->actors++] = blade;
  s->number = random_uniform(&s->random, 0.5, 2 * PI * 3);
}

scene *contraption(uint64_t seed, int parts) {
  scene *s = scene_new(seed, (space_kind)(seed % SPACE_KINDS));
  double spin = random_power_of_ten(&s->random, 0, log10(500));
  s->parts = parts;
  s->speed = random_power_of_ten(&s->random, 0, 3);
  s->frame = random_uniform(&s->random, 1.0 / 240, 1.0 / 30);
  s->bounce = (dReal)random_uniform(&s->random, 0, 1);
  s->full_step = one_in(s, 2);
  s->drive = drive;
  if (!one_in(s, 3)) dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  dWorldSetAutoDisableFlag(s->world, one_in(s, 2));
  if (one_in(s, 4)) s->refuses = refuses_some;
  scene_room(s, 2 * HALF, 2 * HALF, 2 * HALF, 1e-4 * random_power_of_ten(&s->random, 0, 2.5));
  if (one_in(s, 2)) add_blade(s);
  for (int count = LEAST_BODIES + random_below(&s->random, MORE_BODIES); count > 0; count--)
    add_body(s, s->speed, spin);
  add_joints(s);
  return s;
}
