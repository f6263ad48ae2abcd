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

/* Coordinates that a box stays within, the same in all lanes. */
typedef struct edge_whole {
  lanes least[3], greatest[3];
} edge_whole;

/* Bounds of its coordinates on each part, and on all parts that are looked at. */
typedef struct edge_bounds {
  lanes min[3][EDGE_BLOCKS], max[3][EDGE_BLOCKS];
  edge_whole whole;
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

/* Joins the bounds of these parts, or knots. */
BMS_INLINE void edge_bounds_join(edge_bounds *b, unsigned parts) {
  lanes_mask first = lanes_mask_bits(parts), last = lanes_mask_bits(parts >> (4 * (EDGE_USED - 1)));
  lanes none = lanes_all(HUGE_VAL);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    lanes below = lanes_negate(b->max[r][0]), last_below = lanes_negate(b->max[r][EDGE_USED - 1]);
    double least = edge_least_of(
        lanes_min(lanes_choose(first, b->min[r][0], none), lanes_choose(last, b->min[r][EDGE_USED - 1], none)));
    double greatest = -edge_least_of(lanes_min(lanes_choose(first, below, none), lanes_choose(last, last_below, none)));
    b->whole.least[r] = lanes_all(least);
    b->whole.greatest[r] = lanes_all(greatest);
  }
}

/* Returns which children of a node touch the whole. */
BMS_INLINE unsigned edge_whole_children(const edge_whole *whole, const obstacle_node *node) {
  lanes_mask touching = lanes_mask_all(-1);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    touching = lanes_mask_and(touching, lanes_at_least(lanes_load(node->max[r]), whole->least[r]));
    touching = lanes_mask_and(touching, lanes_at_least(whole->greatest[r], lanes_load(node->min[r])));
  }
  return lanes_mask_set(touching);
}

/* Returns which parts touch a child. */
BMS_INLINE unsigned edge_bounds_parts(const edge_bounds *b, const obstacle_node *node, int child) {
  unsigned touching = 0;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    lanes_mask apart = lanes_mask_all(0);
    BMS_UNROLL(3)
    for (int r = 0; r < 3; r++) {
      apart = lanes_mask_or(apart, lanes_greater(b->min[r][block], lanes_all(node->max[r][child])));
      apart = lanes_mask_or(apart, lanes_greater(lanes_all(node->min[r][child]), b->max[r][block]));
    }
    touching |= (lanes_mask_set(apart) ^ 15) << (4 * block);
  }
  return touching;
}

/* Boxes of the tree that are touched, four to a node, as the tree has them. */
enum { EDGE_TOUCHED = 64 };
typedef struct edge_touched {
  int count; /* above EDGE_TOUCHED: there are more than are listed */
  obstacle_node node[EDGE_TOUCHED / 4];
} edge_touched;

/* Sets a node without children. */
BMS_INLINE void edge_node_clear(obstacle_node *node) {
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) BMS_UNROLL(4)
  for (int k = 0; k < 4; k++) {
    node->min[r][k] = HUGE_VAL;
    node->max[r][k] = -HUGE_VAL;
  }
}

/* Appends a child of a node, for which there is room. */
BMS_INLINE void edge_touched_add(edge_touched *touched, const obstacle_node *from, int child) {
  obstacle_node *node = &touched->node[touched->count / 4];
  int k = touched->count++ % 4;
  if (k == 0) edge_node_clear(node);
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    node->min[r][k] = from->min[r][child];
    node->max[r][k] = from->max[r][child];
  }
  node->child[k] = from->child[child];
}

/* Finds the boxes of the tree that are touched on any of these parts, or knots, which the bounds' whole is of. */
BMS_INLINE void edge_bounds_touched(const edge_bounds *b, unsigned parts, const obstacle_tree *tree,
                                    edge_touched *out) {
  int stack[OBSTACLE_TREE_STACK], waiting = tree->count > 0 ? 1 : 0;
  stack[0] = 0;
  out->count = 0;
  while (waiting > 0) {
    const obstacle_node *node = &tree->node[stack[--waiting]];
    for (unsigned children = edge_whole_children(&b->whole, node); children != 0; children &= children - 1) {
      int k = bms_lowest_bit(children);
      if ((edge_bounds_parts(b, node, k) & parts) == 0) continue;
      if (node->child[k] >= 0) {
        stack[waiting++] = node->child[k];
      } else if (out->count < EDGE_TOUCHED) {
        edge_touched_add(out, node, k);
      } else {
        out->count++;
        return;
      }
    }
  }
}

#endif /* BMS_EDGE_OBSTACLES_H */
