/* SPDX-License-Identifier: BSD-3-Clause */

/* A box in the world at one time. */

#ifndef BMS_PLACED_BOX_H
#define BMS_PLACED_BOX_H

#include "bms.h"
#include "numeric/rounding.h"

/* Times the magnitudes: the slack, how well places are known.  About 12 roundings make a corner from a pose and as many
   are in the pose; a normal adds 8 of the sizes; the rest is room. */
#define BMS_SLACK (64 * BMS_ROUNDING)

/* The points centre + s_0 axis[0] + s_1 axis[1] + s_2 axis[2], |s_i| <= half[i].  The axes are of unit length and
   independent; they are at right angles only if the pose is a rotation. */
typedef struct bms_placed_box {
  double centre[3];
  double axis[3][3];
  double half[3];
  double normal[3][3], width[3]; /* of the faces, of unit length, and half of how far these are apart */
  double magnitude;              /* bounds the terms that the coordinates of its points are sums of */
} bms_placed_box;

/* Places a box; the linear part of the pose is not singular.  The normals are the axes, as for a rotation. */
void bms_place_box(const bms_box *box, double pose[3][4], bms_placed_box *placed);

/* Gives a placed box these unit normals. */
void bms_set_face_normals(bms_placed_box *placed, const double normal[3][3]);

/* Returns how far x, from the centre of a, is outside of a slab of one of two boxes; below 0 inside of both. */
double bms_outside_of_boxes(const bms_placed_box *a, const bms_placed_box *b, const double x[3]);

/* Computes u + factor v. */
static inline void bms_add_scaled(const double u[3], double factor, const double v[3], double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = u[r] + factor * v[r];
}

/* Returns |v|, whose square may leave the range of doubles. */
double bms_safe_length(const double v[3]);

#endif /* BMS_PLACED_BOX_H */
