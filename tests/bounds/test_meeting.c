/* SPDX-License-Identifier: BSD-3-Clause */

/* The gap of two solids at the start of a step, and of shells. */

#include "pairs/meeting.c"

#include "bounds.h"
#include "util/real.h"

/* Subtracts from a gap how far a box of these halves reaches along a direction. */
static precise less_reach(precise gap, precise_vector normal, const double *quaternion, const double *half) {
  precise q[4];
  for (int i = 0; i < 4; i++) q[i] = precise_of(quaternion[i]);
  for (int k = 0; k < 3; k++) {
    const double edge[3] = {k == 0 ? half[0] : 0, k == 1 ? half[1] : 0, k == 2 ? half[2] : 0};
    precise along = precise_dot(normal, precise_rotated(q, precise_vector_of(edge)));
    gap = precise_minus(gap, precise_absolute(along));
  }
  return gap;
}

static bool set_solid(const double *quaternion, const double *position, const double *half, qmboxMoving *solid) {
  const bms_box box = {{-fabs(half[0]), -fabs(half[1]), -fabs(half[2])}, {fabs(half[0]), fabs(half[1]), fabs(half[2])}};
  *solid =
      (qmboxMoving){.body.motion = bms_motion_fixed(position, quaternion), .figure.shape = bms_convex_box(&box, 0)};
  solid->radius = qmboxLength(half);
  for (int i = 0; i < 3; i++) solid->reach = fmax(solid->reach, fabs(position[i]));
  return qmboxDot(quaternion, quaternion) + quaternion[3] * quaternion[3] > 0.1;
}

/* The inputs are two quaternions (8), positions (6) and halves (6). */
static double share_of_a_gap(const double *x, const void *context) {
  (void)context;
  qmboxMoving solid[2];
  double normal[3];
  if (!set_solid(x, x + 8, x + 14, &solid[0]) || !set_solid(x + 4, x + 11, x + 17, &solid[1])) return 0;
  const qmboxShrunkPair two = {.solid = {&solid[0], &solid[1]}};
  double margin = GAP_ERROR * (solid[0].reach + solid[0].radius + solid[1].reach + solid[1].radius);
  double gap = qmboxGapAtStart(&two, 1, normal);
  if (!(qmboxLength(normal) > 0)) return 0;
  precise_vector along = precise_vector_of(normal),
                 back = precise_vector_times(precise_of(-1), precise_vector_of(x + 8));
  precise exact = precise_dot(along, precise_vector_plus(precise_vector_of(x + 11), back));
  exact = less_reach(less_reach(exact, along, x, x + 14), along, x + 4, x + 17);
  exact = precise_over(exact, precise_root(precise_dot(along, along)));
  return (margin + precise_double(precise_minus(precise_of(gap), exact))) / margin;
}

static void gaps_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("GAP_ERROR", share_of_a_gap, NULL, 20, 4);
}

/* A shape that has grown by a radius is that much nearer, whichever of the two it is. */
static void boxes_that_have_grown_are_nearer(void **state) {
  const double half[3] = {0.5, 0.5, 0.5}, quaternion[4] = {1, 0, 0, 0}, radius[2] = {0.25, 0.125};
  (void)state;
  for (int grown = 0; grown < 4; grown++) {
    qmboxConvexQuery q = {.query = {.t0 = 0}};
    double normal[3], gap = 1;
    for (int k = 0; k < 2; k++) {
      const double position[3] = {2.0 * k, 0, 0};
      qmboxMoving solid;
      assert_true(set_solid(quaternion, position, half, &solid));
      bms_convex *shape = k == 0 ? &q.query.a : &q.query.b;
      *shape = solid.figure.shape;
      *(k == 0 ? &q.query.motion_a : &q.query.motion_b) = solid.body.motion;
      if (!(grown >> k & 1)) continue;
      shape->radius = radius[k];
      gap -= radius[k];
    }
    assert_true(fabs(convexGap(&q.query, normal) - gap) < 1e-9);
  }
}

BOUNDS_MAIN(cmocka_unit_test(gaps_are_as_good_as_counted), cmocka_unit_test(boxes_that_have_grown_are_nearer))
