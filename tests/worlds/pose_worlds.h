/* SPDX-License-Identifier: BSD-3-Clause */

/* Small worlds of every kind, whose poses are recorded to the bit (tests/worlds/poses.txt). */

#ifndef WORLDS_POSE_WORLDS_H
#define WORLDS_POSE_WORLDS_H

#include <qmbox.h>

#include "scene.h"

typedef struct pose_world {
  const char *name; /* without blanks */
  scene *(*make)(uint64_t seed, double amount);
  double amount;
  int frames;
  qmboxContinuity continuity;
  int parts;
} pose_world;

/* Ends with a null name. */
extern const pose_world POSE_WORLDS[];

/* Returns the world of this name, null if there is none. */
const pose_world *pose_world_called(const char *name);

/* Makes the world with seed 1; ODE's random numbers start from 1 (scene_new()). */
scene *pose_world_new(const pose_world *world);
void pose_world_free(scene *s);

#endif /* WORLDS_POSE_WORLDS_H */
