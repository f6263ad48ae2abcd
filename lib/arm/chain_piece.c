/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A shape seen from a link, over an interval, as one motion with a proved radius.
 *
 * No joint between the two moves     the shape stands still.
 * One joint, at a constant rate      revolute: bms_motion_revolute(), an exact circle; prismatic: an exact line.
 * Otherwise                          the quadratic through three poses (fit.c).
 *
 * Bounds for the fit.  From the shape towards the link that carries both, each joint takes a point z of its link to y =
 * p + Q J(t) z, J a rotation or a translation: jet.h's product and sum.  With rates w_i of revolute joints and constant
 * rates |z'''| comes out as at most (sum w_i)^3 times the reach; inner joints count with the reach beyond them only.
 * The viewer's carrier is one more rigid motion, inverted: x = R^T (y - o), whose jets multiply in the same way.
 *
 * Errors of the poses.  Each of the n steps multiplies two quaternions, turns a vector and takes a sine and a cosine:
 * below 64 roundings of the sizes, if all turned points lie within the reach; and the joint's value has 16 roundings of
 * its terms, an angle or a length: by Horner's rule 5 products, 5 sums, and 5 times the error of the time since the
 * move's start.  The rotation's error acts on the whole reach.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <string.h>

#include "arm/chain.h"
#include "arm/placed_shape.h"
#include "arm/pose.h"
#include "path/fit.h"
#include "numeric/elementary.h"
#include "numeric/jet.h"
#include "numeric/vector.h"

static const double STEP_ROUNDINGS = 64, VALUE_ROUNDINGS = 16;

/* Roundings of the sizes: bms_motion_revolute() meets its poses to within some 16 roundings of points and coefficients,
   divided by a weight of at least cos(GREATEST_TURN / 2) > 1/2; so is the line. */
static const double EXACT_ROUNDINGS = 256;

/* No exact motion is used whose rotation is farther off than this: the box cannot be grown by so much, and what is of
   the size of a turn by rounding alone may be too short to get on in time. */
static const double GREATEST_ERROR = 0x1p-3;

/* Radians of one exact turn. */
static const double GREATEST_TURN = 2;

/* Roundings of a time that is taken from s back to t: of the length, 16 of the part of the piece and what is made of
   it; of the greatest absolute time, the sum and the difference at the end, and 3 of the middle and the half of a
   fit. */
static const double PART_ROUNDINGS = 32, TIME_ROUNDINGS = 8;

/* ------------------------------------------------------------------ views */

/* Returns true if a coefficient from the given one on is not zero. */
static bool has_terms_from(int first, const double value[BMS_MOVE_TERMS]) {
  for (int k = first; k < BMS_MOVE_TERMS; k++)
    if (fabs(value[k]) > 0) return true;
  return false;
}

static bool carries_by_motion(const bms_link *link, const bms_move *move) {
  return link->joint != BMS_JOINT_FIXED && has_terms_from(1, move->value[link->variable]);
}

bms_link_view bms_link_view_of(const bms_chain *chain, const bms_move *move, int from, int shape) {
  bms_link_view view = {.chain = chain, .move = move, .from = from, .shape = shape, .joint = BMS_WORLD};
  view.bounds = bms_placed_bounds(&chain->shape[shape]);
  view.reach = bms_placed_reach(&chain->shape[shape]) + BMS_CHAIN_LEAST_LENGTH;
  view.static_error = BMS_CHAIN_LEAST_LENGTH;
  for (int i = from, j = chain->shape[shape].link; i != j;) {
    int *higher = j > i ? &j : &i;
    const bms_link *link = &chain->link[*higher];
    if (carries_by_motion(link, move)) {
      view.moving++;
      view.joint = *higher;
      view.inward = higher == &i;
    }
    *higher = link->parent;
  }
  return view;
}

/* Returns the pose of the shape in the viewer's frame. */
static bms_pose pose_at(const bms_link_view *view, double t) {
  const bms_placed_shape *placed = &view->chain->shape[view->shape];
  bms_pose_cache *cache = view->cache;
  if (cache == NULL || fabs(cache->t - t) > 0)
    return bms_chain_carried(view->chain, view->move, t, view->from, placed->link, &placed->pose);
  int link = cache->link;
  while (link > view->from) link = view->chain->link[link].parent;
  cache->pose = bms_chain_carried(view->chain, view->move, t, link, cache->link, &cache->pose);
  cache->link = link;
  return link == view->from ? cache->pose
                            : bms_chain_carried(view->chain, view->move, t, view->from, link, &cache->pose);
}

/* ------------------------------------------------------------------ what stands still */

int bms_static_root_of(const bms_chain *chain, const bms_move *move, int link) {
  while (link != BMS_WORLD && !carries_by_motion(&chain->link[link], move)) link = chain->link[link].parent;
  return link;
}

bms_pose bms_link_view_static_pose(const bms_link_view *view, int shape) {
  const bms_placed_shape *placed = &view->chain->shape[shape];
  if (placed->link == view->from) return placed->pose;
  return bms_chain_carried(view->chain, view->move, view->move->t0, view->from, placed->link, &placed->pose);
}

/* ------------------------------------------------------------------ bounds */

/* A point that joints carry, as seen from the link reached so far. */
typedef struct carried {
  bms_jet origin, turn;
  double reach;  /* the greatest |origin|, a sum of absolute terms */
  double errors; /* of the turn, in units */
  double length_errors;
} carried;

static carried carried_at_rest(const double position[3]) {
  double size = bms_length(position) + BMS_CHAIN_LEAST_LENGTH;
  return (carried){bms_jet_constant(size), bms_jet_constant(1), size, STEP_ROUNDINGS, 0};
}

static void carry(carried *c, const bms_link *link, const bms_move *move, double t0, double t1) {
  double size = bms_length(link->frame.position) + BMS_CHAIN_LEAST_LENGTH;
  c->errors += STEP_ROUNDINGS;
  if (link->joint != BMS_JOINT_FIXED) {
    bms_jet jet = bms_jet_quintic(move->value[link->variable], t0 - move->t0, t1 - move->t0);
    double max_abs_time = fmax(fabs(t0 - move->t0), fabs(t1 - move->t0));
    double rounded = VALUE_ROUNDINGS * bms_move_terms(move, link->variable, max_abs_time);
    if (link->joint == BMS_JOINT_REVOLUTE) {
      bms_jet rotation = bms_jet_rotation(&jet);
      c->origin = bms_jet_product(&rotation, &c->origin);
      c->turn = bms_jet_product(&rotation, &c->turn);
      c->errors += rounded;
    } else {
      c->origin = bms_jet_sum(&c->origin, &jet);
      c->reach += jet.d[0];
      c->length_errors += rounded;
    }
  }
  c->origin.d[0] += size;
  c->reach += size;
}

static void bounds_of(const bms_link_view *view, double t0, double t1, bms_smooth_bounds *bounds) {
  static const double HERE[3] = {0, 0, 0};
  const bms_placed_shape *placed = &view->chain->shape[view->shape];
  carried shape = carried_at_rest(placed->pose.position), viewer = carried_at_rest(HERE);
  for (int i = view->from, j = placed->link; i != j;) {
    int *higher = j > i ? &j : &i;
    const bms_link *link = &view->chain->link[*higher];
    carry(higher == &j ? &shape : &viewer, link, view->move, t0, t1);
    *higher = link->parent;
  }
  bms_jet apart = bms_jet_sum(&shape.origin, &viewer.origin);
  bms_jet origin = bms_jet_product(&viewer.turn, &apart), turn = bms_jet_product(&viewer.turn, &shape.turn);
  double errors = BMS_ROUNDING * (shape.errors + viewer.errors);
  *bounds = (bms_smooth_bounds){
      .origin_speed = origin.d[1],
      .origin_jerk = origin.d[3],
      .turn_speed = turn.d[1],
      .turn_jerk = turn.d[3],
      .origin_error =
          errors * (shape.reach + viewer.reach) + BMS_ROUNDING * (shape.length_errors + viewer.length_errors),
      .turn_error = errors,
  };
}

double bms_link_view_static_error(const bms_link_view *view, int shape) {
  const bms_placed_shape *placed = &view->chain->shape[shape];
  carried c = carried_at_rest(placed->pose.position);
  if (placed->link == view->from) return 0;
  for (int i = placed->link; i != view->from; i = view->chain->link[i].parent)
    carry(&c, &view->chain->link[i], view->move, view->move->t0, view->move->t0);
  return BMS_ROUNDING * (c.errors * (c.reach + bms_placed_reach(placed)) + c.length_errors) * BMS_JET_SAFETY;
}

/* ------------------------------------------------------------------ spans */

bms_chain_span bms_chain_span_over(const bms_link_view *view, double t0, double t1) {
  bms_chain_span span = {.t0 = t0, .t1 = t1, .nodes = bms_fit_nodes_of(t0, t1)};
  bounds_of(view, t0, t1, &span.bounds);
  span.middle = pose_at(view, span.nodes.middle);
  bms_pose_bounds(&span.middle, &view->bounds, span.min, span.max);
  span.sweep = bms_fit_sweep(&span.nodes, &span.bounds, view->reach) + view->static_error;
  return span;
}

double bms_chain_span_gap(const bms_chain_span *span, const double min[3], const double max[3]) {
  double gap = bms_bounds_distance(span->min, span->max, min, max) / BMS_JET_SAFETY - span->sweep;
  return gap > 0 ? gap : 0;
}

/* ------------------------------------------------------------------ pieces */

/* Sets the errors of an exact motion whose poses are as good as the bounds; `size` is the size of all that it computes
   with. */
static void set_radius(const bms_link_view *view, const bms_smooth_bounds *bounds, double size,
                       bms_chain_piece *piece) {
  double turn = bounds->turn_error + EXACT_ROUNDINGS * BMS_ROUNDING;
  piece->radius = (bounds->origin_error + turn * (view->reach + size)) * BMS_JET_SAFETY;
  piece->stretch = 1 / (1 - turn) * BMS_JET_SAFETY;
  if (!(turn < GREATEST_ERROR)) piece->radius = piece->stretch = INFINITY;
}

/* Makes the piece of one revolute joint.  If it carries the viewer, the shape turns the other way about the axis that
   the viewer sees stand still. */
static void turn_piece(const bms_link_view *view, const bms_smooth_bounds *bounds, bms_chain_piece *piece) {
  const bms_link *link = &view->chain->link[view->joint];
  double rate = view->move->value[link->variable][1], direction[3];
  if (fabs(rate) * (piece->t1 - piece->t0) > GREATEST_TURN) piece->t1 = piece->t0 + GREATEST_TURN / fabs(rate);
  piece->angle = (view->inward ? -rate : rate) * (piece->t1 - piece->t0);
  bms_pose start = pose_at(view, piece->t0);
  bms_pose joint = bms_chain_relative(view->chain, view->move, piece->t0, view->from, view->joint);
  bms_pose_turn(&joint, link->axis, direction);
  piece->body.motion =
      bms_motion_revolute(start.position, start.quaternion, joint.position, direction, 0, 0, 1, piece->angle);
  set_radius(view, bounds, bms_length(start.position) + 2 * bms_length(joint.position), piece);
}

static void line_piece(const bms_link_view *view, const bms_smooth_bounds *bounds, bms_chain_piece *piece) {
  bms_pose start = pose_at(view, piece->t0), end = pose_at(view, piece->t1);
  piece->body.motion = bms_motion_between(0, start.position, start.quaternion, 1, end.position, start.quaternion);
  set_radius(view, bounds, bms_length(start.position) + bms_length(end.position), piece);
}

static void fitted_piece(const bms_link_view *view, const bms_chain_span *span, bms_chain_piece *piece) {
  const bms_fit_nodes *nodes = &span->nodes;
  double pose[3][3][4];
  bms_fit fit;
  piece->radius = piece->stretch = INFINITY;
  if (!bms_fit_serves(nodes, &span->bounds)) return;
  for (int k = 0; k < 3; k++) {
    bms_pose at = k == 1 ? span->middle : pose_at(view, nodes->time[k]);
    bms_pose_matrix(&at, pose[k]);
  }
  bms_fit_poses(nodes, (const double(*)[3][4])pose, &span->bounds, view->reach, &fit);
  piece->body.motion = (bms_motion){.form = BMS_MOTION_MATRIX, .matrix.weight = {1, 0, 0}};
  memcpy(piece->body.motion.matrix.entry, fit.coefficient, sizeof fit.coefficient);
  piece->s0 = -1;
  piece->radius = fit.radius;
  piece->stretch = fit.stretch;
}

static double time_error_of(const bms_chain_piece *piece) {
  return BMS_ROUNDING *
         (PART_ROUNDINGS * (piece->t1 - piece->t0) + TIME_ROUNDINGS * fmax(fabs(piece->t0), fabs(piece->t1)));
}

bms_chain_piece bms_chain_piece_over(const bms_link_view *view, const bms_chain_span *span) {
  bms_chain_piece piece = {.t0 = span->t0, .t1 = span->t1, .s0 = 0, .s1 = 1};
  piece.body.box = view->bounds;
  bool constant_rate = false;
  if (view->moving == 1) {
    constant_rate = !has_terms_from(2, view->move->value[view->chain->link[view->joint].variable]);
  }
  if (view->moving == 0 || (constant_rate && view->chain->link[view->joint].joint == BMS_JOINT_PRISMATIC))
    line_piece(view, &span->bounds, &piece);
  else if (constant_rate)
    turn_piece(view, &span->bounds, &piece);
  else
    fitted_piece(view, span, &piece);
  piece.radius += view->static_error;
  /* A time that is rounded down is early by its roundings and what it is off by, and all of it moves in between. */
  double speed = span->bounds.origin_speed + span->bounds.turn_speed * view->reach;
  piece.slack = bms_fit_slack(piece.radius, piece.stretch) + 2 * time_error_of(&piece) * speed * BMS_JET_SAFETY;
  return piece;
}

/* An exact turn runs along a chord of quaternions: the half angle at s is the one of (1 - s, 0) + s (cos, sin)(angle /
   2), and the joint's rate is constant. */
double bms_chain_piece_time(const bms_chain_piece *piece, double s) {
  double part = (s - piece->s0) / (piece->s1 - piece->s0), half = 0.5 * fabs(piece->angle), sine, cosine;
  bms_sine_cosine(half, &sine, &cosine);
  if (half > 0) part = bms_angle_of((1 - s) + s * cosine, s * sine) / half;
  double t = piece->t0 + part * (piece->t1 - piece->t0);
  t -= time_error_of(piece);
  return fmin(fmax(t, piece->t0), piece->t1);
}
