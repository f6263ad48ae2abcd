/* SPDX-License-Identifier: BSD-3-Clause */

/* The boxes and balls of a tree's nodes. */

#include "shapes/mesh_tree.c"

#include "bounds.h"

static precise distance(const double from[3], const double to[3]) {
  precise square = precise_of(0);
  for (int i = 0; i < 3; i++) {
    precise way = precise_minus(precise_of(to[i]), precise_of(from[i]));
    square = precise_plus(square, precise_times(way, way));
  }
  return precise_root(square);
}

/* Returns the part of the margin that is needed for a length to be as long as the exact one. */
static double share_of(double computed, double exact) {
  double margin = NODE_ERROR * exact;
  return margin > 0 ? (margin - (computed - exact)) / margin : 0;
}

/* The inputs are the vertices of a triangle. */
static double share_of_a_node(const double *x, const void *context) {
  (void)context;
  static const double ORIGIN[3] = {0, 0, 0};
  qmboxForest forest = {.triangles = 0};
  double most = 0, radius = 0, half[3] = {0, 0, 0};
  if (!qmboxAddTreeTriangle(&forest, x) || qmboxPlantTree(&forest, 0) != 0) return 0;
  const qmboxTreeNode node = forest.node[0];
  qmboxFreeForest(&forest);
  for (int k = 0; k < 9; k++) {
    precise away = precise_absolute(precise_minus(precise_of(x[k]), precise_of(node.middle[k % 3])));
    half[k % 3] = fmax(half[k % 3], precise_double(away));
  }
  for (int k = 0; k < 3; k++) radius = fmax(radius, precise_double(distance(node.middle, x + 3 * k)));
  for (int i = 0; i < 3; i++) {
    most = fmax(most, share_of(node.half[i], half[i]));
  }
  most = fmax(most, share_of(node.radius, radius));
  return fmax(most, share_of(node.aside, precise_double(distance(ORIGIN, node.middle))));
}

static void nodes_hold_their_triangles(void **state) {
  (void)state;
  bounds_measure("NODE_ERROR", share_of_a_node, NULL, 9, 5);
}

BOUNDS_MAIN(cmocka_unit_test(nodes_hold_their_triangles))
