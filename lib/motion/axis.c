/* SPDX-License-Identifier: BSD-3-Clause */

/* The pair of features along an axis: each box shows the other the end of its half-edge that lies towards it. */

#include "numeric/arithmetic.h"

#include "motion/axis.h"

/* 1 if the end at the maximum of half-edge k lies towards the other box: towards +d for a, towards -d for b.  A
   distance of zero counts as positive, so that the two features still face each other. */
static int end_at_maximum(const bms_axis_signs *signs, int k) {
  int side = signs->distance < 0 ? -1 : 1;
  return (k < 3 ? side : -side) * signs->half_edge[k] > 0;
}

static bms_octant octant_of(const bms_axis_signs *signs, int first) {
  return end_at_maximum(signs, first) | end_at_maximum(signs, first + 1) << 1 | end_at_maximum(signs, first + 2) << 2;
}

static bms_edge edge_along(const bms_axis_signs *signs, int first, int direction) {
  int low = direction == 0 ? 1 : 0;
  int high = direction == 2 ? 1 : 2;
  return 4 * direction + end_at_maximum(signs, first + low) + 2 * end_at_maximum(signs, first + high);
}

bms_pair bms_axis_pair(const bms_axis_signs *signs) {
  bms_pair pair = {BMS_PAIR_EE, 0, 0};
  int axis = signs->axis;

  if (axis < BMS_AXIS_FACE_B) {
    pair.kind = BMS_PAIR_VO;
    pair.a = 2 * axis + end_at_maximum(signs, axis);
    pair.b = octant_of(signs, 3);
  } else if (axis < BMS_AXIS_EDGES) {
    pair.kind = BMS_PAIR_OV;
    pair.a = octant_of(signs, 0);
    pair.b = 2 * (axis - BMS_AXIS_FACE_B) + end_at_maximum(signs, axis);
  } else {
    pair.a = edge_along(signs, 0, (axis - BMS_AXIS_EDGES) / 3);
    pair.b = edge_along(signs, 3, (axis - BMS_AXIS_EDGES) % 3);
  }
  return pair;
}

int bms_pair_axis(const bms_pair *pair) {
  if (pair->kind == BMS_PAIR_VO) return BMS_AXIS_FACE_A + pair->a / 2;
  if (pair->kind == BMS_PAIR_OV) return BMS_AXIS_FACE_B + pair->b / 2;
  return BMS_AXIS_EDGES + 3 * (pair->a / 4) + pair->b / 4;
}

bool bms_is_perpendicular(int axis, int half_edge) {
  if (axis >= BMS_AXIS_EDGES) {
    int i = (axis - BMS_AXIS_EDGES) / 3, j = (axis - BMS_AXIS_EDGES) % 3;
    return half_edge == i || half_edge == 3 + j;
  }
  return axis / 3 == half_edge / 3 && axis != half_edge;
}
