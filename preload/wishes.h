/* SPDX-License-Identifier: BSD-3-Clause */

/* Keeps what the program has shown of which geoms it wants to collide. */

#ifndef PRELOAD_WISHES_H
#define PRELOAD_WISHES_H

#include <ode/ode.h>
#include <stdbool.h>

/* Notes that the near callback has been called for these two geoms, neither a space, and has not looked whether they
   are in contact.  They may have been destroyed: only their addresses are used. */
void wishes_note_declined(dGeomID o1, dGeomID o2);

/* Notes that a world has been stepped. */
void wishes_note_step(dWorldID world);

/* Notes that a world is stepped and nothing of it has been collided.  Returns how often that was so. */
int wishes_note_bare_step(dWorldID world);

void wishes_forget_world(dWorldID world);

/* Returns true if the program wants the two to collide, as far as is known: it has not declined to look at them when
   they were collided last, and has not left them without a contact joint although they touched. */
bool wishes_collision(dWorldID world, dGeomID o1, dGeomID o2, bool touched);

#endif /* PRELOAD_WISHES_H */
