/* SPDX-License-Identifier: BSD-3-Clause */

/* The axis from the nearest point, and the order in which two shapes are compared along all axes. */

#ifndef BMS_EDGE_GAPS_H
#define BMS_EDGE_GAPS_H

#include "scene/edge_axes.h"

/* ------------------------------------------------------------------ the nearest point */

/* Finds the knots at which the middle of one core is nearer to the other than the radii reach together: these are the
   squares of its distances, whose three parts are each off by the rounding at most, and so the distance by sqrt(3)
   times that.  The squares of both are off by some units in the last place. */
BMS_INLINE void edge_gaps_middle(edge_gaps *g, int block, lanes square) {
  double sure = g->round - 2 * g->rate.rounding;
  bool are_known = (g->a.shape->is_exact || g->a.shape->is_round) && (g->b.shape->is_exact || g->b.shape->is_round);
  if (are_known && sure > 0)
    g->overlaps |= lanes_mask_set(lanes_less(square, lanes_all(sure * sure * (1 - 0x1p-50)))) << (4 * block);
}

/* Computes the way to a point from the nearest one of a box or a cylinder, whose middle the first way begins at. */
BMS_INLINE void edge_beyond(const scene_shape *own, const lanes way[3], lanes beyond[3]) {
  for (int i = own->is_round ? 2 : 0; i < 3; i++) {
    lanes length = lanes_max(lanes_sub(lanes_absolute(way[i]), lanes_all(own->half[i])), lanes_all(0));
    beyond[i] = lanes_choose(lanes_less(way[i], lanes_all(0)), lanes_negate(length), length);
  }
  if (!own->is_round) return;
  lanes across = lanes_sqrt(lanes_add(lanes_mul(way[0], way[0]), lanes_mul(way[1], way[1])));
  lanes within = lanes_div(lanes_all(own->half[0]), lanes_max(across, lanes_all(0x1p-300)));
  lanes part = lanes_max(lanes_sub(lanes_all(1), within), lanes_all(0));
  for (int i = 0; i < 2; i++) beyond[i] = lanes_mul(way[i], part);
}

/* Checks along the axis from the point of one box or cylinder that is nearest to the middle of the other, which stands
   still in the frame of the former: at a knot and at the next. */
BMS_INLINE void edge_gaps_nearest(edge_gaps *g, const edge_products *p, bool of_a) {
  const scene_shape *own = of_a ? g->a.shape : g->b.shape;
  const double *other = of_a ? g->b.shape->half : g->a.shape->half;
  lanes normal[EDGE_BLOCKS][3], gap[EDGE_BLOCKS], next_gap[EDGE_BLOCKS], way[3][EDGE_BLOCKS], cosine[EDGE_BLOCKS];
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    const lanes *from = of_a ? p->along_a[block] : p->along_b[block];
    lanes *n = normal[block], error = lanes_all(of_a ? g->still : g->turning);
    edge_beyond(own, from, n);
    lanes square = lanes_dot(n, n);
    edge_gaps_middle(g, block, square);
    g->nearest[block] = lanes_sqrt(lanes_max(square, lanes_all(0x1p-300)));
    lanes inverse = lanes_div(lanes_all(1), g->nearest[block]);
    BMS_UNROLL(3)
    for (int i = 0; i < 3; i++) {
      n[i] = lanes_mul(n[i], inverse);
      way[i][block] = from[i];
    }
    lanes reach = lanes_add(edge_reach(own, n[0], n[1], n[2]), lanes_add(lanes_all(g->round), error));
    gap[block] = lanes_sub(lanes_dot(n, from), reach);
    next_gap[block] = lanes_negate(reach);
  }
  BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) {
    edge_next(way[i], way[i]);
    BMS_UNROLL(EDGE_BLOCKS)
    for (int block = 0; block < EDGE_USED; block++)
      next_gap[block] = lanes_add(next_gap[block], lanes_mul(normal[block][i], way[i][block]));
  }
  BMS_UNROLL(3)
  for (int j = 0; j < 3; j++) {
    if (!(other[j] > 0)) continue;
    lanes now[EDGE_BLOCKS] = {lanes_all(0), lanes_all(0)}, then[EDGE_BLOCKS] = {lanes_all(0), lanes_all(0)};
    BMS_UNROLL(3)
    for (int i = 0; i < 3; i++) {
      BMS_UNROLL(EDGE_BLOCKS)
      for (int block = 0; block < EDGE_USED; block++) {
        cosine[block] = of_a ? p->cosine[block][i][j] : p->cosine[block][j][i];
        now[block] = lanes_add(now[block], lanes_mul(normal[block][i], cosine[block]));
      }
      edge_next(cosine, cosine);
      BMS_UNROLL(EDGE_BLOCKS)
      for (int block = 0; block < EDGE_USED; block++)
        then[block] = lanes_add(then[block], lanes_mul(normal[block][i], cosine[block]));
    }
    BMS_UNROLL(EDGE_BLOCKS)
    for (int block = 0; block < EDGE_USED; block++) {
      gap[block] = lanes_sub(gap[block], lanes_scale(lanes_absolute(now[block]), other[j]));
      next_gap[block] = lanes_sub(next_gap[block], lanes_scale(lanes_absolute(then[block]), other[j]));
    }
  }
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++)
    g->open &= ~((lanes_positive(gap[block]) & lanes_positive(next_gap[block])) << (4 * block));
}

