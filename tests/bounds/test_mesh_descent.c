/* SPDX-License-Identifier: BSD-3-Clause */

/* Two meshes: where a corner of the second is, as the tree of the first has it. */

#include "guard/mesh_descent.c"

#include "bounds.h"

typedef struct two_meshes {
  qmboxGuardedBody body[2];
  qmboxGuardedGeom geom[2];
  qmboxSolid solid[2];
  qmboxGuard guard;
  qmboxDescent descent;
} two_meshes;

/* Each mesh is a quaternion (4), a position (3), a centre (3) and a triangle (9). */
enum { OF_MESH = 19 };

static bool set_up(const double *x, two_meshes *m) {
  *m = (two_meshes){.guard = {.body = m->body, .geom = m->geom, .solid = m->solid, .length = 1}};
  m->descent.guard = &m->guard;
  bool sound = true;
  for (int k = 0; k < 2; k++, x += OF_MESH) {
    m->solid[k] = (qmboxSolid){.moves = true, .centre = {x[7], x[8], x[9]}};
    m->solid[k].taken.motion = bms_motion_fixed(x + 4, x);
    for (int i = 0; i < 3; i++) m->solid[k].pose[i][3] = x[4 + i];
    m->body[k].stop = 1;
    m->geom[k].body = k;
    int first = m->guard.forest.triangles;
    sound = sound && qmboxDot(x, x) + x[3] * x[3] > 0.1 && qmboxAddTreeTriangle(&m->guard.forest, x + 10);
    m->descent.mesh[k] = (qmboxDescended){k, k, {&m->guard.forest, qmboxPlantTree(&m->guard.forest, first)}, 0};
  }
  return sound;
}

static precise_vector less(precise_vector from, precise_vector what) {
  return precise_vector_plus(from, precise_vector_times(precise_of(-1), what));
}

/* Returns a corner of the second mesh in the frame of the tree of the first. */
static precise_vector exact_corner(const double *first, const double *second, const double *vertex) {
  precise of_second[4], back[4];
  for (int i = 0; i < 4; i++) {
    of_second[i] = precise_of(second[i]);
    back[i] = precise_of(i == 0 ? first[0] : -first[i]);
  }
  precise_vector own = precise_vector_plus(precise_vector_of(vertex), precise_vector_of(second + 7));
  precise_vector world = precise_vector_plus(precise_rotated(of_second, own), precise_vector_of(second + 4));
  return less(precise_rotated(back, less(world, precise_vector_of(first + 4))), precise_vector_of(first + 7));
}

static double share_of_a_corner(const double *x, const void *context) {
  (void)context;
  two_meshes m;
  qmboxRelative relative;
  qmboxTwoTriangles two = {.relative = &relative};
  const int triangle[2] = {0, 1};
  double most = 0;
  if (set_up(x, &m)) {
    for (int k = 0; k < 2; k++) prepareMesh(&m.descent, k);
    relate(&m.descent, 0, 0, &relative);
    placeCorners(&m.descent, triangle, &two);
    for (int n = 0; n < 3; n++) {
      const double *second = x + OF_MESH, *vertex = second + 10 + 3 * n;
      double error = precise_vector_error(two.corner[1][n], exact_corner(x, second, vertex));
      most = fmax(most, error / m.descent.rounding);
    }
  }
  qmboxFreeForest(&m.guard.forest);
  return most;
}

static void corners_are_as_good_as_counted(void **state) {
  (void)state;
  (void)qmboxDescend; /* the rest of the unit is not wanted here */
  bounds_measure("DESCENT_ERROR", share_of_a_corner, NULL, 2 * OF_MESH, 2);
}

BOUNDS_MAIN(cmocka_unit_test(corners_are_as_good_as_counted))
