/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Four doubles side by side: the columns of a rotation, or the coordinates of a vector, with one to spare.
 *
 * The vector extension of gcc and clang, not the instructions of one machine: where there is AVX2 an operation is one
 * instruction, with SSE2 two, and elsewhere what the compiler makes of it.  Each lane is rounded as a double by itself,
 * so the bits are the same everywhere.  Other compilers have no lanes (BMS_HAVE_LANES is 0), and the solver goes
 * without its quick walk.
 */

#ifndef BMS_LANES_H
#define BMS_LANES_H

#if defined(__GNUC__) && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define BMS_HAVE_LANES 1
#endif
#endif

#ifndef BMS_HAVE_LANES
#define BMS_HAVE_LANES 0
#endif

#if BMS_HAVE_LANES

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Functions of lanes are always part of their caller, so how lanes would be passed to them does not matter. */
#pragma GCC diagnostic ignored "-Wpsabi"
#define BMS_INLINE static inline __attribute__((always_inline))
/* A function that is kept out of its caller, so that the caller stays small. */
#define BMS_NOINLINE static __attribute__((noinline))

/* Stands before a loop of n rounds and asks the compiler to write all of them out. */
#ifdef __clang__
#define BMS_UNROLL(n) _Pragma("unroll")
#else
#define BMS_PRAGMA(text) _Pragma(#text)
#define BMS_UNROLL(n) BMS_PRAGMA(GCC unroll n)
#endif

typedef double bms_lanes __attribute__((vector_size(32)));
typedef long long bms_lanes_mask __attribute__((vector_size(32))); /* -1 where a comparison holds, else 0 */
typedef int bms_lanes_int __attribute__((vector_size(16)));

BMS_INLINE bms_lanes bms_lanes_of(double x, double y, double z, double w) {
  return (bms_lanes){x, y, z, w};
}

/* Three lanes, with something finite in the spare lane: a zero there would cost a move (and one that valgrind 3.19
   does not know). */
BMS_INLINE bms_lanes bms_lanes_of3(double x, double y, double z) {
  return (bms_lanes){x, y, z, z};
}

BMS_INLINE bms_lanes bms_lanes_all(double x) {
  return (bms_lanes){x, x, x, x};
}

BMS_INLINE bms_lanes bms_lanes_load(const double x[4]) {
  bms_lanes v;
  memcpy(&v, x, sizeof v);
  return v;
}

BMS_INLINE bms_lanes bms_lanes_absolute(bms_lanes v) {
  const long long most = 0x7fffffffffffffffLL;
  return (bms_lanes)((bms_lanes_mask)v & (bms_lanes_mask){most, most, most, most});
}

BMS_INLINE bms_lanes bms_lanes_sqrt(bms_lanes v) {
#ifdef BMS_QUICK_FUSED
  return __builtin_ia32_sqrtpd256(v);
#else
  return bms_lanes_of(sqrt(v[0]), sqrt(v[1]), sqrt(v[2]), sqrt(v[3]));
#endif
}

/* Lane by lane, x where the mask is set, else y. */
BMS_INLINE bms_lanes bms_lanes_choose(bms_lanes_mask mask, bms_lanes x, bms_lanes y) {
  return (bms_lanes)(((bms_lanes_mask)x & mask) | ((bms_lanes_mask)y & ~mask));
}

/* Bit k: lane k has a minus sign. */
BMS_INLINE unsigned bms_lanes_signs(bms_lanes v) {
#ifdef BMS_QUICK_FUSED
  return (unsigned)__builtin_ia32_movmskpd256(v);
#else
  bms_lanes_mask mask = (bms_lanes_mask)v >> 63;
  return (unsigned)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}

/* Bit k: lane k is positive. */
BMS_INLINE unsigned bms_lanes_positive(bms_lanes v) {
  return bms_lanes_signs((bms_lanes)(v > bms_lanes_all(0)));
}

/* Return true if a comparison holds in all lanes, or in the first three. */
BMS_INLINE bool bms_lanes_hold(bms_lanes_mask mask) {
  return bms_lanes_signs((bms_lanes)mask) == 15;
}

BMS_INLINE bool bms_lanes_hold3(bms_lanes_mask mask) {
  return (bms_lanes_signs((bms_lanes)mask) & 7) == 7;
}

/* (y, z, x, w) and (z, x, y, w) of (x, y, z, w): lane i is what lane i + 1, or i + 2, was. */
BMS_INLINE bms_lanes bms_lanes_next(bms_lanes v) {
  return __builtin_shufflevector(v, v, 1, 2, 0, 3);
}

BMS_INLINE bms_lanes bms_lanes_after_next(bms_lanes v) {
  return __builtin_shufflevector(v, v, 2, 0, 1, 3);
}

/* Combines the first three lanes only. */
BMS_INLINE bms_lanes bms_lanes_cross(bms_lanes a, bms_lanes b) {
  return bms_lanes_next(a) * bms_lanes_after_next(b) - bms_lanes_after_next(a) * bms_lanes_next(b);
}

/* Transposes four times four numbers. */
BMS_INLINE void bms_lanes_transpose(bms_lanes v[4]) {
  bms_lanes low = __builtin_shufflevector(v[0], v[1], 0, 4, 2, 6);
  bms_lanes high = __builtin_shufflevector(v[0], v[1], 1, 5, 3, 7);
  bms_lanes lower = __builtin_shufflevector(v[2], v[3], 0, 4, 2, 6);
  bms_lanes upper = __builtin_shufflevector(v[2], v[3], 1, 5, 3, 7);
  v[0] = __builtin_shufflevector(low, lower, 0, 1, 4, 5);
  v[1] = __builtin_shufflevector(high, upper, 0, 1, 4, 5);
  v[2] = __builtin_shufflevector(low, lower, 2, 3, 6, 7);
  v[3] = __builtin_shufflevector(high, upper, 2, 3, 6, 7);
}

/* (a0 + a1, b0 + b1, a2 + a3, b2 + b3) */
BMS_INLINE bms_lanes bms_lanes_pairs(bms_lanes a, bms_lanes b) {
#ifdef BMS_QUICK_FUSED
  return __builtin_ia32_haddpd256(a, b);
#else
  return __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
#endif
}

/* Return the sums of the first three lanes, or of all lanes, of four numbers: one in each lane. */
BMS_INLINE bms_lanes bms_lanes_sums3(bms_lanes a, bms_lanes b, bms_lanes c, bms_lanes d) {
  bms_lanes third_ab = __builtin_shufflevector(a, b, 0, 4, 2, 6), third_cd = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  return __builtin_shufflevector(bms_lanes_pairs(a, b), bms_lanes_pairs(c, d), 0, 1, 4, 5) +
         __builtin_shufflevector(third_ab, third_cd, 2, 3, 6, 7);
}

BMS_INLINE bms_lanes bms_lanes_sums4(bms_lanes a, bms_lanes b, bms_lanes c, bms_lanes d) {
  bms_lanes ab = bms_lanes_pairs(a, b), cd = bms_lanes_pairs(c, d);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/* Return the sum of the first three lanes, and of all. */
BMS_INLINE double bms_lanes_sum3(bms_lanes v) {
  return v[0] + v[1] + v[2];
}

BMS_INLINE double bms_lanes_sum4(bms_lanes v) {
  return (v[0] + v[1]) + (v[2] + v[3]);
}

#endif /* BMS_HAVE_LANES */

#endif /* BMS_LANES_H */
