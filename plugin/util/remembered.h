/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Things that have been found out about some contents, for example the points of a hull, are remembered for the
 * process.
 *
 * Contents are compared byte by byte: it does not matter where they are, nor whether the program has changed them since
 * or freed them.  So an answer never depends on whether something is remembered, only its price does.
 *
 * Entries may take QMBOX_REMEMBERED_BYTES together.  If they take more, entries used fewer than twice since the last
 * eviction are evicted; if that is not enough, all are.  An evicted entry stays valid for the calls that may know it:
 * each call that uses entries is between qmboxUseRemembered() and qmboxLeaveRemembered().  A call that a program has
 * left by a jump never ends, nor do calls of other threads in the child of a fork; then nothing is freed any more, and
 * nothing new is remembered when that takes eight times as much.
 *
 * Thread-safe, without locks: entries are put in front of lists by compare-and-exchange and taken out by one thread at
 * a time.  Two counters of calls show when evicted entries can be freed (P. McKenney, J. Slingwine, "Read-copy update",
 * PDCS 1998, with two phases): new calls count in one of them; when none is left in the other, no call knows an entry
 * that was taken out before the two last changed roles.
 */

#ifndef QMBOX_REMEMBERED_H
#define QMBOX_REMEMBERED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QMBOX_CONTENT_PARTS = 3, QMBOX_REMEMBERED_BYTES = 64 << 20 };

/* The pieces of memory that a thing is known by. */
typedef struct qmboxContents {
  const void *part[QMBOX_CONTENT_PARTS];
  size_t size[QMBOX_CONTENT_PARTS]; /* in bytes */
} qmboxContents;

/* A kind of things. */
typedef struct qmboxRememberedKind {
  /* Makes the thing and writes how many bytes it takes; returns null if no memory is left. */
  void *(*make)(const qmboxContents *contents, size_t *bytes);
  /* Null, or called each time a thing is asked for again, perhaps by two threads at once.  Returns how many bytes it
     takes more since. */
  size_t (*again)(void *thing, const qmboxContents *contents);
  void (*free)(void *thing);
} qmboxRememberedKind;

/* Returns a mark of contents that are numbers, from some of them: it is asked for in each step. */
uint64_t qmboxMarkOfNumbers(const qmboxContents *contents);

/* Returns the thing of these contents, made if it is new; null if no memory is left.  `mark` is a number that other
   contents mostly have not.  The thing is valid until the call leaves. */
void *qmboxRemember(const qmboxRememberedKind *kind, uint64_t mark, const qmboxContents *contents);

/* Begins a call that asks for things.  Returns what its end is to be given; calls may be within each other. */
int qmboxUseRemembered(void);
void qmboxLeaveRemembered(int phase);

/* Returns how many bytes all things take, those included that are not freed yet. */
size_t qmboxBytesRemembered(void);

/* Sets how many bytes things may take, for tests. */
void qmboxRememberUpTo(size_t bytes);

#endif /* QMBOX_REMEMBERED_H */
