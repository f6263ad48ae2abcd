/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The obstacles that a moving box may meet between the knots of a level, by the tree.
 *
 * Between two knots each point of the box is at most bend h^2 / 2 from the straight line between where it is at both;
 * so the box stays within the coordinates that it has at both, grown by that.  A node's children are compared first
 * with what holds all of the parts, four children at once, then with each part, eight parts at once.
 */

#ifndef BMS_EDGE_OBSTACLES_H
#define BMS_EDGE_OBSTACLES_H

#include "numeric/jet.h"
#include "numeric/vector.h"
#include "scene/edge_axes.h"
#include "scene/scene.h"

/* Coordinates that a box stays within, for each part and all over. */
typedef struct edge_bounds {
  lanes min[3][EDGE_BLOCKS], max[3][EDGE_BLOCKS];
  lanes least[3], greatest[3]; /* the same in all lanes */
} edge_bounds;

BMS_INLINE double edge_least_of(lanes v) {
  return bms_min(bms_min(lanes_get(v, 0), lanes_get(v, 1)), bms_min(lanes_get(v, 2), lanes_get(v, 3)));
}

/* Sets the bounds of the box at each knot. */
BMS_INLINE void edge_bounds_at_knots(const edge_shape *moving, double growth, edge_bounds *out) {
  const double *half = moving->shape->half;
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    lanes reach = lanes_all(growth);
    for (int c = 0; c < 3 && !moving->shape->is_point; c++)
      reach = lanes_add(reach, lanes_scale(lanes_absolute(moving->turned[block].axis[c][r]), half[c]));
    out->min[r][block] = lanes_sub(moving->at[block].origin[r], reach);
    out->max[r][block] = lanes_add(moving->at[block].origin[r], reach);
  }
}

/* Turns bounds of knots into bounds of the parts between each and the next; the last stays. */
BMS_INLINE void edge_bounds_to_parts(edge_bounds *b) {
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    lanes min[EDGE_BLOCKS], max[EDGE_BLOCKS];
    edge_next(b->min[r], min);
    edge_next(b->max[r], max);
    BMS_UNROLL(EDGE_BLOCKS)
    for (int block = 0; block < EDGE_USED; block++) {
      b->min[r][block] = lanes_min(b->min[r][block], min[block]);
      b->max[r][block] = lanes_max(b->max[r][block], max[block]);
    }
  }
}

BMS_INLINE void edge_bounds_join(edge_bounds *b) {
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    double least = edge_least_of(lanes_min(b->min[r][0], b->min[r][EDGE_USED - 1]));
    double greatest = -edge_least_of(lanes_negate(lanes_max(b->max[r][0], b->max[r][EDGE_USED - 1])));
    b->least[r] = lanes_all(least);
    b->greatest[r] = lanes_all(greatest);
  }
}

/* Returns which children of a node touch the whole. */
BMS_INLINE unsigned edge_bounds_children(const edge_bounds *b, const obstacle_node *node) {
  unsigned hit = 15;
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    hit &= lanes_mask_set(lanes_at_least(lanes_load(node->max[r]), b->least[r]));
    hit &= lanes_mask_set(lanes_at_least(b->greatest[r], lanes_load(node->min[r])));
  }
  return hit;
}

/* Returns which parts touch a child. */
BMS_INLINE unsigned edge_bounds_parts(const edge_bounds *b, const obstacle_node *node, int child) {
  unsigned hit = (1u << (4 * EDGE_USED)) - 1;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    unsigned apart = 0;
    BMS_UNROLL(3)
    for (int r = 0; r < 3; r++) {
      apart |= lanes_mask_set(lanes_greater(b->min[r][block], lanes_all(node->max[r][child])));
      apart |= lanes_mask_set(lanes_greater(lanes_all(node->min[r][child]), b->max[r][block]));
    }
    hit &= ~(apart << (4 * block));
  }
  return hit;
}

/* Boxes of the tree that are touched. */
enum { EDGE_TOUCHED = 16 };
typedef struct edge_touched {
  int count; /* above EDGE_TOUCHED: there are more than are listed */
  struct {
    const obstacle_node *node;
    int child;
  } leaf[EDGE_TOUCHED];
} edge_touched;

/* Finds the boxes of the tree that are touched on any part. */
BMS_INLINE void edge_bounds_touched(const edge_bounds *b, const obstacle_tree *tree, edge_touched *out) {
  int stack[OBSTACLE_TREE_STACK], waiting = tree->count > 0 ? 1 : 0;
  stack[0] = 0;
  out->count = 0;
  while (waiting > 0) {
    const obstacle_node *node = &tree->node[stack[--waiting]];
    for (unsigned children = edge_bounds_children(b, node); children != 0; children &= children - 1) {
      int k = bms_lowest_bit(children);
      if (edge_bounds_parts(b, node, k) == 0) continue;
      if (node->child[k] >= 0) {
        stack[waiting++] = node->child[k];
        continue;
      }
      if (out->count == EDGE_TOUCHED) {
        out->count++;
        return;
      }
      out->leaf[out->count].node = node;
      out->leaf[out->count++].child = k;
    }
  }
}

#endif /* BMS_EDGE_OBSTACLES_H */
