/* SPDX-License-Identifier: BSD-3-Clause */

/* homogeneous_fast.c once more, for x86-64 processors with AVX2 and FMA. */

#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#elif defined(__x86_64__) && defined(__GNUC__)
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#define BMS_QUICK_FUSED
#include "fast/homogeneous/homogeneous_fast.c"

#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute pop
#elif defined(__x86_64__) && defined(__GNUC__)
#pragma GCC pop_options
#endif
