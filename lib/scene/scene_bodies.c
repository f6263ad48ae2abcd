/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The bodies of a chain: one for each joint that is not fixed, in a frame whose z is the joint's axis.
 *
 * With Q a rotation that takes z to the axis, a joint turns its link by Q Rz(value) Q^T.  So if a body's frame is its
 * link's times Q, it is its parent's frame times (Q_parent^T F Q) Rz(value), F the chain's frame of the joint; a sine,
 * a cosine and the combination of two columns for a joint of any axis.  Links behind fixed joints add to F.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stdlib.h>

#include "arm/chain.h"
#include "arm/placed_shape.h"
#include "arm/pose.h"
#include "numeric/vector.h"
#include "scene/scene.h"

/* Times the size of a shape and one more than its links: 128 roundings of its frame. */
static const double FRAME_ERROR = 0x1p-46;

static const scene_carrier WORLD = {BMS_WORLD, {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, 0, 0};

/* Computes a frame in the world or a body from its frame in a link there. */
static void carry(const scene_carrier *at, double b[3][4], double out[3][4]) {
  for (int r = 0; r < 3; r++) {
    const double *a = at->frame[r];
    for (int c = 0; c < 4; c++) out[r][c] = a[0] * b[0][c] + a[1] * b[1][c] + a[2] * b[2][c] + (c == 3 ? a[3] : 0);
  }
}

/* Computes a rotation that takes z to this direction.  Its other columns are coordinate axes where that is one. */
static void turn_z_to(const double direction[3], double turn[3][4]) {
  double length = bms_length(direction), z[3], x[3] = {0, 0, 0}, y[3];
  for (int r = 0; r < 3; r++) z[r] = direction[r] / length;
  int least = fabs(z[0]) < fabs(z[1]) ? 0 : 1;
  if (fabs(z[2]) < fabs(z[least])) least = 2;
  for (int r = 0; r < 3; r++) x[r] = (r == least ? 1 : 0) - z[least] * z[r];
  length = bms_length(x);
  for (int r = 0; r < 3; r++) x[r] /= length;
  bms_cross(z, x, y);
  for (int r = 0; r < 3; r++) {
    turn[r][0] = x[r];
    turn[r][1] = y[r];
    turn[r][2] = z[r];
    turn[r][3] = 0;
  }
}

static double position_length(double frame[3][4]) {
  double position[3] = {frame[0][3], frame[1][3], frame[2][3]};
  return bms_length(position);
}

/* Makes the body of a joint whose frame is `at`, and makes `at` the link's in it. */
static void add_body(bms_scene *scene, const bms_link *link, scene_carrier *at) {
  scene_body *body = &scene->body[scene->body_count];
  double turn[3][4];
  turn_z_to(link->axis, turn);
  *body = (scene_body){.parent = at->body,
                       .turns = link->joint == BMS_JOINT_REVOLUTE,
                       .variable = link->variable,
                       .link_count = at->link_count};
  carry(at, turn, body->frame);
  at->body = scene->body_count++;
  at->link_count = 0;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 4; c++) at->frame[r][c] = c < 3 ? turn[c][r] : 0;
}

/* Returns the radius of a ball about the middle of the core's box that is part of the shape; negative if none is
   known. */
static double inner_radius(const bms_placed_shape *placed, const scene_shape *shape) {
  const bms_convex *convex = &placed->convex;
  double least = bms_min(bms_min(shape->half[0], shape->half[1]), shape->half[2]);
  double size = shape->half[0] + shape->half[1] + shape->half[2];
  bool is_round = convex->core == BMS_CORE_CYLINDER, is_point = convex->core == BMS_CORE_POINTS && !(size > 0);
  if (placed->mesh != NULL || !(convex->core == BMS_CORE_BOX || is_round || is_point)) return -1;
  return (least + convex->radius) * (1 - 0x1p-40);
}

