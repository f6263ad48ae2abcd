/* SPDX-License-Identifier: BSD-3-Clause */

/* The usual arithmetic for the time of a call. */

#include "util/arithmetic.h"

#ifdef __SSE2_MATH__
#include <xmmintrin.h>
#endif

/* Returns true if doubles are known to be computed as usual.  Setting the environment takes some 120 ns, asking an x86
   processor 3. */
static bool isUsual(void) {
#ifdef __SSE2_MATH__
  const unsigned flags = 0x3f, usual = 0x1f80; /* all traps off, to nearest, nothing flushed */
  return (_mm_getcsr() & ~flags) == usual;
#else
  return false;
#endif
}

void qmboxSetArithmetic(qmboxArithmetic *arithmetic) {
  arithmetic->changed = !isUsual() && fegetenv(&arithmetic->own) == 0;
  if (arithmetic->changed) fesetenv(FE_DFL_ENV);
}

void qmboxRestoreArithmetic(const qmboxArithmetic *arithmetic) {
  if (arithmetic->changed) fesetenv(&arithmetic->own);
}
