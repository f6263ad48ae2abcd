/* SPDX-License-Identifier: BSD-3-Clause */

/* Pairs of moving shapes that no values of the joints between them bring together. */

#ifndef BMS_SCENE_MEET_H
#define BMS_SCENE_MEET_H

#include "scene/scene.h"

/* Returns true if two shapes on bodies with one or two joints in between, which turn, are proved never to touch, grown
   by the chain's margin. */
bool scene_never_meet(const bms_scene *scene, int a, int b);

#endif /* BMS_SCENE_MEET_H */
