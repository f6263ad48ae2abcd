/* SPDX-License-Identifier: BSD-3-Clause */

#include "util/remembered.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct qmboxMemo qmboxMemo;
struct qmboxMemo {
  _Atomic(qmboxMemo *) next; /* in its list */
  qmboxMemo *nextTaken;      /* of those that have been taken out ... */
  size_t takenBytes;         /* ... when it took this number of bytes */
  const qmboxRememberedKind *kind;
  uint64_t mark;
  atomic_uint round; /* in which it was last asked for again */
  atomic_size_t bytes;
  void *thing;
  size_t size[QMBOX_CONTENT_PARTS];
  char contents[]; /* its parts, one after the other */
};

/* No more things of one mark are remembered: contents that change in each step may all have the same. */
enum { LISTS = 1024, MOST_ALIKE = 8, MOST_TIMES = 8 };

static _Atomic(qmboxMemo *) list[LISTS];
static atomic_size_t total, limit = QMBOX_REMEMBERED_BYTES;
static atomic_uint currentRound = 1; /* counts the times that things went */
static atomic_int phase, user[2];    /* calls, by the phase in which they began */
static atomic_flag taking = ATOMIC_FLAG_INIT;

/* The memos that have been taken out, by the phase in which that was, and their bytes.  The holder of `taking` may look
   at them. */
static qmboxMemo *taken[2];
static size_t takenBytes;

/* ------------------------------------------------------------------ calls */

int qmboxUseRemembered(void) {
  for (;;) {
    int now = atomic_load(&phase);
    atomic_fetch_add(&user[now], 1);
    if (atomic_load(&phase) == now) return now;
    atomic_fetch_sub(&user[now], 1);
  }
}

void qmboxLeaveRemembered(int began) {
  atomic_fetch_sub(&user[began], 1);
}

/* ------------------------------------------------------------------ taking out */

static void freeMemo(qmboxMemo *memo) {
  atomic_fetch_sub(&total, atomic_load(&memo->bytes));
  memo->kind->free(memo->thing);
  free(memo);
}

/* Frees what no call can know, and changes the phase if no call is left in the other one. */
static void freeTaken(void) {
  int now = atomic_load(&phase), other = 1 - now;
  if (atomic_load(&user[other]) > 0) return;
  while (taken[other]) {
    qmboxMemo *memo = taken[other];
    taken[other] = memo->nextTaken;
    takenBytes -= memo->takenBytes;
    freeMemo(memo);
  }
  atomic_store(&phase, other);
}

/* Takes a memo out of the list in which `link` leads to it.  Returns false if another one has come in between. */
static bool takeOut(_Atomic(qmboxMemo *) *link, qmboxMemo *memo) {
  qmboxMemo *expected = memo;
  if (!atomic_compare_exchange_strong(link, &expected, atomic_load(&memo->next))) return false;
  int now = atomic_load(&phase);
  memo->nextTaken = taken[now];
  memo->takenBytes = atomic_load(&memo->bytes);
  taken[now] = memo;
  takenBytes += memo->takenBytes;
  return true;
}

/* Takes out of a list what has not been asked for again in this round, or all of it, of one mark or any. */
static void takeOutOf(int number, bool all, const uint64_t *mark) {
  _Atomic(qmboxMemo *) *link = &list[number];
  unsigned now = atomic_load(&currentRound);
  for (qmboxMemo *memo = atomic_load(link); memo; memo = atomic_load(link)) {
    bool goes = (all || atomic_load(&memo->round) != now) && (!mark || *mark == memo->mark);
    if (!goes) {
      link = &memo->next;
    } else if (!takeOut(link, memo)) {
      link = &list[number]; /* only in front does another one come in */
    }
  }
}

/* Returns true if what is in the lists takes so much that things go. */
static bool isFull(void) {
  return atomic_load(&total) - takenBytes > atomic_load(&limit) / 4 * 3;
}

static void takeOutMuch(void) {
  for (int all = 0; all < 2 && isFull(); all++) {
    for (int i = 0; i < LISTS; i++) takeOutOf(i, all, 0);
  }
  atomic_fetch_add(&currentRound, 1);
}

/* Lets things go if all together take more than they may. */
static void makeRoom(void) {
  if (atomic_load(&total) <= atomic_load(&limit) || atomic_flag_test_and_set(&taking)) return;
  freeTaken();
  if (isFull()) takeOutMuch();
  freeTaken();
  atomic_flag_clear(&taking);
}

static void takeOutAlike(int number, uint64_t mark) {
  if (atomic_flag_test_and_set(&taking)) return;
  takeOutOf(number, true, &mark);
  atomic_flag_clear(&taking);
}

