/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The arithmetic that every error bound here is about: doubles of IEEE 754, each operation rounded once and to nearest.
 * Every file of the library includes this before anything else, so that it is so without any flag, too.
 *
 * Contraction, a * b + c rounded once, is the default of gcc where the processor can do it (x86-64 with -march=native,
 * aarch64), and is switched off here: by C's own pragma in clang, in gcc, which does not know that, by a pragma for the
 * option.  Flags that change more are an error if the compiler shows them by macros; bms_self_test() finds what it does
 * not.
 */

#ifndef BMS_ARITHMETIC_H
#define BMS_ARITHMETIC_H

#include <float.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0) || \
    defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "libbms needs IEEE arithmetic: compile it without -ffast-math, -funsafe-math-optimizations and the like"
#endif

#if DBL_MANT_DIG != 53 || DBL_MAX_EXP != 1024
#error "libbms needs doubles of 64 bits (IEEE 754 binary64)"
#endif

/* 1 evaluates floats as doubles, which are all that there is here; 16, 32 and 64 are C23's for narrower types than
   doubles (gcc has 16 where the processor computes with _Float16). */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1 && FLT_EVAL_METHOD != 16 && FLT_EVAL_METHOD != 32 && \
    FLT_EVAL_METHOD != 64
#error "libbms needs doubles without excess precision: compile it for SSE2, on x86 with -msse2 -mfpmath=sse"
#endif

/* After these: the pragma of gcc 11 and older takes such flags back, and their macros with them.  configure tests the
   flags alone, as not everything that it builds includes this. */
#ifdef BMS_FLAGS_ALONE
#elif defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif

#endif /* BMS_ARITHMETIC_H */
