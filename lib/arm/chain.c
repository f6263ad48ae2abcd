/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Chains of links: their poses, and the shapes to check.
 *
 * A parent has a lower index than its children.  So on the way between two links, the one with the higher index goes to
 * its parent until both are the same: the nearest link that carries both.
 */

#include "numeric/arithmetic.h"

#include "arm/chain.h"

#include <math.h>
#include <stddef.h>

#include "arm/pose.h"
#include "numeric/elementary.h"
#include "numeric/vector.h"

static bms_pose identity(void) {
  return (bms_pose){{0, 0, 0}, {1, 0, 0, 0}};
}

/* ------------------------------------------------------------------ joints */

/* Makes a quaternion's length 1 if it is not about that: many links' are multiplied. */
static void make_unit(double q[4]) {
  double square = bms_dot4(q, q);
  if (fabs(square - 1) < 0x1p-20) return;
  double length = sqrt(square);
  for (int i = 0; i < 4; i++) q[i] /= length;
}

/* Returns the link's frame in its parent's, at t. */
static bms_pose step_of(const bms_link *link, const bms_move *move, double t) {
  bms_pose step = link->frame;
  make_unit(step.quaternion);
  if (link->joint == BMS_JOINT_FIXED) return step;
  double value = bms_move_value(move, link->variable, t), length = bms_length(link->axis);
  if (link->joint == BMS_JOINT_REVOLUTE) {
    double sine, cosine;
    bms_sine_cosine(0.5 * value, &sine, &cosine);
    sine /= length;
    double turn[4] = {cosine, sine * link->axis[0], sine * link->axis[1], sine * link->axis[2]};
    double still[4] = {step.quaternion[0], step.quaternion[1], step.quaternion[2], step.quaternion[3]};
    bms_quaternion_product(still, turn, step.quaternion);
  } else {
    double along = value / length, x[3] = {along * link->axis[0], along * link->axis[1], along * link->axis[2]};
    bms_pose_place(&link->frame, x, step.position);
  }
  return step;
}

bms_pose bms_chain_carried(const bms_chain *chain, const bms_move *move, double t, int from, int to,
                           const bms_pose *pose) {
  bms_pose of_from, seen = *pose;
  bool up = false;
  while (from != to) {
    int *higher = to > from ? &to : &from;
    bms_pose step = step_of(&chain->link[*higher], move, t);
    if (higher == &to)
      seen = bms_pose_product(&step, &seen);
    else
      of_from = up ? bms_pose_product(&step, &of_from) : step;
    up = up || higher == &from;
    *higher = chain->link[*higher].parent;
  }
  if (!up) return seen;
  bms_pose back = bms_pose_inverse(&of_from);
  return bms_pose_product(&back, &seen);
}

bms_pose bms_chain_relative(const bms_chain *chain, const bms_move *move, double t, int from, int to) {
  bms_pose here = identity();
  return bms_chain_carried(chain, move, t, from, to, &here);
}

bms_pose bms_chain_pose(const bms_chain *chain, const bms_move *move, double t, int link) {
  return bms_chain_relative(chain, move, t, BMS_WORLD, link);
}

bms_pose bms_chain_shape_pose(const bms_chain *chain, const bms_move *move, double t, int shape) {
  bms_pose link = bms_chain_pose(chain, move, t, chain->shape[shape].link);
  return bms_pose_product(&link, &chain->shape[shape].pose);
}

/* ------------------------------------------------------------------ which shapes */

static int joints_between(const bms_chain *chain, int from, int to) {
  int count = 0;
  while (from != to) {
    int *higher = to > from ? &to : &from;
    count += chain->link[*higher].joint != BMS_JOINT_FIXED;
    *higher = chain->link[*higher].parent;
  }
  return count;
}

bool bms_chain_looks_at_sides(const bms_chain *chain, const bms_chain_side *a, const bms_chain_side *b) {
  if (a->link == b->link) return false;
  if (chain->allowed != NULL && bms_is_allowed(chain->allowed, chain->object_count, a->object, b->object)) return false;
  int enough = chain->neighbours || a->link == BMS_WORLD || b->link == BMS_WORLD ? 1 : 2;
  return joints_between(chain, a->link, b->link) >= enough;
}

int bms_chain_looks_at(const bms_chain *chain, int a, int b) {
  const bms_chain_side of_a = {chain->shape[a].link, chain->shape[a].object};
  const bms_chain_side of_b = {chain->shape[b].link, chain->shape[b].object};
  return bms_chain_looks_at_sides(chain, &of_a, &of_b);
}
