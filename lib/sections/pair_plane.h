/* SPDX-License-Identifier: BSD-3-Clause */

/* The BMS plane of a compatible pair of features. */

#ifndef BMS_PAIR_PLANE_H
#define BMS_PAIR_PLANE_H

#include "planes/plane.h"

/* The plane of a pair of features over a stretch on which they are compatible: positive where the origin is on its
   outer side (the boxes are then apart), zero where it holds the origin; and the gap that it is a plane of, with the
   error bound.  `middle` is an instant within the stretch: which way an axis points is told there. */
bms_polynomial bms_pair_plane(bms_stretch *stretch, const bms_instant *middle, const bms_pair *pair, bms_gap *gap);

#endif /* BMS_PAIR_PLANE_H */
