/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rests are what products of doubles lose to their rounding, lane by lane: computed by one instruction where the file
 * is compiled for a machine that has it, else by Dekker's product.  It is the same number, but for products of less
 * than LANES_NO_REST: the rest of a denormal product is no double, and the two ways round it differently.
 */

#ifndef BMS_LANES_REST_H
#define BMS_LANES_REST_H

#include "numeric/lanes.h"

/* a b - p exactly, where p is a * b rounded. */
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

#endif /* BMS_LANES_REST_H */
