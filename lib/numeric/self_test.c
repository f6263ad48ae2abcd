/* SPDX-License-Identifier: BSD-3-Clause */

#include "numeric/arithmetic.h"

#include "bms.h"
#include "numeric/compiler.h"
#include "numeric/self_test.h"
#include "numeric/self_test_inline.h"

int bms_self_test(void) {
  bms_arithmetic found = self_test_arithmetic();
#if BMS_FAST_AVX2
  if (found == BMS_ARITHMETIC_RIGHT && bms_processor_has_avx2()) found = bms_self_test_avx2();
#endif
  return (int)found;
}

const char *bms_self_test_message(int result) {
  switch ((bms_arithmetic)result) {
    case BMS_ARITHMETIC_RIGHT:
      return "the arithmetic is right";
    case BMS_ARITHMETIC_CONSTANTS:
      return "constants have single precision: compile libbms without -fsingle-precision-constant";
    case BMS_ARITHMETIC_ROUNDING:
      return "results are not rounded to nearest: call fesetround(FE_TONEAREST) before libbms";
    case BMS_ARITHMETIC_EXCESS:
      return "results have more bits than a double: compile libbms for SSE2, with -msse2 -mfpmath=sse";
    case BMS_ARITHMETIC_ORDER:
      return "sums are computed in another order: compile libbms without -fassociative-math";
    case BMS_ARITHMETIC_CONTRACTION:
      return "a * b + c is rounded once: compile libbms with -ffp-contract=off";
    case BMS_ARITHMETIC_DIVISION:
      return "quotients are products with a reciprocal: compile libbms without -freciprocal-math";
    case BMS_ARITHMETIC_ROOT:
      return "square roots are not rounded correctly: compile libbms without -funsafe-math-optimizations";
    case BMS_ARITHMETIC_SMALL:
      return "small numbers are flushed to zero: switch FTZ and DAZ off, or link the program without -ffast-math";
    case BMS_ARITHMETIC_INFINITIES:
      return "infinities are not expected: compile libbms without -ffinite-math-only";
    case BMS_ARITHMETIC_ZEROS:
      return "zeros have no sign: compile libbms without -fno-signed-zeros";
  }
  return "the self-test has no such result";
}
