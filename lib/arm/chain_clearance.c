/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The least distance on the way: branch and bound over all pairs at once (margin.c).
 *
 * First a few looks at all pairs for a small upper bound.  Then each pair over the whole move: where the pose at the
 * middle and the speed keep it far enough away, or the axis-aligned boxes of a piece are far enough apart for its radius,
 * it is done with however coarse it is; otherwise it is halved,
 * until its radius is a small part of the tolerance and the search goes on within it.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stddef.h>

#include "bounds/bernstein_hull.h"
#include "arm/chain.h"
#include "path/clearance.h"

/* Looks at the start, and the part of the tolerance that a radius may have. */
enum { LOOKS = 5 };
static const double PART_OF_RADIUS = 0.25;

enum { DEEPEST = 40 };

typedef struct job {
  bms_view view;
  int other;
  bms_body still; /* that one, in the viewer's frame */
  double min[3], max[3];
  bms_clearance_search *search;
  bms_link_clearance *clearance;
} job;

/* Between the axis-aligned boxes: not above the distance. */
static double box_gap(const job *j, const bms_chain_piece *piece) {
  double min[3], max[3];
  bms_bernstein_hull hull;
  bms_bernstein_hull_of(&piece->body, piece->s0, piece->s1, &hull);
  bms_bernstein_hull_bounds(&hull, min, max);
  return bms_bounds_distance(min, max, j->min, j->max) * (1 - 0x1p-50);
}

/* The same search as over one piece's s, so the time found is to be told. */
static void search_piece(const job *j, const bms_chain_piece *piece) {
  if (!bms_clearance_pair(&j->still, &piece->body, piece->radius, piece->s0, piece->s1, j->search)) return;
  j->clearance->margin.t = bms_chain_piece_time(piece, j->search->margin.t);
  j->clearance->a = j->other;
  j->clearance->b = j->view.box;
}

/* Whether it is far enough away not to matter; then the bound is taken into account. */
static bool is_far(const job *j, double bound) {
  bms_clearance *margin = &j->search->margin;
  if (!(bound > 0 && bound >= margin->upper - j->search->tolerance)) return false;
  margin->lower = fmin(margin->lower, bound);
  return true;
}

static void search(const job *j, double t0, double t1, int depth) {
  bms_clearance *margin = &j->search->margin;
  double middle = 0.5 * t0 + 0.5 * t1;
  bms_chain_span span = bms_chain_span_over(&j->view, t0, t1);
  if (is_far(j, bms_chain_span_gap(&span, j->min, j->max))) return;
  bms_chain_piece piece = bms_chain_piece_over(&j->view, &span);
  double end = piece.t1, bound = isfinite(piece.radius) ? box_gap(j, &piece) - piece.radius : 0;
  if (is_far(j, bound)) {
    /* done with it */
  } else if (piece.radius <= PART_OF_RADIUS * j->search->tolerance) {
    search_piece(j, &piece);
  } else if (depth < DEEPEST && t0 < middle && middle < t1 && j->search->work > 0) {
    j->search->work--;
    search(j, t0, middle, depth + 1);
    if (margin->lower > 0) search(j, middle, t1, depth + 1);
    return;
  } else {
    margin->lower = 0;
  }
  if (end < t1 && margin->lower > 0) search(j, end, t1, depth);
}

/* All pairs: at one time, or over the whole move. */
static void search_pairs(const bms_chain *chain, const bms_move *move, double t0, double t1,
                         bms_clearance_search *state, bms_link_clearance *clearance) {
  for (int b = 0; b < chain->box_count; b++)
    for (int a = 0; a < chain->box_count; a++) {
      const bms_placed_box *other = &chain->box[a];
      if (other->link >= chain->box[b].link || !bms_chain_looks_at(chain, a, b)) continue;
      job j = {bms_view_of(chain, move, other->link, b),
               a,
               {other->box, bms_motion_fixed(other->pose.position, other->pose.quaternion)},
               {0},
               {0},
               state,
               clearance};
      bms_pose_bounds(&other->pose, &other->box, j.min, j.max);
      search(&j, t0, t1, 0);
      if (!(state->margin.lower > 0)) return;
    }
}

bms_status bms_chain_clearance(const bms_chain *chain, const bms_move *move, double tolerance,
                               bms_link_clearance *clearance) {
  bms_clearance_search state;
  *clearance = (bms_link_clearance){{INFINITY, INFINITY, move->t0}, -1, -1};
  if (!(tolerance > 0) || bms_chain_check(chain, move, NULL, 0) != 0) return BMS_INVALID;
  bms_clearance_begin(tolerance, &state);
  for (int k = 0; k < LOOKS && state.margin.lower > 0; k++) {
    double t = move->t0 + (move->t1 - move->t0) * k / (LOOKS - 1);
    search_pairs(chain, move, t, t, &state, clearance);
  }
  if (state.margin.lower > 0) search_pairs(chain, move, move->t0, move->t1, &state, clearance);
  clearance->margin.lower = state.margin.lower;
  clearance->margin.upper = state.margin.upper;
  return clearance->margin.lower > 0 ? BMS_SEPARATED : BMS_CONTACT;
}
