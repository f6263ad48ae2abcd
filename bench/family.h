/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Families of test cases: queries of a simulation or a planner, one kind at a time.  Lengths may be read as metres;
 * nothing depends on it.
 *
 *   tumble        half extents 0.1 to 1, both turn by up to 90 degrees, relative travel 2 to 10; about half meet
 *   gentle        the same with up to 40 degrees: inside the 45 to which Bullet keeps to its path
 *   far           the same, passing so far off that the spheres around the paths stay 0.1 apart
 *   near_miss     the same as tumble, passing at a distance of 1e-4 to 1e-1 (log-uniform), in the motion asked for
 *   thin_wall     a cube of edge 0.05 flies 20 and spins by up to 179 degrees, through a plate 2 x 2 x 0.01 at rest
 *   translation   as tumble, turned anyhow, but without any turning on the way
 *   matrix        homogeneous matrices of weight 1: quadratic paths with shear
 *   weighted      homogeneous matrices with a weight: exact rotation, paths of degree 2 over degree 2
 *   heading       as translation, both boxes turned alike: their quaternions differ by ulps, as if each were normalised
 *   heading_turn  the same, and both turn by up to 90 degrees about one axis
 *   edges         bars of one heading, which differ by ulps, meet edge on edge
 *   floor         a box slides and turns by up to 90 degrees on a floor, 1e-13 above it
 */

#ifndef BENCH_FAMILY_H
#define BENCH_FAMILY_H

#include <stdint.h>

#include "model.h"

typedef enum family {
  FAMILY_TUMBLE,
  FAMILY_GENTLE,
  FAMILY_FAR,
  FAMILY_NEAR_MISS,
  FAMILY_THIN_WALL,
  FAMILY_TRANSLATION,
  FAMILY_MATRIX,
  FAMILY_WEIGHTED,
  FAMILY_HEADING,
  FAMILY_HEADING_TURN,
  FAMILY_EDGES,
  FAMILY_FLOOR,
  FAMILY_COUNT
} family;

const char *family_name(family which);

/* Returns 1 if competitors of this motion model take part: matrices in the matrix families, all others in the other
   ones. */
int family_has(family which, motion_model model);

/* Draws test case number `index` of a family, a function of the arguments alone. The boxes are apart at the start.
   Returns the true first contact in this motion model, or INFINITY if there is none. */
double family_draw(family which, motion_model model, uint64_t seed, int index, test_case *scene);

/* Draws a test case as tumble does, but with both boxes turning by just this angle (radians, less than pi). They are
   apart at the start. */
void family_draw_turning(double angle, uint64_t seed, int index, test_case *scene);

#endif /* BENCH_FAMILY_H */
