/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A plank of 1.6 m spins among thin posts at 25 rad/s: in a step of 1/60 s it turns by 24 degrees and its ends travel
 * 33 cm. The posts are 2 cm thick and stand on a ring that the plank sweeps.
 */

#include <math.h>

#include "show.h"

enum { POSTS = 10 };

static const double plank_height = 0.5;

static void build(stage *s) {
  const double plank[3] = {1.6, 0.05, 0.03}, post[3] = {0.02, 0.02, 0.8};
  dGeomID geom;

  stage_ground(s, 3);
  geom = stage_box(s, "plank", plank, (double[]){0, 0, plank_height}, 7800, 0xa9714b);
  dBodySetAngularVel(dGeomGetBody(geom), 0, 0, 25);
  for (int k = 0; k < POSTS; k++) {
    double angle = 2 * acos(-1.0) * (k + 0.5) / POSTS, radius = 0.72;
    const double at[3] = {radius * cos(angle), radius * sin(angle), post[2] / 2};
    stage_box(s, "post", post, at, 500, k % 2 ? 0x2e86ab : 0x66a182);
  }
}

/* Returns the number of posts that still stand: in a quarter of a second the plank sweeps twice over each of them. */
static int count(const stage *s) {
  int standing = 0;

  for (int k = 0; k < s->lane->boxes; k++) {
    dBodyID body = s->geom[k] ? dGeomGetBody(s->geom[k]) : 0;
    standing += body && s->lane->box[k].side[2] > 0.5 && dBodyGetRotation(body)[10] > (dReal)0.99;
  }
  return standing;
}

int main(int argc, char **argv) {
  const show scene = {.name = "spinning_plank",
                      .title = "A spinning plank among thin posts",
                      .step = (dReal)(1.0 / 60),
                      .parts = 8,
                      .steps = 90,
                      .judged = 15,
                      .apart = 3,
                      .view = {-75, 28, {0, 0, 0.35}, 2.2, {0, 0.0167, 0.0334, 0.0667, 0.1, 0.25}},
                      .build = build,
                      .count = count,
                      .counted = "of 10 posts stand after 1/4 s, in which the plank has swept each twice"};
  return show_run(&scene, argc, argv);
}
