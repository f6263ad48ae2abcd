/* SPDX-License-Identifier: BSD-3-Clause */

/* The earliest of many first contacts. */

#ifndef QMBOX_EARLIEST_H
#define QMBOX_EARLIEST_H

#include "broad/sweep.h"

typedef struct qmboxEarliest {
  int onlyApart;        /* leave out pairs that touch or overlap at the start */
  int onlyExact;        /* leave out pairs of which a path is not exact */
  double until;         /* contacts later than this do not matter any more */
  int found;            /* 1 if there is a contact */
  unsigned inexact;     /* what was left out or could not be decided */
  qmboxContact contact; /* the earliest so far */
  double size;          /* of its pair: the largest coordinate that the two sweeps reach until then */
} qmboxEarliest;

/* Checks one more pair; a qmboxVisit whose data is a qmboxEarliest. */
void qmboxConsider(void *earliest, const qmboxMoving *path1, const qmboxMoving *path2);

#endif /* QMBOX_EARLIEST_H */
