/* SPDX-License-Identifier: BSD-3-Clause */

/* How far the guard lets solids reach, and how fast it lets gaps shrink. */

#include "pairs/approach.c"
#include "guard/guard.h"
#include "moving/start_pose.c"

#include "bounds.h"

/* The inputs are a quaternion (4), a position (3), a box (6) and a direction (3). */
static double share_of_a_reach(const double *x, const void *context) {
  (void)context;
  qmboxMoving solid = {.shape = QMBOX_SHAPE_CONVEX, .figure.shape.core = BMS_CORE_BOX};
  bms_box *box = &solid.figure.shape.box;
  bms_motion still = bms_motion_fixed(x + 4, x);
  qmboxStartPose posed;
  double length = sqrt(qmboxDot(x + 13, x + 13)), square = qmboxDot(x, x) + x[3] * x[3], direction[3], shrinks,
         radius = 0;
  if (!(square > 0.1 && length > 0.1)) return 0;
  bms_motion_at(&still, 0, solid.pose);
  for (int i = 0; i < 3; i++) {
    box->min[i] = fmin(x[7 + 2 * i], x[8 + 2 * i]);
    box->max[i] = fmax(x[7 + 2 * i], x[8 + 2 * i]);
    radius += fmax(fabs(box->min[i]), fabs(box->max[i]));
    solid.reach = fmax(solid.reach, fabs(x[4 + i]));
    direction[i] = x[13 + i] / length;
  }
  solid.radius = radius;
  qmboxFindStartPose(&solid, &posed);
  double computed = qmboxDot(posed.centre, direction) + qmboxReach(&posed, direction, &shrinks);
  precise exact = precise_of(0);
  for (int j = 0; j < 4; j++) {
    precise along = precise_of(0);
    for (int i = 0; i < 3; i++)
      along = precise_plus(along, precise_times(precise_of(direction[i]), precise_of(solid.pose[i][j])));
    if (j == 3)
      exact = precise_plus(exact, along);
    else
      exact =
          precise_plus(exact, precise_times(along, precise_of(precise_double(along) > 0 ? box->max[j] : box->min[j])));
  }
  return precise_error(computed, exact) / posed.rounding;
}

/* The inputs are a quaternion (4), a position (3), a triangle (9), the middle of a mesh (3), a direction (3) and by how
   much the mesh is scaled about its middle (1): how far the scaled triangle reaches. */
static double share_of_a_scaled_triangle(const double *x, const void *context) {
  (void)context;
  qmboxMoving solid = {.shape = QMBOX_SHAPE_CONVEX};
  bms_motion still = bms_motion_fixed(x + 4, x);
  qmboxStartPose posed;
  double length = sqrt(qmboxDot(x + 19, x + 19)), square = qmboxDot(x, x) + x[3] * x[3], direction[3], shrinks;
  double inner = 0.5, less = fabs(x[22]) * inner;
  if (!(square > 0.1 && length > 0.1 && less < inner)) return 0;
  bms_motion_at(&still, 0, solid.pose);
  memcpy(solid.figure.point, x + 7, 9 * sizeof *x);
  solid.figure.shape = bms_convex_points(solid.figure.point[0], 3, 0);
  solid.figure.core.inner = inner;
  for (int i = 0; i < 3; i++) {
    direction[i] = x[19 + i] / length;
    solid.figure.core.middle[i] = x[16 + i];
    solid.reach = fmax(solid.reach, fabs(x[4 + i]));
    solid.radius += fabs(x[16 + i]);
  }
  for (int i = 0; i < 9; i++) solid.radius += fabs(x[7 + i]);
  qmboxFindStartPose(&solid, &posed);
  double computed = qmboxDot(posed.centre, direction) + qmboxReach(&posed, direction, &shrinks) - less * shrinks;
  double greatest = -HUGE_VAL;
  for (int k = 0; k < 3; k++) {
    double world[3];
    for (int i = 0; i < 3; i++) {
      world[i] = solid.pose[i][3];
      for (int j = 0; j < 3; j++)
        world[i] += solid.pose[i][j] * (x[16 + j] + (1 - less / inner) * (x[7 + 3 * k + j] - x[16 + j]));
    }
    greatest = fmax(greatest, qmboxDot(world, direction));
  }
  return fabs(computed - greatest) / posed.rounding;
}

/* The inputs are a body's way (3) and a normal (3): how fast the gap shrinks along it. */
static double share_of_an_advance(const double *x, const void *context) {
  (void)context;
  qmboxGuardedBody bodies[2] = {{.stop = 1}, {.stop = 1, .shift = {x[0], x[1], x[2]}}};
  qmboxGuardedGeom geoms[2] = {{.body = 0}, {.body = 1}};
  qmboxMoving solids[2] = {{.moves = false}, {.moves = false}};
  qmboxGuard guard = {.bodies.body = bodies, .bodies.geom = geoms, .bodies.solid = solids, .bodies.length = 1};
  qmboxGuardedPair pair = {.geom = {0, 1}, .solid = {0, 1}};
  double length = sqrt(qmboxDot(x + 3, x + 3)), normal[3];
  if (!(length > 0.1)) return 0;
  precise exact = precise_of(0);
  for (int i = 0; i < 3; i++) {
    normal[i] = x[3 + i] / length;
    exact = precise_minus(exact, precise_times(precise_of(normal[i]), precise_of(x[i])));
  }
  bodies[1].way = sqrt(qmboxDot(x, x));
  double margin = ADVANCE_ERROR * bodies[1].way;
  qmboxNoteGap(&guard.bodies, &pair, 1, normal);
  if (!(precise_double(exact) > 0)) return 0;
  return (margin - precise_double(precise_minus(precise_of(pair.ahead[1]), exact))) / margin;
}

static void reaches_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("REACH_ERROR", share_of_a_reach, NULL, 16, 5);
}

static void triangles_of_scaled_meshes_reach_less(void **state) {
  (void)state;
  bounds_measure("REACH_ERROR", share_of_a_scaled_triangle, NULL, 23, 2);
}

static void advances_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("ADVANCE_ERROR", share_of_an_advance, NULL, 6, 10);
}

BOUNDS_MAIN(cmocka_unit_test(reaches_are_as_good_as_counted), cmocka_unit_test(triangles_of_scaled_meshes_reach_less),
            cmocka_unit_test(advances_are_as_good_as_counted))
