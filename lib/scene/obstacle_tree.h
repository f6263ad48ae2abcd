/* SPDX-License-Identifier: BSD-3-Clause */

/* A tree of axis-aligned boxes, four to a node, that is built once; single boxes may move. */

#ifndef BMS_OBSTACLE_TREE_H
#define BMS_OBSTACLE_TREE_H

#include <stdbool.h>

/* Four children: their bounds, and where they are. */
typedef struct obstacle_node {
  double min[3][4], max[3][4]; /* infinite and reversed where there is no child */
  int child[4];                /* a node, -1 - an obstacle, or 0 where there is none: that node is the root */
} obstacle_node;

typedef struct obstacle_tree {
  int count;           /* 0: there is nothing */
  obstacle_node *node; /* the first is the root */
  int *place;          /* 4 * node + child: of each obstacle's box, by its number; -1 if it has none */
  int *above;          /* 4 * node + child: of each node, as a child; not read for the root */
} obstacle_tree;

/* A box to put in. */
typedef struct obstacle_bounds {
  double min[3], max[3];
  int obstacle;
  double middle; /* that it is sorted by while the tree is built */
} obstacle_bounds;

/* As many nodes as a way through the tree may have to leave for later: three on each of at most 16 levels. */
enum { OBSTACLE_TREE_STACK = 64 };

/* Builds the tree of `count` boxes, whose order is changed, of obstacles with numbers below obstacle_count.  Returns
   false if memory is short. */
bool obstacle_tree_build(obstacle_tree *tree, obstacle_bounds *bounds, int count, int obstacle_count);

/* Replaces the box of its obstacle, which has one, and fits the nodes above. */
void obstacle_tree_move(obstacle_tree *tree, const obstacle_bounds *bounds);

void obstacle_tree_free(obstacle_tree *tree);

#endif /* BMS_OBSTACLE_TREE_H */
