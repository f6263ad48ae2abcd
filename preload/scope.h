/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Notes of what the program collides with what, as far as its calls have shown.
 *
 * A root is a space that is in no other space, or a geom that is in none. The program shows which roots it collides by
 * calling dSpaceCollide(), dSpaceCollide2() and dCollide(); it is assumed to go on so until a root is destroyed. A
 * thread that steps a world guards only the roots that were last collided on the same thread: others may be in use
 * elsewhere.
 *
 * The library can tell 62 spaces from each other. All further spaces share one place, and so do all geoms that are in
 * no space: a pair that the program never collides may then seem to be collided, and the guard finds that out.
 */

#ifndef PRELOAD_SCOPE_H
#define PRELOAD_SCOPE_H

#include <stdbool.h>

#include "guard/guard.h"

/* Notes that the program collides these two, or the geoms inside of one space if both are the same. */
void scope_note(dGeomID o1, dGeomID o2);

/* Notes that the near callback was called for these two geoms and did not look whether they are in contact. */
void scope_note_declined(dGeomID o1, dGeomID o2);

/* Notes that a world has been stepped. */
void scope_note_step(dWorldID world);

/* Forgets a geom that is about to be destroyed, or a space with all that is in it. */
void scope_forget(dGeomID geom);

/* Returns the roots of this thread and their number, or null if there are none. The caller frees them. */
qmboxGuardedRoot *scope_roots(int *count);

/* Returns true if the program wants the two geoms to collide, as far as is known: its callback did not decline to look
   at them when they were last collided, and did not leave them without a contact joint although they touched. */
bool scope_wants(dWorldID world, dGeomID o1, dGeomID o2, bool touched);

#endif /* PRELOAD_SCOPE_H */
