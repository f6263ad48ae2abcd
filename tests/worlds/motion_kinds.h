/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Ordinary scenes in which everything should move: heaps of thin things, sliders, chains, dolls, mechanisms.
 *
 * The amount of a scene is a thickness (m), a speed (m/s) or a number, by its name.
 */

#ifndef WORLDS_MOTION_KINDS_H
#define WORLDS_MOTION_KINDS_H

#include "scenes.h"

typedef struct motion_kind {
  scene_kind scene;
  const char *figure; /* the meaning of scene.figure, with its unit; null: the scene has none */
  bool soak;          /* another is like it: test_motion leaves it out of a short run */
} motion_kind;

/* Each list ends with a null name. */
extern const motion_kind MOTION_PILES[], MOTION_SLIDES[], MOTION_LINKAGES[], MOTION_MACHINES[];

/* All of them. */
extern const motion_kind *const MOTION_LISTS[];
extern const int MOTION_LIST_COUNT;

/* Returns the kind of this name, or null. */
const motion_kind *motion_kind_named(const char *name);

/* Adds a doll of 13 capsules, its feet at this point, and writes its bodies; returns how many these are. */
int motion_add_doll(scene *s, const double at[3], dBodyID *bodies);

/* Draws a number uniform in [-size, size). */
double motion_shake(scene *s, double size);

#endif /* WORLDS_MOTION_KINDS_H */
