/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One pair of shapes in a look, and what is kept of it.
 *
 * Two bodies of many shapes are checked by their hulls first.  If these do not settle a part, all pairs of their shapes
 * are checked there; but where the hulls' way bends by more than COARSE, which leaves most pairs open, the hulls are
 * kept for shorter parts.
 */

#ifndef BMS_EDGE_PAIRS_H
#define BMS_EDGE_PAIRS_H

#include "scene/edge_gaps.h"
#include "scene/edge_look.h"

/* Times the mean reach of what the scene's bodies carry. */
#define EDGE_COARSE 0.25

/* Times the tolerance: a pair of less uncertainty is near. */
#define EDGE_NEAR 0.25

enum { EDGE_ALL_PARTS = (1 << (4 * EDGE_USED - 1)) - 1 };

/* A look, and what it shares among its parts. */
typedef struct edge_glance {
  const edge_question *question;
  edge_level *level;
  edge_frame still[EDGE_BLOCKS]; /* an obstacle */
} edge_glance;

/* Returns how far a point that moves at a rate can be from the straight line between its places at two knots. */
BMS_INLINE double edge_bend(const edge_level *level, const edge_rate *rate) {
  return 0.5 * rate->bend * level->half * level->half * BMS_JET_SAFETY;
}

/* Returns a mover or a hull at the knots, of which only the origins are to be read. */
BMS_INLINE edge_shape edge_moving_ball(const edge_glance *look, int shape) {
  const bms_scene *scene = look->question->scene;
  const edge_frame *at = edge_mover_origin(scene, look->question->workspace, scene->mover_of_shape[shape]);
  return (edge_shape){at, NULL, &scene->shape[shape]};
}

/* Returns a mover or a hull at the knots. */
BMS_INLINE edge_shape edge_moving_shape(const edge_glance *look, int shape) {
  const bms_scene *scene = look->question->scene;
  edge_shape moving = edge_moving_ball(look, shape);
  moving.turned = edge_mover_axes(scene, look->question->workspace, scene->mover_of_shape[shape]);
  return moving;
}

/* Sets the two shapes of a pair and how they move. */
BMS_INLINE void edge_pair_shapes(edge_glance *look, const edge_pair *pair, edge_gaps *g) {
  const bms_scene *scene = look->question->scene;
  const scene_view *view = &scene->view[pair->view];
  g->rate = *edge_rate_of(scene, look->question->workspace, pair->view);
  g->b = edge_moving_shape(look, view->b);
  if (pair->obstacle >= 0) {
    const scene_shape *a = &scene->shape[scene->obstacle[pair->obstacle]];
    edge_stand((const double(*)[4])a->frame, &look->still[0]);
    look->still[1] = look->still[0];
    g->a = (edge_shape){look->still, look->still, a};
    g->rate.rounding += g->rate.turn_rounding * a->size;
  } else {
    g->a = edge_moving_shape(look, view->a);
  }
}

/* Returns true if the uncertainty of a comparison is a small part of the tolerance. */
BMS_INLINE bool edge_is_near(const edge_gaps *g, double tolerance) {
  return g->turning < g->rate.rounding + EDGE_NEAR * tolerance;
}

/* Times the tolerance: how far apart a ball and a shape should be where they are foreseen to meet. */
#define EDGE_AIM 0.5

/* Returns the time at which a ball comes near to the other shape if their gap shrinks evenly from the knot before the
   first at which they overlap; HUGE_VAL if there is none, or it is not known. */
BMS_INLINE double edge_foreseen(const edge_level *level, const edge_gaps *g, double tolerance) {
  unsigned later = g->overlaps & ~1u;
  if (!g->has_nearest || later == 0) return HUGE_VAL;
  int k = bms_lowest_bit(later);
  double before = lanes_get(g->nearest[(k - 1) / 4], (k - 1) % 4), at = lanes_get(g->nearest[k / 4], k % 4);
  double part = (before - g->round - EDGE_AIM * tolerance) / (before - at);
  return part > 0 && part < 1 ? level->time[k - 1] + part * (level->time[k] - level->time[k - 1]) : HUGE_VAL;
}

/* Compares two shapes; sets the parts that stay open.  Returns the knots at which they overlap. */
BMS_NOINLINE unsigned edge_compare(edge_glance *look, edge_pair *pair) {
  const edge_question *q = look->question;
  edge_gaps g;
  edge_pair_shapes(look, pair, &g);
  if (!edge_gaps_begin(look->level->half, pair->parts, q->scene->chain.margin, &g)) {
    pair->parts = 0;
    return 0;
  }
  if (g.overlaps == 0 || !q->ends_at_overlap) edge_gaps_find(&g, &q->workspace->last_axis[pair->view]);
  pair->parts = g.open;
  pair->is_near = g.open != 0 && (g.is_hidden || edge_is_near(&g, q->tolerance));
  pair->meets = pair->is_near ? edge_foreseen(look->level, &g, q->tolerance) : HUGE_VAL;
  return g.overlaps;
}

/* Compares two hulls along the axes of their faces, the others are no cheaper than to ask what the hulls hold; sets the
   parts that stay open. */
