/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The spaces and geoms that a step of a world has to do with, so far as the program has shown.
 *
 * A root is a space that is in no other, or a geom that is in none.  The program shows which of them it collides with
 * each other, by dSpaceCollide(), dSpaceCollide2() and dCollide(); it is taken to go on so until one of them is
 * destroyed.  A world's own roots are those that hold a geom of one of its bodies; a step has to do with them and with
 * those that they collide with, and with no others, which other worlds or threads may be using.
 */

#ifndef PRELOAD_SCOPE_H
#define PRELOAD_SCOPE_H

#include <stdbool.h>

#include "guard/guard.h"

/* Notes that the program collides these two, or what one has within itself, if they are one. */
void scope_note(dGeomID o1, dGeomID o2);

/* Notes that a space holds a geom of a body in this world. */
void scope_note_home(dSpaceID space, dWorldID world);

/* Forgets what is about to be destroyed, a geom or a space with all that is in it. */
void scope_forget(dGeomID geom);
void scope_forget_world(dWorldID world);

/* Returns the root that a geom or a space is in, or is. */
dGeomID scope_root_of(dGeomID geom);

/* Returns true if a space is known that holds geoms of bodies in this world. */
bool scope_has_geoms(dWorldID world);

/* Returns what a step of this world has to do with, to be freed, and its number; null and 0 if there is nothing, null
   and -1 for want of memory. */
qmboxGuardedRoot *scope_roots(dWorldID world, int *count);

/* Returns when the roots of the two have been collided last, by the clock below; 0 if they never have. */
uintptr_t scope_when_collided(dGeomID o1, dGeomID o2);

/* Returns the number of collisions and steps so far.  To be called with the notes locked, as the one above. */
uintptr_t scope_clock(void);
uintptr_t scope_tick(void);

#endif /* PRELOAD_SCOPE_H */
