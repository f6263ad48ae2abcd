/* SPDX-License-Identifier: BSD-3-Clause */

/* The library has two locks. A fork waits for both. */

#ifndef PRELOAD_LOCK_H
#define PRELOAD_LOCK_H

/* Locks all notes of the library. This lock is held for a few instructions only. */
void lock_notes(void);
void unlock_notes(void);

/* Locks what a program lets several threads use in turn, under a lock of its own that the guard does not know: ODE's
   only set of buffers for meshes, and spaces that several worlds collide with. A thread may take this lock again. */
void lock_shared(void);
void unlock_shared(void);

#endif /* PRELOAD_LOCK_H */
