/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the program collides with what, so far as it has shown.
 *
 * A root is a space that is in no other, or a geom that is in none.  The program shows which of them it collides, by
 * dSpaceCollide(), dSpaceCollide2() and dCollide(); it is taken to go on so until a root is destroyed.  A thread that
 * steps a world has to do with the roots that were last collided on the same thread: others may be in use elsewhere.
 *
 * There is room for 62 spaces that are told from each other.  Any more share one place, as do all geoms that are in no
 * space: then two may be thought to collide that do not, and the guard finds out.
 */

#ifndef PRELOAD_SCOPE_H
#define PRELOAD_SCOPE_H

#include <stdbool.h>

#include "guard/guard.h"

/* Notes that the program collides these two; what one has within itself, if they are one. */
void scope_note(dGeomID o1, dGeomID o2);

/* Notes that the program has been called for these two geoms and has not looked whether they are in contact. */
void scope_note_declined(dGeomID o1, dGeomID o2);

/* Notes that a world has been stepped. */
void scope_note_step(dWorldID world);

/* Forgets what is about to be destroyed, a geom or a space with all that is in it. */
void scope_forget(dGeomID geom);

/* Returns the roots of this thread, to be freed, and their number; null if there are none. */
qmboxGuardedRoot *scope_roots(int *count);

/* Returns true if the program wants the two to collide, as far as is known: it has not declined to look at them when
   they were collided last, and has not left them without a contact joint although they touched. */
bool scope_wants(dWorldID world, dGeomID o1, dGeomID o2, bool touched);

#endif /* PRELOAD_SCOPE_H */
