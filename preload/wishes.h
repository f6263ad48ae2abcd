/* SPDX-License-Identifier: BSD-3-Clause */

/* Notes of which geoms the program wants to collide. */

#ifndef PRELOAD_WISHES_H
#define PRELOAD_WISHES_H

#include <ode/ode.h>
#include <stdbool.h>

/* Notes that the near callback has been called for these two geoms, and has not looked at them. Neither is a space.
   They may have been destroyed: only their addresses are used. */
void wishes_note_declined(dGeomID o1, dGeomID o2);

/* Notes that a world has been stepped. */
void wishes_note_step(dWorldID world);

/* Notes that a world is stepped and none of its geoms has been collided. Returns how often that has been so. */
int wishes_note_bare_step(dWorldID world);

/* Forgets what is about to be destroyed, a world, or a geom or a space. */
void wishes_forget_world(dWorldID world);
void wishes_forget_geom(dGeomID geom);

/* Returns true if the program wants the two to collide, as far as is known: it has not declined them when they were
   last collided, and has not left them without a contact joint although they touched. */
bool wishes_collision(dWorldID world, dGeomID o1, dGeomID o2, bool touched);

#endif /* PRELOAD_WISHES_H */
