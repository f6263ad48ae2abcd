/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How fast a shape can move as seen from another, and how much its way can bend.
 *
 * A point x that the joints j carry, the first outermost, moves with
 *
 *     x'  = sum_j w_j a_j x (x - o_j)
 *     x'' = sum_j (w_j' a_j x (x - o_j) + w_j^2 a_j x (a_j x (x - o_j))) + 2 sum_(i<j) w_i a_i x (w_j a_j x (x - o_j))
 *
 * about axes a_j through o_j, and w_j a_j in the place of w_j a_j x (x - o_j) where the joint slides, which turns
 * nothing.  |a_j x (x - o_j)| is the distance from the axis, at most the step's reach r_j (1 where it slides), so that
 *
 *     |x'| <= sum_j |w_j| r_j        |x''| <= sum_j r_j (|w_j'| + |w_j| (|w_j| + 2 sum_(i<j) |w_i|))
 *
 * where the lone |w_j| and the inner sum are of joints that turn.  A direction that they carry is a point without
 * origin, of reach 1: |n'| <= W = sum |w_j|, |n''| <= W^2 + sum |w_j'|.
 *
 * Roundings.  A place is computed joint by joint from the world: the product of two rotations, a sine and a cosine, a
 * sum of four terms.  An entry of a rotation gets, in u = 2^-53 and in addition to the value's own error: 16 from the
 * frame as prepared, 6 of the sum, 2 (11 + 2) of the sine and the cosine; less than 64 together.  So does each link
 * that is fixed on the way, for its part of a frame.  The value has 16 of its terms, as in chain_piece.c.  All of them
 * act on lengths that do not add up to more than the shape's `size` and what joints slide.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <string.h>

#include "arm/chain.h"
#include "numeric/jet.h"
#include "numeric/rounding.h"
#include "numeric/sine.h"
#include "scene/scene.h"

/* Squares of rates beyond this, and of sums of them, may not be doubles. */
static const double GREATEST_RATE = 1e100;

enum { VALUE, RATE, RATE_CHANGE };
enum { TURN, LENGTH };

static const double JOINT_ROUNDINGS = 64, VALUE_ROUNDINGS = 16;

/* Times the roundings of two places, of which no more act on a gap along an axis that is made from them: the ones of
   the centres, of the axis, of the columns that it is multiplied with, and of the sums. */
static const double COMPUTED_ROUNDINGS = 4;

/* Finds the roundings of each body's rotation, and how far joints slide on the way to it. */
static void find_carried(const bms_scene *scene, bms_scene_workspace *workspace) {
  for (int i = 0; i < scene->body_count; i++) {
    const scene_body *body = &scene->body[i];
    double *carried = workspace->carried[i], terms = workspace->joint[body->variable][VALUE];
    carried[TURN] = JOINT_ROUNDINGS * body->link_count + (body->turns ? VALUE_ROUNDINGS * terms : 0);
    carried[LENGTH] = body->turns ? 0 : terms;
    for (int k = 0; k < 2 && body->parent != BMS_WORLD; k++) carried[k] += workspace->carried[body->parent][k];
  }
}

/* Adds the roundings of a rotation between the shape and the world, and the lengths that they act on. */
static void add_roundings(const bms_scene *scene, const bms_scene_workspace *workspace, int shape, double *turn,
                          double *length) {
  const double *carried = workspace->carried[scene->shape[shape].body];
  *turn += JOINT_ROUNDINGS * (1 + scene->shape[shape].link_count) + carried[TURN];
  *length += scene->shape[shape].size + carried[LENGTH];
}

static void find_rate(const bms_scene *scene, const bms_scene_workspace *workspace, const scene_view *view,
                      edge_rate *rate) {
  double slide = 0, turn = 0, change = 0, speed = 0, bend = 0, turn_roundings = 0, length = 0;
  for (int i = 0; i < view->step_count; i++) { /* outwards: 2 |w_i| meets the |w_j| r_j of all further in */
    const scene_step *step = &scene->step[view->first_step + i];
    const double *joint = workspace->joint[step->variable];
    if (step->turns) {
      double reach = step->reach + slide;
      bend += joint[RATE_CHANGE] * reach + joint[RATE] * (joint[RATE] * reach + 2 * speed);
      speed += joint[RATE] * reach;
      turn += joint[RATE];
      change += joint[RATE_CHANGE];
    } else {
      bend += joint[RATE_CHANGE];
      speed += joint[RATE];
      slide += joint[VALUE];
    }
  }
  if (view->a != BMS_WORLD)
    add_roundings(scene, workspace, view->a, &turn_roundings, &length);
  else
    turn_roundings += JOINT_ROUNDINGS * scene->obstacle_links;
  add_roundings(scene, workspace, view->b, &turn_roundings, &length);
  rate->turn = turn * BMS_JET_SAFETY;
  rate->turn_bend = (turn * turn + change) * BMS_JET_SAFETY;
  rate->speed = speed * BMS_JET_SAFETY;
  rate->bend = bend * BMS_JET_SAFETY;
  rate->turn_rounding = COMPUTED_ROUNDINGS * BMS_ROUNDING * turn_roundings;
  rate->rounding = rate->turn_rounding * length + BMS_CHAIN_LEAST_LENGTH;
}

/* Returns how many terms the polynomials of a move have, but no less than 2. */
static int count_terms(const bms_move *move, int variables) {
  int count = 2;
  for (int v = 0; v < variables; v++)
    for (int k = count; k < BMS_MOVE_TERMS; k++)
      if (move->value[v][k] < 0 || move->value[v][k] > 0) count = k + 1;
  return count;
}

bool edge_find_rates(const bms_scene *scene, bms_scene_workspace *workspace, const bms_move *move, double t0,
                     double t1) {
  workspace->term_count = count_terms(move, scene->chain.variable_count);
  for (int v = 0; v < scene->chain.variable_count; v++) {
    const double *c = move->value[v];
    double *joint = workspace->joint[v];
    bms_jet jet = {{0, fabs(c[1]), 0, 0}};
    if (workspace->term_count > 2) jet = bms_jet_quintic(c, t0 - move->t0, t1 - move->t0);
    joint[VALUE] = bms_move_terms(move, v, move->t1 - move->t0);
    joint[RATE] = jet.d[1];
    joint[RATE_CHANGE] = jet.d[2];
    if (!(joint[VALUE] < BMS_SINE_GREATEST)) return false;
    if (!(joint[RATE] < GREATEST_RATE && joint[RATE_CHANGE] < GREATEST_RATE)) return false;
  }
  find_carried(scene, workspace);
  memset(workspace->is_rated, 0, (size_t)scene->view_count * sizeof *workspace->is_rated);
  return true;
}

const edge_rate *edge_rate_of(const bms_scene *scene, bms_scene_workspace *workspace, int view) {
  edge_rate *rate = &workspace->rate[view];
  if (!workspace->is_rated[view]) find_rate(scene, workspace, &scene->view[view], rate);
  workspace->is_rated[view] = true;
  return rate;
}
