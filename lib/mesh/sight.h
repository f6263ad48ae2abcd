/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * One moving shape as seen from the frame of another over a stretch of time: for queries of boxes of a tree.
 *
 * A point y of b stands in the frame of a at (b A'P + A'B y) / (a b), with Bernstein coefficients T_k of b A'P, C_j of
 * A'B and positive w_k, v_j of a b.  So it lies between the least and the greatest of T_k / w_k plus the least and the
 * greatest of C_j y / v_j, along any direction: simultaneous motions of a and b are bounded separately, which is
 * sufficient here.
 */

#ifndef BMS_SIGHT_H
#define BMS_SIGHT_H

#include <stdbool.h>

#include "shapes/convex_stretch.h"

enum { BMS_SIGHT_POSITIONS = 7, BMS_SIGHT_ROTATIONS = 5 };

typedef struct bms_sight {
  int positions, rotations;
  double position[BMS_SIGHT_POSITIONS][3];    /* T_k / w_k */
  double least[3], most[3];                   /* of them */
  double rotation[BMS_SIGHT_ROTATIONS][3][3]; /* C_j / v_j: [row][column] */
  double error;                               /* bounds the error of a point */
} bms_sight;

/* Checks the frame of b from a, or the frame of a from b.  Returns false if some weight is not positive: the stretch is
   too long. */
bool bms_sight_of_b(const bms_convex_stretch *stretch, bms_sight *sight);
bool bms_sight_of_a(const bms_convex_stretch *stretch, bms_sight *sight);

/* Writes an interval, along a direction, in which all points of a core are, at all times of the stretch. */
void bms_sight_extent(const bms_sight *sight, const bms_convex *shape, const double direction[3], double *low,
                      double *high);

/* Writes the box that holds all points of a core, grown by the radius, at all times of the stretch. */
void bms_sight_bounds(const bms_sight *sight, const bms_convex *shape, double radius, bms_box *bounds);

/* Writes the extent of a box given by centre and half extents. */
void bms_sight_box(const bms_sight *sight, const double centre[3], const double half[3], bms_box *bounds);

#endif /* BMS_SIGHT_H */
