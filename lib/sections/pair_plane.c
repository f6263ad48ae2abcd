/* SPDX-License-Identifier: BSD-3-Clause */

#include "sections/pair_plane.h"

#include "sections/topology.h"

bms_polynomial bms_pair_plane(bms_stretch *stretch, const bms_instant *middle, const bms_pair *pair, bms_gap *gap) {
  bms_axis_signs signs = bms_pair_signs(pair, &middle->a, &middle->b);
  bms_gap_along(stretch, signs.axis, gap);
  return bms_gap_plane(gap, &signs);
}
