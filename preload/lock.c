/* SPDX-License-Identifier: BSD-3-Clause */

/* One lock protects all notes of the library. */

#include "lock.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void lock_notes(void) {
  pthread_mutex_lock(&lock);
}

void unlock_notes(void) {
  pthread_mutex_unlock(&lock);
}

/* Takes the lock around a fork, so that no thread which does not exist in the child holds it there. */
__attribute__((constructor)) static void keep_over_fork(void) {
  pthread_atfork(lock_notes, unlock_notes, unlock_notes);
}
