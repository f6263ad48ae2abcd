/* SPDX-License-Identifier: BSD-3-Clause */

/* Holding of floating-point traps. */

#define _GNU_SOURCE /* this declares fegetexcept */

#include "util/traps.h"

/* Returns true if this thread traps any operation.  Only the GNU C library lets it do so; asking is much cheaper than
   holding. */
static bool anyTrap(void) {
#ifdef __GLIBC__
  return fegetexcept() != 0;
#else
  return false;
#endif
}

void qmboxHoldTraps(qmboxTraps *traps) {
  traps->held = anyTrap() && feholdexcept(&traps->environment) == 0;
}

void qmboxReleaseTraps(const qmboxTraps *traps) {
  if (traps->held) fesetenv(&traps->environment);
}
