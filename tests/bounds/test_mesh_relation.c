/* SPDX-License-Identifier: BSD-3-Clause */

/* Two meshes: the place of a corner of the second, as the tree of the first has it. */

#include "meshes/mesh_relation.c"

#include "bounds.h"

/* Each mesh is a quaternion (4), a position (3), a centre (3), a triangle (9) and a part of how far it goes (3). */
enum { OF_MESH = 22 };

/* Makes the path of a mesh that goes without turning, until time 1.  Returns false if its quaternion is too short. */
static bool make_path(const double *x, double far, qmboxMoving *solid, qmboxMeshPath *path) {
  qmboxForest forest = {.triangles = 0};
  qmboxGuardedBody body = {.stop = 1};
  *solid = (qmboxMoving){.moves = true, .centre = {x[7], x[8], x[9]}};
  solid->body.motion = bms_motion_fixed(x + 4, x);
  for (int i = 0; i < 3; i++) {
    solid->pose[i][3] = x[4 + i];
    body.shift[i] = solid->body.motion.rigid.position[i][1] = far * x[19 + i];
  }
  bool sound = qmboxAddTreeTriangle(&forest, x + 10) && qmboxPlantTree(&forest, 0) == 0;
  if (sound) qmboxMakeMeshPath(solid, &body, 0, &forest.node[0], 0, path);
  qmboxFreeForest(&forest);
  return sound && qmboxDot(x, x) + x[3] * x[3] > 0.1;
}

static precise_vector less(precise_vector from, precise_vector what) {
  return precise_vector_plus(from, precise_vector_times(precise_of(-1), what));
}

/* Returns where a mesh is at time 1. */
static precise_vector position_of(const double *x, double far) {
  return precise_vector_plus(precise_vector_of(x + 4),
                             precise_vector_times(precise_of(far), precise_vector_of(x + 19)));
}

/* Returns a corner of the second mesh in the frame of the tree of the first. */
static precise_vector exact_corner(const double *first, const double *second, const double *vertex, double far) {
  precise of_second[4], back[4];
  for (int i = 0; i < 4; i++) {
    of_second[i] = precise_of(second[i]);
    back[i] = precise_of(i == 0 ? first[0] : -first[i]);
  }
  precise_vector own = precise_vector_plus(precise_vector_of(vertex), precise_vector_of(second + 7));
  precise_vector world = precise_vector_plus(precise_rotated(of_second, own), position_of(second, far));
  return less(precise_rotated(back, less(world, position_of(first, far))), precise_vector_of(first + 7));
}

/* The context is how far a part of 1 takes a mesh. */
static double share_of_a_corner(const double *x, const void *context) {
  const double far = *(const double *)context;
  qmboxMoving solid[2];
  qmboxMeshPath path[2];
  qmboxMeshRelation relation;
  double most = 0, seen[3];
  for (int k = 0; k < 2; k++) {
    if (!make_path(x + k * OF_MESH, far, &solid[k], &path[k])) return 0;
  }
  qmboxRelateMeshes(path, 1, 1, &relation);
  for (int n = 0; n < 3; n++) {
    const double *second = x + OF_MESH, *vertex = second + 10 + 3 * n;
    qmboxSeePoint(&relation.mesh[1], vertex, seen);
    double error = precise_vector_error(seen, exact_corner(x, second, vertex, far));
    most = fmax(most, error / (relation.mesh[0].slack + relation.mesh[1].slack));
  }
  return most;
}

static void corners_are_as_good_as_counted(void **state) {
  const double far[2] = {0, 0x1p20};
  (void)state;
  for (int k = 0; k < 2; k++) bounds_measure("DESCENT_ERROR", share_of_a_corner, &far[k], 2 * OF_MESH, 2);
}

BOUNDS_MAIN(cmocka_unit_test(corners_are_as_good_as_counted))
