/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Four doubles side by side: the columns of a rotation, or the coordinates of a vector, with one to spare.
 *
 * With gcc and clang these are vectors: if there is AVX2 an operation is one instruction, with SSE2 or NEON two, and
 * elsewhere what the compiler makes of it.  With other compilers they are a structure (lanes_plain.h).  Each lane is
 * rounded as a double by itself and no operation is fused with another, so the bits are the same everywhere.
 *
 * If BMS_FAST_FUSED is defined the file is compiled for AVX2 and FMA, and what compilers do not find by themselves is
 * asked for by name.
 */

#ifndef BMS_LANES_H
#define BMS_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "numeric/compiler.h"

#if BMS_VECTORS

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

#else
#include "numeric/lanes_plain.h"
#endif

/* ------------------------------------------------------------------ making */

/* Three of them, with something finite in the spare lane: a zero there would cost a move (and one that valgrind 3.19
   does not know). */
BMS_INLINE lanes lanes_of3(double x, double y, double z) {
  return lanes_of(x, y, z, z);
}

BMS_INLINE lanes lanes_all(double x) {
  return lanes_of(x, x, x, x);
}

/* (y, z, x, w) and (z, x, y, w) of (x, y, z, w): lane i is what lane i + 1, or i + 2, was. */
BMS_INLINE lanes lanes_next(lanes v) {
  return lanes_shuffle(v, v, 1, 2, 0, 3);
}

BMS_INLINE lanes lanes_after_next(lanes v) {
  return lanes_shuffle(v, v, 2, 0, 1, 3);
}

/* ------------------------------------------------------------------ sums of products */

/* a + x y, and a + x s; product and sum are rounded one after the other. */
BMS_INLINE lanes lanes_add_product(lanes a, lanes x, lanes y) {
  return lanes_add(a, lanes_mul(x, y));
}

BMS_INLINE lanes lanes_add_scaled(lanes a, lanes x, double s) {
  return lanes_add(a, lanes_scale(x, s));
}

/* x[0] y[0] + x[1] y[1] + x[2] y[2] */
BMS_INLINE lanes lanes_dot(const lanes x[3], const lanes y[3]) {
  return lanes_add_product(lanes_add_product(lanes_mul(x[0], y[0]), x[1], y[1]), x[2], y[2]);
}

/* x r + y s + z t */
BMS_INLINE lanes lanes_combine(lanes x, double r, lanes y, double s, lanes z, double t) {
  return lanes_add_scaled(lanes_add_scaled(lanes_scale(x, r), y, s), z, t);
}

/* The cross product of the first three. */
BMS_INLINE lanes lanes_cross(lanes a, lanes b) {
  return lanes_sub(lanes_mul(lanes_next(a), lanes_after_next(b)), lanes_mul(lanes_after_next(a), lanes_next(b)));
}

/* ------------------------------------------------------------------ signs and comparisons */

BMS_INLINE lanes_mask lanes_less(lanes a, lanes b) {
  return lanes_greater(b, a);
}

/* The lesser and the greater, lane by lane: y where neither is, as the instruction has it. */
BMS_INLINE lanes lanes_min(lanes x, lanes y) {
#ifdef BMS_FAST_FUSED
  return (lanes)_mm256_min_pd((__m256d)x, (__m256d)y);
#else
  return lanes_choose(lanes_less(x, y), x, y);
#endif
}

BMS_INLINE lanes lanes_max(lanes x, lanes y) {
#ifdef BMS_FAST_FUSED
  return (lanes)_mm256_max_pd((__m256d)x, (__m256d)y);
#else
  return lanes_choose(lanes_greater(x, y), x, y);
#endif
}

/* Bit k: lane k is positive. */
BMS_INLINE unsigned lanes_positive(lanes v) {
  return lanes_mask_set(lanes_greater(v, lanes_all(0)));
}

/* Return true if a comparison holds in all lanes, or in the first three. */
BMS_INLINE bool lanes_hold(lanes_mask mask) {
  return lanes_mask_set(mask) == 15;
}

BMS_INLINE bool lanes_hold3(lanes_mask mask) {
  return (lanes_mask_set(mask) & 7) == 7;
}

/* ------------------------------------------------------------------ across lanes */

