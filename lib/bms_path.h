/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_path.h: boxes that move along paths of pieces.
 *
 * A path is a sequence of motions of bms.h, each with a proved bound of its distance from the motion that is meant.
 * Every function here grows the boxes by that bound, so answers are on the safe side: separated means separated, and no
 * contact is reported late.  The answer has a bound of how early it may be.
 *
 * Conventions as in bms.h.  Nothing is allocated, no state is kept.
 */

#ifndef BMS_PATH_H
#define BMS_PATH_H

#include "bms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ paths */

/*
 * One piece: on [t0, t1], every point of the box is at most `radius` from where `motion` (a function of the path's t
 * less the motion's origin, not counted from t0) takes it.  All times here count from 0.
 *
 * `stretch` bounds the linear part of the motion and its inverse: lengths change by at most this factor either way.  It
 * is 1 for a rigid motion.  radius >= 0, stretch >= 1.
 */
typedef struct bms_piece {
  double t0, t1;
  bms_motion motion;
  double radius;
  double stretch;
} bms_piece;

/* Pieces that follow each other: piece[i].t1 == piece[i + 1].t0.  They need not be continuous.  A piece that shares
   a single time with the query's interval, such as a piece of length 0, is not used.  If that interval is a single
   time, the piece that begins there is used, or the last piece. */
typedef struct bms_path {
  const bms_piece *piece;
  int count;
} bms_path;

/* A box and its path. */
typedef struct bms_moving_box {
  bms_box box;
  bms_path path;
} bms_moving_box;

/* Both paths cover [t0, t1]. */
typedef struct bms_path_query {
  double t0, t1;
  bms_moving_box a, b;
} bms_path_query;

/* This motion on [t0, t1], exactly.  The motion is rigid (of the constructors in bms.h, all but those from matrices and
   bms_motion_revolute(), which turns only to within rounding). */
BMS_API bms_piece bms_piece_exact(double t0, double t1, const bms_motion *motion);

/* The box with its faces moved outwards by radius * stretch: moved by the piece's motion, it holds the real one.  A
   point of the box that is meant is y = A x + T + e with |e| <= radius, that is A (x + A^-1 e) + T, and A^-1 e is no
   longer than radius * stretch. */
BMS_API bms_box bms_piece_grown(const bms_box *box, const bms_piece *piece);

/* How far a point of the grown box can be from the real box: radius + sqrt(3) * radius * stretch^2.  (The corner of the
   growth, sqrt(3) * radius * stretch in the box's frame, becomes longer by stretch in the world.) */
BMS_API double bms_piece_slack(const bms_piece *piece);

/* ------------------------------------------------------------------ questions */

typedef struct bms_path_contact {
  bms_status status; /* as in bms.h; TOUCHING and OVERLAPPING only at the query's own t0 */
  bms_reason reason;
  bms_part where;
  double t; /* never after the first real contact; t0 for INVALID, t1 for SEPARATED */
  double slack;
  int piece_a; /* the pieces that t lies in */
  int piece_b;
  bms_contact grown; /* the contact of the grown boxes at t: pair, normal, points */
} bms_path_contact;

/*
 * The first contact of two boxes along their paths.
 *
 * BMS_SEPARATED only when the real boxes are apart on all of [t0, t1]; they are apart on [t0, t) otherwise.  If they
 * close with speed s at t, t is at most about slack / s early; boxes that pass each other at less than slack may be
 * called in contact.  At t of a contact they are at most slack apart, plus how far they go from t to grown.t_upper;
 * slack is 0 if both pieces are exact.  BMS_UNRESOLVED means only that they are apart before t.
 *
 * BMS_INVALID: BMS_PATH_BROKEN if a path does not cover the interval without gaps, BMS_PIECE_BOUNDS if a radius or
 * stretch is none, or the reason of bms_first_contact() for a piece with its grown box, also after the contact: all
 * functions here call the same queries invalid.
 */
BMS_API bms_status bms_path_first_contact(const bms_path_query *query, bms_path_contact *contact);

/* A closed interval of time. */
typedef struct bms_path_interval {
  double enter, exit;
} bms_path_interval;

/*
 * Intervals, in order and apart, that hold every time at which the real boxes share a point; at every time in one, the
 * grown boxes share one (or it is not known), the ends rounded outwards.  Writes the first `capacity` and their number
 * to *count.  Returns BMS_CONTACT, BMS_SEPARATED if there is none, or BMS_INVALID.
 */
BMS_API bms_status bms_path_contact_intervals(const bms_path_query *query, int capacity, bms_path_interval *interval,
                                              int *count);

/* A minimum distance, enclosed: lower <= minimum over the interval <= upper, both >= 0.  At t the real boxes are at
   most `upper` apart. */
typedef struct bms_clearance {
  double lower, upper;
  double t;
} bms_clearance;

