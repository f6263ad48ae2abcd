/* SPDX-License-Identifier: BSD-3-Clause */

/* The locks of the library.  A fork waits for both. */

#ifndef PRELOAD_LOCK_H
#define PRELOAD_LOCK_H

/* The lock for all that the library notes: it is held for some instructions. */
void lock_notes(void);
void unlock_notes(void);

/* The lock for what a program may let several threads use in turn, under a lock of its own that the guard does not know
   of: ODE's one set of buffers for meshes, and spaces of other worlds.  A thread may take it more than once. */
void lock_shared(void);
void unlock_shared(void);

#endif /* PRELOAD_LOCK_H */
