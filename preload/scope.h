/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The spaces and geoms that a step of a world concerns, as far as its calls have shown.
 *
 * A world's own roots (collided_roots.h) are those that hold a geom of one of its bodies. A step concerns them and the
 * roots that they collide with, and no others, which other worlds or threads may be using.
 */

#ifndef PRELOAD_SCOPE_H
#define PRELOAD_SCOPE_H

#include <stdbool.h>

#include "guard/guard.h"

/* Notes that a space holds a geom of a body in this world. */
void scope_note_home(dSpaceID space, dWorldID world);

/* Notes that a geom or a space has got another body or is in another space. */
void scope_note_change(dGeomID geom);

/* Forgets what is about to be destroyed, a geom or a space with all that is in it. */
void scope_forget(dGeomID geom);
void scope_forget_world(dWorldID world);

/* Forgets a geom, a space or a world if this was one: the block is about to be freed, and is not read. */
void scope_forget_freed(const void *block);

/* Returns true if some space holds geoms of bodies in this world. */
bool scope_has_geoms(dWorldID world);

/* Returns the roots that a step of this world concerns, to be freed, and their number. Returns null and 0 if there are
   none, null and -1 if memory is short. */
qmboxGuardedRoot *scope_roots(dWorldID world, int *count);

#endif /* PRELOAD_SCOPE_H */
