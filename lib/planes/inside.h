/* SPDX-License-Identifier: BSD-3-Clause */

/* How long the gap along one axis stays negative, in doubles beyond their error bounds. */

#ifndef BMS_INSIDE_H
#define BMS_INSIDE_H

#include "motion/relative.h"

/*
 * A time in [from, to], t0 <= from <= to <= t1, such that the gap along the axis is certainly negative on all of [from,
 * that time]; `from` itself where nothing is certain.  The query has been accepted by bms_relative_prepare() or its
 * sibling for half-spaces.
 */
double bms_inside_until(const bms_relative *relative, int axis, double from, double to);

#endif /* BMS_INSIDE_H */
