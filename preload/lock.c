/* SPDX-License-Identifier: BSD-3-Clause */

/* One lock for all that the library notes. */

#include "lock.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void lock_notes(void) {
  pthread_mutex_lock(&lock);
}

void unlock_notes(void) {
  pthread_mutex_unlock(&lock);
}

/* A thread that does not exist in the child must not hold it there. */
__attribute__((constructor)) static void keep_over_fork(void) {
  pthread_atfork(lock_notes, unlock_notes, unlock_notes);
}
