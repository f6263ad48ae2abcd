/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Floating-point traps of the program (feenableexcept() of the GNU C library), held while this library computes.
 *
 * The solver divides by zero and compares with NaN where it is cheaper to look at the result than to look beforehand.
 * In a program that traps such operations, to find its own mistakes, each would end it by SIGFPE.
 */

#ifndef QMBOX_TRAPS_H
#define QMBOX_TRAPS_H

#include <fenv.h>
#include <stdbool.h>

typedef struct qmboxTraps {
  bool held;
  fenv_t environment;
} qmboxTraps;

/* Holds the traps of this thread, if it has any, until qmboxReleaseTraps() sets them again, and the flags as well. */
void qmboxHoldTraps(qmboxTraps *traps);
void qmboxReleaseTraps(const qmboxTraps *traps);

#endif /* QMBOX_TRAPS_H */
