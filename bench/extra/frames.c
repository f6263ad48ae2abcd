/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * frames: frames of a scene, guarded and by plain ODE from the same state, for callgrind to count.
 *
 *     frames                              prints the names of the scenes
 *     frames SCENE [FRAMES [SEED [AMOUNT [exact]]]]
 *
 * Before each frame a twin (tests/worlds/twin.h) gets the state of the guarded world, and plain ODE makes that frame in
 * it.  guarded_frame() and plain_frame() are called in turn, which frames.sh counts.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motion_kinds.h"
#include "stepping.h"
#include "twin.h"

void guarded_frame(scene *s, stepping how);
void plain_frame(scene *s);

/* The scenes that are only here: frames that cost much. */
static scene *hit_stack(uint64_t seed, double speed) {
  static const double CARD = 0.001, GAP = 5e-5;
  scene *s = scene_new(seed, SPACE_HASH);

  scene_ground(s);
  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  for (int i = 0; i < 60; i++) {
    double x = motion_shake(s, 0.002), y = motion_shake(s, 0.002);
    scene_box(s, 0.3, 0.2, CARD, x, y, (CARD + GAP) * (i + 0.5));
  }
  dBodyID cube = scene_box(s, 0.1, 0.1, 0.1, 0.02, 0.01, 0.3);
  scene_turn(s, cube);
  dBodySetLinearVel(cube, 0, 0, (dReal)-speed);
  return s;
}

static const scene_kind DEAR[] = {{"stack of 60 cards of 1 mm, hit at 20 m/s", hit_stack, 20, 60, 20}, {0}};

/* A frame of one part, guarded. */
__attribute__((noinline)) void guarded_frame(scene *s, stepping how) {
  (void)stepping_frame(how, s, NULL);
}

__attribute__((noinline)) void plain_frame(scene *s) {
  (void)stepping_frame((stepping){STEPPING_PLAIN, 1}, s, NULL);
}

/* Returns the scene of this name, or null; without a name prints all names. */
static const scene_kind *find(const char *name) {
  const scene_kind *const lists[] = {PILES, CROWDS, MACHINES, MESHES, DEAR};

  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    for (const scene_kind *kind = lists[i]; kind->name; kind++) {
      if (!name) puts(kind->name);
      if (name && strcmp(kind->name, name) == 0) return kind;
    }
  }
  for (int i = 0; i < MOTION_LIST_COUNT; i++) {
    for (const motion_kind *kind = MOTION_LISTS[i]; kind->scene.name; kind++) {
      if (!name) puts(kind->scene.name);
      if (name && strcmp(kind->scene.name, name) == 0) return &kind->scene;
    }
  }
  return NULL;
}

int main(int argc, char **argv) {
  dInitODE();
  const scene_kind *kind = find(argc > 1 ? argv[1] : NULL);
  if (!kind) return argc > 1 ? 2 : 0;
  int frames = argc > 2 ? atoi(argv[2]) : kind->quick_frames;
  uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
  double amount = argc > 4 && atof(argv[4]) > 0 ? atof(argv[4]) : kind->amount;
  stepping how = {argc > 5 ? STEPPING_EXACT : STEPPING_QMBOX, 1};
  scene *s = kind->make(seed, amount), *twin = kind->make(seed, amount);
  stepping_silence();
  for (int frame = 0; frame < frames; frame++) {
    unsigned long random = dRandGetSeed();
    if (s->drive) s->drive(s, frame);
    if (twin->drive) twin->drive(twin, frame);
    twin_follow(twin, s);
    guarded_frame(s, how);
    unsigned long after = dRandGetSeed();
    dRandSetSeed(random);
    plain_frame(twin);
    dRandSetSeed(after);
  }
  scene_free(s);
  scene_free(twin);
  dCloseODE();
  return 0;
}
