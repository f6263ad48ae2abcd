/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The least distance on the way: branch and bound over all pairs at once (clearance.c).
 *
 * First all pairs are measured at a few times, for an upper bound that is small but not as small as can be: it leaves
 * little to be measured again, and to find the nearest of many triangles takes long.  Then each pair over the whole
 * move: if the pose at the middle and the speed keep it far enough away, or the axis-aligned boxes of a piece are far
 * enough apart for its radius, it is done with however coarse it is; otherwise it is halved, until its radius is a
 * small part of the tolerance and the search goes on within it.
 */

#include "numeric/arithmetic.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>

#include "bounds/bernstein_hull.h"
#include "arm/chain.h"
#include "arm/placed_shape.h"
#include "arm/pose.h"
#include "arm/shape_pair.h"

/* Times at the start, and the part of the tolerance that a radius may have, or a distance be too large by. */
enum { LOOKS = 5 };
static const double PART_OF_RADIUS = 0.25;

/* The part of the least distance by which what is found at a glance may be too far apart. */
static const double PART_OF_GLANCE = 0.5;

enum { DEEPEST = 40 };

/* A turn that is longer than a piece is searched piece by piece, but no more of them in one question. */
enum { MOST_PIECES = 200000 };

typedef struct job {
  bms_link_view view;
  int other;
  bool boxes;     /* both are boxes that are not grown */
  bms_body still; /* the other one, if it is such a box, in the viewer's frame */
  double min[3], max[3];
  bms_clearance_search *search;
  bms_link_clearance *clearance;
  int *pieces; /* that are left */
} job;

/* Returns the gap between the axis-aligned boxes, which does not exceed the distance. */
static double box_gap(const job *j, const bms_chain_piece *piece) {
  double min[3], max[3];
  bms_bernstein_hull hull;
  bms_bernstein_hull_of(&piece->body, piece->s0, piece->s1, &hull);
  bms_bernstein_hull_bounds(&hull, min, max);
  return bms_bounds_distance(min, max, j->min, j->max) * (1 - 0x1p-50);
}

/* Searches over the piece's s, and takes the time found back to t. */
static void search_piece(const job *j, const bms_chain_piece *piece) {
  if (!bms_clearance_pair(&j->still, &piece->body, piece->radius, piece->s0, piece->s1, j->search)) return;
  j->clearance->least.t = bms_chain_piece_time(piece, j->search->least.t);
  j->clearance->a = j->other;
  j->clearance->b = j->view.shape;
}

/* Returns true if all parts of two shapes are certainly farther apart on the piece than matters; then takes the
   bound into account. */
static bool parts_are_far(const job *j, const bms_chain_piece *piece) {
  bms_clearance *least = &j->search->least;
  double bound = fmax(least->upper - j->search->tolerance, 0);
  bms_shape_pair pair;
  bms_near_parts near = {.direction = {0}};
  if (!isfinite(piece->radius) || !isfinite(bound)) return false;
  bms_shape_pair_over(&j->view, j->other, &j->view.chain->shape[j->other].pose, piece, &pair);
  if (!bms_shape_pair_apart(&pair, bound, INT_MAX, &near)) return false;
  least->lower = fmin(least->lower, bound);
  return true;
}

/* Takes in the distance of two parts at t, which bounds the least one from above.  Returns true if they are nearer than
   all so far. */
static bool take_parts(const job *j, double t, const bms_near_parts *near) {
  bms_clearance *least = &j->search->least;
  if (!(near->upper < least->upper)) return false;
  least->upper = near->upper;
  j->clearance->least.t = t;
  j->clearance->a = j->other;
  j->clearance->b = j->view.shape;
  if (!(near->upper > 0)) least->lower = 0;
  return true;
}

/* Finds parts at t that are at most `slack` farther apart than the nearest.  Returns true if they are nearer than all
   so far. */
static bool look_at_parts(const job *j, double t, const bms_shape_pair *pair, double slack) {
  bms_near_parts near;
  bms_shape_pair_nearest(pair, j->search->least.upper, slack, &near);
  return take_parts(j, t, &near);
}

