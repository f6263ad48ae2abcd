/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A cube is thrown at a row of dominoes, at 24 m/s: 40 cm in a step of 1/60 s, in which it may pass several of them.
 * They are tiles of 30 x 15 x 1 cm, and their upper edges go three times their thickness in a step as they fall.
 */

#include "show.h"

enum { DOMINOES = 12 };

static const double domino[3] = {0.01, 0.15, 0.3};
static const double pitch = 0.12;

static void build(stage *s) {
  const double cube[3] = {0.04, 0.04, 0.04};
  dBodyID body;

  stage_ground(s, 3);
  for (int k = 0; k < DOMINOES; k++) {
    double x = pitch * (k - 0.5 * (DOMINOES - 1));
    stage_box(s, "domino", domino, (double[]){x, 0, domino[2] / 2}, 1200, k % 2 ? 0xf4f1de : 0x3d405b);
  }
  body = dGeomGetBody(stage_box(s, "cube", cube, (double[]){-1, 0, 0.28}, 500, 0xd1495b));
  dBodySetLinearVel(body, 24, 0, 0);
}

/* Returns the number of dominoes that stand, lean or lie the other way: all should have been knocked over in the
   direction of the throw. */
static int count(const stage *s) {
  int left = 0;

  for (int k = 1; k <= DOMINOES; k++) left += dGeomGetRotation(s->geom[k])[2] < (dReal)0.7;
  return left;
}

int main(int argc, char **argv) {
  const show scene = {.name = "domino_row",
                      .title = "A cube is thrown at a row of dominoes",
                      .step = (dReal)(1.0 / 60),
                      .parts = 4,
                      .steps = 180,
                      .judged = 180,
                      .apart = 0.8,
                      .view = {-65, 16, {0, 0, 0.1}, 1.5, {0, 0.1, 0.4, 0.7, 1, 3}},
                      .build = build,
                      .count = count,
                      .counted = "of 12 dominoes have not fallen in the direction of the throw"};
  return show_run(&scene, argc, argv);
}
