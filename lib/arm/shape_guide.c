/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Gaps along the guide.  A node's box reaches along a slanting direction by its corners; its vertices reach less, and
 * a search down the tree finds how far, to 8 roundings of the sizes, which shape_pair.c's error has for an extent.
 * Each node meets many others, so its extent is kept.
 */

#include "numeric/arithmetic.h"

#include "arm/shape_guide.h"

#include <math.h>
#include <string.h>

#include "mesh/mesh.h"
#include "numeric/vector.h"
#include "shapes/convex.h"

void bms_shape_guide_begin(const bms_shape_pair *pair, bms_shape_guide *guide) {
  guide->pair = pair;
  guide->known = false;
}

static void forget(bms_guide_extents *extents) {
  for (int i = 0; i < BMS_GUIDE_NODES; i++) extents->node[i] = -1;
}

void bms_shape_guide_set(bms_shape_guide *guide, const double direction[3]) {
  const bms_shape_pair *pair = guide->pair;
  guide->known = pair->a->mesh != NULL || pair->a->convex.core != BMS_CORE_HALF_SPACE;
  guide->shift = INFINITY;
  memcpy(guide->direction, direction, sizeof guide->direction);
  for (int k = 0; k < pair->poses; k++) {
    const double(*pose)[4] = pair->pose[k];
    for (int c = 0; c < 4; c++)
      guide->along[k][c] = direction[0] * pose[0][c] + direction[1] * pose[1][c] + direction[2] * pose[2][c];
    guide->shift = bms_min(guide->shift, bms_dot(direction, pair->shift[k]));
  }
  forget(&guide->of_a);
  forget(&guide->of_b);
}

/* ------------------------------------------------------------------ boxes */

static double box_extent(const double along[3], const bms_part_box *box) {
  return fabs(along[0]) * box->half[0] + fabs(along[1]) * box->half[1] + fabs(along[2]) * box->half[2];
}

bool bms_shape_guide_parts_boxes(const bms_shape_guide *guide, const bms_part_box *a, const bms_part_box *b,
                                 double limit) {
  if (!guide->known) return false;
  double low = INFINITY, high = bms_dot(guide->direction, a->centre) + box_extent(guide->direction, a);
  for (int k = 0; k < guide->pair->poses; k++) {
    const double *row = guide->along[k];
    low = bms_min(low, row[3] + bms_dot(row, b->centre) - box_extent(row, b));
  }
  return low + guide->shift - high - guide->pair->error > limit;
}

/* ------------------------------------------------------------------ nodes */

/* Returns how far a node, or a convex shape, reaches along a direction, or `least` if that is more. */
static double extent_of(const bms_placed_shape *shape, int node, const double direction[3], double least) {
  return shape->mesh != NULL ? bms_mesh_extent(shape->mesh, node, direction, least)
                             : bms_max(least, bms_convex_extent(&shape->convex, direction));
}

static double extent_of_a(bms_shape_guide *guide, int node) {
  int at = node % BMS_GUIDE_NODES;
  if (guide->of_a.node[at] != node) {
    guide->of_a.node[at] = node;
    guide->of_a.extent[at] = extent_of(guide->pair->a, node, guide->direction, -INFINITY);
  }
  return guide->of_a.extent[at];
}

/* Returns how far b reaches against the direction, shifts not counted. */
static double extent_of_b(bms_shape_guide *guide, int node) {
  int at = node % BMS_GUIDE_NODES;
  if (guide->of_b.node[at] == node) return guide->of_b.extent[at];
  double extent = -INFINITY;
  for (int k = 0; k < guide->pair->poses; k++) {
    const double *row = guide->along[k], back[3] = {-row[0], -row[1], -row[2]};
    extent = extent_of(guide->pair->b, node, back, extent + row[3]) - row[3];
  }
  guide->of_b.node[at] = node;
  guide->of_b.extent[at] = extent;
  return extent;
}

bool bms_shape_guide_parts_nodes(bms_shape_guide *guide, int node_a, int node_b, double limit) {
  if (!guide->known) return false;
  double gap = guide->shift - extent_of_b(guide, node_b) - extent_of_a(guide, node_a);
  return gap - guide->pair->error > limit;
}