/* Searches for parts in the middle of the span.  Returns true if they are nearer than all so far. */
static bool look_in_middle(const job *j, const bms_chain_span *span) {
  bms_shape_pair pair;
  bms_shape_pair_at(&j->view, j->other, &j->view.chain->shape[j->other].pose, span->nodes.middle, &pair);
  return look_at_parts(j, span->nodes.middle, &pair, PART_OF_RADIUS * j->search->tolerance);
}

/* Searches the pair at t for parts that may be twice as far apart as the nearest.  The first parts of all are any. */
static void glance(const job *j, double t) {
  bms_shape_pair pair;
  bms_near_parts any = {.part_a = 0};
  bms_shape_pair_at(&j->view, j->other, &j->view.chain->shape[j->other].pose, t, &pair);
  if (!isfinite(j->search->least.upper)) {
    bms_shape_pair_look(&pair, &any);
    take_parts(j, t, &any);
  }
  double slack = fmax(PART_OF_GLANCE * j->search->least.upper, PART_OF_RADIUS * j->search->tolerance);
  look_at_parts(j, t, &pair, slack);
}

/* Shapes other than boxes.  Returns true if the bounds are as close as they get. */
static bool search_parts(const job *j, const bms_chain_span *span, const bms_chain_piece *piece) {
  if (parts_are_far(j, piece)) return true;
  return look_in_middle(j, span) && (!(j->search->least.upper > 0) || parts_are_far(j, piece));
}

bool bms_chain_search_is_far(bms_clearance_search *state, double bound) {
  if (!(bound > 0 && bound >= state->least.upper - state->tolerance)) return false;
  state->least.lower = fmin(state->least.lower, bound);
  return true;
}

static void search(const job *j, double t0, double t1, int depth);

/* Searches an interval by halves, or as much of its beginning as a piece holds; returns how far it has come. */
static double search_beginning(const job *j, double t0, double t1, int depth) {
  bms_clearance *least = &j->search->least;
  double middle = 0.5 * t0 + 0.5 * t1;
  bms_chain_span span = bms_chain_span_over(&j->view, t0, t1);
  if (bms_chain_search_is_far(j->search, bms_chain_span_gap(&span, j->min, j->max))) return t1;
  bms_chain_piece piece = bms_chain_piece_over(&j->view, &span);
  double bound = isfinite(piece.radius) ? box_gap(j, &piece) - piece.radius : 0;
  if (bms_chain_search_is_far(j->search, bound) || (!j->boxes && search_parts(j, &span, &piece))) {
    /* done with it */
  } else if (j->boxes && piece.radius <= PART_OF_RADIUS * j->search->tolerance) {
    search_piece(j, &piece);
  } else if (depth < DEEPEST && t0 < middle && middle < t1 && j->search->work > 0) {
    j->search->work--;
    search(j, t0, middle, depth + 1);
    if (least->lower > 0) search(j, middle, t1, depth + 1);
    return t1;
  } else if (j->boxes && isfinite(piece.radius)) {
    search_piece(j, &piece); /* no finer ones are to be had: their bounds are taken as they come */
  } else {
    least->lower = 0;
  }
  return piece.t1;
}

static void search(const job *j, double t0, double t1, int depth) {
  bms_clearance *least = &j->search->least;
  double t = search_beginning(j, t0, t1, depth);
  while (t < t1 && least->lower > 0) {
    if (--*j->pieces > 0)
      t = search_beginning(j, t, t1, depth);
    else
      least->lower = 0;
  }
}

/* Returns true if one of the two is inside of the other at the start, and sets that as the least distance. */
static bool are_nested(const job *j) {
  const bms_chain *chain = j->view.chain;
  const bms_placed_shape *other = &chain->shape[j->other];
  double t0 = j->view.move->t0;
  bms_shape_pair pair;
  if (!bms_shapes_can_nest(other, &chain->shape[j->view.shape])) return false;
  bms_shape_pair_at(&j->view, j->other, &other->pose, t0, &pair);
  if (!bms_shape_pair_nested(&pair)) return false;
  j->search->least.lower = j->search->least.upper = 0;
  *j->clearance = (bms_link_clearance){{0, 0, t0}, j->other, j->view.shape};
  return true;
}