BMS_NOINLINE void edge_compare_hulls(edge_glance *look, edge_pair *pair) {
  const edge_question *q = look->question;
  edge_gaps g;
  edge_pair_shapes(look, pair, &g);
  bool is_left = edge_gaps_begin(look->level->half, pair->parts, q->scene->chain.margin, &g);
  if (is_left) (void)edge_gaps_faces(&g, &q->workspace->last_axis[pair->view]);
  pair->parts = is_left ? g.open : 0;
}

/* Compares a mover with a half-space, whose normal stands still; does so in the same way. */
BMS_NOINLINE unsigned edge_compare_plane(edge_glance *look, edge_pair *pair) {
  const edge_question *q = look->question;
  const bms_scene *scene = q->scene;
  const scene_shape *shape = &scene->shape[scene->view[pair->view].b];
  const scene_plane *plane = &scene->plane[scene->shape[scene->obstacle[pair->obstacle]].plane];
  const edge_rate *rate = edge_rate_of(scene, q->workspace, pair->view);
  edge_shape b = edge_moving_shape(look, scene->view[pair->view].b);
  double rounding = rate->rounding + rate->turn_rounding * plane->size;
  double bend = edge_bend(look->level, rate), inner = shape->inner >= 0 ? shape->inner : -HUGE_VAL;
  double enough = shape->radius + scene->chain.margin + rounding + bend;
  lanes n[3] = {lanes_all(plane->normal[0]), lanes_all(plane->normal[1]), lanes_all(plane->normal[2])};
  unsigned above = 0, overlaps = 0;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    lanes reach = lanes_all(0), height = lanes_sub(lanes_dot(n, b.at[block].origin), lanes_all(plane->offset));
    BMS_UNROLL(3)
    for (int c = 0; c < 3; c++)
      reach = lanes_add(reach, lanes_scale(lanes_absolute(lanes_dot(n, b.turned[block].axis[c])), shape->half[c]));
    lanes sure = lanes_sub(shape->is_exact ? reach : lanes_all(inner), lanes_all(rounding));
    above |= lanes_mask_set(lanes_greater(lanes_sub(height, reach), lanes_all(enough))) << (4 * block);
    overlaps |= lanes_mask_set(lanes_less(height, sure)) << (4 * block);
  }
  pair->parts &= ~(above & above >> 1);
  pair->is_near = bend < EDGE_NEAR * q->tolerance;
  return overlaps;
}

BMS_INLINE unsigned edge_compare_any(edge_glance *look, edge_pair *pair) {
  const bms_scene *scene = look->question->scene;
  bool is_plane = pair->obstacle >= 0 && scene->shape[scene->obstacle[pair->obstacle]].plane >= 0;
  return is_plane ? edge_compare_plane(look, pair) : edge_compare(look, pair);
}

/* Notes on which parts pairs are open. */
BMS_INLINE void edge_note_parts(edge_level *level, const edge_pair *pair) {
  unsigned *parts = pair->is_near ? &level->near_parts : &level->far_parts;
  *parts |= pair->parts;
}

/* Keeps a pair with the parts that are open.  Returns true if an overlap ends the question. */
BMS_INLINE bool edge_keep_pair(edge_glance *look, const edge_pair *pair, unsigned overlaps) {
  edge_level *level = look->level;
  level->overlaps |= overlaps;
  if (overlaps != 0) look->question->workspace->last_contact = *pair;
  if (overlaps != 0 && look->question->ends_at_overlap) return true;
  if ((overlaps & 1) != 0 && level->ends_at_start) return true;
  if (pair->parts == 0) return false;
  if (pair->obstacle < 0 || level->pair_count < EDGE_PAIRS) {
    level->pair[level->pair_count++] = *pair;
    edge_note_parts(level, pair);
  } else if (pair->is_near) {
    level->is_crowded[pair->view] = level->any_crowded = true;
  } else {
    level->asks_tree[pair->view] = level->any_asks = true;
  }
  return false;
}

/* Returns true if a view's way bends so much that little can be decided. */
BMS_INLINE bool edge_is_coarse(const edge_glance *look, int view) {
  const edge_question *q = look->question;
  bool is_last = look->level == &q->workspace->level[EDGE_LEVELS - 1];
  return !is_last &&
         edge_bend(look->level, edge_rate_of(q->scene, q->workspace, view)) > EDGE_COARSE * q->scene->mean_reach;
}

/* A knot in the middle, and in halves of a part how far in time any other moment is from it. */
enum { EDGE_MIDDLE = 2 * EDGE_USED - 1, EDGE_MIDDLE_HALVES = 4 * EDGE_USED };

/* Returns a coordinate of where a shape is at the knot in the middle. */
BMS_INLINE double edge_middle(const edge_frame *frame, int r) {
  return lanes_get(frame[0].origin[r], EDGE_MIDDLE);
}

/* Returns the square of how far apart at each knot two shapes with this reach between them must be, to be apart in
   between: by `more`, the approach of the pair until the middle of a part. */
BMS_INLINE lanes edge_far_square(double reach, double more) {
  double enough = (reach + more) * BMS_JET_SAFETY;
  return lanes_all(enough * enough * BMS_JET_SAFETY);
}

