/* SPDX-License-Identifier: BSD-3-Clause */

/* Swept boxes: bounds of one that goes along a straight line. */

#include "broad/swept.c"

#include "bounds.h"

/* The inputs are a quaternion (4), a position (3), a way (3), the middle of a box (3), its halves (3) and a time. */
static double share_of_a_place(const double *x, const void *context) {
  (void)context;
  qmboxGuardedBody body = {.shift = {x[7], x[8], x[9]}};
  qmboxMoving solid = {.moves = true, .body.motion = bms_motion_fixed(x + 4, x)};
  double half[3] = {fabs(x[13]), fabs(x[14]), fabs(x[15])}, to = fabs(x[16]), most = 0;
  qmboxSweptBox swept;
  qmboxBox bounds;
  if (!(qmboxDot(x, x) + x[3] * x[3] > 0.1)) return 0;
  for (int i = 0; i < 3; i++) solid.radius += fabs(x[10 + i]) + half[i];
  if (!qmboxSweepBox(&body, &solid, x + 10, half, 0, to, 1, &swept) || !qmboxBoundSwept(&swept, &bounds)) return 0;
  const precise q[4] = {precise_of(x[0]), precise_of(x[1]), precise_of(x[2]), precise_of(x[3])};
  precise_vector middle = precise_rotated(q, precise_vector_of(x + 10)), edge[3];
  double size = solid.radius;
  for (int i = 0; i < 3; i++) size += fabs(x[4 + i]) + fabs(x[7 + i]);
  for (int k = 0; k < 3; k++) {
    const double unit[3] = {k == 0, k == 1, k == 2};
    edge[k] = precise_rotated(q, precise_vector_of(unit));
  }
  for (int i = 0; i < 3; i++) {
    precise end = precise_plus(middle.x[i], precise_of(x[4 + i]));
    end = precise_plus(end, precise_times(precise_of(fmax(0, x[7 + i])), precise_of(to)));
    for (int k = 0; k < 3; k++)
      end = precise_plus(end, precise_times(precise_absolute(edge[k].x[i]), precise_of(half[k])));
    double margin = PLACE_ERROR * size;
    most = fmax(most, (margin - precise_double(precise_minus(precise_of(bounds.max[i]), end))) / margin);
  }
  return most;
}

static void swept_boxes_hold_all_places(void **state) {
  (void)state;
  bounds_measure("PLACE_ERROR", share_of_a_place, NULL, 17, 4);
}

BOUNDS_MAIN(cmocka_unit_test(swept_boxes_hold_all_places))
