/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One look, in lanes.  The shapes needed are placed at the knots; the pair that was found to overlap last is tried
 * first if that can end the question; movers ask the tree; the other pairs are compared.
 *
 * If a mover's way bends by more than COARSE of the scene's movers' mean reach between two knots, most of what it is
 * near would be open whatever it does; so it is compared with obstacles at the knots alone, which may find an overlap,
 * and asks the tree again on each part.
 *
 * Bodies far out on the arm come first: they move most, and parts behind an overlap are not looked at any more.
 */

#ifndef BMS_EDGE_LOOK_INLINE_H
#define BMS_EDGE_LOOK_INLINE_H

#include <string.h>

#include "scene/edge_kinematics.h"
#include "scene/edge_obstacles.h"
#include "scene/edge_pairs.h"

/* ------------------------------------------------------------------ obstacles */

/* Returns the parts, or knots, that may hold the first contact: all up to the first part that ends at an overlap. */
BMS_INLINE unsigned edge_parts_before_overlap(const edge_level *level) {
  unsigned ends = level->overlaps & ~1u;
  return (ends & (0u - ends)) - 1u;
}

/* Compares a mover with the obstacle of a node's child on some parts. */
BMS_INLINE bool edge_ask_child(edge_glance *look, int mover, const obstacle_node *node, int child, unsigned parts) {
  edge_pair pair = {mover, -1 - node->child[child], parts, false, HUGE_VAL};
  return scene_looks_at(look->question->scene, mover, pair.obstacle) && edge_take_pair(look, &pair);
}

/* Compares a mover with all obstacles that its bounds touch, and keeps those parts of `parts` that are open. */
BMS_INLINE bool edge_ask_tree(edge_glance *look, int mover, const edge_bounds *bounds, unsigned parts) {
  const obstacle_tree *tree = &look->question->scene->tree;
  int stack[OBSTACLE_TREE_STACK], waiting = tree->count > 0 ? 1 : 0;
  stack[0] = 0;
  while (waiting > 0) {
    const obstacle_node *node = &tree->node[stack[--waiting]];
    for (unsigned children = edge_whole_children(&bounds->whole, node); children != 0; children &= children - 1) {
      int k = bms_lowest_bit(children);
      unsigned touching = edge_bounds_parts(bounds, node, k) & edge_parts_before_overlap(look->level);
      if (touching == 0) continue;
      if (node->child[k] >= 0)
        stack[waiting++] = node->child[k];
      else if (edge_ask_child(look, mover, node, k, touching & parts))
        return true;
    }
  }
  return false;
}

/* Compares a mover in the same way with a list of boxes. */
BMS_INLINE bool edge_ask_boxes(edge_glance *look, int mover, const edge_touched *boxes, const edge_bounds *bounds,
                               unsigned parts) {
  for (int i = 0; 4 * i < boxes->count; i++) {
    const obstacle_node *node = &boxes->node[i];
    for (unsigned children = edge_whole_children(&bounds->whole, node); children != 0; children &= children - 1) {
      int k = bms_lowest_bit(children);
      unsigned touching = edge_bounds_parts(bounds, node, k) & edge_parts_before_overlap(look->level);
      if (touching != 0 && edge_ask_child(look, mover, node, k, touching & parts)) return true;
    }
  }
  return false;
}

/* Finds where a mover or a hull may be that moves at no more than this rate: on the parts, or at the knots. */
BMS_INLINE void edge_surroundings(edge_glance *look, int mover, const edge_rate *rate, bool at_knots,
                                  edge_bounds *out) {
  const bms_scene *scene = look->question->scene;
  edge_shape moving = edge_moving_shape(look, scene->view[mover].b);
  double bend = at_knots ? 0 : edge_bend(look->level, rate);
  edge_bounds_at_knots(&moving, moving.shape->radius + scene->chain.margin + rate->rounding + bend, out);
  if (!at_knots) edge_bounds_to_parts(out);
}

/* A mover before it is looked around: a rate that it does not exceed, and where `boxes` is not null, all boxes of the
   tree that it may touch. */
typedef struct edge_known {
  const edge_rate *rate;
  const edge_touched *boxes;
} edge_known;

/* Returns true if the ball around a mover stays clear of these boxes on all parts. */
BMS_INLINE bool edge_is_clear(edge_glance *look, int mover, const edge_known *known) {
  const bms_scene *scene = look->question->scene;
  const scene_shape *shape = &scene->shape[scene->view[mover].b];
  const edge_frame *frame = edge_mover_origin(scene, look->question->workspace, mover);
  double reach = shape->reach + shape->radius + scene->chain.margin + known->rate->rounding;
  double grown = (reach + edge_bend(look->level, known->rate)) * BMS_JET_SAFETY;
  edge_whole around;
  BMS_UNROLL(3)
  for (int r = 0; r < 3; r++) {
    lanes first = frame[0].origin[r], last = frame[EDGE_USED - 1].origin[r];
    around.least[r] = lanes_all(edge_least_of(lanes_min(first, last)) - grown);
    around.greatest[r] = lanes_all(grown - edge_least_of(lanes_negate(lanes_max(first, last))));
  }
  for (int i = 0; 4 * i < known->boxes->count; i++)
    if (edge_whole_children(&around, &known->boxes->node[i]) != 0) return false;
  return true;
}