/* ------------------------------------------------------------------ all axes */

/* Finds the knots at which the boxes overlap, when all axes have been taken. */
BMS_INLINE void edge_gaps_overlap(edge_gaps *g, const edge_products *p) {
  unsigned overlaps = 0;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    lanes parallel = lanes_mul(p->parallel[block], lanes_scale(g->extent[block], 8 * EDGE_PARALLEL));
    lanes least = lanes_add(lanes_all(g->rate.rounding), parallel);
    overlaps |= lanes_mask_set(lanes_greater(g->depth[block], least)) << (4 * block);
  }
  if (g->is_exact)
    g->overlaps |= overlaps;
  else
    g->is_hidden = overlaps != 0;
}

/* Checks along the axes of faces until nothing is left to find out, first along the one that kept the two apart the
   last time.  Returns true if nothing is left. */
BMS_INLINE bool edge_gaps_faces(edge_gaps *g, unsigned char *last) {
  edge_gaps_face(g, *last < 3, *last % 3);
  if (edge_gaps_done(g)) return true;
  for (unsigned char axis = 0; axis < 6; axis++) {
    if (axis == *last) continue;
    edge_gaps_face(g, axis < 3, axis % 3);
    if (!edge_gaps_done(g)) continue;
    *last = axis;
    return true;
  }
  return false;
}

/* Checks a ball, which is a or b: along the axes of the other's faces, and from the point of it that is nearest to the
   ball's middle.  There are no others. */
BMS_INLINE void edge_gaps_ball(edge_gaps *g, bool is_b) {
  const edge_shape *own = is_b ? &g->a : &g->b;
  edge_products products;
  lanes(*way)[3] = is_b ? products.along_a : products.along_b;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) BMS_UNROLL(3)
  for (int i = 0; i < 3; i++) way[block][i] = lanes_dot(own->turned[block].axis[i], g->between[block]);
  for (int axis = 0; axis < 3 && !own->shape->is_point; axis++) {
    for (int block = 0; block < EDGE_USED; block++)
      edge_gaps_take(g, block, way[block][axis], lanes_all(own->shape->half[axis]), lanes_all(g->round),
                     lanes_all(is_b ? g->still : g->turning));
    edge_gaps_settle(g);
    if (edge_gaps_done(g)) return;
  }
  edge_gaps_nearest(g, &products, is_b);
  g->has_nearest = true;
  if (own->shape->is_exact || own->shape->is_round) return;
  for (int block = 0; block < EDGE_USED; block++) g->is_hidden = g->is_hidden || lanes_positive(g->depth[block]) != 0;
}

/* Checks along all axes until nothing is left to find out. */
BMS_INLINE void edge_gaps_find(edge_gaps *g, unsigned char *last) {
  edge_products products;
  if (g->round > 0 && (g->a.shape->is_point || g->b.shape->is_point)) {
    edge_gaps_ball(g, g->b.shape->is_point);
    return;
  }
  if (edge_gaps_faces(g, last)) return;
  edge_products_of(g, &products);
  if (g->round > 0) {
    edge_gaps_nearest(g, &products, true);
    if (!edge_gaps_done(g)) edge_gaps_nearest(g, &products, false);
    if (edge_gaps_done(g)) return;
  }
  for (int axis = 0; axis < 9; axis++) {
    edge_gaps_edges(g, &products, axis / 3, axis % 3);
    if (edge_gaps_done(g)) return;
  }
  edge_gaps_overlap(g, &products);
}

#endif /* BMS_EDGE_GAPS_H */
