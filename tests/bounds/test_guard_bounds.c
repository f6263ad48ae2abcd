/* SPDX-License-Identifier: BSD-3-Clause */

/* The bounds in which the guard searches for pairs. */

#include "broad/bounds.c"
#include "guard/guard.h"
#include "moving/moving.h"

#include "aabbs.h"
#include "numeric/vector.h"

/* The inputs are a position (3), bounds around it (6), a way (3), a chord, a spin, two times and a length. */
static double share_of_a_way(const double *x, const void *context) {
  (void)context;
  qmboxGuardedGeom geom = {.body = 0};
  qmboxGuardedBody body = {.moves = true, .chord = fabs(x[12]), .spin = fabs(x[13])};
  qmboxGuard guard = {.bodies.body = &body, .bodies.geom = &geom, .bodies.length = fabs(x[16])};
  double from = fmin(fabs(x[14]), fabs(x[15])), to = fmax(fabs(x[14]), fabs(x[15])), largest = 0, max[3], most = 0;
  if (!(to <= guard.bodies.length)) return 0;
  precise square = precise_of(0);
  for (int i = 0; i < 3; i++) {
    body.start.position[i] = (dReal)x[i];
    body.shift[i] = x[9 + i];
    geom.start.min[i] = (double)body.start.position[i] - fabs(x[3 + 2 * i]);
    max[i] = geom.start.max[i] = (double)body.start.position[i] + fabs(x[4 + 2 * i]);
    precise at = precise_of((double)body.start.position[i]);
    precise back = precise_minus(at, precise_of(geom.start.min[i])), ahead = precise_minus(precise_of(max[i]), at);
    precise arm = precise_double(precise_minus(back, ahead)) > 0 ? back : ahead;
    square = precise_plus(square, precise_times(arm, arm));
    largest = fmax(largest, fabs(x[i]) + precise_double(arm) + fabs(x[9 + i]));
  }
  precise radius = precise_root(square), turned = precise_times(precise_of(to), precise_of(body.spin));
  if (precise_double(precise_minus(turned, precise_of(body.chord))) > 0) turned = precise_of(body.chord);
  measureArm(&geom, &body);
  qmboxBox way = qmboxBoundWay(&guard.bodies, 0, from, to);
  for (int i = 0; i < 3; i++) {
    precise part = precise_over(precise_of(body.shift[i] > 0 ? to : from), precise_of(guard.bodies.length));
    precise exact = precise_plus(precise_of(max[i]), precise_times(radius, turned));
    precise ball = precise_plus(precise_of((double)body.start.position[i]), radius);
    if (precise_double(precise_minus(ball, exact)) < 0) exact = ball;
    exact = precise_plus(exact, precise_times(precise_of(body.shift[i]), part));
    double margin = BOUNDS_ERROR * largest;
    if (margin > 0) most = fmax(most, (margin - precise_double(precise_minus(precise_of(way.max[i]), exact))) / margin);
  }
  return most;
}

/* The inputs are the pose of a mesh, as a quaternion (4) and a position (3), its centre (3), bounds in the world (6), a
   way (3), a chord and a radius. */
static double share_in_a_mesh(const double *x, const void *context) {
  (void)context;
  qmboxGuardedBody body = {.moves = true, .chord = fabs(x[19])};
  qmboxGuardedGeom geom = {.body = 0};
  qmboxGuard guard = {.bodies.body = &body, .bodies.geom = &geom};
  qmboxMoving mesh = {.shape = QMBOX_SHAPE_MESH, .moves = true, .radius = fabs(x[20])};
  bms_motion still = bms_motion_fixed(x + 4, x);
  double min[3], max[3], low[3], high[3], most = 0;
  precise middle[3], half[3];
  if (!(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] > 0.1)) return 0;
  bms_motion_at(&still, 0, mesh.pose);
  double margins[3], largest = 0;
  for (int i = 0; i < 3; i++) {
    mesh.centre[i] = x[7 + i];
    min[i] = fmin(x[10 + 2 * i], x[11 + 2 * i]);
    max[i] = fmax(x[10 + 2 * i], x[11 + 2 * i]);
    body.shift[i] = x[16 + i];
    precise from = precise_minus(precise_of(min[i]), precise_of(fmax(0, x[16 + i])));
    precise to = precise_minus(precise_of(max[i]), precise_of(fmin(0, x[16 + i])));
    precise sum = precise_plus(from, to), width = precise_minus(to, from);
    middle[i] = precise_minus(precise_over(sum, precise_of(2)), precise_of(mesh.pose[i][3]));
    half[i] = precise_plus(precise_over(width, precise_of(2)),
                           precise_times(precise_of(mesh.radius), precise_of(body.chord)));
    margins[i] = MESH_ERROR * (fabs(precise_double(from)) + fabs(precise_double(to)) + mesh.radius);
  }
  boundInMesh(&guard.bodies, 0, &mesh, 0, min, max, low, high);
  for (int j = 0; j < 3; j++) {
    precise exact = precise_minus(precise_of(0), precise_of(mesh.centre[j]));
    largest = 0;
    for (int i = 0; i < 3; i++) {
      precise entry = precise_of(mesh.pose[i][j]);
      exact = precise_plus(exact, precise_times(entry, middle[i]));
      exact = precise_plus(exact, precise_times(precise_absolute(entry), half[i]));
      largest += fabs(mesh.pose[i][j]) * margins[i];
    }
    most = fmax(most, (largest - precise_double(precise_minus(precise_of(high[j]), exact))) / largest);
  }
  return most;
}

