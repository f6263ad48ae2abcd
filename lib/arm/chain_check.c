/* SPDX-License-Identifier: BSD-3-Clause */

/* The checks of a chain and a move: the first fault is named. */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stdio.h>

#include "arm/chain.h"
#include "arm/placed_shape.h"
#include "numeric/vector.h"
#include "shapes/convex.h"
#include "validate/validate.h"

static bool all_finite(const double *x, int count) {
  for (int i = 0; i < count; i++)
    if (!(fabs(x[i]) <= BMS_CHAIN_GREATEST)) return false;
  return true;
}

static const char *wrong_with_pose(const bms_pose *pose) {
  if (!all_finite(pose->position, 3) || !all_finite(pose->quaternion, 4)) return "a number of its pose is not finite";
  double square = bms_dot4(pose->quaternion, pose->quaternion);
  return square > 1e-100 && square < 1e100 ? NULL : "its quaternion is zero, or far from unit length";
}

static const char *wrong_with_link(const bms_chain *chain, int i) {
  const bms_link *link = &chain->link[i];
  if (link->parent < BMS_WORLD || link->parent >= i) return "its parent is not a link of a lower index";
  if (link->joint == BMS_JOINT_FIXED) return wrong_with_pose(&link->frame);
  if (link->joint != BMS_JOINT_REVOLUTE && link->joint != BMS_JOINT_PRISMATIC) return "its joint is of no kind";
  if (link->variable < 0 || link->variable >= chain->variable_count) return "its joint has no such variable";
  double square = bms_dot(link->axis, link->axis);
  if (!all_finite(link->axis, 3) || !(square > 1e-100 && square < 1e100))
    return "its joint's axis is zero, or far from unit length";
  return wrong_with_pose(&link->frame);
}

static const char *wrong_with_convex(const bms_placed_shape *placed) {
  const bms_convex *convex = &placed->convex;
  bms_reason reason = bms_convex_validate(convex);
  if (reason == BMS_BOX_REVERSED)
    return convex->core == BMS_CORE_BOX ? "min exceeds max in a coordinate" : "a size or a count is negative";
  if (reason == BMS_NORMAL_ZERO) return "its normal is zero";
  if (reason != BMS_VALID) return "a size or a corner is not finite";
  if (convex->core != BMS_CORE_HALF_SPACE)
    return bms_placed_reach(placed) <= BMS_CHAIN_GREATEST ? NULL : "it is too large";
  return placed->link == BMS_WORLD ? NULL : "a half-space must belong to the world";
}

static const char *wrong_with_shape(const bms_chain *chain, const bms_placed_shape *placed) {
  if (placed->link < BMS_WORLD || placed->link >= chain->link_count) return "there is no such link";
  if (chain->allowed != NULL && (placed->object < 0 || placed->object >= chain->object_count))
    return "there is no such object";
  if (placed->mesh != NULL && !(placed->convex.radius >= 0 && placed->convex.radius <= BMS_CHAIN_GREATEST))
    return "its radius is negative or not finite";
  const char *wrong = placed->mesh == NULL ? wrong_with_convex(placed) : NULL;
  return wrong != NULL ? wrong : wrong_with_pose(&placed->pose);
}

static int refuse(char *text, int size, const char *part, int index, const char *reason) {
  if (size > 0) snprintf(text, (size_t)size, "%s %d: %s", part, index, reason);
  return -1;
}

static int refuse_whole(char *text, int size, const char *reason) {
  if (size > 0) snprintf(text, (size_t)size, "%s", reason);
  return -1;
}

static int check_counts(const bms_chain *chain, char *text, int size) {
  if (chain->link_count < 0 || (chain->link_count > 0 && chain->link == NULL))
    return refuse_whole(text, size, "the number of links is negative, or there are none of them");
  if (chain->shape_count < 0 || (chain->shape_count > 0 && chain->shape == NULL))
    return refuse_whole(text, size, "the number of shapes is negative, or there are none of them");
  if (chain->variable_count < 0) return refuse_whole(text, size, "the number of variables is negative");
  bool good = chain->allowed == NULL || chain->object_count >= 0;
  return good ? 0 : refuse_whole(text, size, "the number of objects is negative");
}

static int check_parts(const bms_chain *chain, char *text, int size) {
  const char *wrong;
  if (check_counts(chain, text, size) != 0) return -1;
  for (int i = 0; i < chain->link_count; i++)
    if ((wrong = wrong_with_link(chain, i)) != NULL) return refuse(text, size, "link", i, wrong);
  for (int i = 0; i < chain->shape_count; i++)
    if ((wrong = wrong_with_shape(chain, &chain->shape[i])) != NULL) return refuse(text, size, "shape", i, wrong);
  return 0;
}

static int check_margin(const bms_chain *chain, char *text, int size) {
  bool good = chain->margin >= 0 && chain->margin <= BMS_CHAIN_GREATEST;
  return good ? 0 : refuse_whole(text, size, "the margin is negative or not finite");
}

static int check_values(const bms_move *move, int count, char *text, int size) {
  if (count > 0 && move->value == NULL) return refuse_whole(text, size, "the move: it has no values");
  for (int v = 0; v < count; v++)
    if (!all_finite(move->value[v], BMS_MOVE_TERMS))
      return refuse(text, size, "variable", v, "a coefficient is not finite");
  return 0;
}

static int check_interval(const bms_move *move, char *text, int size) {
  bool good = bms_validate_interval(move->t0, move->t1, BMS_CHAIN_GREATEST) == BMS_VALID;
  return good ? 0 : refuse_whole(text, size, "the move: its interval is not finite, or reversed");
}

bool bms_tolerance_is_valid(double tolerance) {
  return tolerance >= BMS_LEAST_TOLERANCE;
}

int bms_chain_check_alone(const bms_chain *chain, char *text, int size) {
  return check_parts(chain, text, size) != 0 ? -1 : check_margin(chain, text, size);
}

bool bms_chain_shape_is_valid(const bms_chain *chain, const bms_placed_shape *shape) {
  return wrong_with_shape(chain, shape) == NULL;
}

bool bms_move_is_valid(const bms_move *move, int count) {
  return check_values(move, count, NULL, 0) == 0 && check_interval(move, NULL, 0) == 0;
}

int bms_chain_check(const bms_chain *chain, const bms_move *move, char *text, int size) {
  if (check_parts(chain, text, size) != 0) return -1;
  if (check_values(move, chain->variable_count, text, size) != 0) return -1;
  if (check_margin(chain, text, size) != 0) return -1;
  return check_interval(move, text, size);
}
