/* SPDX-License-Identifier: BSD-3-Clause */

/* Measures what ODE rounds in the AABB of a turned box. */

#ifndef AABBS_H
#define AABBS_H

#include "bounds.h"
#include "util/real.h"

/* Places a box by a quaternion (4), a position (3) and sides (3); computes the upper end of its AABB, exactly, for the
   rotation that ODE has made.  Returns the largest coordinate, or 0 if the quaternion is no rotation. */
static inline double aabbs_place_box(const double *x, dGeomID *geom, precise upper[3]) {
  dQuaternion q = {(dReal)x[0], (dReal)x[1], (dReal)x[2], (dReal)x[3]};
  double largest = 0;
  if (!(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] > 0.1)) return 0;
  *geom = dCreateBox(NULL, (dReal)(fabs(x[7]) + 0.01), (dReal)(fabs(x[8]) + 0.01), (dReal)(fabs(x[9]) + 0.01));
  dNormalize4(q);
  dGeomSetQuaternion(*geom, q);
  dGeomSetPosition(*geom, (dReal)x[4], (dReal)x[5], (dReal)x[6]);
  const dReal *rotation = dGeomGetRotation(*geom), *position = dGeomGetPosition(*geom);
  dVector3 side;
  dGeomBoxGetLengths(*geom, side);
  for (int i = 0; i < 3; i++) {
    upper[i] = precise_of((double)position[i]);
    for (int j = 0; j < 3; j++) {
      precise half = precise_over(precise_of((double)side[j]), precise_of(2));
      upper[i] = precise_plus(upper[i], precise_absolute(precise_times(precise_of((double)rotation[4 * i + j]), half)));
    }
    largest = fmax(largest, fabs((double)position[i]) + fabs(precise_double(upper[i])));
  }
  return largest;
}

/* Returns by how much an AABB falls short, in parts of the largest coordinate, over the context. */
static inline double aabbs_share(const double *x, const void *context) {
  dGeomID geom;
  dReal aabb[6];
  double most = 0;
  precise upper[3];
  double largest = aabbs_place_box(x, &geom, upper);
  if (!(largest > 0)) return 0;
  dGeomGetAABB(geom, aabb);
  for (int i = 0; i < 3; i++) {
    double short_by = precise_double(precise_minus(upper[i], precise_of((double)aabb[2 * i + 1])));
    most = fmax(most, short_by / (*(const double *)context * largest));
  }
  dGeomDestroy(geom);
  return most;
}

/* Measures by how much AABBs fall short; `bound` is in parts of the largest coordinate. */
static inline void aabbs_measure(const char *constant, double bound) {
  dInitODE();
  bounds_measure(constant, aabbs_share, &bound, 10, 5);
  dCloseODE();
}

#endif /* AABBS_H */