/* The inputs are the pose of a mesh (7), a way (3), a triangle (9), and whether the mesh moves.  Each vertex must be
   within the bounds, at its start and at its end, on both sides. */
static double share_of_a_triangle(const double *x, const void *context) {
  (void)context;
  qmboxGuardedBody body = {.moves = x[19] > 0};
  qmboxGuardedGeom geom = {.body = 0};
  qmboxGuard guard = {.bodies.body = &body, .bodies.geom = &geom};
  qmboxMoving mesh = {.shape = QMBOX_SHAPE_MESH, .moves = x[19] > 0};
  bms_motion still = bms_motion_fixed(x + 4, x);
  const double *vertex = x + 10;
  double min[3], max[3], radius = 0, most = 0;
  if (!(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] > 0.1)) return 0;
  bms_motion_at(&still, 0, mesh.pose);
  for (int i = 0; i < 3 && mesh.moves; i++) body.shift[i] = x[7 + i];
  qmboxBoundTriangle(&guard.bodies, 0, &mesh, 0, vertex, min, max);
  for (int k = 0; k < 3; k++) radius = fmax(radius, bms_length(vertex + 3 * k));
  for (int i = 0; i < 3; i++) {
    double largest = mesh.moves ? fabs(mesh.pose[i][3]) + radius + fabs(body.shift[i])
                                : fmax(fabs(vertex[i]), fmax(fabs(vertex[3 + i]), fabs(vertex[6 + i])));
    for (int k = 0; k < 3; k++) {
      const double *v = vertex + 3 * k;
      precise low = precise_of(v[i]), high = low, way = precise_of(body.shift[i]);
      if (mesh.moves)
        low = high = precise_plus(precise_dot(precise_vector_of(mesh.pose[i]), precise_vector_of(v)),
                                  precise_of(mesh.pose[i][3]));
      *(body.shift[i] < 0 ? &low : &high) = precise_plus(low, way);
      double inside = fmin(precise_double(precise_minus(low, precise_of(min[i]))),
                           precise_double(precise_minus(precise_of(max[i]), high)));
      if (largest > 0) most = fmax(most, 1 - inside / (BOUNDS_ERROR * largest));
    }
  }
  return most;
}

static void aabbs_hold_their_boxes(void **state) {
  (void)state;
  aabbs_measure("BOUNDS_ERROR, ODE's AABBs", BOUNDS_ERROR);
}

static void bounds_of_ways_hold_all_places(void **state) {
  (void)state;
  bounds_measure("BOUNDS_ERROR", share_of_a_way, NULL, 17, 5);
}

static void bounds_in_a_mesh_hold_all_places(void **state) {
  (void)state;
  bounds_measure("MESH_ERROR", share_in_a_mesh, NULL, 21, 5);
}

static void bounds_of_triangles_hold_them(void **state) {
  (void)state;
  bounds_measure("BOUNDS_ERROR, triangles", share_of_a_triangle, NULL, 20, 3);
}

BOUNDS_MAIN(cmocka_unit_test(aabbs_hold_their_boxes), cmocka_unit_test(bounds_of_ways_hold_all_places),
            cmocka_unit_test(bounds_in_a_mesh_hold_all_places), cmocka_unit_test(bounds_of_triangles_hold_them))
