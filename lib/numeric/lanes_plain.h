/* SPDX-License-Identifier: BSD-3-Clause */

/* Lanes as plain C11, for compilers without vectors; as lanes.h has them. */

#ifndef BMS_LANES_PLAIN_H
#define BMS_LANES_PLAIN_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "numeric/compiler.h"

typedef struct lanes {
  double lane[4];
} lanes;

typedef struct lanes_mask {
  int64_t lane[4];
} lanes_mask;

#define BMS_LANES_ALIGNED

/* Defines a function of lanes: each lane of its result is `value`, an expression of k. */
#define BMS_LANES_FUNCTION(type, name, parameters, value) \
  BMS_INLINE type name parameters {                       \
    type out;                                             \
    for (int k = 0; k < 4; k++) out.lane[k] = (value);    \
    return out;                                           \
  }

/* ------------------------------------------------------------------ making and taking apart */

BMS_INLINE lanes lanes_of(double x, double y, double z, double w) {
  return (lanes){{x, y, z, w}};
}

BMS_LANES_FUNCTION(lanes, lanes_load, (const double x[4]), x[k])

BMS_INLINE double lanes_get(lanes v, int lane) {
  return v.lane[lane];
}

BMS_INLINE void lanes_set(lanes *v, int lane, double x) {
  v->lane[lane] = x;
}

BMS_INLINE double lanes_get_either(lanes a, lanes b, int lane) {
  return lane < 4 ? a.lane[lane] : b.lane[lane - 4];
}

BMS_INLINE lanes lanes_shuffle(lanes a, lanes b, int i, int j, int k, int l) {
  return (lanes){
      {lanes_get_either(a, b, i), lanes_get_either(a, b, j), lanes_get_either(a, b, k), lanes_get_either(a, b, l)}};
}

/* ------------------------------------------------------------------ arithmetic */

BMS_LANES_FUNCTION(lanes, lanes_add, (lanes a, lanes b), a.lane[k] + b.lane[k])
BMS_LANES_FUNCTION(lanes, lanes_sub, (lanes a, lanes b), a.lane[k] - b.lane[k])
BMS_LANES_FUNCTION(lanes, lanes_mul, (lanes a, lanes b), a.lane[k] * b.lane[k])
BMS_LANES_FUNCTION(lanes, lanes_div, (lanes a, lanes b), a.lane[k] / b.lane[k])
BMS_LANES_FUNCTION(lanes, lanes_scale, (lanes v, double x), v.lane[k] * x)
BMS_LANES_FUNCTION(lanes, lanes_negate, (lanes v), -v.lane[k])
BMS_LANES_FUNCTION(lanes, lanes_sqrt, (lanes v), sqrt(v.lane[k]))

/* ------------------------------------------------------------------ bits */

BMS_INLINE uint64_t lanes_to_bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

BMS_INLINE double lanes_from_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

#define BMS_LANES_BITS(name, operation)               \
  BMS_LANES_FUNCTION(lanes, name, (lanes a, lanes b), \
                     lanes_from_bits(lanes_to_bits(a.lane[k]) operation lanes_to_bits(b.lane[k])))

BMS_LANES_BITS(lanes_and, &)
BMS_LANES_BITS(lanes_and_not, &~)
BMS_LANES_BITS(lanes_or, |)
BMS_LANES_BITS(lanes_xor, ^)
BMS_LANES_FUNCTION(lanes, lanes_absolute, (lanes v), fabs(v.lane[k]))

BMS_INLINE unsigned lanes_signs(lanes v) {
  unsigned bits = 0;
  for (int k = 0; k < 4; k++) bits |= (unsigned)(lanes_to_bits(v.lane[k]) >> 63) << k;
  return bits;
}

/* ------------------------------------------------------------------ comparisons */

BMS_LANES_FUNCTION(lanes_mask, lanes_greater, (lanes a, lanes b), -(a.lane[k] > b.lane[k]))
BMS_LANES_FUNCTION(lanes_mask, lanes_at_least, (lanes a, lanes b), -(a.lane[k] >= b.lane[k]))
BMS_LANES_FUNCTION(lanes_mask, lanes_equal, (lanes a, lanes b), -(a.lane[k] == b.lane[k]))
BMS_LANES_FUNCTION(lanes, lanes_choose, (lanes_mask mask, lanes x, lanes y), mask.lane[k] ? x.lane[k] : y.lane[k])
BMS_LANES_FUNCTION(lanes, lanes_keep, (lanes x, lanes_mask mask), mask.lane[k] ? x.lane[k] : 0)

BMS_INLINE unsigned lanes_mask_set(lanes_mask mask) {
  unsigned bits = 0;
  for (int k = 0; k < 4; k++) bits |= (unsigned)(mask.lane[k] < 0) << k;
  return bits;
}

/* ------------------------------------------------------------------ masks and whole numbers in their lanes */

BMS_LANES_FUNCTION(lanes_mask, lanes_mask_all, (int64_t x), x)
BMS_LANES_FUNCTION(lanes_mask, lanes_mask_bits, (unsigned bits), -(int64_t)(bits >> k & 1))

BMS_LANES_FUNCTION(lanes_mask, lanes_mask_load, (const int x[4]), x[k])

BMS_INLINE void lanes_mask_store(lanes_mask mask, int x[4]) {
  for (int k = 0; k < 4; k++) x[k] = (int)mask.lane[k];
}

BMS_INLINE int64_t lanes_mask_get(lanes_mask mask, int lane) {
  return mask.lane[lane];
}

BMS_LANES_FUNCTION(lanes_mask, lanes_mask_and, (lanes_mask a, lanes_mask b), a.lane[k] & b.lane[k])
BMS_LANES_FUNCTION(lanes_mask, lanes_mask_or, (lanes_mask a, lanes_mask b), a.lane[k] | b.lane[k])
BMS_LANES_FUNCTION(lanes_mask, lanes_mask_not, (lanes_mask a), ~a.lane[k])
BMS_LANES_FUNCTION(lanes_mask, lanes_mask_sub, (lanes_mask a, lanes_mask b), a.lane[k] - b.lane[k])
BMS_LANES_FUNCTION(lanes_mask, lanes_mask_equal, (lanes_mask a, lanes_mask b), -(a.lane[k] == b.lane[k]))
BMS_LANES_FUNCTION(lanes_mask, lanes_mask_down, (lanes_mask a), a.lane[k < 3 ? k + 1 : 3])
BMS_LANES_FUNCTION(lanes_mask, lanes_mask_choose, (lanes_mask mask, lanes_mask x, lanes_mask y),
                   mask.lane[k] ? x.lane[k] : y.lane[k])
BMS_LANES_FUNCTION(lanes_mask, lanes_mask_push, (lanes_mask number, lanes_mask mask), 2 * number.lane[k] - mask.lane[k])
BMS_LANES_FUNCTION(lanes_mask, lanes_mask_shift, (lanes_mask number, int bits),
                   (int64_t)((uint64_t)number.lane[k] << bits))

#endif /* BMS_LANES_PLAIN_H */
