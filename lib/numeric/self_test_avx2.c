/* SPDX-License-Identifier: BSD-3-Clause */

/* The self-test for x86-64 processors with AVX2 and FMA. */

#include "numeric/arithmetic.h"
#include "numeric/compiler.h"
#include "numeric/self_test.h"

#if BMS_FAST_AVX2

#include "numeric/avx2_begin.h"
#include "numeric/self_test_inline.h"

bms_arithmetic bms_self_test_avx2(void) {
  return self_test_arithmetic();
}

#include "numeric/avx2_end.h"

#endif
