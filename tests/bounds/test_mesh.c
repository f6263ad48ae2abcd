/* SPDX-License-Identifier: BSD-3-Clause */

/* A mesh as a body that a half-space meets: its farthest vertex along a direction, and how far its vertices are. */

#include "mesh/mesh_contact.c"

#include "bounds.h"
#include "numeric/vector.h"

/* Writes the part of a direction that is across the edge from the first corner to the second: the two are as far along
   it then, but for rounding. */
static void turn_across_an_edge(const double *corner, const double given[3], double direction[3]) {
  double edge[3];
  for (int i = 0; i < 3; i++) edge[i] = corner[3 + i] - corner[i];
  double square = bms_dot(edge, edge), part = square > 0 ? bms_dot(edge, given) / square : 0;
  for (int i = 0; i < 3; i++) direction[i] = given[i] - part * edge[i];
}

/* The inputs are the corners of a tetrahedron (12) and a direction (3). */
enum { CORNERS = 4, INPUTS = 3 * CORNERS + 3 };

static double share_of_the_farthest(const double *x, const void *context) {
  (void)context;
  (void)bms_mesh_first_contact; /* the rest of the unit is not wanted here */
  static const int CORNER[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
  const bms_mesh_source source = {.vertex = x, .vertex_count = CORNERS, .index = CORNER, .triangle_count = 4};
  double direction[3], reach = 0, found[3];
  turn_across_an_edge(x, x + 3 * CORNERS, direction);
  double length = bms_length(direction);
  bms_mesh_fault fault;
  int which;
  bms_mesh *mesh = bms_mesh_create(&source, &fault, &which);
  if (mesh == NULL || !(length > 0.01)) {
    bms_mesh_destroy(mesh);
    return 0;
  }
  bms_mesh_farthest(mesh, direction, found);
  precise along = precise_dot(precise_vector_of(direction), precise_vector_of(found));
  double missed = 0;
  for (int k = 0; k < CORNERS; k++) {
    precise here = precise_dot(precise_vector_of(direction), precise_vector_of(x + 3 * k));
    missed = fmax(missed, precise_double(precise_minus(here, along)));
    reach = fmax(reach, bms_length(x + 3 * k));
  }
  bms_mesh_destroy(mesh);
  return missed / (FARTHEST_ERROR * reach * length);
}

static double share_of_a_reach(const double *x, const void *context) {
  (void)context;
  bms_convex convex = bms_convex_points(x, CORNERS, 0);
  double reach = bms_convex_reach(&convex);
  precise exact = precise_of(0);
  for (int k = 0; k < CORNERS; k++) {
    precise_vector v = precise_vector_of(x + 3 * k);
    precise length = precise_root(precise_dot(v, v));
    if (precise_double(precise_minus(length, exact)) > 0) exact = length;
  }
  return reach > 0 ? precise_double(precise_minus(exact, precise_of(reach))) / (REACH_ERROR * reach) : 0;
}

static void farthest_vertices_are_as_far_as_counted(void **state) {
  (void)state;
  bounds_measure("FARTHEST_ERROR", share_of_the_farthest, NULL, INPUTS, 6);
}

static void reaches_are_as_good_as_counted(void **state) {
  (void)state;
  bounds_measure("REACH_ERROR", share_of_a_reach, NULL, 3 * CORNERS, 6);
}

BOUNDS_MAIN(cmocka_unit_test(farthest_vertices_are_as_far_as_counted), cmocka_unit_test(reaches_are_as_good_as_counted))