/* Returns true if the balls around two movers stay apart that are `still` apart at least and come closer by no more
   than `drift` in half of a part: by where they are in the middle, or else at all knots. */
BMS_INLINE bool edge_balls_are_far(const edge_shape *a, const edge_shape *b, double still, double drift) {
  double reach = a->shape->reach + a->shape->radius + b->shape->reach + b->shape->radius + still, square = 0;
  double apart = (reach + EDGE_MIDDLE_HALVES * drift) * BMS_JET_SAFETY;
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    double way = edge_middle(b->at, r) - edge_middle(a->at, r);
    square += way * way;
  }
  if (square > apart * apart * BMS_JET_SAFETY) return true;
  lanes enough = edge_far_square(reach, drift);
  bool far = true;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    lanes between[3];
    edge_way(a, b, block, between);
    far = far && lanes_hold(lanes_greater(lanes_dot(between, between), enough));
  }
  return far;
}

/* Returns true if the ball around a mover stays as far from another's hull, or from the only shape there is. */
BMS_INLINE bool edge_ball_is_far(const edge_shape *hull, const edge_shape *b, double more) {
  lanes enough = edge_far_square(hull->shape->radius + b->shape->reach + b->shape->radius, more);
  bool far = true;
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) {
    lanes between[3], square = lanes_all(0);
    edge_way(hull, b, block, between);
    BMS_UNROLL(3)
    for (int c = 0; c < 3; c++) {
      lanes along = lanes_absolute(lanes_dot(hull->turned[block].axis[c], between));
      lanes beyond = lanes_max(lanes_sub(along, lanes_all(hull->shape->half[c])), lanes_all(0));
      square = lanes_add_product(square, beyond, beyond);
    }
    far = far && lanes_hold(lanes_greater(square, enough));
  }
  return far;
}

/* Compares a shape with all of the other body's that are checked with it, of which this view is the first. */
BMS_INLINE bool edge_take_member(edge_glance *look, int first, const edge_shape *b, unsigned parts, double still,
                                 double drift) {
  const scene_view *view = &look->question->scene->view[first];
  for (int i = 0; i < view->same_count; i++) {
    edge_shape a = edge_moving_ball(look, view[i].a);
    if (edge_balls_are_far(&a, b, still, drift)) continue;
    edge_pair pair = {first + i, -1, parts, false, HUGE_VAL};
    if (edge_keep_pair(look, &pair, edge_compare(look, &pair))) return true;
  }
  return false;
}

/* Compares all that two hulls hold on these parts: each of b's shapes with a's hull first. */
BMS_INLINE bool edge_take_members(edge_glance *look, const scene_view *view, unsigned parts, const edge_rate *rate) {
  const bms_scene *scene = look->question->scene;
  double still = scene->chain.margin + rate->rounding, drift = look->level->half * rate->speed;
  edge_shape hull = edge_moving_shape(look, view->a);
  int end = view->first_member + view->member_count;
  for (int i = view->first_member; i < end; i += scene->view[i].same_count) {
    edge_shape b = edge_moving_ball(look, scene->view[i].b);
    if (edge_ball_is_far(&hull, &b, still + drift)) continue;
    if (edge_take_member(look, i, &b, parts, still, drift)) return true;
  }
  return false;
}

/* Returns true if the balls around two hulls stay apart at their speeds in the world. */
BMS_INLINE bool edge_hulls_are_far(edge_glance *look, const scene_view *view) {
  const bms_scene *scene = look->question->scene;
  edge_shape a = edge_moving_ball(look, view->a), b = edge_moving_ball(look, view->b);
  const edge_rate *rate_a = edge_rate_of(scene, look->question->workspace, scene->mover_of_shape[view->a]);
  const edge_rate *rate_b = edge_rate_of(scene, look->question->workspace, scene->mover_of_shape[view->b]);
  double rounding = rate_a->rounding + rate_b->rounding, speed = rate_a->speed + rate_b->speed;
  return edge_balls_are_far(&a, &b, scene->chain.margin + rounding, look->level->half * speed);
}

/* Compares two hulls, and where they do not stay apart, all that they hold, which moves no faster than they do. */
BMS_INLINE bool edge_take_hulls(edge_glance *look, edge_pair *pair) {
  const bms_scene *scene = look->question->scene;
  if (edge_hulls_are_far(look, &scene->view[pair->view])) return false;
  edge_compare_hulls(look, pair);
  if (pair->parts == 0) return false;
  const edge_rate *rate = edge_rate_of(scene, look->question->workspace, pair->view);
  if (edge_is_coarse(look, pair->view)) return edge_keep_pair(look, pair, 0);
  return edge_take_members(look, &scene->view[pair->view], pair->parts, rate);
}

BMS_INLINE bool edge_take_pair(edge_glance *look, edge_pair *pair) {
  if (pair->obstacle < 0 && look->question->scene->view[pair->view].member_count > 0)
    return edge_take_hulls(look, pair);
  return edge_keep_pair(look, pair, edge_compare_any(look, pair));
}

#endif /* BMS_EDGE_PAIRS_H */
