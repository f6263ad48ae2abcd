/* SPDX-License-Identifier: BSD-3-Clause */

/* The bounds within which triangles are asked. */

#include "meshes/mesh_pair.c"

#include "bounds.h"

/* The inputs are a position (3), a box (3) and by how much its bounds are larger. */
static double share_of_a_bound(const double *x, const void *context) {
  (void)context;
  const double unturned[4] = {1, 0, 0, 0};
  qmboxMoving path = {.shape = QMBOX_SHAPE_BOX, .moves = true, .body.motion = bms_motion_fixed(x, unturned)};
  qmboxMeshQuery q = {.one = &path};
  double min[3], max[3], more = fabs(x[6]), most = 0;
  for (int i = 0; i < 3; i++) {
    path.body.box.max[i] = fabs(x[3 + i]);
    path.body.box.min[i] = -path.body.box.max[i];
  }
  double margin = PIECE_ERROR * qmboxHullBounds(&path, 0, 0, min, max);
  if (!(margin > 0) || !boundOne(&q, 0, 0, more)) return 0;
  for (int i = 0; i < 3; i++) {
    precise above = precise_minus(precise_of(q.max[i]), precise_plus(precise_of(max[i]), precise_of(more)));
    precise below = precise_minus(precise_minus(precise_of(min[i]), precise_of(more)), precise_of(q.min[i]));
    most = fmax(most, (margin - fmin(precise_double(above), precise_double(below))) / margin);
  }
  return most;
}

static void bounds_are_larger_by_as_much_as_they_are_to_be(void **state) {
  (void)state;
  (void)qmboxSolveMesh; /* the rest of the unit is not wanted here */
  (void)qmboxMeshGap;
  bounds_measure("PIECE_ERROR", share_of_a_bound, NULL, 7, 5);
}

BOUNDS_MAIN(cmocka_unit_test(bounds_are_larger_by_as_much_as_they_are_to_be))