/* Searches for the obstacles that a mover may meet; only for those that it overlaps at knots, if these are all that is
   checked.  Returns true if that ends the question. */
BMS_NOINLINE bool edge_look_around(edge_glance *look, int mover, const edge_known *known, bool at_knots) {
  const bms_scene *scene = look->question->scene;
  unsigned parts = at_knots ? 0 : EDGE_ALL_PARTS;
  edge_bounds bounds;
  edge_surroundings(look, mover, known->rate, at_knots, &bounds);
  for (int i = 0; i < scene->plane_count; i++) {
    edge_pair pair = {mover, scene->plane[i].obstacle, parts, false, HUGE_VAL};
    if (scene_looks_at(scene, mover, pair.obstacle) && edge_take_pair(look, &pair)) return true;
  }
  edge_bounds_join(&bounds, edge_parts_before_overlap(look->level));
  if (known->boxes != NULL) return edge_ask_boxes(look, mover, known->boxes, &bounds, parts);
  return edge_ask_tree(look, mover, &bounds, parts);
}

BMS_INLINE bool edge_look_around_mover(edge_glance *look, int mover) {
  bool is_coarse = edge_is_coarse(look, mover);
  edge_known known = {edge_rate_of(look->question->scene, look->question->workspace, mover), NULL};
  look->level->asks_tree[mover] = is_coarse;
  look->level->any_asks = look->level->any_asks || is_coarse;
  return edge_look_around(look, mover, &known, is_coarse);
}

/* Finds the boxes of the tree that a hull that moves at this rate may meet. */
BMS_NOINLINE void edge_hull_touched(edge_glance *look, int hull, const edge_rate *rate, bool at_knots,
                                    edge_touched *boxes) {
  edge_bounds bounds;
  unsigned parts = edge_parts_before_overlap(look->level);
  edge_surroundings(look, hull, rate, at_knots, &bounds);
  edge_bounds_join(&bounds, parts);
  edge_bounds_touched(&bounds, parts, &look->question->scene->tree, boxes);
}

/* Returns true if a hull may meet a half-space. */
BMS_INLINE bool edge_hull_meets_plane(edge_glance *look, int hull) {
  const bms_scene *scene = look->question->scene;
  for (int i = 0; i < scene->plane_count; i++) {
    edge_pair pair = {hull, scene->plane[i].obstacle, EDGE_ALL_PARTS, false, HUGE_VAL};
    (void)edge_compare_plane(look, &pair);
    if (pair.parts != 0) return true;
  }
  return false;
}

/* Returns the number of a group's hull among what asks the tree, or -1. */
BMS_INLINE int edge_hull_of(const bms_scene *scene, const scene_group *group) {
  return group->member_count < SCENE_MANY ? -1 : scene->mover_of_shape[group->whole];
}

BMS_INLINE int edge_member(const bms_scene *scene, const scene_group *group, int i) {
  return scene->mover_of_shape[scene->member[group->first_member + i]];
}

/* Looks around all shapes of a body: its hull first, if there is one. */
BMS_INLINE bool edge_look_around_group(edge_glance *look, const scene_group *group) {
  const bms_scene *scene = look->question->scene;
  int hull = edge_hull_of(scene, group);
  if (hull < 0) {
    for (int i = 0; i < group->member_count; i++)
      if (edge_look_around_mover(look, edge_member(scene, group, i))) return true;
    return false;
  }
  edge_touched boxes;
  edge_known known = {edge_rate_of(scene, look->question->workspace, hull), &boxes};
  bool is_coarse = look->level->asks_tree[hull] = edge_is_coarse(look, hull);
  look->level->any_asks = look->level->any_asks || is_coarse;
  edge_hull_touched(look, hull, known.rate, is_coarse, &boxes);
  if (boxes.count == 0 && !edge_hull_meets_plane(look, hull)) return false;
  if (boxes.count > EDGE_TOUCHED) known.boxes = NULL;
  bool may_be_clear = !is_coarse && known.boxes != NULL && scene->plane_count == 0;
  for (int i = 0; i < group->member_count; i++) {
    int mover = edge_member(scene, group, i);
    if (may_be_clear && edge_is_clear(look, mover, &known)) continue;
    if (edge_look_around(look, mover, &known, is_coarse)) return true;
  }
  return false;
}

/* ------------------------------------------------------------------ what is needed */

