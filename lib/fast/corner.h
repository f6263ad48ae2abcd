/* SPDX-License-Identifier: BSD-3-Clause */

/* Corners of a box and middles of its edges, as lanes; for the quick walks. */

#ifndef BMS_CORNER_H
#define BMS_CORNER_H

#include "motion/axis.h"
#include "numeric/lanes.h"

/* e_i */
BMS_INLINE bms_lanes quick_unit(int i) {
  _Alignas(bms_lanes) static const double UNIT[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  return bms_lanes_load(UNIT[i]);
}

/* The corner of a body's box (0 or 1) that lies farthest along `towards`, 1 or -1, times the signs of its half-edges. */
BMS_INLINE bms_lanes quick_farthest(const bms_box *box, const bms_axis_signs *signs, int body, int towards) {
  bms_lanes_int sign;
  memcpy(&sign, signs->half_edge + 2 * body, sizeof sign);
  if (body == 1) sign = __builtin_shufflevector(sign, sign, 1, 2, 3, 3);
  return bms_lanes_choose(__builtin_convertvector(sign == towards, bms_lanes_mask),
                          bms_lanes_of3(box->max[0], box->max[1], box->max[2]),
                          bms_lanes_of3(box->min[0], box->min[1], box->min[2]));
}

/* The middle of the edge along axis i through a corner of a box. */
BMS_INLINE bms_lanes quick_middle(const bms_box *box, bms_lanes corner, int i) {
  bms_lanes e = quick_unit(i);
  return corner * (1 - e) + (0.5 * box->min[i] + 0.5 * box->max[i]) * e;
}

#endif /* BMS_CORNER_H */
