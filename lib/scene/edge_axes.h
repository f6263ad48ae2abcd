/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two shapes at eight knots of a move, and their known properties in between.
 *
 * If the two meet, a point x(t) of b is at a point y of a, in a's frame.  With an axis n(t) and f = n . (x - y),
 *
 *     |f''| <= |n''| |x - y| + 2 |n'| |x'| + |n| |x''|
 *
 * and between two knots, h from their middle, f is not below the lesser of its values there by more than F h^2 / 2, F a
 * bound of |f''|.  So if b is before a along n at both by more than that, f is not zero in between: the two are apart.
 * Along an axis that stands still in a's frame, F is the bend of b's way; along one of b's frame, or a product of two
 * edges (whose length is at most 1), it is
 *
 *     turn_bend 2 h speed + 2 turn speed + bend
 *
 * since x is no farther from y than it moves between the knots, however large the two are.
 *
 * Shapes are taken as boxes grown by a radius; y is a point of the grown a here, for b's radius as well.  So the axes
 * are two boxes' axes, 15 of them, and if there is a radius also the one from the point of a box or cylinder that is
 * nearest to the middle of the other (edge_gaps.h).  For a ball that one and the axes of the other's faces are all
 * there are.
 *
 * Overlap.  Two boxes overlap if none of the 15 axes separates them.  Products of edges that are parallel are no axes,
 * but axes of nearly parallel ones may be the only ones that separate.  b may then be turned by an angle of at most 2
 * PARALLEL about its centre so that all such are parallel; gaps along the others change by no more than that times the
 * lengths in them (the way between the centres, and the reaches), and so does any overlap.  So where such an axis is
 * left out, the overlap along the others has to be as large as 4 times that.  Other shapes overlap where balls within
 * them do.
 */

#ifndef BMS_EDGE_AXES_H
#define BMS_EDGE_AXES_H

#include <math.h>

#include "numeric/jet.h"
#include "scene/edge_kinematics.h"

/* Edges at a lesser angle are nearly parallel: their cosine is above 1 - PARALLEL^2 / 2. */
#define EDGE_PARALLEL 0x1p-16

/* A shape at the knots. */
typedef struct edge_shape {
  const edge_frame *at, *turned; /* EDGE_BLOCKS of them each: the origins of the first count, and the second's axes */
  const scene_shape *shape;
} edge_shape;

/* Two shapes, and what has been found of them. */
typedef struct edge_gaps {
  edge_shape a, b;
  edge_rate rate;
  double round;                  /* both radii, and the margin */
  lanes between[EDGE_BLOCKS][3]; /* from a's centre to b's */
  lanes extent[EDGE_BLOCKS];     /* at least how far a point of a is from one of b */
  double still;                  /* what may come on top of the lesser of two values, along an axis of a */
  double turning;                /* along any other */
  lanes depth[EDGE_BLOCKS];      /* the least overlap of the boxes along an axis so far */
  lanes nearest[EDGE_BLOCKS];    /* of a ball: from its middle to the other shape's core */
  unsigned before, after;        /* knots at which b is before a along the present axis, or after it */
  unsigned open;                 /* parts that no axis has settled */
  unsigned overlaps;             /* knots at which the two overlap for certain */
  bool has_nearest;              /* `nearest` is known */
  bool is_exact;                 /* both are boxes, but for their radii */
  bool is_hidden;                /* not so, and their boxes overlap: looks do not decide more */
} edge_gaps;

/* Sets each lane to what the next one is, over both blocks; the last stays. */
BMS_INLINE void edge_next(const lanes now[EDGE_BLOCKS], lanes next[EDGE_BLOCKS]) {
  lanes first = now[0], last = now[EDGE_USED - 1];
  next[EDGE_USED - 1] = lanes_shuffle(last, last, 1, 2, 3, 3);
  if (EDGE_USED > 1) next[0] = lanes_shuffle(first, last, 1, 2, 3, 4);
}

/* ------------------------------------------------------------------ one axis */

/* Takes an axis into account: the centres are `distance` apart along it, the boxes reach `reach` together and the
   radii `round`. */
BMS_INLINE void edge_gaps_take(edge_gaps *g, int block, lanes distance, lanes reach, lanes round, lanes error) {
  lanes enough = lanes_add(reach, lanes_add(round, error));
  g->after |= lanes_mask_set(lanes_greater(distance, enough)) << (4 * block);
  g->before |= lanes_mask_set(lanes_greater(lanes_negate(distance), enough)) << (4 * block);
  g->depth[block] = lanes_min(g->depth[block], lanes_sub(reach, lanes_absolute(distance)));
}

