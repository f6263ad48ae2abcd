/* SPDX-License-Identifier: BSD-3-Clause */

/* What the fast tier asks of the compiler and of the processor. */

#ifndef BMS_PROCESSOR_H
#define BMS_PROCESSOR_H

#include <stdbool.h>

#include "numeric/compiler.h"

/* 1 if the fast tier is compiled for AVX2 and FMA as well. */
#if BMS_VECTORS && defined(__x86_64__)
#define BMS_FAST_AVX2 1
#else
#define BMS_FAST_AVX2 0
#endif

/* Returns true if this processor can run that. */
static inline bool bms_processor_has_avx2(void) {
#if BMS_FAST_AVX2
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

#endif /* BMS_PROCESSOR_H */
