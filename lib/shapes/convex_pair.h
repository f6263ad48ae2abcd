/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two convex shapes that move rigidly, side by side.
 *
 * With A, B the rotation matrices of the quaternions without normalising, a = |q_a|^2, b = |q_b|^2 and P = p_b - p_a, a
 * point x of the core of a and a point y of b's are apart by P + B y / b - A x / a.
 */

#ifndef BMS_CONVEX_PAIR_H
#define BMS_CONVEX_PAIR_H

#include <stdbool.h>

#include "bms_shapes.h"
#include "motion/origin.h"

/* The units that errors are counted in, for all times up to one on either side of 0. */
typedef struct bms_convex_scale {
  double scales; /* bounds a b, and all sums of its evaluation */
  double size;   /* bounds |P| + |x| + |y| + radius in the same way */
} bms_convex_scale;

typedef struct bms_convex_pair {
  double t0, t1;
  const bms_convex *a, *b;
  double quaternion_a[4][2], quaternion_b[4][2]; /* as in bms_motion, not far from unit length; of a sphere fixed */
  double position[3][3];                         /* P: [coordinate][power of t] */
  double radius;                                 /* of both, summed */
  double extent;                                 /* |x| + |y| + radius at most */
  double latest;                                 /* the greatest |t| of the interval */
  bms_convex_scale scale;                        /* until then */
  double time_error;                             /* bounds the rounding of a time of the interval */
  double nearness;
  double roughly; /* the part of the gap to which curved cores' gap is sought; 0: as well as it can be */
} bms_convex_pair;

/* Validates a query and prepares it.  Returns BMS_VALID, or what is wrong and where. */
bms_reason bms_convex_prepare(const bms_convex_query *query, bms_convex_pair *pair, bms_part *where);

/* Takes the interval and both motions of a query to a frame, unless they are one.  Returns BMS_VALID; or what is wrong
   with the origins: here they are BMS_OUT_OF_RANGE also if doubles do not hold one of the motions from the other's. */
bms_reason bms_convex_enter(double *t0, double *t1, bms_motion *a, bms_motion *b, bms_frame *frame, bms_part *where);

/* Takes a query to its frame.  Returns false, and the answer with the reason, if that is not possible. */
bool bms_convex_enter_query(const bms_convex_query *query, bms_convex_query *entered, bms_frame *frame,
                            bms_convex_contact *contact);

/* Takes the times of an answer to the query. */
void bms_convex_leave(const bms_frame *frame, bms_convex_contact *contact);

/* Returns the bounds for |t| <= latest. */
bms_convex_scale bms_convex_scale_until(const bms_convex_pair *pair, double latest);

/* Returns true if the balls about the origins that hold the two are certainly apart on the whole interval. */
bool bms_convex_spheres_apart(const bms_convex_pair *pair);

#endif /* BMS_CONVEX_PAIR_H */
