/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Boxes on bodies, in doubles, for the judges of worlds and steps.  Shares no code with the library.
 *
 * A pose is a position x and a unit quaternion q = (w, x, y, z).  Lengths are in the world's units.
 */

#ifndef SUPPORT_SOLID_H
#define SUPPORT_SOLID_H

#include <stdbool.h>

typedef struct pose {
  double x[3], q[4];
} pose;

/* A box that is fixed to a body: half its sides, and its own pose in the frame of the body. */
typedef struct solid {
  double half[3];
  pose offset;
} solid;

/* A box in the world: its centre, the three unit directions of its sides, and half their lengths. */
typedef struct placed_box {
  double centre[3], axis[3][3], half[3];
} placed_box;

placed_box solid_place(const solid *s, const pose *body);

/* Returns the box with every half side shorter by `allowance`. */
solid solid_shrunk(const solid *s, double allowance);

double solid_shortest_half(const solid *s);

/* Returns the distance from the body's origin to the point of the box that is farthest away. */
double solid_reach(const solid *s);

/*
 * Returns the widest gap along the fifteen axes of the separating-axis test.  If it is positive, the boxes are at
 * least so far apart; if it is negative, they overlap, and its opposite is the shortest way along an axis that parts
 * them.
 * Writes that axis, of length 1 and pointing from a to b, unless it is null.
 */
double boxes_gap(const placed_box *a, const placed_box *b, double axis[3]);

/*
 * Returns a bound of how fast points of the box move along a direction of length 1 while its body turns about its
 * origin at this angular velocity, or more slowly about the same axis.  It holds wherever that turns the box to.
 */
double turning_speed(const placed_box *box, const double origin[3], const double angular[3], const double direction[3]);

/*
 * Returns the pose at the part u of ODE's own step from one pose to another, in infinitesimal mode: the position is
 * linear in time, and so is the quaternion before it is normalised, (1 - u) q0 + u q1 / (q0 . q1).
 */
pose pose_between(const pose *from, const pose *to, double u);

/* Returns the pose at the part u in finite rotation mode: the position is linear, and `turn` is the angular velocity
   times the length of the step. */
pose pose_turned(const pose *from, const pose *to, const double turn[3], double u);

/* Writes the angular velocity at the start of the path of pose_between(), for a time of 1.  At u it is about the same
   axis, and slower by the factor pose_slowing(). */
void pose_spin(const pose *from, const pose *to, double angular[3]);
double pose_slowing(const double angular[3], double u);

/*
 * Returns the part of the path of pose_between() at which the pose `at` is, or -1 if no point of a body of this reach
 * is within `tolerance` of where the path would put it.
 */
double pose_part(const pose *from, const pose *to, const pose *at, double reach, double tolerance);

bool pose_equal(const pose *a, const pose *b);

/* Returns a bound of how far two poses of a body of this reach put any of its points from each other. */
double pose_distance(const pose *a, const pose *b, double reach);

#endif /* SUPPORT_SOLID_H */
