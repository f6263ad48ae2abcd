/* SPDX-License-Identifier: BSD-3-Clause */

/* How far boxes and convex parts of a pair are apart over its piece, along directions. */

#ifndef BMS_ARM_SHAPE_GAP_H
#define BMS_ARM_SHAPE_GAP_H

#include "arm/shape_pair.h"

/* A box in the frame of its shape. */
typedef struct bms_part_box {
  double centre[3], half[3];
} bms_part_box;

/* A box of a or of b, and the intervals that it keeps to all over the piece. */
typedef struct bms_gap_box {
  bms_part_box box;
  int known;                    /* how many of the two sets of intervals have been computed: each only where needed */
  double low[2][3], high[2][3]; /* along the axes of a; along those that b has in the middle of the piece */
} bms_gap_box;

/* Returns a lower bound of the distance of two boxes all over the piece, by the axes of either; negative where they
   show none.  The axes of b are left out if those of a show more than `enough`. */
double bms_box_gap(const bms_shape_pair *pair, bms_gap_box *a, bms_gap_box *b, double enough);

/* Returns a lower bound of the distance of two cores all over the piece, along a direction of length 1 in the frame of
   a. */
double bms_part_gap(const bms_shape_pair *pair, const bms_convex *a, const bms_convex *b, const double direction[3]);

/* Searches for the direction along which the two are farthest apart in the middle of the piece; sets all but the
   numbers of the parts. */
void bms_part_look(const bms_shape_pair *pair, const bms_convex *a, const bms_convex *b, bms_near_parts *near);

#endif /* BMS_ARM_SHAPE_GAP_H */
