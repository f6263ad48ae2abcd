/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The arithmetic that this library computes in, independent of the program's.
 *
 * The solver rests on doubles that are rounded to nearest, small ones included, and divides by zero and compares with
 * NaN if it is cheaper to check the result than to check beforehand.  A program may have another rounding mode, or
 * flush small numbers to zero (as all that are linked with gcc's -ffast-math do), or trap such operations to find its
 * own mistakes (feenableexcept()): then it has the usual arithmetic for the time of a call, and its own again after it.
 */

#ifndef QMBOX_ARITHMETIC_H
#define QMBOX_ARITHMETIC_H

#include <fenv.h>
#include <stdbool.h>

/* The arithmetic of the program. */
typedef struct qmboxArithmetic {
  bool changed;     /* it is not the usual one, or not known to be: */
  fenv_t own;       /* all of it; else ... */
  unsigned control; /* ... of doubles on x86 */
} qmboxArithmetic;

/* Gives this thread the usual arithmetic, until qmboxRestoreArithmetic() gives it the program's again, with its flags
   as they were. */
void qmboxSetArithmetic(qmboxArithmetic *arithmetic);
void qmboxRestoreArithmetic(const qmboxArithmetic *arithmetic);

typedef struct qmboxCall {
  qmboxArithmetic arithmetic; /* of the program */
  int remembered;
} qmboxCall;

void qmboxBeginCall(qmboxCall *call);
void qmboxEndCall(const qmboxCall *call);

#endif /* QMBOX_ARITHMETIC_H */
