/* SPDX-License-Identifier: BSD-3-Clause */

/* The place at which a polynomial in Bernstein form stops being positive. */

#ifndef BMS_CLIP_H
#define BMS_CLIP_H

#include "numeric/polynomial.h"

/* Returns the end of an interval [0, s) on which p is certainly positive, up to the rounding of 6 degree 2^-53 times
   its largest Bernstein coefficient; 1 if it is on the whole, 0 if it is not at 0.  A simple root is found to about
   2^-40 of itself. */
double bms_clip_positive_until(const bms_polynomial *p);

#endif /* BMS_CLIP_H */
