/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One look, in lanes.  What is needed is placed at the knots; the pair that was found to overlap last is tried first if
 * that can end the question; movers ask the tree; the other pairs are compared.
 *
 * Where a mover's way bends by more than COARSE of the scene's movers' mean reach between two knots, most of what it is
 * near would be open whatever it does; so it is compared with obstacles at the knots alone, which may find an overlap,
 * and asks the tree again on each part.
 */

#ifndef BMS_EDGE_LOOK_INLINE_H
#define BMS_EDGE_LOOK_INLINE_H

#include <string.h>

#include "scene/edge_axes.h"
#include "scene/edge_kinematics.h"
#include "scene/edge_look.h"
#include "scene/edge_obstacles.h"

#define EDGE_COARSE 0.25

/* Times the tolerance: a pair of less uncertainty is near. */
#define EDGE_NEAR 0.25

enum { EDGE_ALL_PARTS = (1 << EDGE_PARTS) - 1 };

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

/* ------------------------------------------------------------------ one pair */

/* Sets the two shapes of a pair and how they move. */
BMS_INLINE void edge_pair_shapes(edge_glance *look, const edge_pair *pair, edge_gaps *g) {
  const bms_scene *scene = look->question->scene;
  const bms_scene_workspace *w = look->question->workspace;
  const scene_view *view = &scene->view[pair->view];
  const scene_shape *a = &scene->shape[pair->obstacle >= 0 ? scene->obstacle[pair->obstacle] : view->a];
  g->rate = w->rate[pair->view];
  g->b = (edge_shape){w->mover[scene->mover_of_shape[view->b]], &scene->shape[view->b]};
  if (pair->obstacle >= 0) {
    edge_stand((const double(*)[4])a->frame, &look->still[0]);
    look->still[1] = look->still[0];
    g->a = (edge_shape){look->still, a};
    g->rate.rounding += g->rate.turn_rounding * a->size;
  } else {
    g->a = (edge_shape){w->mover[scene->mover_of_shape[view->a]], a};
  }
}

/* Returns true if the uncertainty of a comparison is a small part of the tolerance. */
BMS_INLINE bool edge_is_near(const edge_gaps *g, double tolerance) {
  lanes least = lanes_all(g->rate.rounding + EDGE_NEAR * tolerance);
  return lanes_hold(lanes_less(lanes_max(g->turning[0], g->turning[1]), least));
}

/* Compares two shapes; sets the parts that stay open.  Returns the knots at which they overlap. */
BMS_NOINLINE unsigned edge_compare(edge_glance *look, edge_pair *pair) {
  const edge_question *q = look->question;
  edge_gaps g;
  edge_pair_shapes(look, pair, &g);
  edge_gaps_begin(look->level->half, pair->parts, q->scene->chain.margin, &g);
  if (g.overlaps == 0 || !q->ends_at_overlap) edge_gaps_find(&g, &q->workspace->last_axis[pair->view]);
  pair->parts = g.open;
  pair->is_near = g.open != 0 && (g.is_hidden || edge_is_near(&g, q->tolerance));
  return g.overlaps;
}

