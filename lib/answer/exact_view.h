/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two bodies at one double without rounding, for cases that twice the digits of doubles leave open: an offset that both
 * have in common and that is 1e20 times their sizes, columns that vanish, or nearly lie in one line, by cancellation.
 */

#ifndef BMS_EXACT_VIEW_H
#define BMS_EXACT_VIEW_H

#include <stdbool.h>

#include "bms.h"
#include "motion/axis.h"

/* Each number is off by some roundings of the greatest of its vector. */
typedef struct bms_exact_view {
  double half_edge[6][3];                     /* in the world: of a, then of b */
  double way[3];                              /* from the centre of a to b's */
  double axis[BMS_AXES][3], length[BMS_AXES]; /* the vectors of the axes, and the product of the lengths of the columns
                                                 that they are products of, in one unit for each axis */
} bms_exact_view;

/* Computes the view.  Returns false if the numbers are too long. */
bool bms_exact_view_at(const bms_body *a, const bms_body *b, double t, bms_exact_view *view);

#endif /* BMS_EXACT_VIEW_H */
