/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The tree is built from above: the boxes of a node are sorted by their middles along the longest side of what these
 * fill and split in two, each part in the same way.  All children but the last have a power of 4 of boxes, so nearly
 * all nodes have four children, and there are log4 of the boxes' number of levels.
 */

#include "numeric/arithmetic.h"

#include "scene/obstacle_tree.h"

#include <math.h>
#include <stdlib.h>

#include "numeric/vector.h"

static int compare_middles(const void *first, const void *second) {
  const obstacle_bounds *a = first, *b = second;
  if (a->middle < b->middle || a->middle > b->middle) return a->middle < b->middle ? -1 : 1;
  return (a->obstacle > b->obstacle) - (a->obstacle < b->obstacle);
}

/* Finds the middles along an axis; returns the length that they fill. */
static double set_middles(obstacle_bounds *bounds, int count, int axis) {
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < count; i++) {
    bounds[i].middle = 0.5 * bounds[i].min[axis] + 0.5 * bounds[i].max[axis];
    low = bms_min(low, bounds[i].middle);
    high = bms_max(high, bounds[i].middle);
  }
  return high - low;
}

/* Sorts along the longest side of the middles. */
static void sort(obstacle_bounds *bounds, int count) {
  int longest = 0;
  double greatest = -1;
  for (int axis = 0; axis < 3; axis++) {
    double length = set_middles(bounds, count, axis);
    if (!(length > greatest)) continue;
    greatest = length;
    longest = axis;
  }
  if (longest < 2) set_middles(bounds, count, longest);
  qsort(bounds, (size_t)count, sizeof *bounds, compare_middles);
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

/* Returns the greatest number of boxes of a child: the least power of 4 with which four children are enough. */
static int size_of_children(int count) {
  int size = 1;
  while (size < count / 4 + (count % 4 != 0)) size *= 4;
  return size;
}

/* Builds the node of these boxes, of which there is at least one, and all below it; returns its number. */
static int build(obstacle_tree *tree, obstacle_bounds *bounds, int count) {
  int number = tree->count++, size_below = size_of_children(count), begin[5];
  for (int k = 0; k < 5; k++) begin[k] = k <= count / size_below ? k * size_below : count;
  if (count > 4) {
    sort(bounds, count);
    if (begin[2] < count) { /* else there are two children only */
      sort(bounds, begin[2]);
      sort(bounds + begin[2], count - begin[2]);
    }
  }
  for (int k = 0; k < 4; k++) {
    int size = begin[k + 1] - begin[k], child = 0;
    set_child(&tree->node[number], k, bounds + begin[k], size);
    if (size == 1) child = -1 - bounds[begin[k]].obstacle;
    if (size > 1) child = build(tree, bounds + begin[k], size);
    if (size == 1) tree->place[bounds[begin[k]].obstacle] = 4 * number + k;
    if (size > 1) tree->above[child] = 4 * number + k;
    tree->node[number].child[k] = child;
  }
  return number;
}

bool obstacle_tree_build(obstacle_tree *tree, obstacle_bounds *bounds, int count, int obstacle_count) {
  *tree = (obstacle_tree){.count = 0};
  if (count == 0) return true;
  tree->node = malloc((size_t)count * sizeof *tree->node); /* each has at least two children, but for a root alone */
  tree->above = malloc((size_t)count * sizeof *tree->above);
  tree->place = malloc((size_t)obstacle_count * sizeof *tree->place);
  if (tree->node == NULL || tree->above == NULL || tree->place == NULL) return false;
  for (int i = 0; i < obstacle_count; i++) tree->place[i] = -1;
  build(tree, bounds, count);
  return true;
}

/* Sets the bounds of the child above a node; returns false if they are what they were. */
static bool fit_above(obstacle_tree *tree, int number) {
  const obstacle_node *node = &tree->node[number];
  obstacle_node *above = &tree->node[tree->above[number] / 4];
  int child = tree->above[number] % 4;
  bool differs = false;
  for (int r = 0; r < 3; r++) {
    const double *min = node->min[r], *max = node->max[r];
    double low = bms_min(bms_min(min[0], min[1]), bms_min(min[2], min[3]));
    double high = bms_max(bms_max(max[0], max[1]), bms_max(max[2], max[3]));
    differs = differs || low < above->min[r][child] || low > above->min[r][child];
    differs = differs || high < above->max[r][child] || high > above->max[r][child];
    above->min[r][child] = low;
    above->max[r][child] = high;
  }
  return differs;
}

void obstacle_tree_move(obstacle_tree *tree, const obstacle_bounds *bounds) {
  int place = tree->place[bounds->obstacle], number = place / 4;
  for (int r = 0; r < 3; r++) {
    tree->node[number].min[r][place % 4] = bounds->min[r];
    tree->node[number].max[r][place % 4] = bounds->max[r];
  }
  while (number > 0 && fit_above(tree, number)) number = tree->above[number] / 4;
}

void obstacle_tree_free(obstacle_tree *tree) {
  free(tree->node);
  free(tree->place);
  free(tree->above);
}
