/* SPDX-License-Identifier: BSD-3-Clause */

/* Lower bounds of a gap over a stretch, as polynomials, and what they tell about its first root. */

#ifndef BMS_LOWER_BOUND_H
#define BMS_LOWER_BOUND_H

#include <stdbool.h>

#include "planes/plane.h"

/* Returns a lower bound of the gap that holds on the whole stretch, rounding included; *exact is set if it is the gap
   itself less the error. */
bms_polynomial bms_lower_bound_of(const bms_gap *gap, int side, bool *exact);

/* Returns the largest s found with p(s) > 0, for p with p(0) > 0 >= p(1) and one root in (0, 1); within 2^-50 of the
   root, relatively. */
double bms_positive_until_root(const bms_polynomial *p);

/* Returns the largest |p''| on [0, 1]. */
double bms_curvature_bound(const bms_polynomial *p);

/* Returns true if a lower bound of the gap is nowhere certainly negative, and nowhere certainly positive: it may be a
   gap that stays as small as rounding. */
bool bms_is_near_zero(const bms_gap *gap, const bms_polynomial *bound);

/* Returns which part of a stretch is to be looked at next, when the bound has more than one root there, or none: up to
   where it is lowest.  If it is nothing but rounding there, up to that place, closely, and then across it: *across is
   set where all of the stretch is that close. */
double bms_part_of_graze(const bms_polynomial *bound, double error, bool *across);

#endif /* BMS_LOWER_BOUND_H */
