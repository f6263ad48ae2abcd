/* SPDX-License-Identifier: BSD-3-Clause */

/* Names for what differs between compilers: inlining, unrolling, bits, and whether they have vectors. */

#ifndef BMS_COMPILER_H
#define BMS_COMPILER_H

#include <stdbool.h>

/* 1 if the compiler has the vector extensions of gcc and clang; BMS_NO_VECTORS does without them. */
#if defined(__GNUC__) && !defined(BMS_NO_VECTORS)
#define BMS_VECTORS 1
#else
#define BMS_VECTORS 0
#endif

#ifdef __GNUC__
#define BMS_INLINE static inline __attribute__((always_inline))
/* A function that is not part of its caller, so that the caller stays small. */
#define BMS_NOINLINE static __attribute__((noinline))
#else
#define BMS_INLINE static inline
#define BMS_NOINLINE static
#endif

/* Stands before a loop of n rounds that are to be written one after the other. */
#define BMS_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define BMS_UNROLL(n) _Pragma("unroll")
#elif defined(__GNUC__) && __GNUC__ >= 8
#define BMS_UNROLL(n) BMS_PRAGMA(GCC unroll n)
#else
#define BMS_UNROLL(n)
#endif

/* The number of the lowest bit that is set; bits != 0. */
BMS_INLINE int bms_lowest_bit(unsigned long long bits) {
#ifdef __GNUC__
  return __builtin_ctzll(bits);
#else
  int k = 0;
  for (; (bits & 1) == 0; bits >>= 1) k++;
  return k;
#endif
}

/* One more than the number of the highest bit that is set; bits != 0. */
BMS_INLINE int bms_bit_length(unsigned long long bits) {
#ifdef __GNUC__
  return (int)(8 * sizeof bits) - __builtin_clzll(bits);
#else
  int k = 0;
  for (; bits != 0; bits >>= 1) k++;
  return k;
#endif
}

/* ------------------------------------------------------------------ the processor */

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

#endif /* BMS_COMPILER_H */
