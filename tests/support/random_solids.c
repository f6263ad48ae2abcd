/* SPDX-License-Identifier: BSD-3-Clause */

#include "random_solids.h"

#include <math.h>
#include <string.h>

#include "posed_boxes.h"

/* ------------------------------------------------------------------ meshes */

/* Twelve triangles of a box by the numbers of its corners, bit j of which is the side along axis j; seen from
   outside they turn to the left. */
static const int FACE[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

bms_mesh *mesh_of_boxes(const bms_box *box, int count) {
  double vertex[SOLID_BOXES * 8][3];
  int index[SOLID_BOXES * 12][3];
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < 8; k++)
      for (int j = 0; j < 3; j++) vertex[8 * i + k][j] = k >> j & 1 ? box[i].max[j] : box[i].min[j];
    for (int k = 0; k < 12; k++)
      for (int j = 0; j < 3; j++) index[12 * i + k][j] = 8 * i + FACE[k][j];
  }
  bms_mesh_source source = {
      .vertex = vertex, .vertex_count = 8 * count, .index = &index[0][0], .triangle_count = 12 * count, .solid = true};
  return bms_mesh_create(&source, NULL, NULL);
}

/* ------------------------------------------------------------------ random solids */

static bms_box beside(random_source *r, const bms_box *box) {
  bms_box out = *box;
  int axis = random_below(r, 3);
  double shift = random_uniform(r, -1.5, 1.5) * (box->max[axis] - box->min[axis]);
  out.min[axis] += shift;
  out.max[axis] += shift;
  return out;
}

static void make_solid(random_source *r, const bms_box *box, random_solid *solid) {
  int kind = random_below(r, 6);
  double half[3];
  for (int j = 0; j < 3; j++) half[j] = 0.5 * (box->max[j] - box->min[j]);
  *solid = (random_solid){.boxes = 1, .box = {*box}};
  if (kind == 1) { /* a ball or a capsule, or one about any line */
    bool ball = random_below(r, 2) == 0;
    solid->radius = random_uniform(r, 0.2, 1) * half[0];
    for (int j = 0; j < 3; j++)
      if (ball || j < 2) solid->box[0].max[j] = solid->box[0].min[j];
  } else if (kind == 2) {
    solid->boxes = 0;
    solid->cylinder_radius = half[0];
    solid->half_length = half[2];
  } else if (kind == 3) {
    solid->radius = random_uniform(r, 0, 0.5) * half[1];
  } else if (kind >= 4) {
    solid->boxes = 1 + random_below(r, SOLID_BOXES);
    for (int i = 1; i < solid->boxes; i++) solid->box[i] = beside(r, &solid->box[i - 1]);
    if (kind == 5) solid->radius = random_uniform(r, 0, 0.3) * half[1];
    solid->mesh = mesh_of_boxes(solid->box, solid->boxes);
  }
}

void solid_arm_make(random_source *r, solid_arm *arm) {
  random_arm_make(r, &arm->arm);
  for (int i = 0; i < arm->arm.chain.shape_count; i++) {
    bms_placed_shape *shape = &arm->arm.box[i];
    random_solid *solid = &arm->solid[i];
    make_solid(r, &shape->convex.box, solid);
    shape->convex = bms_convex_box(&solid->box[0], solid->radius);
    if (solid->boxes == 0) shape->convex = bms_convex_cylinder(solid->cylinder_radius, solid->half_length);
    shape->mesh = solid->mesh;
  }
}

void solid_arm_free(solid_arm *arm) {
  for (int i = 0; i < arm->arm.chain.shape_count; i++) bms_mesh_destroy(arm->solid[i].mesh);
}

/* ------------------------------------------------------------------ distances */

/* Takes a point of the solid's frame to its nearest point in a box of it, or in the cylinder. */
static void project(const random_solid *solid, int box, double x[3]) {
  if (solid->boxes > 0) {
    for (int j = 0; j < 3; j++) x[j] = fmin(fmax(x[j], solid->box[box].min[j]), solid->box[box].max[j]);
    return;
  }
  double across = hypot(x[0], x[1]);
  for (int j = 0; j < 2 && across > solid->cylinder_radius; j++) x[j] *= solid->cylinder_radius / across;
  x[2] = fmin(fmax(x[2], -solid->half_length), solid->half_length);
}

