/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The least distance in a scene: the search of an arm (chain_clearance.c), with the tree of obstacles.
 *
 * For an upper bound each mover checks the boxes of the tree in the order of their distance, as long as they are nearer
 * than all that has been found.  Then the move is halved for each mover until few obstacles are left that may be nearer
 * than that, or halving would show no more of them to be far; the rest is queried pair by pair.
 */

#include "numeric/arithmetic.h"

#include <math.h>

#include "arm/chain.h"
#include "scene/scene.h"

/* An interval is halved while it has more obstacles near than this, and the mover sweeps more than this part of the
   least distance so far. */
enum { FEW = 16 };
static const double PART_OF_SWEEP = 0.125;

/* A mover over an interval, among the obstacles of the tree. */
typedef struct swept_mover {
  const bms_scene *scene;
  bms_chain_search *search;
  int mover;
  bms_chain_span span;
} swept_mover;

static void child_bounds(const obstacle_node *node, int k, double min[3], double max[3]) {
  for (int r = 0; r < 3; r++) {
    min[r] = node->min[r][k];
    max[r] = node->max[r][k];
  }
}

/* Returns no more than the distance of the mover from what a child holds. */
static double child_gap(const swept_mover *s, const obstacle_node *node, int k) {
  double min[3], max[3];
  child_bounds(node, k, min, max);
  return bms_chain_span_gap(&s->span, min, max);
}

/* Returns false for an obstacle that is left out, and where there is no child: no gap is too wide for a tolerance
   that is infinite. */
static bool is_looked_at(const swept_mover *s, const obstacle_node *node, int k) {
  return node->child[k] > 0 || (node->child[k] < 0 && scene_looks_at(s->scene, s->mover, -1 - node->child[k]));
}

static void ask_leaf(const swept_mover *s, int child) {
  const bms_scene *scene = s->scene;
  bms_chain_search_pair(s->search, scene->obstacle[-1 - child], scene->view[s->mover].b, s->span.t0, s->span.t1);
}

/* Asks about the obstacles below a node that may be near, the nearer ones first. */
static void ask_near(const swept_mover *s, int number) {
  const obstacle_node *node = &s->scene->tree.node[number];
  double gap[4];
  unsigned left = 15;
  for (int k = 0; k < 4; k++) gap[k] = child_gap(s, node, k);
  while (left != 0 && s->search->state.least.lower > 0) {
    int nearest = -1;
    for (int k = 0; k < 4; k++)
      if ((left >> k & 1) != 0 && (nearest < 0 || gap[k] < gap[nearest])) nearest = k;
    left &= ~(1u << nearest);
    if (!is_looked_at(s, node, nearest) || bms_chain_search_is_far(&s->search->state, gap[nearest])) continue;
    if (node->child[nearest] >= 0)
      ask_near(s, node->child[nearest]);
    else
      ask_leaf(s, node->child[nearest]);
  }
}

/* Returns how many obstacles below a node may be near, but no more than FEW + 1. */
static int count_near(const swept_mover *s, int number, int count) {
  const obstacle_node *node = &s->scene->tree.node[number];
  const bms_clearance_search *state = &s->search->state;
  for (int k = 0; k < 4 && count <= FEW; k++) {
    double gap = child_gap(s, node, k);
    if ((gap > 0 && gap >= state->least.upper - state->tolerance) || !is_looked_at(s, node, k)) continue;
    count = node->child[k] >= 0 ? count_near(s, node->child[k], count) : count + 1;
  }
  return count;
}

/* Searches an interval of a mover among the obstacles of the tree. */
static void search_mover(const bms_scene *scene, bms_chain_search *search, int mover, const bms_link_view *view,
                         double t0, double t1) {
  swept_mover s = {scene, search, mover, bms_chain_span_over(view, t0, t1)};
  double middle = 0.5 * t0 + 0.5 * t1;
  bool is_long = t0 < middle && middle < t1 && s.span.sweep > PART_OF_SWEEP * search->state.least.upper;
  if (search->glances || !is_long || search->state.work <= 0 || count_near(&s, 0, 0) <= FEW) {
    ask_near(&s, 0);
    return;
  }
  search->state.work--;
  search_mover(scene, search, mover, view, t0, middle);
  if (search->state.least.lower > 0) search_mover(scene, search, mover, view, middle, t1);
}

/* Checks the half-spaces and the other movers. */
static void search_others(const bms_scene *scene, bms_chain_search *search, int mover, double t0, double t1) {
  int shape = scene->view[mover].b;
  for (int i = 0; i < scene->plane_count && search->state.least.lower > 0; i++) {
    int obstacle = scene->plane[i].obstacle;
    if (scene_looks_at(scene, mover, obstacle)) bms_chain_search_pair(search, scene->obstacle[obstacle], shape, t0, t1);
  }
  for (int i = 0; i < mover && search->state.least.lower > 0; i++) {
    int other = scene->view[i].b;
    if (bms_chain_looks_at(&scene->chain, other, shape)) bms_chain_search_pair(search, other, shape, t0, t1);
  }
}

static void search_near(const void *context, bms_chain_search *search, double t0, double t1) {
  const bms_scene *scene = context;
  for (int m = 0; m < scene->mover_count && search->state.least.lower > 0; m++) {
    bms_link_view view = bms_link_view_of(&scene->chain, search->move, BMS_WORLD, scene->view[m].b);
    search_others(scene, search, m, t0, t1);
    if (scene->tree.count > 0 && search->state.least.lower > 0) search_mover(scene, search, m, &view, t0, t1);
  }
}

bms_status bms_scene_clearance(const bms_scene *scene, const bms_move *move, double tolerance,
                               bms_link_clearance *clearance) {
  const bms_chain *chain = &scene->chain;
  *clearance = (bms_link_clearance){{INFINITY, INFINITY, move->t0}, -1, -1};
  if (!scene_question_is_valid(scene, move, tolerance)) return BMS_INVALID;
  if (!scene->is_moderate) return bms_chain_clearance(chain, move, tolerance, clearance);
  return bms_chain_search_clearance(chain, move, tolerance, search_near, scene, clearance);
}
