/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Three bullets of 6 cm hit a wall of bricks at 100 m/s: 1.7 m in a step of 1/60 s.  It is a matter of luck if they are
 * inside the wall when ODE looks.
 */

#include "show.h"

enum { BULLETS = 3, COURSES = 5, WIDE = 4, SPEED = 100 };

static void build(stage *s) {
  const double brick[3] = {0.1, 0.25, 0.12}, bullet[3] = {0.06, 0.06, 0.06};

  stage_ground(s, 6);
  for (int course = 0; course < COURSES; course++) {
    for (int k = 0; k < WIDE; k++) {
      double y = (k - 0.5 * (WIDE - 1) + (course % 2 ? 0.125 : -0.125)) * brick[1];
      stage_box(s, "brick", brick, (double[]){0, y, (course + 0.5) * brick[2]}, 1800,
                (course + k) % 2 ? 0xc8553d : 0xb3452e);
    }
  }
  for (int k = 0; k < BULLETS; k++) {
    double x = -0.65 - 0.2 * k, y = 0.28 * (k - 1);
    dBodyID body = dGeomGetBody(stage_box(s, "bullet", bullet, (double[]){x, y, 0.3 + 0.06 * k}, 4000, 0x2b2d42));
    dBodySetLinearVel(body, SPEED, 0, 0);
    dBodySetAngularVel(body, 7, 11, 13);
  }
}

/* Returns the number of bullets that fly on at full speed. */
static int count(const stage *s) {
  int free = 0;

  for (int k = 0; k < s->lane->boxes; k++) {
    dBodyID body = s->geom[k] ? dGeomGetBody(s->geom[k]) : 0;
    free += body && dBodyGetLinearVel(body)[0] > 0.9 * SPEED;
  }
  return free;
}

int main(int argc, char **argv) {
  const show scene = {.name = "bullet_and_wall",
                      .title = "Three bullets at 100 m/s and a wall of bricks",
                      .step = (dReal)(1.0 / 60),
                      .steps = 60,
                      .judged = 60,
                      .apart = 3,
                      .view = {-62, 12, {0, 0, 0.35}, 1.8, {0, 0.0167, 0.0334, 0.0667, 0.15, 1}},
                      .build = build,
                      .count = count,
                      .counted = "of 3 bullets have gone through the wall untouched"};
  return show_run(&scene, argc, argv);
}
