/* SPDX-License-Identifier: BSD-3-Clause */

/* Bodies in another unit of length, so that no square of a size leaves the range of doubles. */

#ifndef BMS_RESCALE_H
#define BMS_RESCALE_H

#include <stdbool.h>

#include "bms.h"

/* Returns true if the sizes of two bodies, their matrices, weights and quaternions at t are all within 2^-200 ...
   2^200. */
bool bms_sizes_are_tame(const bms_body *a, const bms_body *b, double t);

/* Multiplies both by powers of two, which loses nothing of a size, so that they are.  Returns the exponent of the
   unit: a length of 1 of the bodies that come out is one of 2^exponent of those that went in. */
int bms_make_sizes_tame(bms_body *a, bms_body *b, double t);

#endif /* BMS_RESCALE_H */
