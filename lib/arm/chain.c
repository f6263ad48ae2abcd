/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Chains of links: poses, and which shapes are looked at.
 *
 * A parent has a lower index than its children.  So on the way between two links, the one with the higher index goes to
 * its parent until both are the same: the nearest link that carries both.
 */

#include "numeric/arithmetic.h"

#include "arm/chain.h"

#include <math.h>
#include <stddef.h>

#include "motion/motion.h"
#include "numeric/elementary.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"

/* ------------------------------------------------------------------ poses */

/* Times the place and the sizes: 12 roundings for an entry of the rotation, which is at most 1, and 12 for the sums. */
static const double BOUND_ROUNDINGS = 32 * BMS_ROUNDING;

static bms_pose identity(void) {
  return (bms_pose){{0, 0, 0}, {1, 0, 0, 0}};
}

/* x + 2 v x (v x x + w x) / |q|^2, for q = (w, v). */
void bms_pose_turn(const bms_pose *pose, const double x[3], double out[3]) {
  const double *q = pose->quaternion, *v = q + 1;
  double twice = 2 / bms_dot4(q, q), inner[3], outer[3];
  bms_cross(v, x, inner);
  for (int r = 0; r < 3; r++) inner[r] += q[0] * x[r];
  bms_cross(v, inner, outer);
  for (int r = 0; r < 3; r++) out[r] = x[r] + twice * outer[r];
}

void bms_pose_place(const bms_pose *pose, const double x[3], double out[3]) {
  bms_pose_turn(pose, x, out);
  for (int r = 0; r < 3; r++) out[r] += pose->position[r];
}

static void multiply_quaternions(const double p[4], const double q[4], double out[4]) {
  double across[3];
  bms_cross(p + 1, q + 1, across);
  out[0] = p[0] * q[0] - bms_dot(p + 1, q + 1);
  for (int i = 1; i < 4; i++) out[i] = p[0] * q[i] + q[0] * p[i] + across[i - 1];
}

bms_pose bms_pose_product(const bms_pose *a, const bms_pose *b) {
  bms_pose out;
  bms_pose_place(a, b->position, out.position);
  multiply_quaternions(a->quaternion, b->quaternion, out.quaternion);
  return out;
}

static bms_pose inverse_of(const bms_pose *pose) {
  const double *q = pose->quaternion;
  bms_pose out = {{0, 0, 0}, {q[0], -q[1], -q[2], -q[3]}};
  double turned[3];
  bms_pose_turn(&out, pose->position, turned);
  for (int r = 0; r < 3; r++) out.position[r] = -turned[r];
  return out;
}

void bms_pose_matrix(const bms_pose *pose, double matrix[3][4]) {
  const double *q = pose->quaternion, inverse = 1 / bms_dot4(q, q);
  double rotation[3][3];
  bms_rotation_polar(q, q, rotation);
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) matrix[r][c] = rotation[r][c] * inverse;
    matrix[r][3] = pose->position[r];
  }
}

void bms_pose_bounds(const bms_pose *pose, const bms_box *box, double min[3], double max[3]) {
  double matrix[3][4];
  bms_pose_matrix(pose, matrix);
  for (int r = 0; r < 3; r++) {
    if (isinf(box->max[r])) { /* a half-space */
      min[r] = -INFINITY;
      max[r] = INFINITY;
      continue;
    }
    double middle = matrix[r][3], spread = 0, terms = fabs(matrix[r][3]);
    for (int c = 0; c < 3; c++) {
      double centre = 0.5 * box->min[c] + 0.5 * box->max[c], half = 0.5 * box->max[c] - 0.5 * box->min[c];
      middle += matrix[r][c] * centre;
      spread += fabs(matrix[r][c]) * half;
      terms += fabs(centre) + half;
    }
    min[r] = middle - spread - BOUND_ROUNDINGS * terms;
    max[r] = middle + spread + BOUND_ROUNDINGS * terms;
  }
}

double bms_bounds_distance(const double min_a[3], const double max_a[3], const double min_b[3], const double max_b[3]) {
  double square = 0;
  for (int r = 0; r < 3; r++) {
    double gap = bms_max(bms_max(min_a[r] - max_b[r], min_b[r] - max_a[r]), 0);
    square += gap * gap;
  }
  return sqrt(square);
}

/* ------------------------------------------------------------------ joints */

/* Makes a quaternion's length 1 if it is not about that: those of many links are multiplied. */
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
    multiply_quaternions(still, turn, step.quaternion);
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
  bms_pose back = inverse_of(&of_from);
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

int bms_chain_looks_at(const bms_chain *chain, int a, int b) {
  const bms_placed_shape *of_a = &chain->shape[a], *of_b = &chain->shape[b];
  if (of_a->link == of_b->link) return 0;
  if (chain->allowed != NULL && bms_is_allowed(chain->allowed, chain->object_count, of_a->object, of_b->object))
    return 0;
  int enough = chain->neighbours || of_a->link == BMS_WORLD || of_b->link == BMS_WORLD ? 1 : 2;
  return joints_between(chain, of_a->link, of_b->link) >= enough;
}