BMS_INLINE void edge_need(const bms_scene *scene, bms_scene_workspace *w, int shape) {
  for (int i = scene->shape[shape].body; i != BMS_WORLD && !w->needs_body[i]; i = scene->body[i].parent)
    w->needs_body[i] = true;
}

BMS_INLINE void edge_need_pair(const bms_scene *scene, bms_scene_workspace *w, const edge_pair *pair) {
  const scene_view *view = &scene->view[pair->view];
  edge_need(scene, w, view->b);
  if (view->a != BMS_WORLD) edge_need(scene, w, view->a);
}

/* Places the bodies that have to be checked: all where there is no level above. */
BMS_INLINE void edge_prepare(const edge_question *q, const edge_level *level, const edge_level *above, int part) {
  const bms_scene *scene = q->scene;
  bms_scene_workspace *w = q->workspace;
  int askers = scene_asker_count(scene);
  memset(w->needs_body, above == NULL, (size_t)scene->body_count * sizeof *w->needs_body);
  memset(w->is_placed, 0, (size_t)askers * sizeof *w->is_placed);
  memset(w->is_turned, 0, (size_t)askers * sizeof *w->is_turned);
  for (int m = 0; above != NULL && above->any_asks && m < askers; m++)
    if (above->asks_tree[m]) edge_need(scene, w, scene->view[m].b);
  for (int i = 0; above != NULL && i < above->pair_count; i++)
    if ((above->pair[i].parts >> part & 1) != 0) edge_need_pair(scene, w, &above->pair[i]);
  edge_values(scene, w, q->move, level);
  BMS_UNROLL(EDGE_BLOCKS)
  for (int block = 0; block < EDGE_USED; block++) edge_place(scene, w, block);
}

/* ------------------------------------------------------------------ the whole look */

/* Compares the pair of the last contact that was found.  Returns true if it overlaps again. */
BMS_INLINE bool edge_try_last_contact(edge_glance *look) {
  edge_pair pair = look->question->workspace->last_contact;
  const bms_scene *scene = look->question->scene;
  if (!look->question->ends_at_overlap || pair.view < 0) return false;
  if (pair.obstacle >= 0 && !scene_looks_at(scene, scene->mover_of_shape[scene->view[pair.view].b], pair.obstacle))
    return false; /* since bms_scene_set_obstacle() */
  pair.parts = 0;
  return edge_compare_any(look, &pair) != 0;
}

/* Looks around what asks the tree: everything that moves where there is no level above. */
BMS_INLINE bool edge_look_at_obstacles(edge_glance *look, const edge_level *above) {
  const bms_scene *scene = look->question->scene;
  int count = above == NULL || above->any_asks ? scene->group_count : 0;
  for (int i = count - 1; i >= 0; i--) {
    const scene_group *group = &scene->group[i];
    int hull = edge_hull_of(scene, group);
    if (above == NULL || (hull >= 0 && above->asks_tree[hull])) {
      if (edge_look_around_group(look, group)) return true;
      continue;
    }
    for (int k = 0; k < group->member_count; k++) {
      int mover = edge_member(scene, group, k);
      if (above->asks_tree[mover] && edge_look_around_mover(look, mover)) return true;
    }
  }
  return false;
}

/* Compares the pairs that were open above: all pairs of movers where there is no level above. */
BMS_INLINE bool edge_look_at_pairs(edge_glance *look, const edge_level *above, int part) {
  const bms_scene *scene = look->question->scene;
  int count = above == NULL ? scene->pair_view_count : above->pair_count;
  for (int i = 0; i < count; i++) {
    edge_pair pair = above == NULL ? (edge_pair){scene->pair_view[i], -1, 1, false, HUGE_VAL} : above->pair[i];
    if (above != NULL && ((pair.parts >> part & 1) == 0 || pair.is_near)) continue;
    pair.parts = EDGE_ALL_PARTS & edge_parts_before_overlap(look->level);
    if (edge_take_pair(look, &pair)) return true;
  }
  return false;
}

BMS_INLINE bool edge_look_in_lanes(const edge_question *q, edge_level *level, const edge_level *above, int part) {
  edge_glance look = {.question = q, .level = level};
  level->pair_count = 0;
  level->overlaps = 0;
  level->near_parts = level->far_parts = 0;
  level->any_asks = level->any_crowded = false;
  memset(level->asks_tree, 0, (size_t)scene_asker_count(q->scene) * sizeof *level->asks_tree);
  memset(level->is_crowded, 0, (size_t)scene_asker_count(q->scene) * sizeof *level->is_crowded);
  edge_prepare(q, level, above, part);
  if (above == NULL && edge_try_last_contact(&look)) return true;
  return edge_look_at_obstacles(&look, above) || edge_look_at_pairs(&look, above, part);
}

#endif /* BMS_EDGE_LOOK_INLINE_H */
