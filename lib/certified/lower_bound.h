/* SPDX-License-Identifier: BSD-3-Clause */

/* Lower bounds of a gap over a stretch, as polynomials, and conclusions about its first root. */

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

/* Returns the conclusion from the lowest place of a bound with more than one root on a stretch, or none. */
typedef struct bms_graze {
  bool clear;      /* it is positive on all of the stretch */
  double until;    /* if not 0, it is positive up to this place, next to a root with no other before the lowest place */
  double part;     /* else that part of the stretch is to be checked next */
  double beyond;   /* if not 0, it is nothing but rounding behind that part, and for how much of the stretch */
  bool clear_part; /* it is positive on that part, with such a dip behind */
  bool across;     /* it is that close to zero on all of the stretch */
} bms_graze;

/* Splits a bound, whose values are off by `error` at most, at its lowest place: it falls on one side of that place and
   rises on the other. */
void bms_look_at_graze(const bms_polynomial *bound, double error, bms_graze *graze);

#endif /* BMS_LOWER_BOUND_H */
