/* SPDX-License-Identifier: BSD-3-Clause */

#include "random_arm.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "posed_boxes.h"

/* ------------------------------------------------------------------ random arms */

static bms_pose random_pose(random_source *r, double size) {
  bms_pose pose;
  for (int i = 0; i < 3; i++) pose.position[i] = size * random_uniform(r, -1, 1);
  random_direction(r, pose.quaternion, 4);
  double scale = random_power_of_ten(r, -1, 1);
  for (int i = 0; i < 4; i++) pose.quaternion[i] *= scale;
  return pose;
}

static bms_box random_box(random_source *r, double least, double most) {
  bms_box box;
  for (int i = 0; i < 3; i++) {
    double half = random_power_of_ten(r, log10(least), log10(most)), offset = half * random_uniform(r, -1, 1);
    box.min[i] = offset - half;
    box.max[i] = offset + half;
  }
  return box;
}

static bms_link random_link(random_source *r, int i, bool tree) {
  static const bms_joint_kind KINDS[] = {BMS_JOINT_REVOLUTE, BMS_JOINT_REVOLUTE, BMS_JOINT_REVOLUTE,
                                         BMS_JOINT_PRISMATIC, BMS_JOINT_FIXED};
  bms_link link = {.parent = i - 1, .joint = KINDS[random_below(r, 5)], .variable = i};
  if (tree) link.parent = random_below(r, i + 1) - 1;
  link.frame = random_pose(r, i == 0 ? 0.1 : 0.5);
  random_direction(r, link.axis, 3);
  double scale = random_power_of_ten(r, -1, 1);
  for (int k = 0; k < 3; k++) link.axis[k] *= scale;
  return link;
}

static void random_move(random_source *r, random_arm *arm, int links) {
  static const double LENGTHS[] = {0.01, 1, 1, 30};
  double t0 = random_below(r, 2) == 0 ? 0 : random_uniform(r, -5, 5), length = LENGTHS[random_below(r, 4)];
  double swing = random_power_of_ten(r, -1, 0.6), from[ARM_LINKS], to[ARM_LINKS], rate0[ARM_LINKS], rate1[ARM_LINKS];
  int still = random_below(r, 4); /* some joints stand still in one move out of two */
  for (int v = 0; v < links; v++) {
    double far = arm->link[v].joint == BMS_JOINT_PRISMATIC ? 0.5 : swing;
    from[v] = far * random_uniform(r, -1, 1);
    to[v] = still < 2 && random_below(r, 2) == 0 ? from[v] : far * random_uniform(r, -1, 1);
    rate0[v] = from[v] < to[v] || from[v] > to[v] ? far * random_uniform(r, -1, 1) / length : 0;
    rate1[v] = from[v] < to[v] || from[v] > to[v] ? far * random_uniform(r, -1, 1) / length : 0;
  }
  arm->move = (bms_move){t0, t0 + length, (const double(*)[BMS_MOVE_TERMS])arm->value};
  if (random_below(r, 2) == 0)
    bms_move_linear(links, t0, from, t0 + length, to, arm->value);
  else
    bms_move_cubic(links, t0, from, rate0, t0 + length, to, rate1, arm->value);
}

bms_placed_shape arm_box_on(int link, bms_box box, bms_pose pose) {
  bms_convex convex = bms_convex_box(&box, 0);
  return bms_placed_convex(link, &convex, &pose);
}

void random_arm_make(random_source *r, random_arm *arm) {
  int links = 1 + random_below(r, ARM_LINKS), boxes = 0, obstacles = random_below(r, 9);
  bool tree = random_below(r, 4) == 0;
  memset(arm, 0, sizeof *arm);
  for (int i = 0; i < links; i++) {
    arm->link[i] = random_link(r, i, tree);
    for (int k = random_below(r, 3); k > 0; k--) {
      bms_box box = random_box(r, 0.01, 0.2);
      arm->box[boxes++] = arm_box_on(i, box, random_pose(r, 0.15));
    }
  }
  for (int k = 0; k < obstacles; k++) {
    bms_box box = random_box(r, 0.02, 0.5);
    if (random_below(r, 2) == 0) box.max[0] = box.min[0] + 0.002;
    arm->box[boxes++] = arm_box_on(BMS_WORLD, box, random_pose(r, 1.0));
  }
  random_move(r, arm, links);
  arm->chain = (bms_chain){
      .link_count = links, .link = arm->link, .variable_count = links, .shape_count = boxes, .shape = arm->box};
}

