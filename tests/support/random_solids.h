/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Random arms of all kinds of shapes, and an oracle that samples.
 *
 * A solid is a union of boxes, or a cylinder, grown by a radius: a box without width is a ball, a line of one a
 * capsule. Unions become meshes of the boxes' faces; the oracle keeps the boxes.  It has the kinematics of
 * random_arm.c and the distances of posed_boxes.c; to a cylinder it goes by projecting from one solid to the other
 * and back.
 */

#ifndef RANDOM_SOLIDS_H
#define RANDOM_SOLIDS_H

#include <stdbool.h>

#include "random_arm.h"

enum { SOLID_BOXES = 3 };

typedef struct random_solid {
  int boxes; /* 0: a cylinder */
  bms_box box[SOLID_BOXES];
  double cylinder_radius, half_length;
  double radius;
  bms_mesh *mesh; /* the mesh, or NULL */
} random_solid;

/* The arms of random_arm.c, each box of which has become a solid of some kind. */
typedef struct solid_arm {
  random_arm arm;
  random_solid solid[ARM_BOXES];
} solid_arm;

/* Fills in *arm (and points into it: do not copy); to be freed. */
void solid_arm_make(random_source *r, solid_arm *arm);
void solid_arm_free(solid_arm *arm);

/* Returns a mesh of the faces of boxes. */
bms_mesh *mesh_of_boxes(const bms_box *box, int count);

/* Returns the distance of two solids at t; if they overlap at most 0.  At most `accuracy` too large if one is a
   cylinder. */
double solids_distance(const solid_arm *arm, double t, int a, int b, double accuracy);

/* Returns the least distance at t over all pairs that are checked. */
double solid_arm_distance(const solid_arm *arm, double t, double accuracy);

#endif /* RANDOM_SOLIDS_H */
