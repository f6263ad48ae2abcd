/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Gaps along the guide.  A node's box reaches along a slanting direction by its corners; its vertices reach less.  Two
 * nodes are apart if what both reach is less than the room between them.  How far each reaches is not needed for that:
 * a vertex of each that is among the farthest decides most pairs that are not apart, and of the others each node gets
 * half of the room that these vertices leave; a search of its vertices ends at once where none is near that limit.
 * Extents have 8 roundings of the sizes, which shape_pair.c's error has.  Each node meets many others, so what is known
 * of it is kept.
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
  guide->number = 0;
}

static void forget(bms_guide_extent extents[BMS_GUIDE_NODES]) {
  for (int i = 0; i < BMS_GUIDE_NODES; i++) extents[i].node = -1;
}

void bms_shape_guide_set(bms_shape_guide *guide, const double direction[3]) {
  const bms_shape_pair *pair = guide->pair;
  guide->known = pair->a->mesh != NULL || pair->a->convex.core != BMS_CORE_HALF_SPACE;
  guide->number++;
  guide->shift = INFINITY;
  memcpy(guide->direction, direction, sizeof guide->direction);
  for (int k = 0; k < pair->poses; k++) {
    const double(*pose)[4] = pair->pose[k];
    for (int c = 0; c < 4; c++)
      guide->along[k][c] = direction[0] * pose[0][c] + direction[1] * pose[1][c] + direction[2] * pose[2][c];
    guide->shift = bms_min(guide->shift, bms_dot(direction, pair->shift[k]));
  }
  forget(guide->of_a);
  forget(guide->of_b);
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

/* The part of the room left that the first node gets: the second one gets what it leaves. */
static const double FIRST_PART = 0.5;

/* The most times that a room is shared: a node that needs more than its part may leave enough for the other one. */
enum { MOST_SHARES = 2 };

/* A shape as it reaches along a direction, less `place`. */
typedef struct view {
  const bms_placed_shape *shape;
  double direction[3], place;
} view;

static view view_of_a(const bms_shape_guide *guide) {
  const double *n = guide->direction;
  return (view){guide->pair->a, {n[0], n[1], n[2]}, 0};
}

static view view_of_b(const bms_shape_guide *guide, int pose) {
  const double *row = guide->along[pose];
  return (view){guide->pair->b, {-row[0], -row[1], -row[2]}, row[3]};
}

/* Returns true if the shape has more than one leaf under a node. */
static bool has_branches(const bms_placed_shape *shape, int node) {
  return shape->mesh != NULL && shape->mesh->node[node].count == 0;
}

/* Returns how far some point under a node reaches; of a leaf or a convex shape, the farthest. */
static double far_reach(const view *v, int node) {
  return (v->shape->mesh != NULL ? bms_mesh_far_reach(v->shape->mesh, node, v->direction)
                                 : bms_convex_extent(&v->shape->convex, v->direction)) -
         v->place;
}

/* Returns true if the vertices under a node reach no farther than the limit; else raises *low to what one reaches. */
static bool stays_within(const view *v, int node, double limit, double *low) {
  double reach;
  if (bms_mesh_stays_within(v->shape->mesh, node, v->direction, limit + v->place, &reach)) return true;
  *low = bms_max(*low, reach - v->place);
  return false;
}

/* Returns what is known of a node that is seen in `count` views. */
static bms_guide_extent *extent_in(bms_guide_extent kept[BMS_GUIDE_NODES], const view *views, int count, int node) {
  bms_guide_extent *extent = &kept[node % BMS_GUIDE_NODES];
  if (extent->node == node) return extent;
  extent->node = node;
  extent->low = -INFINITY;
  for (int k = 0; k < count; k++) extent->low = bms_max(extent->low, far_reach(&views[k], node));
  extent->high = has_branches(views->shape, node) ? INFINITY : extent->low;
  return extent;
}

/* Returns true if a node is known to reach no farther than the limit, or is found to do so. */
static bool reaches_no_farther(bms_guide_extent *extent, const view *views, int count, double limit) {
  if (!(extent->high > limit)) return true;
  if (!has_branches(views->shape, extent->node)) return false;
  for (int k = 0; k < count; k++)
    if (!stays_within(&views[k], extent->node, limit, &extent->low)) return false;
  extent->high = limit;
  return true;
}

bool bms_shape_guide_parts_nodes(bms_shape_guide *guide, int node_a, int node_b, double limit) {
  if (!guide->known) return false;
  double room = guide->shift - guide->pair->error - limit;
  int poses = guide->pair->poses;
  view of_a = view_of_a(guide), of_b[3];
  for (int k = 0; k < poses; k++) of_b[k] = view_of_b(guide, k);
  bms_guide_extent *a = extent_in(guide->of_a, &of_a, 1, node_a), *b = extent_in(guide->of_b, of_b, poses, node_b);
  for (int shares = 0; shares < MOST_SHARES && a->low + b->low < room; shares++) {
    if (a->high + b->high < room) return true;
    double spare = room - a->low - b->low;
    if (!reaches_no_farther(a, &of_a, 1, a->low + FIRST_PART * spare)) continue;
    if (reaches_no_farther(b, of_b, poses, room - a->high)) return true;
  }
  return false;
}