/* Compares a mover with a half-space, whose normal stands still; does so likewise. */
BMS_NOINLINE unsigned edge_compare_plane(edge_glance *look, edge_pair *pair) {
  const edge_question *q = look->question;
  const bms_scene *scene = q->scene;
  const scene_shape *shape = &scene->shape[scene->view[pair->view].b];
  const scene_plane *plane = &scene->plane[scene->shape[scene->obstacle[pair->obstacle]].plane];
  const edge_rate *rate = &q->workspace->rate[pair->view];
  double rounding = rate->rounding + rate->turn_rounding * plane->size;
  double bend = edge_bend(look->level, rate), inner = shape->inner >= 0 ? shape->inner : -HUGE_VAL;
  double enough = shape->radius + scene->chain.margin + rounding + bend;
  lanes n[3] = {lanes_all(plane->normal[0]), lanes_all(plane->normal[1]), lanes_all(plane->normal[2])};
  unsigned above = 0, overlaps = 0;
  for (int block = 0; block < EDGE_BLOCKS; block++) {
    const edge_frame *frame = &q->workspace->mover[pair->view][block];
    lanes reach = lanes_all(0), height = lanes_sub(lanes_dot(n, frame->origin), lanes_all(plane->offset));
    for (int c = 0; c < 3; c++)
      reach = lanes_add(reach, lanes_scale(lanes_absolute(lanes_dot(n, frame->axis[c])), shape->half[c]));
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

/* Keeps a pair with the parts that are open.  Returns true if an overlap ends the question. */
BMS_INLINE bool edge_keep_pair(edge_glance *look, const edge_pair *pair, unsigned overlaps) {
  edge_level *level = look->level;
  level->overlaps |= overlaps;
  if (overlaps != 0) look->question->workspace->last_contact = *pair;
  if (overlaps != 0 && look->question->ends_at_overlap) return true;
  if (pair->parts == 0) return false;
  if (pair->obstacle < 0 || level->pair_count < EDGE_PAIRS)
    level->pair[level->pair_count++] = *pair;
  else
    level->asks_tree[pair->view] = true;
  return false;
}

BMS_INLINE bool edge_take_pair(edge_glance *look, edge_pair *pair) {
  return edge_keep_pair(look, pair, edge_compare_any(look, pair));
}

/* ------------------------------------------------------------------ obstacles */

/* Compares a mover with all obstacles that its bounds touch, and keeps those parts of `parts` that are open. */
BMS_INLINE bool edge_ask_tree(edge_glance *look, int mover, const edge_bounds *bounds, unsigned parts) {
  const bms_scene *scene = look->question->scene;
  int stack[OBSTACLE_TREE_STACK] = {0}, waiting = scene->tree.count > 0 ? 1 : 0;
  while (waiting > 0) {
    const obstacle_node *node = &scene->tree.node[stack[--waiting]];
    for (unsigned children = edge_bounds_children(bounds, node); children != 0; children &= children - 1) {
      int k = bms_lowest_bit(children), child = node->child[k];
      unsigned touching = edge_bounds_parts(bounds, node, k);
      if (touching == 0) continue;
      if (child >= 0) {
        stack[waiting++] = child;
        continue;
      }
      edge_pair pair = {mover, -1 - child, touching & parts, false};
      if (scene_looks_at(scene, mover, pair.obstacle) && edge_take_pair(look, &pair)) return true;
    }
  }
  return false;
}

/* Looks for the obstacles that a mover may meet.  Returns true if that ends the question. */
BMS_NOINLINE bool edge_look_around(edge_glance *look, int mover, bool may_be_coarse) {
  const bms_scene *scene = look->question->scene;
  const bms_scene_workspace *w = look->question->workspace;
  const scene_shape *shape = &scene->shape[scene->view[mover].b];
  const edge_rate *rate = &w->rate[mover];
  double bend = edge_bend(look->level, rate);
  bool is_coarse = may_be_coarse && bend > EDGE_COARSE * scene->mean_reach;
  unsigned parts = is_coarse ? 0 : EDGE_ALL_PARTS;
  edge_bounds bounds;
  edge_bounds_at_knots(w->mover[mover], shape->half,
                       shape->radius + scene->chain.margin + rate->rounding + (is_coarse ? 0 : bend), &bounds);
  if (is_coarse)
    look->level->asks_tree[mover] = true;
  else
    edge_bounds_to_parts(&bounds);
  edge_bounds_join(&bounds);
  for (int i = 0; i < scene->plane_count; i++) {
    edge_pair pair = {mover, scene->plane[i].obstacle, parts, false};
    if (scene_looks_at(scene, mover, pair.obstacle) && edge_take_pair(look, &pair)) return true;
  }
  return edge_ask_tree(look, mover, &bounds, parts);
}

/* ------------------------------------------------------------------ what is needed */

BMS_INLINE void edge_need(const bms_scene *scene, bms_scene_workspace *w, int mover) {
  w->needs_mover[mover] = true;
  for (int i = scene->shape[scene->view[mover].b].body; i != BMS_WORLD && !w->needs_body[i]; i = scene->body[i].parent)
    w->needs_body[i] = true;
}

BMS_INLINE void edge_need_pair(const bms_scene *scene, bms_scene_workspace *w, const edge_pair *pair) {
  const scene_view *view = &scene->view[pair->view];
  edge_need(scene, w, scene->mover_of_shape[view->b]);
  if (view->a != BMS_WORLD) edge_need(scene, w, scene->mover_of_shape[view->a]);
}

/* Places what has to be looked at: all where there is no level above. */
BMS_INLINE void edge_prepare(const edge_question *q, const edge_level *level, const edge_level *above, int part) {
  const bms_scene *scene = q->scene;
  bms_scene_workspace *w = q->workspace;
  memset(w->needs_body, above == NULL, (size_t)scene->body_count * sizeof *w->needs_body);
  memset(w->needs_mover, above == NULL, (size_t)scene->mover_count * sizeof *w->needs_mover);
  if (above != NULL) {
    for (int m = 0; m < scene->mover_count; m++)
      if (above->asks_tree[m]) edge_need(scene, w, m);
    for (int i = 0; i < above->pair_count; i++)
      if ((above->pair[i].parts >> part & 1) != 0) edge_need_pair(scene, w, &above->pair[i]);
  }
  edge_values(scene, w, q->move, level);
  for (int block = 0; block < EDGE_BLOCKS; block++) edge_place(scene, w, block);
}

/* ------------------------------------------------------------------ the whole look */

/* Compares the pair of the last contact that was found.  Returns true if it overlaps again. */
BMS_INLINE bool edge_try_last_contact(edge_glance *look) {
  edge_pair pair = look->question->workspace->last_contact;
  if (!look->question->ends_at_overlap || pair.view < 0) return false;
  pair.parts = 0;
  return edge_compare_any(look, &pair) != 0;
}

/* Compares the pairs that were open above: all views of movers from movers where there is no level above. */
BMS_INLINE bool edge_look_at_pairs(edge_glance *look, const edge_level *above, int part) {
  const bms_scene *scene = look->question->scene;
  int count = above == NULL ? scene->view_count - scene->mover_count : above->pair_count;
  for (int i = 0; i < count; i++) {
    edge_pair pair = above == NULL ? (edge_pair){scene->mover_count + i, -1, 1, false} : above->pair[i];
    if (above != NULL && ((pair.parts >> part & 1) == 0 || pair.is_near)) continue;
    pair.parts = EDGE_ALL_PARTS;
    if (edge_take_pair(look, &pair)) return true;
  }
  return false;
}

BMS_INLINE bool edge_look_in_lanes(const edge_question *q, edge_level *level, const edge_level *above, int part) {
  const bms_scene *scene = q->scene;
  edge_glance look = {.question = q, .level = level};
  bool is_last = level == &q->workspace->level[EDGE_LEVELS - 1];
  level->pair_count = 0;
  level->overlaps = 0;
  memset(level->asks_tree, 0, (size_t)scene->mover_count * sizeof *level->asks_tree);
  edge_prepare(q, level, above, part);
  if (above == NULL && edge_try_last_contact(&look)) return true;
  for (int m = 0; m < scene->mover_count; m++)
    if ((above == NULL || above->asks_tree[m]) && edge_look_around(&look, m, !is_last)) return true;
  return edge_look_at_pairs(&look, above, part);
}

#endif /* BMS_EDGE_LOOK_INLINE_H */
