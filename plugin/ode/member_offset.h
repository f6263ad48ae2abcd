/* SPDX-License-Identifier: BSD-3-Clause */

/* Offsets of members in a structure of ODE's, found once for the process. */

#ifndef QMBOX_MEMBER_OFFSET_H
#define QMBOX_MEMBER_OFFSET_H

#include <stdatomic.h>

/* Searches, and returns the offset in bytes, -1 if the members are not found. */
typedef int qmboxOffsetSearch(void);

/* Returns what a search finds.  `known` is 0 until then, and the offset plus 2 from then on; every thread that searches
   finds the same. */
static inline int qmboxOffsetOfMembers(atomic_int *known, qmboxOffsetSearch *search) {
  int answer = atomic_load(known);
  if (answer == 0) {
    answer = search() + 2;
    atomic_store(known, answer);
  }
  return answer - 2;
}

#endif /* QMBOX_MEMBER_OFFSET_H */
