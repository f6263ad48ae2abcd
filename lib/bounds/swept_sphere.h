/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rigid boxes as moving spheres: facts of a pair known from these alone, at a fraction of the price of a query.
 *
 * The sphere is about the origin of the body's frame, so that it moves as the position does, whatever the rotation.
 */

#ifndef BMS_SWEPT_SPHERE_H
#define BMS_SWEPT_SPHERE_H

#include <stdbool.h>

#include "bms.h"

typedef struct bms_swept_sphere {
  bool known;            /* else nothing is known; the other members are not set */
  double position[3][3]; /* of the motion: [coordinate][power of t] */
  double radius;
  double magnitude; /* bounds |position| on the interval and all sums of its evaluation */
} bms_swept_sphere;

/* The sphere of a body over [t0, t1].  `known` only if the body is rigid, its numbers are of tame sizes, and
   bms_validate() has certainly no objection to it over this interval. */
void bms_swept_sphere_of(const bms_body *body, double t0, double t1, bms_swept_sphere *sphere);

/* Returns true if two spheres certainly share no point on [t0, t1], an interval within both motions'; false if either
   is not known. */
bool bms_swept_spheres_apart(const bms_swept_sphere *a, const bms_swept_sphere *b, double t0, double t1);

/* About when two spheres meet, for putting pairs in order: nothing is proved.  INFINITY if they seem not to on [t0,
   t1], t0 if either is not known. */
double bms_swept_spheres_meet(const bms_swept_sphere *a, const bms_swept_sphere *b, double t0, double t1);

#endif /* BMS_SWEPT_SPHERE_H */
