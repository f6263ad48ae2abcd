/* SPDX-License-Identifier: BSD-3-Clause */

/* Grippers, lifts, conveyors: bodies moved by motors and kinematic bodies. */

#include <math.h>
#include <qmbox.h>

#include "motion_kinds.h"

static const dReal GRAVITY = (dReal)-9.81;

static double height_of(const scene *s, int actor) {
  return (double)dBodyGetPosition(s->actor[actor])[2];
}

/* ------------------------------------------------------------------ grippers */

/* The figure: how far the box between the jaws has been lifted, m. */
static void note_lifted(scene *s, int frame) {
  if (frame == 0) s->number = height_of(s, 0);
  s->figure = height_of(s, 0) - s->number;
}

static scene *gripper(uint64_t seed, double thickness) {
  scene *s = machine_gripper(seed, thickness);

  s->observe = note_lifted;
  return s;
}

/* With dWorldQuickStep(): plain ODE in ten parts loses the box with 20 iterations, and keeps it with 60. */
static scene *quick_gripper(uint64_t seed, double thickness) {
  scene *s = gripper(seed, thickness);

  s->full_step = false;
  dWorldSetQuickStepNumIterations(s->world, 60);
  return s;
}

/* ------------------------------------------------------------------ lifts */

static const double PLATE = 0.05, LIFTED = 4;
enum { PLATE_ACTOR, UNDER_BEAM, BESIDE };

/* Moves the plate by its pose: to its place by the clock, however far it has come. */
static void move_lift(scene *s, int frame) {
  double z = fmin(LIFTED, s->speed * (frame + 1) * s->frame);
  const dReal position[3] = {0, 0, (dReal)z}, quaternion[4] = {1, 0, 0, 0};

  qmboxBodyMoveTo(s->actor[PLATE_ACTOR], position, quaternion, (dReal)s->frame, s->parts);
}

/* The figure: the greatest height of things next to the jam above the plate's way, m. */
static void note_throw(scene *s, int frame) {
  double plate = fmin(LIFTED, s->speed * (frame + 1) * s->frame);

  s->figure = fmax(s->figure, height_of(s, BESIDE) - plate);
}

/* A plate that rises by qmboxBodyMoveTo(), with a box that jams under a beam, if there is one, and another box. */
static scene *lift(uint64_t seed, double speed, bool beam) {
  scene *s = scene_new(seed, SPACE_HASH);
  double x = 0.3 + motion_shake(s, 0.05), y = motion_shake(s, 0.05);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  s->speed = speed;
  s->drive = move_lift;
  s->observe = note_throw;
  s->actor[s->actors++] = scene_kinematic_box(s, 1.2, 1.2, PLATE, 0, 0, 0);
  s->actor[s->actors++] = scene_box(s, 0.3, 0.3, 0.3, -x, y, PLATE / 2 + 0.15);
  s->actor[s->actors++] = scene_box(s, 0.2, 0.2, 0.2, x, y, PLATE / 2 + 0.1);
  if (beam) scene_static_box(s, 0.3, 2, 0.2, -0.5, 0, 2.1);
  return s;
}

static scene *free_lift(uint64_t seed, double speed) {
  return lift(seed, speed, false);
}

static scene *jammed_lift(uint64_t seed, double speed) {
  return lift(seed, speed, true);
}

/* From the third seed on: there a squeezed box that shoots out hits the other one. */
static scene *jammed_fast_lift(uint64_t seed, double speed) {
  return lift(seed + 2, speed, true);
}

/* ------------------------------------------------------------------ conveyors */

/* Moves the belt's surface: `motion1` is the speed along fdir1 that ODE wants of the first geom against the second. */
static void move_surface(scene *s, dContact *contact) {
  bool first = dGeomGetBody(contact->geom.g1) == s->actor[0], second = dGeomGetBody(contact->geom.g2) == s->actor[0];

  if (!first && !second) return;
  contact->surface.mode |= dContactMotion1 | dContactFDir1;
  contact->surface.motion1 = (dReal)(first ? -s->speed : s->speed);
  for (int i = 0; i < 3; i++) contact->fdir1[i] = i == 0;
}

/* The figure: how far what is on the belt has come, m, on the average. */
static void note_carried(scene *s, int frame) {
  double sum = 0;

  for (int i = 1; i < s->actors; i++) sum += (double)dBodyGetPosition(s->actor[i])[0];
  if (frame == 0) s->number = sum;
  s->figure = (sum - s->number) / (s->actors - 1);
}

static scene *conveyor(uint64_t seed) {
  scene *s = scene_new(seed, SPACE_HASH);

  dWorldSetGravity(s->world, 0, 0, GRAVITY);
  s->observe = note_carried;
  s->actor[s->actors++] = scene_kinematic_box(s, 30, 1, 0.02, 10, 0, -0.01);
  for (int i = 0; i < 12; i++) {
    double x = 0.5 * (i / 3), y = 0.3 * (i % 3 - 1), high = i % 2 ? 0.01 : random_uniform(&s->random, 0.05, 0.2);
    s->actor[s->actors++] = scene_box(s, 0.2, 0.15, high, x, y, 0.05 + high / 2);
  }
  return s;
}

static scene *surface_conveyor(uint64_t seed, double speed) {
  scene *s = conveyor(seed);

  s->speed = speed;
  s->surface = move_surface;
  return s;
}

static scene *moving_conveyor(uint64_t seed, double speed) {
  scene *s = conveyor(seed);

  dBodySetLinearVel(s->actor[0], (dReal)speed, 0, 0);
  return s;
}

const motion_kind MOTION_MACHINES[] = {
    {{"gripper, plate of 1 mm", gripper, 0.001, 240, 240}, "lifted, m", false},
    {{"gripper, plate of 5 mm", gripper, 0.005, 240, 240}, "lifted, m", true},
    {{"gripper, box of 8 cm", gripper, 0.08, 240, 240}, "lifted, m", false},
    {{"gripper, plate of 1 mm, quick", quick_gripper, 0.001, 240, 240}, "lifted, m", false},
    {{"gripper, plate of 5 mm, quick", quick_gripper, 0.005, 240, 240}, "lifted, m", true},
    {{"gripper, box of 2 cm, quick", quick_gripper, 0.02, 240, 240}, "lifted, m", false},
    {{"gripper, box of 8 cm, quick", quick_gripper, 0.08, 240, 240}, "lifted, m", false},
    {{"lift with two boxes", free_lift, 1, 270, 270}, "thrown, m", false},
    {{"lift jams a box under a beam", jammed_lift, 1, 270, 270}, "thrown, m", false},
    {{"fast lift jams a box under a beam", jammed_fast_lift, 4, 120, 120}, "thrown, m", false},
    {{"conveyor, surface at 1 m/s", surface_conveyor, 1, 240, 120}, "carried, m", false},
    {{"conveyor, body at 1 m/s", moving_conveyor, 1, 240, 120}, "carried, m", false},
    {{"sweeper at 5 rad/s", machine_sweeper, 5, 240, 120}, 0, false},
    {{"lift at 3 m/s by velocity", machine_lift, 3, 120, 60}, 0, false},
    {{"paddle at 20 rad/s", machine_paddle, 20, 300, 90}, 0, false},
    {{0}, 0, false},
};