/* Ends an axis: settles the parts at both ends of which b is on the same side. */
BMS_INLINE void edge_gaps_settle(edge_gaps *g) {
  g->open &= ~((g->before & g->before >> 1) | (g->after & g->after >> 1));
  g->before = g->after = 0;
}

/* Returns how far a shape reaches along an axis whose products with its own axes these are. */
BMS_INLINE lanes edge_reach(const scene_shape *shape, lanes x, lanes y, lanes z) {
  lanes across, along = lanes_scale(lanes_absolute(z), shape->half[2]);
  if (shape->is_round)
    across = lanes_scale(lanes_sqrt(lanes_add(lanes_mul(x, x), lanes_mul(y, y))), shape->half[0]);
  else
    across = lanes_add(lanes_scale(lanes_absolute(x), shape->half[0]), lanes_scale(lanes_absolute(y), shape->half[1]));
  return lanes_add(across, along);
}

/* Checks along an axis of a face of one of the boxes. */
BMS_INLINE void edge_gaps_face(edge_gaps *g, bool of_a, int axis) {
  const edge_shape *own = of_a ? &g->a : &g->b, *other = of_a ? &g->b : &g->a;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    const lanes *n = own->turned[block].axis[axis], (*turned)[3] = other->turned[block].axis;
    lanes reach = edge_reach(other->shape, lanes_dot(n, turned[0]), lanes_dot(n, turned[1]), lanes_dot(n, turned[2]));
    edge_gaps_take(g, block, lanes_dot(n, g->between[block]), lanes_add(lanes_all(own->shape->half[axis]), reach),
                   lanes_all(g->round), lanes_all(of_a ? g->still : g->turning));
  }
  edge_gaps_settle(g);
}

/* The products of columns, and the way from a's centre to b's in both frames. */
typedef struct edge_products {
  lanes cosine[EDGE_BLOCKS][3][3];
  lanes along_a[EDGE_BLOCKS][3], along_b[EDGE_BLOCKS][3];
  lanes parallel[EDGE_BLOCKS]; /* > 0 where two edges are nearly parallel */
} edge_products;

BMS_INLINE void edge_products_of(const edge_gaps *g, edge_products *p) {
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    const edge_frame *a = &g->a.turned[block], *b = &g->b.turned[block];
    p->parallel[block] = lanes_all(0);
    BMS_UNROLL(3)
    for (int i = 0; i < 3; i++) {
      p->along_a[block][i] = lanes_dot(a->axis[i], g->between[block]);
      p->along_b[block][i] = lanes_dot(b->axis[i], g->between[block]);
      BMS_UNROLL(3)
      for (int j = 0; j < 3; j++) p->cosine[block][i][j] = lanes_dot(a->axis[i], b->axis[j]);
    }
  }
}

/* Returns at least the length of the product of two edges whose cosine this is. */
BMS_INLINE lanes edge_product_length(lanes cosine, double rounding) {
  lanes square = lanes_sub(lanes_all(1 + 2 * rounding), lanes_mul(cosine, cosine));
  return lanes_scale(lanes_sqrt(lanes_max(square, lanes_all(0))), 1 + 0x1p-50);
}

/* Returns how far a shape reaches along the product of its axis k with an axis whose products with the two after k
   these are: along these it has the one, and the other with a sign that does not matter. */
BMS_INLINE lanes edge_product_reach(const scene_shape *shape, int k, lanes next, lanes after) {
  lanes zero = lanes_all(0);
  if (k == 0) return edge_reach(shape, zero, after, next);
  return k == 1 ? edge_reach(shape, next, zero, after) : edge_reach(shape, after, next, zero);
}

/* Checks along the product of two edges, a's axis i and b's axis j. */
BMS_INLINE void edge_gaps_edges(edge_gaps *g, edge_products *p, int i, int j) {
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    lanes(*c)[3] = p->cosine[block], *along = p->along_a[block], round = lanes_all(g->round), before = g->depth[block];
    lanes distance = lanes_sub(lanes_mul(along[i2], c[i1][j]), lanes_mul(along[i1], c[i2][j]));
    lanes reach_a = edge_product_reach(g->a.shape, i, c[i1][j], c[i2][j]);
    lanes reach_b = edge_product_reach(g->b.shape, j, c[i][j1], c[i][j2]);
    if (g->round > 0) round = lanes_mul(round, edge_product_length(c[i][j], g->rate.turn_rounding));
    edge_gaps_take(g, block, distance, lanes_add(reach_a, reach_b), round, lanes_all(g->turning));
    lanes_mask parallel = lanes_greater(lanes_absolute(c[i][j]), lanes_all(1 - EDGE_PARALLEL * EDGE_PARALLEL / 2));
    g->depth[block] = lanes_choose(parallel, before, g->depth[block]);
    p->parallel[block] = lanes_choose(parallel, lanes_all(1), p->parallel[block]);
  }
  edge_gaps_settle(g);
}

