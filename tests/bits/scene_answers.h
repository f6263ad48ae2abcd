/* SPDX-License-Identifier: BSD-3-Clause */

/* Prints the library's answers about random arms, as text that differs if and only if a bit of a number does. */

#ifndef SCENE_ANSWERS_H
#define SCENE_ANSWERS_H

/* Prints the answers about this many arms among shapes of all kinds: edges and moves in scenes, chains, clearances, and
   paths of a body.  The arms are the same on every machine. */
void scene_answers_print(int count);

#endif /* SCENE_ANSWERS_H */
