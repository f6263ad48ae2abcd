/* SPDX-License-Identifier: BSD-3-Clause */

#include "util/arithmetic.h"

#include "util/remembered.h"

#ifdef __SSE2_MATH__

#include <xmmintrin.h>

/* Setting the whole environment takes some 120 ns, asking an x86 processor for the doubles' 3.  Mostly it is usual, but
   for the flags. */
void qmboxSetArithmetic(qmboxArithmetic *arithmetic) {
  const unsigned flags = 0x3f, usual = 0x1f80; /* all traps off, to nearest, nothing flushed */
  arithmetic->control = _mm_getcsr();
  arithmetic->changed = (arithmetic->control & ~flags) != usual && fegetenv(&arithmetic->own) == 0;
  if (arithmetic->changed) fesetenv(FE_DFL_ENV);
}

void qmboxRestoreArithmetic(const qmboxArithmetic *arithmetic) {
  if (arithmetic->changed) {
    fesetenv(&arithmetic->own);
  } else {
    _mm_setcsr(arithmetic->control);
  }
}

#else

void qmboxSetArithmetic(qmboxArithmetic *arithmetic) {
  arithmetic->changed = fegetenv(&arithmetic->own) == 0;
  if (arithmetic->changed) fesetenv(FE_DFL_ENV);
}

void qmboxRestoreArithmetic(const qmboxArithmetic *arithmetic) {
  if (arithmetic->changed) fesetenv(&arithmetic->own);
}

#endif

void qmboxBeginCall(qmboxCall *call) {
  qmboxSetArithmetic(&call->arithmetic);
  call->remembered = qmboxUseRemembered();
}

void qmboxEndCall(const qmboxCall *call) {
  qmboxLeaveRemembered(call->remembered);
  qmboxRestoreArithmetic(&call->arithmetic);
}
