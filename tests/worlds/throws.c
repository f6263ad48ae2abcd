/* SPDX-License-Identifier: BSD-3-Clause */

/* One body thrown at one wall. */

#include "throws.h"

#include <math.h>

/* The wall's sides, m, and the part of it that is aimed at. */
static const double WALL = 4, AIM = 0.5;
enum { LEAST_FRAMES = 40, MOST_FRAMES = 400 };

const throw_kind THROWS[] = {
    {"needle 2x2x500 mm, up to 20 m/s", {0.002, 0.002, 0.5}, 0.01, 20, 20, 0, 60, false},
    {"needle 2x2x500 mm, up to 5 m/s", {0.002, 0.002, 0.5}, 0.01, 5, 20, 0, 60, false},
    {"plate 1x300x300 mm, up to 20 m/s", {0.001, 0.3, 0.3}, 0.01, 20, 20, 0, 60, false},
    {"rod 10x10x500 mm, up to 20 m/s", {0.01, 0.01, 0.5}, 0.01, 20, 20, 0, 60, false},
    {"cube 100 mm, up to 20 m/s", {0.1, 0.1, 0.1}, 0.01, 20, 20, 0, 60, false},
    {"needle 100 m/s 200 rad/s, 1 mm wall, dWorldStep", {0.002, 0.002, 0.5}, 0.001, 100, 200, 0, 60, true},
    {"slivers up to 1 km/s and 500 rad/s, 0.1 mm wall", {0, 0, 0}, 0.0001, 1000, 500, -1, 0, false},
    {"slivers, the same with dWorldStep", {0, 0, 0}, 0.0001, 1000, 500, -1, 0, true},
};
const int THROW_COUNT = (int)(sizeof THROWS / sizeof *THROWS);

static void choose_sides(scene *s, const throw_kind *kind, double side[3]) {
  double thin = 1e-4 * random_power_of_ten(&s->random, 0, log10(20));

  for (int k = 0; k < 3; k++) side[k] = kind->side[k];
  if (side[0] > 0) return;
  side[0] = thin;
  for (int k = 1; k < 3; k++) side[k] = fmin(0.5, thin * random_power_of_ten(&s->random, 0, log10(500)));
  if (random_below(&s->random, 2)) side[1 + random_below(&s->random, 2)] = fmin(0.5, 500 * thin);
}

/* Aims at a point of the wall's middle, with any spin. */
static void aim(scene *s, dBodyID body, double speed, double spin) {
  const dReal *x = dBodyGetPosition(body);
  double way[3] = {0}, size = 0;

  random_numbers(&s->random, -AIM, AIM, way + 1, 2);
  for (int k = 0; k < 3; k++) way[k] -= (double)x[k];
  for (int k = 0; k < 3; k++) size += way[k] * way[k];
  size = speed / sqrt(size);
  scene_throw(s, body, speed, spin);
  dBodySetLinearVel(body, (dReal)(size * way[0]), (dReal)(size * way[1]), (dReal)(size * way[2]));
}

scene *throw_new(const throw_kind *kind, uint64_t seed, int *frames) {
  scene *s = scene_new(seed, SPACE_HASH);
  double side[3], place[2], distance, speed = random_uniform(&s->random, 0.5, 1) * kind->speed;
  dBodyID body;

  s->full_step = kind->full_step;
  s->bounce = (dReal)(kind->bounce < 0 ? random_uniform(&s->random, 0, 1) : kind->bounce);
  s->frame = 1 / (kind->frames_second > 0 ? kind->frames_second : random_uniform(&s->random, 30, 240));
  choose_sides(s, kind, side);
  distance = sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]) / 2 + random_uniform(&s->random, 0.05, 1);
  scene_static_box(s, kind->wall, WALL, WALL, 0, 0, 0);
  random_numbers(&s->random, -AIM / 2, AIM / 2, place, 2);
  body = scene_box(s, side[0], side[1], side[2], -distance, place[0], place[1]);
  scene_turn(s, body);
  aim(s, body, speed, kind->spin);
  *frames = LEAST_FRAMES + (int)fmin(4 * distance / (speed * s->frame), MOST_FRAMES - LEAST_FRAMES);
  return s;
}

outcome throw_many(const throw_kind *kind, stepping how, uint64_t first, int count) {
  outcome sum = {0};

  for (int i = 0; i < count; i++) {
    int frames;
    scene *s = throw_new(kind, first + (uint64_t)i, &frames);
    outcome one = outcome_of(s, how, frames);
    outcome_add(&sum, &one);
    scene_free(s);
  }
  return sum;
}