/* ------------------------------------------------------------------ kinematics by matrices */

static void product(double a[3][4], double b[3][4], double out[3][4]) {
  double result[3][4];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      result[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j] + (j == 3 ? a[i][3] : 0);
  memcpy(out, result, sizeof result);
}

static void matrix_of(const bms_pose *pose, double out[3][4]) {
  bms_motion still = bms_motion_fixed(pose->position, pose->quaternion);
  bms_motion_at(&still, 0, out);
}

/* Computes the matrix of a joint by Rodrigues' formula, or as a shift along the axis. */
static void joint_matrix(const bms_link *link, double value, double out[3][4]) {
  double u[3], length = 0;
  memset(out, 0, 12 * sizeof(double));
  for (int i = 0; i < 3; i++) length += link->axis[i] * link->axis[i];
  for (int i = 0; i < 3; i++) u[i] = link->axis[i] / sqrt(length);
  bool turns = link->joint == BMS_JOINT_REVOLUTE, slides = link->joint == BMS_JOINT_PRISMATIC;
  double c = turns ? cos(value) : 1, s = turns ? sin(value) : 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) out[i][j] += (i == j ? c : 0) + (turns ? (1 - c) * u[i] * u[j] : 0);
    out[(i + 2) % 3][(i + 1) % 3] += s * u[i];
    out[(i + 1) % 3][(i + 2) % 3] -= s * u[i];
    out[i][3] = slides ? value * u[i] : 0;
  }
}

void arm_box_pose(const bms_chain *chain, const bms_move *move, double t, int box, double pose[3][4]) {
  matrix_of(&chain->shape[box].pose, pose);
  for (int i = chain->shape[box].link; i >= 0; i = chain->link[i].parent) {
    const bms_link *link = &chain->link[i];
    double value = 0, frame[3][4], joint[3][4];
    if (link->joint != BMS_JOINT_FIXED) {
      const double *c = move->value[link->variable];
      for (int k = BMS_MOVE_TERMS - 1; k >= 0; k--) value = value * (t - move->t0) + c[k];
    }
    matrix_of(&link->frame, frame);
    if (link->joint != BMS_JOINT_FIXED) {
      joint_matrix(link, value, joint);
      product(joint, pose, pose);
    }
    product(frame, pose, pose);
  }
}

/* ------------------------------------------------------------------ the oracle */

/* Joints that are not fixed, between two links: those above either but not above both. */
static int joints_apart(const bms_chain *chain, int a, int b) {
  int count = 0;
  for (int i = 0; i < chain->link_count; i++) {
    bool above_a = false, above_b = false;
    for (int k = a; k >= 0; k = chain->link[k].parent) above_a = above_a || k == i;
    for (int k = b; k >= 0; k = chain->link[k].parent) above_b = above_b || k == i;
    count += above_a != above_b && chain->link[i].joint != BMS_JOINT_FIXED;
  }
  return count;
}

bool arm_looks_at(const bms_chain *chain, int a, int b) {
  int la = chain->shape[a].link, lb = chain->shape[b].link;
  int bit = chain->shape[a].object * chain->object_count + chain->shape[b].object;
  if (chain->allowed != NULL && (chain->allowed[bit / 8] >> bit % 8 & 1) != 0) return false;
  return joints_apart(chain, la, lb) >= (la < 0 || lb < 0 ? 1 : 2);
}

/* Returns the gap between the bounding spheres, which is not above the distance. */
static double sphere_gap(const bms_box *a, double pose_a[3][4], const bms_box *b, double pose_b[3][4]) {
  double apart = 0, radius_a = 0, radius_b = 0;
  for (int r = 0; r < 3; r++) {
    double between = pose_b[r][3] - pose_a[r][3];
    for (int j = 0; j < 3; j++)
      between += 0.5 * pose_b[r][j] * (b->min[j] + b->max[j]) - 0.5 * pose_a[r][j] * (a->min[j] + a->max[j]);
    apart += between * between;
    radius_a += pow(0.5 * (a->max[r] - a->min[r]), 2);
    radius_b += pow(0.5 * (b->max[r] - b->min[r]), 2);
  }
  return sqrt(apart) - sqrt(radius_a) - sqrt(radius_b);
}