static bool has_exact_box(const bms_placed_shape *placed) {
  const bms_convex *convex = &placed->convex;
  if (placed->mesh != NULL) return false;
  return convex->core == BMS_CORE_BOX || (convex->core == BMS_CORE_CYLINDER && !(convex->cylinder.radius > 0));
}

/* Turns the frame of a point as its body's, and returns if a frame is not turned. */
static bool straighten(scene_shape *shape) {
  bool is_straight = true;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) {
      if (shape->is_point) shape->frame[r][c] = r == c;
      is_straight = is_straight && !(fabs(shape->frame[r][c] - (r == c)) > 0);
    }
  return is_straight;
}

/* Fills in a shape that is no half-space. */
static void place_shape(const bms_placed_shape *placed, const scene_carrier *at, scene_shape *shape) {
  bms_box core = bms_placed_core(placed);
  double pose[3][4];
  bms_pose_matrix(&placed->pose, pose);
  double length = at->length + position_length(pose);
  for (int r = 0; r < 3; r++) {
    double centre = 0;
    for (int c = 0; c < 3; c++) centre += pose[r][c] * (0.5 * core.min[c] + 0.5 * core.max[c]);
    pose[r][3] += centre;
    shape->half[r] = 0.5 * core.max[r] - 0.5 * core.min[r];
    length += bms_max(fabs(core.min[r]), fabs(core.max[r]));
  }
  carry(at, pose, shape->frame);
  shape->is_point = !(shape->half[0] > 0 || shape->half[1] > 0 || shape->half[2] > 0);
  shape->is_straight = straighten(shape);
  shape->body = at->body;
  shape->link_count = at->link_count;
  shape->plane = -1;
  shape->radius = placed->convex.radius;
  shape->reach = bms_length(shape->half) * (1 + 0x1p-50) + BMS_CHAIN_LEAST_LENGTH;
  shape->size = length + shape->reach + shape->radius;
  shape->is_round = placed->mesh == NULL && placed->convex.core == BMS_CORE_CYLINDER;
  shape->is_exact = has_exact_box(placed);
  shape->inner = inner_radius(placed, shape);
}

void scene_place_shape(const bms_scene *scene, const bms_placed_shape *placed, scene_shape *shape) {
  place_shape(placed, placed->link == BMS_WORLD ? &WORLD : &scene->carrier[placed->link], shape);
}

double scene_shape_reach(const scene_shape *shape, int r) {
  double reach = shape->radius + FRAME_ERROR * (1 + shape->link_count) * shape->size;
  for (int c = 0; c < 3; c++) reach += fabs(shape->frame[r][c]) * shape->half[c];
  return reach;
}

bool scene_make_bodies(bms_scene *scene) {
  const bms_chain *chain = &scene->chain;
  scene_carrier *at = scene->carrier = calloc((size_t)chain->link_count + 1, sizeof *at);
  scene->body = calloc((size_t)chain->link_count + 1, sizeof *scene->body);
  scene->shape = calloc(2 * (size_t)chain->shape_count + 1, sizeof *scene->shape); /* and the hulls */
  if (at == NULL || scene->body == NULL || scene->shape == NULL) return false;
  for (int i = 0; i < chain->link_count; i++) {
    const bms_link *link = &chain->link[i];
    const scene_carrier *parent = link->parent == BMS_WORLD ? &WORLD : &at[link->parent];
    double pose[3][4];
    bms_pose_matrix(&link->frame, pose);
    at[i] = *parent;
    at[i].length += position_length(pose);
    at[i].link_count++;
    carry(parent, pose, at[i].frame);
    if (link->joint != BMS_JOINT_FIXED) add_body(scene, link, &at[i]);
  }
  for (int i = 0; i < chain->shape_count; i++) {
    const bms_placed_shape *placed = &chain->shape[i];
    if (scene_is_plane(placed))
      scene->shape[i].body = BMS_WORLD;
    else
      scene_place_shape(scene, placed, &scene->shape[i]);
  }
  return true;
}
