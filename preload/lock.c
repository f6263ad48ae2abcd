/* SPDX-License-Identifier: BSD-3-Clause */

/* Two locks, and what a fork does with them. */

#define _GNU_SOURCE /* this declares PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP */

#include "lock.h"

#include <pthread.h>

static pthread_mutex_t notes = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t shared = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void lock_notes(void) {
  pthread_mutex_lock(&notes);
}

void unlock_notes(void) {
  pthread_mutex_unlock(&notes);
}

void lock_shared(void) {
  pthread_mutex_lock(&shared);
}

void unlock_shared(void) {
  pthread_mutex_unlock(&shared);
}

static void lock_both(void) {
  lock_shared();
  lock_notes();
}

static void unlock_both(void) {
  unlock_notes();
  unlock_shared();
}

/* Unlocks both in a child. A recursive lock belongs to a thread by its number, and the child's thread has another. */
static void unlock_in_child(void) {
  static const pthread_mutex_t fresh = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  unlock_notes();
  shared = fresh;
}

/* Takes both locks around a fork, so that no thread which does not exist in the child holds one there. */
__attribute__((constructor)) static void keep_over_fork(void) {
  pthread_atfork(lock_both, unlock_both, unlock_in_child);
}
