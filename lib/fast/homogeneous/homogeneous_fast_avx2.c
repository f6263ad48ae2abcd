/* SPDX-License-Identifier: BSD-3-Clause */

/* The fast answer for x86-64 processors with AVX2 and FMA. */

#include "fast/processor.h"

#if BMS_FAST_AVX2

/* Headers of the C library must not be compiled for such processors only. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#define BMS_FAST_FUSED

#include "fast/homogeneous/homogeneous_fast.h"
#include "fast/homogeneous/homogeneous_fast_inline.h"

bool bms_homogeneous_fast_avx2(const bms_query *query, bms_contact *contact) {
  return homogeneous_fast(query, contact);
}

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
