/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A twin: a second scene of the same seed that is brought to the state of the first before each frame.
 *
 * Worlds that are stepped in different ways drift apart, and then a frame of one shows little about a frame of the
 * other.  A twin makes the frame that the first scene is about to make, in its own way.
 */

#ifndef WORLDS_TWIN_H
#define WORLDS_TWIN_H

#include "scene.h"

/* Gives the bodies of a twin the poses, velocities and forces of the scene's bodies, and lets the same ones
   sleep. */
void twin_follow(scene *twin, const scene *of);

#endif /* WORLDS_TWIN_H */
