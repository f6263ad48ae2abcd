/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The collision that is in progress on this thread: which spaces or geoms the program collides, whether its near
 * callback examines the pairs that it is called for, and what is locked meanwhile.
 *
 * `frame` is the stack frame of the function of ODE's name that the program has called.
 */

#ifndef PRELOAD_COLLISION_H
#define PRELOAD_COLLISION_H

#include <ode/ode.h>
#include <stdbool.h>

/* Collides two spaces, or a geom and a space, or what a space holds if the second is null, and notes that and what the
   near callback declines. Returns false, and does nothing, if the call is ODE's own or the guard's, or has arguments
   that ODE refuses. */
bool collision_of_spaces(const char *frame, dGeomID o1, dGeomID o2, void *data, dNearCallback *callback);

/* Notes that the near callback has examined the pair that it was called for. */
void collision_note_look(void);

/* The marks that a collision of two geoms has set, for its end. */
typedef struct collision_place {
  bool noted, outermost, locks;
} collision_place;

/* Are called before and after ODE collides two geoms.  The first notes the collision, the second the pair if there are
   contacts. */
collision_place collision_begin(const char *frame, dGeomID o1, dGeomID o2);
void collision_end(collision_place place, dGeomID o1, dGeomID o2, int contacts);

/* Ends the state, if a collision has been left by an exception or a jump: no world is stepped within one. */
void collision_forget(void);

#endif /* PRELOAD_COLLISION_H */
