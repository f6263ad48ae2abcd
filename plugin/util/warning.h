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

/* Prints "function: reason" through dMessage(). */
void qmboxWarn(const char *function, const char *reason);

#endif /* QMBOX_WARNING_H */
