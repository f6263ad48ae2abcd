/* SPDX-License-Identifier: BSD-3-Clause */

/* ODE's trimeshes, which are computed in floats: they may overlook triangles at the edge of a place, and contacts that
   are not deep. */

#include "ode/mesh_triangles.c"

#include "bms.h"
#include "bounds.h"
#include "util/real.h"

/* A plate of this many cells along a side, each two triangles, as high above the origin as it reaches aside. */
enum { CELLS = 4, VERTICES = (CELLS + 1) * (CELLS + 1), TRIANGLES = 2 * CELLS * CELLS };

typedef struct plate {
  float vertex[3 * VERTICES];
  dTriIndex index[3 * TRIANGLES];
  dTriMeshDataID data;
  dGeomID mesh;
} plate;

static void make_plate(double side, plate *p) {
  int n = 0;
  for (int k = 0; k < VERTICES; k++) {
    p->vertex[3 * k] = (float)(side * (k % (CELLS + 1) - 0.5 * CELLS) / CELLS);
    p->vertex[3 * k + 1] = (float)(side * (k / (CELLS + 1) - 0.5 * CELLS) / CELLS);
    p->vertex[3 * k + 2] = (float)(0.37 * side);
  }
  for (int k = 0; k < CELLS * CELLS; k++) {
    unsigned corner = (unsigned)(k / CELLS * (CELLS + 1) + k % CELLS), above = corner + CELLS + 1;
    const unsigned cell[6] = {corner, corner + 1, above + 1, corner, above + 1, above};
    for (int i = 0; i < 6; i++) p->index[n++] = (dTriIndex)cell[i];
  }
  p->data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(p->data, p->vertex, 3 * sizeof(float), VERTICES, p->index, 3 * TRIANGLES,
                              3 * sizeof(dTriIndex));
  p->mesh = dCreateTriMesh(NULL, p->data, NULL, NULL, NULL);
}

static void destroy_plate(plate *p) {
  dGeomDestroy(p->mesh);
  dGeomTriMeshDataDestroy(p->data);
}

static bool turn_by(const double *x, double rotation[3][3]) {
  const double nowhere[3] = {0, 0, 0};
  double matrix[3][4];
  if (!(qmboxDot(x, x) + x[3] * x[3] > 0.1)) return false;
  bms_motion still = bms_motion_fixed(nowhere, x);
  bms_motion_at(&still, 0, matrix);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) rotation[i][k] = matrix[i][k];
  return true;
}

/* ------------------------------------------------------------------ places */

typedef struct wanted {
  const float *vertex;
  bool found;
} wanted;

static void look_for(void *data, const double vertex[9], int number) {
  wanted *w = data;
  (void)number;
  for (int k = 0; k < 9; k += 3)
    w->found =
        w->found || (vertex[k] == w->vertex[0] && vertex[k + 1] == w->vertex[1] && vertex[k + 2] == w->vertex[2]);
}

/* Returns how much of the margin is used up.  The inputs are a turn (4), the halves of a place (3), and a vertex of the
   plate that is a corner of it, or on its ball.  The place is then moved away along one of its axes, until the
   triangles at the vertex are not found any more. */
static double share_of(const double *x, const plate *p, bool ball) {
  qmboxPlace place = {.half = {0.01 + fabs(x[4]), 0.01 + fabs(x[5]), 0.01 + fabs(x[6])}}, moved;
  wanted vertex = {.vertex = p->vertex + 3 * (int)(fabs(x[7]) * (VERTICES - 1))};
  double rotation[3][3], clear = 0, most = 1, out[3];
  if (!turn_by(x, rotation)) return 0;
  if (ball) place.radius = place.half[0];
  for (int i = 0; i < 3; i++) {
    place.middle[i] = (double)vertex.vertex[i];
    for (int k = 0; k < 3; k++) {
      place.axis[k][i] = rotation[i][k];
      if (!ball || k == 0) place.middle[i] += rotation[i][k] * place.half[k];
    }
    out[i] = rotation[i][0];
  }
  qmboxGeomPose at;
  qmboxPoseOfHeld(p->mesh, &at);
  double margin = TREE_ERROR * reachWith(reachOf(p->mesh, &at), &at, &place);
  for (int n = 0; n < 8; n++) {
    double middle = (clear + most) / 2;
    moved = place;
    for (int i = 0; i < 3; i++) moved.middle[i] += middle * margin * out[i];
    vertex.found = false;
    qmboxTrianglesIn(p->mesh, false, &moved, 0, look_for, &vertex);
    *(vertex.found ? &clear : &most) = middle;
  }
  return clear > 0 ? 1 - clear : 2;
}

static double share_of_a_place(const double *x, const void *context) {
  return share_of(x, context, false);
}

static double share_of_a_ball(const double *x, const void *context) {
  return share_of(x, context, true);
}

/* ------------------------------------------------------------------ contacts */

/* The inputs are a place on the plate (2), sides of a box (3), and its turn about the normal. */
static double share_of_a_depth(const double *x, const void *context) {
  const plate *p = context;
  const double side = 0.01 + fabs(x[4]), resolution = qmboxMeshResolution(p->mesh),
               half = (double)p->vertex[3 * VERTICES - 3], height = (double)p->vertex[2];
  dContactGeom contact[8];
  double seen = 1, missed = 0;
  dGeomID box = dCreateBox(NULL, (dReal)(0.01 + fabs(x[2])), (dReal)(0.01 + fabs(x[3])), (dReal)side);
  dMatrix3 rotation;
  dRFromAxisAndAngle(rotation, 0, 0, 1, (dReal)(3 * x[5]));
  dGeomSetRotation(box, rotation);
  for (int n = 0; n < 8; n++) {
    double middle = (seen + missed) / 2;
    dGeomSetPosition(box, (dReal)(x[0] * half), (dReal)(x[1] * half), (dReal)(height + side / 2 - middle * resolution));
    *(dCollide(box, p->mesh, 8, contact, (int)sizeof *contact) > 0 ? &seen : &missed) = middle;
  }
  dGeomDestroy(box);
  return seen < 1 ? seen : 2;
}

static void triangles_at_the_edge_of_a_place_are_found(void **state) {
  (void)state;
  plate p;
  dInitODE();
  make_plate(3, &p);
  bounds_measure("TREE_ERROR", share_of_a_place, &p, 8, 1);
  bounds_measure("TREE_ERROR", share_of_a_ball, &p, 8, 1);
  destroy_plate(&p);
  dCloseODE();
}

static void contacts_as_deep_as_the_resolution_are_found(void **state) {
  (void)state;
  dInitODE();
  for (double side = 2; side < 3000; side *= 30) {
    plate p;
    make_plate(side, &p);
    bounds_measure("COLLIDER_ERROR", share_of_a_depth, &p, 6, 1);
    destroy_plate(&p);
  }
  dCloseODE();
}

BOUNDS_MAIN(cmocka_unit_test(triangles_at_the_edge_of_a_place_are_found),
            cmocka_unit_test(contacts_as_deep_as_the_resolution_are_found))
