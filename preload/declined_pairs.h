/* SPDX-License-Identifier: BSD-3-Clause */

/* Notes of which geoms the program wants to collide. */

#ifndef PRELOAD_DECLINED_PAIRS_H
#define PRELOAD_DECLINED_PAIRS_H

#include <ode/ode.h>
#include <stdbool.h>

/* Notes that the near callback has been called for these two geoms, and has not examined them. Neither is a space.
   They may have been destroyed: only their addresses are used. */
void declined_note_pair(dGeomID o1, dGeomID o2);

/* Notes that the program has found a contact between these two, or has been called for them and has examined others
   instead. Only their addresses are used. */
void declined_note_examined(dGeomID o1, dGeomID o2);

/* Notes that the program collides two spaces, a space and a geom, or all in one space, which is both. */
void declined_note_call(dGeomID o1, dGeomID o2);

/* Notes that a world has been stepped. */
void declined_note_step(dWorldID world);

/* Notes that a world is stepped and none of its geoms has been collided. Returns how often that has been so. */
int declined_note_bare_step(dWorldID world);

/* Forgets what is about to be destroyed, a world, or a geom or a space. */
void declined_forget_world(dWorldID world);
void declined_forget_geom(dGeomID geom);

/* Returns true if the program wants the two to collide, as far as is known: it has not declined them when they were
   last collided, and has not left them without a contact joint although it has seen that they touched. */
bool declined_neither(dWorldID world, dGeomID o1, dGeomID o2, bool touched);

#endif /* PRELOAD_DECLINED_PAIRS_H */
