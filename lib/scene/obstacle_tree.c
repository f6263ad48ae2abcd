/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The tree is built from above: the boxes of a node are sorted by their middles along the longest side of what these
 * fill and halved, each half likewise, which makes four of equal number; so it has about log4 of their number of
 * levels.
 */

#include "numeric/arithmetic.h"

#include "scene/obstacle_tree.h"

#include <math.h>
#include <stdlib.h>

#include "numeric/vector.h"

/* Returns the number that a box is sorted by. */
static double middle(const obstacle_bounds *bounds, int axis) {
  return 0.5 * bounds->min[axis] + 0.5 * bounds->max[axis];
}

static int compare_along(const obstacle_bounds *a, const obstacle_bounds *b, int axis) {
  double x = middle(a, axis), y = middle(b, axis);
  return x < y ? -1 : x > y ? 1 : (a->obstacle > b->obstacle) - (a->obstacle < b->obstacle);
}

static int compare_x(const void *a, const void *b) {
  return compare_along(a, b, 0);
}

static int compare_y(const void *a, const void *b) {
  return compare_along(a, b, 1);
}

static int compare_z(const void *a, const void *b) {
  return compare_along(a, b, 2);
}

/* Sorts along the longest side of the middles. */
static void sort(obstacle_bounds *bounds, int count) {
  static int (*const COMPARE[3])(const void *, const void *) = {compare_x, compare_y, compare_z};
  int longest = 0;
  double length = -1;
  for (int r = 0; r < 3; r++) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < count; i++) {
      low = bms_min(low, middle(&bounds[i], r));
      high = bms_max(high, middle(&bounds[i], r));
    }
    if (!(high - low > length)) continue;
    length = high - low;
    longest = r;
  }
  qsort(bounds, (size_t)count, sizeof *bounds, COMPARE[longest]);
}

static void set_child(obstacle_node *node, int k, const obstacle_bounds *bounds, int count) {
  for (int r = 0; r < 3; r++) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < count; i++) {
      low = bms_min(low, bounds[i].min[r]);
      high = bms_max(high, bounds[i].max[r]);
    }
    node->min[r][k] = low;
    node->max[r][k] = high;
  }
}

/* Builds the node of these boxes, of which there is at least one, and all below it; returns its number. */
static int build(obstacle_tree *tree, obstacle_bounds *bounds, int count) {
  int number = tree->count++, begin[5] = {0, count / 4, count / 2, count / 2 + (count - count / 2) / 2, count};
  if (count <= 4)
    for (int k = 0; k < 5; k++) begin[k] = k < count ? k : count;
  if (count > 4) {
    sort(bounds, count);
    sort(bounds, begin[2]);
    sort(bounds + begin[2], count - begin[2]);
  }
  for (int k = 0; k < 4; k++) {
    int size = begin[k + 1] - begin[k], child = 0;
    set_child(&tree->node[number], k, bounds + begin[k], size);
    if (size == 1) child = -1 - bounds[begin[k]].obstacle;
    if (size > 1) child = build(tree, bounds + begin[k], size);
    tree->node[number].child[k] = child;
  }
  return number;
}

bool obstacle_tree_build(obstacle_tree *tree, obstacle_bounds *bounds, int count) {
  *tree = (obstacle_tree){0, NULL};
  if (count == 0) return true;
  tree->node = malloc((size_t)count * sizeof *tree->node); /* each has at least two children, but for a root alone */
  if (tree->node == NULL) return false;
  build(tree, bounds, count);
  return true;
}

void obstacle_tree_free(obstacle_tree *tree) {
  free(tree->node);
}