/* ------------------------------------------------------------------ before all axes */

/* Finds the knots at which balls within the two overlap. */
BMS_INLINE unsigned edge_balls_overlap(const edge_gaps *g, int block, double margin) {
  double inner = g->a.shape->inner + g->b.shape->inner + margin - g->rate.rounding;
  if (!(g->a.shape->inner >= 0 && g->b.shape->inner >= 0 && inner > 0)) return 0;
  lanes square = lanes_dot(g->between[block], g->between[block]);
  return lanes_mask_set(lanes_less(square, lanes_all(inner * inner * (1 - 0x1p-50)))) << (4 * block);
}

/* Computes the way from a's centre to b's. */
BMS_INLINE void edge_way(const edge_shape *a, const edge_shape *b, int block, lanes way[3]) {
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) way[r] = lanes_sub(b->at[block].origin[r], a->at[block].origin[r]);
}

/* Settles parts by the balls around the two, whose centres are D apart at a knot and D' at the next: in between they
   are nowhere nearer than (D + D' - 2 half speed) / 2.  Returns true if that settles all, and the balls are apart at
   all knots. */
BMS_INLINE bool edge_balls_stay_apart(edge_gaps *g, double half) {
  double sum = (g->a.shape->reach + g->b.shape->reach + g->round + g->rate.rounding) * BMS_JET_SAFETY;
  lanes distance[EDGE_BLOCKS], next[EDGE_BLOCKS],
      enough = lanes_all(2 * sum + 2 * half * g->rate.speed * BMS_JET_SAFETY);
  bool apart = true;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    distance[block] = lanes_sqrt(lanes_dot(g->between[block], g->between[block]));
    apart = apart && lanes_hold(lanes_greater(distance[block], lanes_all(sum)));
  }
  edge_next(distance, next);
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++)
    g->open &= ~(lanes_mask_set(lanes_greater(lanes_add(distance[block], next[block]), enough)) << (4 * block));
  return apart && g->open == 0;
}

/* Prepares the comparison of two shapes on these parts, the longest of them 2 `half`; g->a, b and rate are set.
   Returns false if nothing is left to find out. */
BMS_INLINE bool edge_gaps_begin(double half, unsigned parts, double margin, edge_gaps *g) {
  const scene_shape *a = g->a.shape, *b = g->b.shape;
  const edge_rate *rate = &g->rate;
  double square = 0.5 * half * half * BMS_JET_SAFETY, drift = 2 * half * rate->speed * BMS_JET_SAFETY;
  g->is_exact = a->is_exact && b->is_exact;
  g->is_hidden = g->has_nearest = false;
  g->round = a->radius + b->radius + margin;
  g->still = rate->bend * square + rate->rounding;
  g->turning = (rate->turn_bend * drift + 2 * rate->turn * rate->speed + rate->bend) * square + rate->rounding;
  g->before = g->after = g->overlaps = 0;
  g->open = parts;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) edge_way(&g->a, &g->b, block, g->between[block]);
  if (edge_balls_stay_apart(g, half)) return false;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    lanes length = lanes_all((a->reach + b->reach) * BMS_JET_SAFETY);
    BMS_UNROLL(3)
    for (int r = 0; r < 3; r++) length = lanes_add(length, lanes_absolute(g->between[block][r]));
    g->extent[block] = length;
    g->depth[block] = lanes_all(HUGE_VAL);
    if (g->round > 0 || !g->is_exact) g->overlaps |= edge_balls_overlap(g, block, margin);
  }
  return true;
}

/* Returns true if nothing more can be found out: all parts are settled, and no knot can be an overlap. */
BMS_INLINE bool edge_gaps_done(const edge_gaps *g) {
  return g->open == 0 && (lanes_positive(g->depth[0]) | lanes_positive(g->depth[EDGE_USED - 1])) == 0;
}

#endif /* BMS_EDGE_AXES_H */