/* Returns true if no joint moves. */
static bool is_still(const bms_chain *chain, const bms_move *move) {
  for (int v = 0; v < chain->variable_count; v++)
    for (int k = 1; k < BMS_MOVE_TERMS; k++)
      if (move->value[v][k] < 0 || move->value[v][k] > 0) return move->t0 >= move->t1;
  return true;
}

void bms_chain_search_pair(bms_chain_search *of_all, int a, int b, double t0, double t1) {
  const bms_chain *chain = of_all->chain;
  if (chain->shape[a].link > chain->shape[b].link) {
    int higher = a;
    a = b;
    b = higher;
  }
  const bms_placed_shape *other = &chain->shape[a];
  job j = {bms_link_view_of(chain, of_all->move, other->link, b),
           a,
           bms_placed_is_box(other) && bms_placed_is_box(&chain->shape[b]),
           {other->convex.box, bms_motion_fixed(other->pose.position, other->pose.quaternion)},
           {0},
           {0},
           &of_all->state,
           of_all->clearance,
           &of_all->pieces};
  bms_box bounds = bms_placed_bounds(other);
  bms_pose_bounds(&other->pose, &bounds, j.min, j.max);
  if (of_all->glances && t0 <= j.view.move->t0 && are_nested(&j)) return;
  if (of_all->glances && !j.boxes)
    glance(&j, t0);
  else
    search(&j, t0, t1, 0);
}

/* Searches all pairs. */
static void search_pairs(const void *nothing, bms_chain_search *of_all, double t0, double t1) {
  const bms_chain *chain = of_all->chain;
  (void)nothing;
  for (int b = 0; b < chain->shape_count; b++) {
    if (chain->shape[b].link == BMS_WORLD) continue;
    for (int a = 0; a < chain->shape_count; a++) {
      if (chain->shape[a].link >= chain->shape[b].link || !bms_chain_looks_at(chain, a, b)) continue;
      bms_chain_search_pair(of_all, a, b, t0, t1);
      if (!(of_all->state.least.lower > 0)) return;
    }
  }
}

bms_status bms_chain_search_clearance(const bms_chain *chain, const bms_move *move, double tolerance,
                                      bms_chain_pairs *look, const void *context, bms_link_clearance *clearance) {
  bms_chain_search all = {chain, move, .clearance = clearance, .pieces = MOST_PIECES, .glances = true};
  bms_clearance *least = &all.state.least;
  *clearance = (bms_link_clearance){{INFINITY, INFINITY, move->t0}, -1, -1};
  bms_clearance_begin(tolerance, &all.state);
  int looks = is_still(chain, move) ? 1 : LOOKS;
  for (int k = 0; k < looks && least->lower > 0; k++) {
    double t = fmin(move->t0 + (move->t1 - move->t0) * k / (LOOKS - 1), move->t1);
    look(context, &all, t, t);
  }
  all.glances = false;
  if (least->lower > 0) look(context, &all, move->t0, move->t1);
  clearance->least.lower = least->lower;
  clearance->least.upper = least->upper;
  return least->lower > 0 ? BMS_SEPARATED : BMS_CONTACT;
}

bms_status bms_chain_clearance(const bms_chain *chain, const bms_move *move, double tolerance,
                               bms_link_clearance *clearance) {
  *clearance = (bms_link_clearance){{INFINITY, INFINITY, move->t0}, -1, -1};
  if (!bms_tolerance_is_valid(tolerance) || bms_chain_check(chain, move, NULL, 0) != 0) return BMS_INVALID;
  return bms_chain_search_clearance(chain, move, tolerance, search_pairs, NULL, clearance);
}