/* Rows for columns of four times four. */
BMS_INLINE void lanes_transpose(lanes v[4]) {
  lanes low = lanes_shuffle(v[0], v[1], 0, 4, 2, 6), high = lanes_shuffle(v[0], v[1], 1, 5, 3, 7);
  lanes lower = lanes_shuffle(v[2], v[3], 0, 4, 2, 6), upper = lanes_shuffle(v[2], v[3], 1, 5, 3, 7);
  v[0] = lanes_shuffle(low, lower, 0, 1, 4, 5);
  v[1] = lanes_shuffle(high, upper, 0, 1, 4, 5);
  v[2] = lanes_shuffle(low, lower, 2, 3, 6, 7);
  v[3] = lanes_shuffle(high, upper, 2, 3, 6, 7);
}

/* (a0 + a1, b0 + b1, a2 + a3, b2 + b3) */
BMS_INLINE lanes lanes_pairs(lanes a, lanes b) {
#ifdef BMS_FAST_FUSED
  return (lanes)_mm256_hadd_pd((__m256d)a, (__m256d)b);
#else
  return lanes_add(lanes_shuffle(a, b, 0, 4, 2, 6), lanes_shuffle(a, b, 1, 5, 3, 7));
#endif
}

/* The sums of the first three lanes, or of all, of four: one in each lane. */
BMS_INLINE lanes lanes_sums3(lanes a, lanes b, lanes c, lanes d) {
  lanes third_ab = lanes_shuffle(a, b, 0, 4, 2, 6), third_cd = lanes_shuffle(c, d, 0, 4, 2, 6);
  return lanes_add(lanes_shuffle(lanes_pairs(a, b), lanes_pairs(c, d), 0, 1, 4, 5),
                   lanes_shuffle(third_ab, third_cd, 2, 3, 6, 7));
}

BMS_INLINE lanes lanes_sums4(lanes a, lanes b, lanes c, lanes d) {
  lanes ab = lanes_pairs(a, b), cd = lanes_pairs(c, d);
  return lanes_add(lanes_shuffle(ab, cd, 0, 1, 4, 5), lanes_shuffle(ab, cd, 2, 3, 6, 7));
}

/* The sums of the first three, and of all. */
BMS_INLINE double lanes_sum3(lanes v) {
  return lanes_get(v, 0) + lanes_get(v, 1) + lanes_get(v, 2);
}

BMS_INLINE double lanes_sum4(lanes v) {
  return (lanes_get(v, 0) + lanes_get(v, 1)) + (lanes_get(v, 2) + lanes_get(v, 3));
}

/* ------------------------------------------------------------------ rests of products */

/*
 * Rests are what products of doubles lose to their rounding, lane by lane: computed by one instruction where the file
 * is compiled for a machine that has it, else by Dekker's product.  It is the same number, but for products of less
 * than LANES_NO_REST: the rest of a denormal product is no double, and the two ways round it differently.
 */

/* a b - p exactly, p being a * b rounded. */
#ifdef BMS_FAST_FUSED
BMS_INLINE lanes lanes_rests(lanes a, lanes b, lanes p) {
  return (lanes)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)lanes_negate(p));
}
#else
BMS_INLINE lanes lanes_rests(lanes a, lanes b, lanes p) {
  const double SPLITTER = 0x1p27 + 1;
  lanes ca = lanes_scale(a, SPLITTER), ah = lanes_sub(ca, lanes_sub(ca, a)), al = lanes_sub(a, ah),
        cb = lanes_scale(b, SPLITTER), bh = lanes_sub(cb, lanes_sub(cb, b)), bl = lanes_sub(b, bh);
  return lanes_add_product(lanes_add_product(lanes_add_product(lanes_sub(lanes_mul(ah, bh), p), ah, bl), al, bh), al,
                           bl);
}
#endif

/* Does as the function above where numbers go into an answer: products as small as that are taken as they are. */
#define LANES_NO_REST 0x1p-900

BMS_INLINE lanes lanes_even_rests(lanes a, lanes b, lanes p) {
  lanes_mask counts = lanes_greater(lanes_absolute(p), lanes_all(LANES_NO_REST));
  return lanes_keep(lanes_rests(a, b, p), counts);
}

#endif /* BMS_LANES_H */