double arm_gap(const bms_chain *chain, const bms_move *move, double t, int distance) {
  double pose[ARM_BOXES][3][4], least = HUGE_VAL;
  for (int i = 0; i < chain->shape_count; i++) arm_box_pose(chain, move, t, i, pose[i]);
  for (int b = 1; b < chain->shape_count; b++)
    for (int a = 0; a < b; a++) {
      if (!arm_looks_at(chain, a, b)) continue;
      const bms_box *box_a = &chain->shape[a].convex.box, *box_b = &chain->shape[b].convex.box;
      if (sphere_gap(box_a, pose[a], box_b, pose[b]) >= least) continue;
      double gap = posed_gap(box_a, pose[a], box_b, pose[b]);
      if (gap >= least) continue; /* the distance is not below it */
      if (distance) gap = posed_distance(box_a, pose[a], box_b, pose[b]);
      least = fmin(least, gap);
    }
  return least;
}

/* Returns a bound of the speed of any point of any box: the sum over the joints, each on all of its reach. */
static double greatest_speed(const bms_chain *chain, const bms_move *move) {
  double sum = 0, reach = 0, length = move->t1 - move->t0;
  for (int i = 0; i < chain->shape_count; i++) {
    double size = 0;
    for (int k = 0; k < 3; k++) {
      size += fmax(fabs(chain->shape[i].convex.box.min[k]), fabs(chain->shape[i].convex.box.max[k]));
      size += fabs(chain->shape[i].pose.position[k]);
    }
    if (chain->shape[i].link >= 0) reach = fmax(reach, size);
  }
  for (int i = 0; i < chain->link_count; i++) {
    const bms_link *link = &chain->link[i];
    for (int k = 0; k < 3; k++) reach += fabs(link->frame.position[k]);
    for (int k = 0; k < 4 && link->joint == BMS_JOINT_PRISMATIC; k++)
      reach += fabs(move->value[link->variable][k]) * pow(length, k);
  }
  for (int i = 0; i < chain->link_count; i++) {
    if (chain->link[i].joint == BMS_JOINT_FIXED) continue;
    const double *c = move->value[chain->link[i].variable];
    double rate = fabs(c[1]) + length * (2 * fabs(c[2]) + length * 3 * fabs(c[3]));
    sum += chain->link[i].joint == BMS_JOINT_REVOLUTE ? rate * reach : rate;
  }
  return 2 * sum; /* two boxes close with both */
}

double arm_sampled_contact(const bms_chain *chain, const bms_move *move, double t0, double t1, double finest,
                           double deep) {
  double speed = greatest_speed(chain, move);
  for (double t = t0;;) {
    double gap = arm_gap(chain, move, t, 0);
    if (gap < -deep) return t;
    if (t >= t1 || !(speed > 0)) return HUGE_VAL;
    t = fmin(t1, t + fmax(gap / speed, finest));
  }
}

static void tell_numbers(const char *what, const double *x, int count) {
  print_message(" %s", what);
  for (int i = 0; i < count; i++) print_message(" %a", x[i]);
}

void arm_tell(const bms_chain *chain, const bms_move *move) {
  print_message("move %a %a\n", move->t0, move->t1);
  for (int i = 0; i < chain->link_count; i++) {
    const bms_link *link = &chain->link[i];
    print_message("link %d: parent %d joint %d", i, link->parent, (int)link->joint);
    tell_numbers("frame", link->frame.position, 3);
    tell_numbers("", link->frame.quaternion, 4);
    tell_numbers("axis", link->axis, 3);
    tell_numbers("value", move->value[link->variable], 4);
    print_message("\n");
  }
  for (int i = 0; i < chain->shape_count; i++) {
    const bms_placed_shape *box = &chain->shape[i];
    print_message("box %d: link %d", i, box->link);
    tell_numbers("min", box->convex.box.min, 3);
    tell_numbers("max", box->convex.box.max, 3);
    tell_numbers("pose", box->pose.position, 3);
    tell_numbers("", box->pose.quaternion, 4);
    print_message("\n");
  }
}
