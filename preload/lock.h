/* SPDX-License-Identifier: BSD-3-Clause */

/* One lock for all that the library notes: it is held for some instructions, and a fork waits for it. */

#ifndef PRELOAD_LOCK_H
#define PRELOAD_LOCK_H

void lock_notes(void);
void unlock_notes(void);

#endif /* PRELOAD_LOCK_H */
