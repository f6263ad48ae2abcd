/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Lanes as vectors of gcc and clang; see lanes.h.
 *
 * Where BMS_FAST_FUSED is defined the file is compiled for AVX2 and FMA, and what compilers do not find by themselves
 * is asked for by name.
 */

#ifndef BMS_LANES_VECTOR_H
#define BMS_LANES_VECTOR_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "numeric/compiler.h"

#ifdef BMS_FAST_FUSED
#include <immintrin.h>
#endif

/* Functions of lanes are always part of their caller, so how lanes would be passed to them does not matter. */
#pragma GCC diagnostic ignored "-Wpsabi"

typedef double lanes __attribute__((vector_size(32)));
typedef int64_t lanes_mask __attribute__((vector_size(32)));

#if defined(__clang__) || __GNUC__ >= 9
#define BMS_CONVERTS_VECTORS
typedef int lanes_int __attribute__((vector_size(16)));
#endif

#define BMS_LANES_ALIGNED _Alignas(lanes)

/* ------------------------------------------------------------------ making and taking apart */

BMS_INLINE lanes lanes_of(double x, double y, double z, double w) {
  return (lanes){x, y, z, w};
}

BMS_INLINE lanes lanes_load(const double x[4]) {
  lanes v;
  memcpy(&v, x, sizeof v);
  return v;
}

BMS_INLINE double lanes_get(lanes v, int lane) {
  return v[lane];
}

BMS_INLINE void lanes_set(lanes *v, int lane, double x) {
  (*v)[lane] = x;
}

/* (lane i of a and b), lanes 4 ... 7 being b's; i, j, k, l are constants. */
#ifdef __clang__
#define lanes_shuffle(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define lanes_shuffle(a, b, i, j, k, l) __builtin_shuffle(a, b, (lanes_mask){i, j, k, l})
#endif

/* ------------------------------------------------------------------ arithmetic */

BMS_INLINE lanes lanes_add(lanes a, lanes b) {
  return a + b;
}

BMS_INLINE lanes lanes_sub(lanes a, lanes b) {
  return a - b;
}

BMS_INLINE lanes lanes_mul(lanes a, lanes b) {
  return a * b;
}

BMS_INLINE lanes lanes_div(lanes a, lanes b) {
  return a / b;
}

BMS_INLINE lanes lanes_scale(lanes v, double x) {
  return v * x;
}

BMS_INLINE lanes lanes_negate(lanes v) {
  return -v;
}

BMS_INLINE lanes lanes_sqrt(lanes v) {
#ifdef BMS_FAST_FUSED
  return (lanes)_mm256_sqrt_pd((__m256d)v);
#else
  return (lanes){sqrt(v[0]), sqrt(v[1]), sqrt(v[2]), sqrt(v[3])};
#endif
}

/* ------------------------------------------------------------------ bits */

BMS_INLINE lanes lanes_and(lanes a, lanes b) {
  return (lanes)((lanes_mask)a & (lanes_mask)b);
}

BMS_INLINE lanes lanes_and_not(lanes a, lanes b) {
  return (lanes)((lanes_mask)a & ~(lanes_mask)b);
}

BMS_INLINE lanes lanes_or(lanes a, lanes b) {
  return (lanes)((lanes_mask)a | (lanes_mask)b);
}

BMS_INLINE lanes lanes_xor(lanes a, lanes b) {
  return (lanes)((lanes_mask)a ^ (lanes_mask)b);
}

BMS_INLINE lanes lanes_absolute(lanes v) {
  return (lanes)((lanes_mask)v & (lanes_mask){INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX});
}

/* Bit k: lane k has a minus sign. */
BMS_INLINE unsigned lanes_signs(lanes v) {
#ifdef BMS_FAST_FUSED
  return (unsigned)_mm256_movemask_pd((__m256d)v);
#else
  lanes_mask mask = (lanes_mask)v >> 63;
  return (unsigned)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}

/* ------------------------------------------------------------------ comparisons */

BMS_INLINE lanes_mask lanes_greater(lanes a, lanes b) {
  return a > b;
}

BMS_INLINE lanes_mask lanes_at_least(lanes a, lanes b) {
  return a >= b;
}

BMS_INLINE lanes_mask lanes_equal(lanes a, lanes b) {
  return a == b;
}

/* Lane by lane, x where the mask is set, else y. */
BMS_INLINE lanes lanes_choose(lanes_mask mask, lanes x, lanes y) {
  return (lanes)(((lanes_mask)x & mask) | ((lanes_mask)y & ~mask));
}

/* x where the mask is set, else 0. */
BMS_INLINE lanes lanes_keep(lanes x, lanes_mask mask) {
  return (lanes)((lanes_mask)x & mask);
}

/* Bit k: the mask is set in lane k. */
BMS_INLINE unsigned lanes_mask_set(lanes_mask mask) {
  return lanes_signs((lanes)mask);
}

/* ------------------------------------------------------------------ masks and whole numbers in their lanes */

BMS_INLINE lanes_mask lanes_mask_all(int64_t x) {
  return (lanes_mask){x, x, x, x};
}

/* Set in lane k where bit k is set. */
BMS_INLINE lanes_mask lanes_mask_bits(unsigned bits) {
  return ((lanes_mask){1, 2, 4, 8} & (int64_t)bits) != 0;
}

/* Whole numbers from memory, and back. */
BMS_INLINE lanes_mask lanes_mask_load(const int x[4]) {
#ifdef BMS_CONVERTS_VECTORS
  lanes_int v;
  memcpy(&v, x, sizeof v);
  return __builtin_convertvector(v, lanes_mask);
#else
  return (lanes_mask){x[0], x[1], x[2], x[3]};
#endif
}

BMS_INLINE void lanes_mask_store(lanes_mask mask, int x[4]) {
#ifdef BMS_CONVERTS_VECTORS
  lanes_int v = __builtin_convertvector(mask, lanes_int);
  memcpy(x, &v, sizeof v);
#else
  for (int k = 0; k < 4; k++) x[k] = (int)mask[k];
#endif
}

BMS_INLINE int64_t lanes_mask_get(lanes_mask mask, int lane) {
  return mask[lane];
}

BMS_INLINE lanes_mask lanes_mask_and(lanes_mask a, lanes_mask b) {
  return a & b;
}

BMS_INLINE lanes_mask lanes_mask_or(lanes_mask a, lanes_mask b) {
  return a | b;
}

BMS_INLINE lanes_mask lanes_mask_not(lanes_mask a) {
  return ~a;
}

BMS_INLINE lanes_mask lanes_mask_sub(lanes_mask a, lanes_mask b) {
  return a - b;
}

BMS_INLINE lanes_mask lanes_mask_equal(lanes_mask a, lanes_mask b) {
  return a == b;
}

/* Lane i is what lane i + 1 was; the last two are the same. */
BMS_INLINE lanes_mask lanes_mask_down(lanes_mask a) {
  return lanes_shuffle(a, a, 1, 2, 3, 3);
}

BMS_INLINE lanes_mask lanes_mask_choose(lanes_mask mask, lanes_mask x, lanes_mask y) {
  return (x & mask) | (y & ~mask);
}

/* Twice the number, and 1 more where the mask is set: puts one bit behind the others. */
BMS_INLINE lanes_mask lanes_mask_push(lanes_mask number, lanes_mask mask) {
  return number + number - mask;
}

BMS_INLINE lanes_mask lanes_mask_shift(lanes_mask number, int bits) {
  return number << bits;
}

#endif /* BMS_LANES_VECTOR_H */
