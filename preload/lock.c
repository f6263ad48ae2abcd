/* SPDX-License-Identifier: BSD-3-Clause */

/* The locks of the library. */

#define _GNU_SOURCE /* PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP */

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

/* A recursive lock belongs to a thread by its number, which the child's thread does not have. */
static void unlock_in_child(void) {
  static const pthread_mutex_t fresh = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  unlock_notes();
  shared = fresh;
}

/* A thread that does not exist in the child must not hold a lock there. */
__attribute__((constructor)) static void keep_over_fork(void) {
  pthread_atfork(lock_both, unlock_both, unlock_in_child);
}
