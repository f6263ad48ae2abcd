/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * From here to avx2_end.h functions are compiled for x86-64 processors with AVX2 and FMA, whatever the flags.
 *
 * Headers of the C library come first: their definitions are for all processors.
 */

#include <float.h>
#include <immintrin.h>
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
