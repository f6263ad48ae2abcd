/* SPDX-License-Identifier: BSD-3-Clause */

/* Two cubes, of which one passes by the other. */

#include "passing.h"

#include <string.h>

bms_query passing(const double x[3], const double y[3], double t1) {
  const double origin[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
  bms_query query = {.t0 = 0, .t1 = t1};
  query.a.box = query.b.box = bms_box_centred(1, 1, 1);
  query.a.motion = query.b.motion = bms_motion_fixed(origin, upright);
  memcpy(query.b.motion.rigid.position[0], x, 3 * sizeof *x);
  memcpy(query.b.motion.rigid.position[1], y, 3 * sizeof *y);
  return query;
}
