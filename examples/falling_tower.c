/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A tower of tiles falls on a glass table.
 *
 * The tiles are 12 mm thick and the table's top is 10 mm; they arrive at some 4.5 m/s, 7 cm in a step of 1/60 s.
 */

#include "show.h"

enum { TILES = 8 };

static const double tile[3] = {0.4, 0.25, 0.012};
static const double top_height = 0.5;

static void build(stage *s) {
  const double top[3] = {1.6, 1.2, 0.01}, leg[3] = {0.04, 0.04, 0.49};
  const unsigned color[] = {0xd1495b, 0xedae49, 0x66a182, 0x2e86ab};

  stage_ground(s, 3.2);
  stage_box(s, "glass top", top, (double[]){0, 0, top_height - top[2] / 2}, 0, 0x9fd3e6);
  for (int k = 0; k < 4; k++)
    stage_box(s, "leg", leg, (double[]){k % 2 ? 0.7 : -0.7, k / 2 ? 0.5 : -0.5, leg[2] / 2}, 0, 0x59656f);
  for (int k = 0; k < TILES; k++) {
    dGeomID geom = stage_box(s, "tile", tile, (double[]){0, 0, 1.5 + 0.06 * k}, 700, color[k % 4]);
    dQuaternion turn;
    dQFromAxisAndAngle(turn, 0, 0, 1, (dReal)(0.25 * k));
    dGeomSetQuaternion(geom, turn);
    dBodySetAngularVel(dGeomGetBody(geom), (dReal)(0.3 * (k % 3 - 1)), (dReal)0.2, 0);
  }
}

/* Returns the number of tiles below the table and within its edges: none of these can have slid off and come back. */
static int count(const stage *s) {
  int below = 0;

  for (int k = 0; k < s->lane->boxes; k++) {
    if (s->lane->box[k].moves) below += (double)dGeomGetPosition(s->geom[k])[2] < top_height - tile[2];
  }
  return below;
}

int main(int argc, char **argv) {
  const show scene = {.name = "falling_tower",
                      .title = "A tower of tiles falls on a glass table",
                      .step = (dReal)(1.0 / 60),
                      .steps = 150,
                      .judged = 150,
                      .apart = 2.4,
                      .view = {-60, 14, {0, 0, 0.95}, 2.3, {0, 0.3, 0.45, 0.5, 0.6, 2.5}},
                      .build = build,
                      .count = count,
                      .counted = "of 8 tiles have gone through the table"};
  return show_run(&scene, argc, argv);
}
