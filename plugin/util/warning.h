/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Warnings about bad arguments.
 *
 * ODE's own checks (dUASSERT) call dDebug(), which ends the program, and are compiled out of some builds.  A
 * warning goes to dMessage() instead, which a program can redirect with dSetMessageHandler(), and the caller
 * returns.
 */

#ifndef QMBOX_WARNING_H
#define QMBOX_WARNING_H

#include "qmbox.h"

/* Prints "function: reason" through dMessage(). */
static inline void qmboxWarn(const char *function, const char *reason) {
  dMessage(QMBOX_MESSAGE, "%s: %s", function, reason);
}

#endif /* QMBOX_WARNING_H */
