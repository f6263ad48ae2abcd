/* SPDX-License-Identifier: BSD-3-Clause */

/* The plane of a pair: the signs that the pair stands for, put into the gap along its axis. */

#include "numeric/arithmetic.h"

#include "sections/pair_plane.h"

#include <math.h>

#include "numeric/vector.h"
#include "sections/sphere.h"
#include "sections/topology.h"

/* Returns 1 or -1 if the feature holds the end of the half-edge along this axis at the maximum or the minimum, 0 if
   both. */
static int end_held(int code, bool is_face, bool is_edge, int axis) {
  if (is_face) return axis == code / 2 ? 2 * (code & 1) - 1 : 0;
  if (is_edge && axis == code / 4) return 0;
  bms_octant ends[2] = {code, code};
  if (is_edge) bms_edge_octants(code, ends);
  return 2 * (ends[0] >> axis & 1) - 1;
}

static void axis_vector(const bms_track_instant *a, const bms_track_instant *b, int axis, double n[3]) {
  double normal[3][3];
  if (axis < BMS_AXIS_EDGES) {
    bms_instant_face_normals(axis < BMS_AXIS_FACE_B ? a : b, normal);
    for (int r = 0; r < 3; r++) n[r] = normal[axis % 3][r];
  } else {
    bms_cross(a->column[(axis - BMS_AXIS_EDGES) / 3], b->column[(axis - BMS_AXIS_EDGES) % 3], n);
  }
}

/* Every end that the pair holds shows which way the axis vector points.  The half-edge that leans most on it is used:
   the others may be perpendicular to it except for rounding. */
bms_axis_signs bms_pair_signs(const bms_pair *pair, const bms_track_instant *a, const bms_track_instant *b) {
  bms_axis_signs signs = {.axis = bms_pair_axis(pair), .distance = 1};
  bool is_edge = pair->kind == BMS_PAIR_EE;
  double n[3], greatest = 0;
  axis_vector(a, b, signs.axis, n);
  for (int k = 0; k < 6; k++) {
    const double *edge = k < 3 ? a->column[k] : b->column[k - 3];
    int end = k < 3 ? end_held(pair->a, pair->kind == BMS_PAIR_VO, is_edge, k)
                    : -end_held(pair->b, pair->kind == BMS_PAIR_OV, is_edge, k - 3);
    double leaning = bms_dot(n, edge) / sqrt(bms_dot(edge, edge));
    signs.half_edge[k] = end;
    if (end == 0 || fabs(leaning) <= greatest) continue;
    greatest = fabs(leaning);
    signs.distance = leaning < 0 ? -end : end;
  }
  for (int k = 0; k < 6; k++) signs.half_edge[k] *= signs.distance;
  return signs;
}

bms_polynomial bms_pair_plane(bms_stretch *stretch, const bms_instant *middle, const bms_pair *pair, bms_gap *gap) {
  bms_axis_signs signs = bms_pair_signs(pair, &middle->a, &middle->b);
  bms_gap_along(stretch, signs.axis, gap);
  return bms_gap_plane(gap, &signs);
}
