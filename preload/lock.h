/* SPDX-License-Identifier: BSD-3-Clause */

/* One lock protects all notes of the library. It is held for a few instructions only, and a fork waits for it. */

#ifndef PRELOAD_LOCK_H
#define PRELOAD_LOCK_H

void lock_notes(void);
void unlock_notes(void);

#endif /* PRELOAD_LOCK_H */
