/* SPDX-License-Identifier: BSD-3-Clause */

/* Products of two limbs, in two limbs: by an integer type of 128 bits where the compiler has one, else by halves. */

#ifndef BMS_WIDE_PRODUCT_H
#define BMS_WIDE_PRODUCT_H

#include <stdint.h>

/* The number high 2^64 + low. */
typedef struct bms_wide {
  uint64_t low, high;
} bms_wide;

/* Returns x y + a + b, which is less than 2^128, by products of 32 bits. */
static inline bms_wide bms_wide_product_by_halves(uint64_t x, uint64_t y, uint64_t a, uint64_t b) {
  const uint64_t half = 0xffffffff, x0 = x & half, x1 = x >> 32, y0 = y & half, y1 = y >> 32;
  uint64_t low = x0 * y0, cross = x1 * y0, other = x0 * y1;
  uint64_t middle = (low >> 32) + (cross & half) + (other & half);
  bms_wide sum = {middle << 32 | (low & half), x1 * y1 + (cross >> 32) + (other >> 32) + (middle >> 32)};
  sum.low += a;
  sum.high += sum.low < a;
  sum.low += b;
  sum.high += sum.low < b;
  return sum;
}

/* Returns x y + a + b, which is less than 2^128. */
static inline bms_wide bms_wide_product(uint64_t x, uint64_t y, uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
  __extension__ typedef unsigned __int128 wide;
  wide sum = (wide)x * y + a + b;
  return (bms_wide){(uint64_t)sum, (uint64_t)(sum >> 64)};
#else
  return bms_wide_product_by_halves(x, y, a, b);
#endif
}

#endif /* BMS_WIDE_PRODUCT_H */