/* ------------------------------------------------------------------ things */

static size_t sizeOf(const qmboxContents *contents) {
  size_t size = 0;
  for (int k = 0; k < QMBOX_CONTENT_PARTS; k++) size += contents->size[k];
  return size;
}

static qmboxContents contentsOf(const qmboxMemo *memo) {
  qmboxContents contents;
  const char *at = memo->contents;
  for (int k = 0; k < QMBOX_CONTENT_PARTS; k++) {
    contents.part[k] = at;
    contents.size[k] = memo->size[k];
    at += memo->size[k];
  }
  return contents;
}

static bool isOf(const qmboxMemo *memo, const qmboxRememberedKind *kind, const qmboxContents *contents) {
  const char *at = memo->contents;
  if (memo->kind != kind || memcmp(memo->size, contents->size, sizeof memo->size) != 0) return false;
  for (int k = 0; k < QMBOX_CONTENT_PARTS; k++) {
    if (memo->size[k] > 0 && memcmp(at, contents->part[k], memo->size[k]) != 0) return false;
    at += memo->size[k];
  }
  return true;
}

static void *askAgain(qmboxMemo *memo) {
  unsigned now = atomic_load(&currentRound);
  if (atomic_load(&memo->round) != now) atomic_store(&memo->round, now);
  if (!memo->kind->again) return memo->thing;
  const qmboxContents own = contentsOf(memo);
  size_t more = memo->kind->again(memo->thing, &own);
  if (more > 0) {
    atomic_fetch_add(&memo->bytes, more);
    atomic_fetch_add(&total, more);
  }
  return memo->thing;
}

static qmboxMemo *newMemo(const qmboxRememberedKind *kind, uint64_t mark, const qmboxContents *contents) {
  size_t bytes = 0;
  qmboxMemo *memo = malloc(sizeof *memo + sizeOf(contents));
  if (!memo) return 0;
  memo->kind = kind;
  memo->mark = mark;
  atomic_init(&memo->round, atomic_load(&currentRound) - 1);
  memcpy(memo->size, contents->size, sizeof memo->size);
  char *at = memo->contents;
  for (int k = 0; k < QMBOX_CONTENT_PARTS; k++) {
    if (contents->size[k] > 0) memcpy(at, contents->part[k], contents->size[k]);
    at += contents->size[k];
  }
  const qmboxContents own = contentsOf(memo);
  memo->thing = kind->make(&own, &bytes);
  if (!memo->thing) {
    free(memo);
    return 0;
  }
  atomic_init(&memo->bytes, bytes + sizeof *memo + sizeOf(contents));
  return memo;
}

/* Two threads may both put in the same. */
static void putIn(_Atomic(qmboxMemo *) *front, qmboxMemo *memo) {
  qmboxMemo *next = atomic_load(front);
  do {
    atomic_init(&memo->next, next);
  } while (!atomic_compare_exchange_weak(front, &next, memo));
}

/* The hash function FNV-1a, of words in place of bytes.  Of many words some are taken, at distances that pass over all
   coordinates in turn. */
uint64_t qmboxMarkOfNumbers(const qmboxContents *contents) {
  uint64_t mark = 14695981039346656037u, word;
  for (int k = 0; k < QMBOX_CONTENT_PARTS; k++) {
    size_t count = contents->size[k] / sizeof word;
    for (size_t i = 0; i < count; i += 1 + count / 96 * 6) {
      memcpy(&word, (const char *)contents->part[k] + i * sizeof word, sizeof word);
      mark = (mark ^ word ^ (mark >> 32)) * 1099511628211u;
    }
  }
  return mark;
}

void *qmboxRemember(const qmboxRememberedKind *kind, uint64_t mark, const qmboxContents *contents) {
  int number = (int)((mark >> 32) % LISTS), alike = 0;
  for (qmboxMemo *memo = atomic_load(&list[number]); memo; memo = atomic_load(&memo->next)) {
    if (memo->mark != mark) continue;
    if (isOf(memo, kind, contents)) return askAgain(memo);
    alike++;
  }
  makeRoom();
  if (alike >= MOST_ALIKE) takeOutAlike(number, mark);
  if (atomic_load(&total) / MOST_TIMES > atomic_load(&limit)) return 0;
  qmboxMemo *memo = newMemo(kind, mark, contents);
  if (!memo) return 0;
  atomic_fetch_add(&total, atomic_load(&memo->bytes));
  putIn(&list[number], memo);
  return memo->thing;
}

size_t qmboxBytesRemembered(void) {
  return atomic_load(&total);
}

void qmboxRememberUpTo(size_t bytes) {
  atomic_store(&limit, bytes);
}
