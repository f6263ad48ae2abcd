/* SPDX-License-Identifier: BSD-3-Clause */

/* Corners of a box and middles of its edges, as lanes; for the fast walks. */

#ifndef BMS_CORNER_H
#define BMS_CORNER_H

#include "motion/axis.h"
#include "numeric/lanes.h"

/* e_i */
BMS_INLINE lanes fast_unit(int i) {
  BMS_LANES_ALIGNED static const double UNIT[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
  return lanes_load(UNIT[i]);
}

/* The corner of a body's box (0 or 1) that lies farthest along `towards`, 1 or -1, times the signs of its half-edges.
   */
BMS_INLINE lanes fast_farthest(const bms_box *box, const bms_axis_signs *signs, int body, int towards) {
  lanes_mask sign = lanes_mask_load(signs->half_edge + 2 * body); /* four of six */
  if (body == 1) sign = lanes_mask_down(sign);
  return lanes_choose(lanes_mask_equal(sign, lanes_mask_all(towards)), lanes_of3(box->max[0], box->max[1], box->max[2]),
                      lanes_of3(box->min[0], box->min[1], box->min[2]));
}

/* The middle of the edge along axis i through a corner of a box. */
BMS_INLINE lanes fast_middle(const bms_box *box, lanes corner, int i) {
  lanes e = fast_unit(i);
  return lanes_add_scaled(lanes_mul(corner, lanes_sub(lanes_all(1), e)), e, 0.5 * box->min[i] + 0.5 * box->max[i]);
}

#endif /* BMS_CORNER_H */
