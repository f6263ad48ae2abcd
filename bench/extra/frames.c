/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * frames: frames of a scene, guarded and by plain ODE from the same state, for callgrind to count.
 *
 *     frames                              prints the names of the scenes
 *     frames SCENE [FRAMES [SEED [AMOUNT [exact|waiting]]]]
 *
 * Before each frame a twin (tests/worlds/twin.h) gets the state of the guarded world, and plain ODE makes that frame in
 * it.  Another world is stepped by plain ODE alone, from the same beginning.  guarded_frame(), plain_frame() and
 * own_frame() are called in turn, which frames.sh counts.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motion_kinds.h"
#include "stepping.h"
#include "twin.h"

void guarded_frame(scene *s, stepping how);
void plain_frame(scene *s);
void own_frame(scene *s);

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

__attribute__((noinline)) void own_frame(scene *s) {
  (void)stepping_frame((stepping){STEPPING_PLAIN, 1}, s, NULL);
}

/* Returns the way to step that an argument names, in one part. */
static stepping way_of(const char *name) {
  stepping_kind kind = STEPPING_QMBOX;
  if (name && strcmp(name, "exact") == 0) kind = STEPPING_EXACT;
  if (name && strcmp(name, "waiting") == 0) kind = STEPPING_WAITING;
  return (stepping){kind, 1};
}

/* Makes a frame in three worlds, with the same random seed of ODE for the first two. */
static void step_all(scene *guarded, scene *twin, scene *own, stepping how, unsigned long *own_seed) {
  unsigned long seed = dRandGetSeed();
  twin_follow(twin, guarded);
  guarded_frame(guarded, how);
  unsigned long after = dRandGetSeed();
  dRandSetSeed(seed);
  plain_frame(twin);
  dRandSetSeed(*own_seed);
  own_frame(own);
  *own_seed = dRandGetSeed();
  dRandSetSeed(after);
}

int main(int argc, char **argv) {
  dInitODE();
  const scene_kind *kind = find(argc > 1 ? argv[1] : NULL);
  if (!kind) return argc > 1 ? 2 : 0;
  int frames = argc > 2 ? atoi(argv[2]) : kind->quick_frames;
  uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
  double amount = argc > 4 && atof(argv[4]) > 0 ? atof(argv[4]) : kind->amount;
  stepping how = way_of(argc > 5 ? argv[5] : NULL);
  scene *world[3];
  for (int i = 0; i < 3; i++) world[i] = kind->make(seed, amount);
  unsigned long own_seed = dRandGetSeed();
  stepping_silence();
  for (int frame = 0; frame < frames; frame++) {
    for (int i = 0; i < 3; i++) {
      if (world[i]->drive) world[i]->drive(world[i], frame);
    }
    step_all(world[0], world[1], world[2], how, &own_seed);
  }
  for (int i = 0; i < 3; i++) scene_free(world[i]);
  dCloseODE();
  return 0;
}