/*
 * The minimum distance of two boxes over [t0, t1].
 *
 * Both bounds are certified.  upper - lower is at most `tolerance` plus what the pieces' radii at t and at the place of
 * `lower` add, unless tolerance is below the rounding of doubles (about 1e-12 of the sizes, the positions and the terms
 * of the motions at t) or the work exceeds its limit (then lower is only wider).  tolerance > 0.  If the boxes meet, or
 * may, lower is 0.
 *
 * It takes steps of a few microseconds: one or a few for each piece, hundreds at a tolerance of 1e-3 of the sizes if
 * boxes that turn stay near each other, thousands at 1e-6, and so on with the root.  The limit is 4e5 steps in addition
 * to those for the pieces.
 *
 * Returns BMS_SEPARATED (lower > 0), BMS_CONTACT (lower == 0; whether they do meet is for bms_path_first_contact()), or
 * BMS_INVALID, with the clearance not set.
 */
BMS_API bms_status bms_path_clearance(const bms_path_query *query, double tolerance, bms_clearance *clearance);

/* ------------------------------------------------------------------ fitting pieces to a smooth motion */

/* Bounds over an interval of time.  R(t) is the rotation, o(t) the place of the frame's origin; ' is d/dt; the norm of
   a matrix is the greatest factor by which it lengthens a vector. */
typedef struct bms_smooth_bounds {
  double origin_speed, origin_jerk; /* |o'|, |o'''| */
  double turn_speed, turn_jerk;     /* |R'|, |R'''|; for a constant angular velocity w they are w and w^3 */
  double origin_error, turn_error;  /* of the poses as computed: how far o and R are from what is meant */
} bms_smooth_bounds;

/* Any smooth rigid motion. */
typedef struct bms_smooth {
  const void *context;
  /* The pose at t, as bms_motion_at() gives it. */
  void (*pose)(const void *context, double t, double pose[3][4]);
  /* Bounds that hold all over [t0, t1]. */
  void (*bounds)(const void *context, double t0, double t1, bms_smooth_bounds *bounds);
  double origin; /* the times of both functions count from it */
} bms_smooth;

/*
 * Cuts [t0, t1] into pieces whose slack is at most `tolerance` for a box that reaches no farther than `reach` from the
 * origin of its frame.
 *
 * Each piece is the matrix of quadratics through the poses at three times; its radius is derived in path_fit.c.  With
 * jerk J of the fastest point the pieces are about (70 tolerance / J)^(1/3) long.  t0 < t1, tolerance > 0.  The pieces'
 * motions have the origin of the smooth motion; or t0, if that is 0 and |t0| > t1 - t0.
 *
 * Writes the first `capacity` pieces and their total number to *count (piece may be NULL if capacity is 0).  Returns 0,
 * or -1 if the tolerance cannot be met: it is below the rounding of doubles, or a bound is not finite.
 */
BMS_API int bms_path_fit(const bms_smooth *motion, double reach, double t0, double t1, double tolerance, int capacity,
                         bms_piece *piece, int *count);

/*
 * A constant angular velocity, for any number of turns.  The pose at s = 0 is (centre + arm, quaternion), with s = t -
 * origin; at s the frame has turned by |turn| s about turn, its origin is at centre + velocity s + (arm, turned).
 *
 *   turn about the frame's own origin    arm 0
 *   screw                                centre on the axis, velocity along it, arm from centre to the frame's origin
 *   spherical interpolation (SLERP)      arm 0, turn and velocity constant between two poses
 */
typedef struct bms_spin {
  double centre[3], velocity[3], arm[3];
  double quaternion[4];
  double turn[3]; /* angular velocity, radians per t, world coordinates */
  double origin;
} bms_spin;

/* The spin that takes the frame from one pose at t0 to another at t1, centre linear and angular velocity constant, by
   the shorter way.  Positions have 3 numbers, quaternions 4 and are not zero.  t0 < t1.  The origin is 0 if
   |t0| <= t1 - t0, else t0. */
BMS_API bms_spin bms_spin_between(double t0, const double *position0, const double *quaternion0, double t1,
                                  const double *position1, const double *quaternion1);

/* A piece of a cubic spline of poses: position and quaternion (not normalised, not zero) as cubics of t - origin. */
typedef struct bms_cubic_pose {
  double position[3][4];   /* [coordinate][power of t] */
  double quaternion[4][4]; /* [w, x, y, z][power of t] */
  double origin;
} bms_cubic_pose;

/* As smooth motions; data that they point to must live as long. */
BMS_API bms_smooth bms_spin_motion(const bms_spin *spin);
BMS_API bms_smooth bms_cubic_pose_motion(const bms_cubic_pose *cubic);

#ifdef __cplusplus
}
#endif

#endif /* BMS_PATH_H */
