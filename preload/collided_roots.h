/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Notes of what the program collides with each other, by dSpaceCollide(), dSpaceCollide2() and dCollide().
 *
 * A root is a space that is in no other, or a geom that is in none. The program is taken to go on colliding two of them
 * until one is destroyed.
 */

#ifndef PRELOAD_COLLIDED_ROOTS_H
#define PRELOAD_COLLIDED_ROOTS_H

#include <stdbool.h>

#include "address_table.h"
#include "guard/guard.h"

/* Returns the root that a geom or a space is in, or is. */
dGeomID collided_root_of(dGeomID geom);

/* Notes that the program collides these two roots, or what one has within itself, if they are one. */
void collided_note(dGeomID root1, dGeomID root2);

/* Returns true if the first key of an entry, a geom or a space, is destroyed together with another one: it is that, or
   in a space that destroys what it holds. */
bool collided_goes_with(const address_entry *entry, const void *geom);

/* The functions below are to be called with the notes locked. */

/* Forgets what is about to be destroyed, a geom or a space with all that is in it. */
void collided_forget(dGeomID geom);

/* Forgets a root if this was one, which is not read. */
void collided_forget_freed(const void *block);

/* Returns the time at which the roots of the two were last collided, by the clock below, or 0 if they never were. */
uintptr_t collided_when(dGeomID o1, dGeomID o2);

/* Returns the number of collisions and steps so far. */
uintptr_t collided_clock(void);

/* Adds one to it, and returns it. */
uintptr_t collided_tick(void);

/* Returns how often a root or a pair of roots has come or gone. */
uintptr_t collided_changes(void);

/* The meanings of the values of a root's entry. The serial number grows from each root to the next; the other value is
   the caller's. */
enum { SHOWN_SERIAL, SHOWN_MARK };

/* Returns the table of roots, whose keys are their addresses. */
address_table *collided_roots(void);

/* Visits all pairs of roots that are there. */
typedef void collided_visit(void *data, address_entry *root1, address_entry *root2);
void collided_visit_pairs(collided_visit *visit, void *data);

#endif /* PRELOAD_COLLIDED_ROOTS_H */
