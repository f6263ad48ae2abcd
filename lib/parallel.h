/* SPDX-License-Identifier: BSD-3-Clause */

/* Edges of two rigid bodies that are parallel for all t, and what that saves. */

#ifndef BMS_PARALLEL_H
#define BMS_PARALLEL_H

#include "relative.h"

/* Sets relative->axes and relative->perpendicular, of a relative that has its tracks and `rigid`. */
void bms_find_parallel_edges(bms_relative *relative);

#endif /* BMS_PARALLEL_H */