static void into(double pose[3][4], const double x[3], double out[3]) {
  for (int j = 0; j < 3; j++) {
    out[j] = 0;
    for (int i = 0; i < 3; i++) out[j] += pose[i][j] * (x[i] - pose[i][3]);
  }
}

static void out_of(double pose[3][4], const double x[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = pose[i][3] + pose[i][0] * x[0] + pose[i][1] * x[1] + pose[i][2] * x[2];
}

/* Projects to and fro until that gains no more than the accuracy in many rounds. */
static double projected_distance(const random_solid *a, int i, double pose_a[3][4], const random_solid *b, int k,
                                 double pose_b[3][4], double accuracy) {
  double on_a[3] = {pose_a[0][3], pose_a[1][3], pose_a[2][3]}, on_b[3], own[3], last = HUGE_VAL;
  for (int round = 0;; round++) {
    double square = 0;
    into(pose_b, on_a, own);
    project(b, k, own);
    out_of(pose_b, own, on_b);
    into(pose_a, on_b, own);
    project(a, i, own);
    out_of(pose_a, own, on_a);
    for (int j = 0; j < 3; j++) square += (on_a[j] - on_b[j]) * (on_a[j] - on_b[j]);
    if (round % 200 != 199) continue;
    if (!(sqrt(square) < last - 0.01 * accuracy)) return sqrt(square);
    last = sqrt(square);
  }
}

static double parts_distance(const random_solid *a, int i, double pose_a[3][4], const random_solid *b, int k,
                             double pose_b[3][4], double accuracy) {
  if (a->boxes == 0 || b->boxes == 0) return projected_distance(a, i, pose_a, b, k, pose_b, accuracy);
  double distance = posed_distance(&a->box[i], pose_a, &b->box[k], pose_b);
  return distance > 0 ? distance : fmin(posed_gap(&a->box[i], pose_a, &b->box[k], pose_b), 0);
}

static double reach_of(const random_solid *solid) {
  double reach = hypot(solid->cylinder_radius, solid->half_length);
  for (int i = 0; i < solid->boxes; i++) {
    double square = 0;
    for (int j = 0; j < 3; j++) square += pow(fmax(fabs(solid->box[i].min[j]), fabs(solid->box[i].max[j])), 2);
    reach = fmax(reach, sqrt(square));
  }
  return reach + solid->radius;
}

static double posed_solids_distance(const random_solid *a, double pose_a[3][4], const random_solid *b,
                                    double pose_b[3][4], double accuracy) {
  double least = HUGE_VAL;
  for (int i = 0; i < (a->boxes > 0 ? a->boxes : 1); i++)
    for (int k = 0; k < (b->boxes > 0 ? b->boxes : 1); k++)
      least = fmin(least, parts_distance(a, i, pose_a, b, k, pose_b, accuracy));
  return least - a->radius - b->radius;
}

double solids_distance(const solid_arm *arm, double t, int a, int b, double accuracy) {
  double pose_a[3][4], pose_b[3][4];
  arm_box_pose(&arm->arm.chain, &arm->arm.move, t, a, pose_a);
  arm_box_pose(&arm->arm.chain, &arm->arm.move, t, b, pose_b);
  return posed_solids_distance(&arm->solid[a], pose_a, &arm->solid[b], pose_b, accuracy);
}

double solid_arm_distance(const solid_arm *arm, double t, double accuracy) {
  const bms_chain *chain = &arm->arm.chain;
  double pose[ARM_BOXES][3][4], least = HUGE_VAL;
  for (int i = 0; i < chain->shape_count; i++) arm_box_pose(chain, &arm->arm.move, t, i, pose[i]);
  for (int b = 1; b < chain->shape_count; b++)
    for (int a = 0; a < b; a++) {
      double square = 0;
      for (int j = 0; j < 3; j++) square += pow(pose[a][j][3] - pose[b][j][3], 2);
      if (sqrt(square) - reach_of(&arm->solid[a]) - reach_of(&arm->solid[b]) >= least) continue;
      if (!arm_looks_at(chain, a, b)) continue;
      least = fmin(least, posed_solids_distance(&arm->solid[a], pose[a], &arm->solid[b], pose[b], accuracy));
    }
  return least;
}
