/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Notes of the spaces and geoms that a step of a world concerns, as far as the program has shown.
 *
 * A root is a space that is in no other, or a geom that is in none.  The program shows which of them it collides with
 * each other, by dSpaceCollide(), dSpaceCollide2() and dCollide(); it is taken to go on so until one of them is
 * destroyed.  A world's own roots are those that hold a geom of one of its bodies. A step concerns them and the roots
 * that they collide with, and no others, which other worlds or threads may be using.
 */

#ifndef PRELOAD_SCOPE_H
#define PRELOAD_SCOPE_H

#include <stdbool.h>

#include "guard/guard.h"

/* Notes that the program collides these two roots, or what one has within itself, if they are one. */
void scope_note(dGeomID root1, dGeomID root2);

/* Notes that a space holds a geom of a body in this world. */
void scope_note_home(dSpaceID space, dWorldID world);

/* Forgets what is about to be destroyed, a geom or a space with all that is in it. */
void scope_forget(dGeomID geom);
void scope_forget_world(dWorldID world);

/* Returns the root that a geom or a space is in, or is. */
dGeomID scope_root_of(dGeomID geom);

/* Returns true if some space holds geoms of bodies in this world. */
bool scope_has_geoms(dWorldID world);

/* Returns the roots that a step of this world concerns, to be freed, and their number. Returns null and 0 if there are
   none, null and -1 if memory is short. */
qmboxGuardedRoot *scope_roots(dWorldID world, int *count);

/* Returns the time at which the roots of the two were last collided, by the clock below, or 0 if they never were. To be
   called with the notes locked, as the two functions below. */
uintptr_t scope_when_collided(dGeomID o1, dGeomID o2);

/* Returns the number of collisions and steps so far. */
uintptr_t scope_clock(void);

/* Adds one to it, and returns it. */
uintptr_t scope_tick(void);

#endif /* PRELOAD_SCOPE_H */
