/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The position is a quadratic, which stays between the least and the greatest of its Bernstein coefficients.  With A(t)
 * = |q|^2 R(q) and W(t) = |q|^2, quadratics too with the coefficients A_k and W_k > 0, the middle m and the half sides
 * h of the box, a direction n reaches from the position up to
 *
 *     max over x of n . A x / W  =  (n . A m + sum_j h_j |n . A_j|) / W  <=  max over k of the same of A_k and W_k
 *
 * since the Bernstein polynomials are not negative, and a ratio of sums lies between the ratios.
 *
 * Errors, u = 2^-53.  Let s^2 be the sum of the squares of |c0| + |t| |c1| over the quaternion: W_k >= s^2 / 2 is asked
 * for.  A component of q is off by 2 u of its terms, so an entry of A_k and a W_k by 8 u s^2: 16 u of W_k.  Middle and
 * half side are off by 2 u, n . A_j by 3, products and sums by 8, the ratio by 1: in all less than 2 (8 + 2 + 3 + 8) +
 * 2 * 16 + 1 = 75 u, times what n . x comes to in absolute terms.  The position is off by a dozen.
 */

#include "moving/moving_bounds.h"

#include <float.h>
#include <math.h>

#include "util/real.h"

/* Roundings of a ball's bounds: more than twice those that are counted below. */
#define BALL_ERROR (32 * DBL_EPSILON)

/* More than three times the roundings that are counted above. */
#define PATH_ERROR (128 * DBL_EPSILON)

/* The least weight, in parts of s^2, for which there are bounds: until a step turns by some 45 degrees.  Beyond that
   the bounds are too large to be of use. */
#define LEAST_WEIGHT 0.5

/* Larger numbers are left to the solver, which may refuse them; and quaternions so short that products underflow. */
#define LARGEST 1e18
#define LEAST_SQUARE 1e-100

/* ------------------------------------------------------------------ Bernstein coefficients */

/* On an interval; for the rotation, of |q|^2 R. */
typedef struct qmboxHull {
  double position[3][3];    /* [coordinate][coefficient] */
  double rotation[3][3][3]; /* [row][column][coefficient] */
  double weight[3];         /* of |q|^2 */
  double reach;             /* the largest coordinate of the position, terms taken absolutely */
} qmboxHull;

/* The coefficients of |q|^2 R(q) in the polar form: q and r are the same for the two at the ends. */
static void rotationOf(const double q[4], const double r[4], int k, qmboxHull *hull) {
  double ww = q[0] * r[0], xx = q[1] * r[1], yy = q[2] * r[2], zz = q[3] * r[3];
  double xy = q[1] * r[2] + q[2] * r[1], xz = q[1] * r[3] + q[3] * r[1], yz = q[2] * r[3] + q[3] * r[2];
  double wx = q[0] * r[1] + q[1] * r[0], wy = q[0] * r[2] + q[2] * r[0], wz = q[0] * r[3] + q[3] * r[0];
  hull->rotation[0][0][k] = ww + xx - yy - zz;
  hull->rotation[0][1][k] = xy - wz;
  hull->rotation[0][2][k] = xz + wy;
  hull->rotation[1][0][k] = xy + wz;
  hull->rotation[1][1][k] = ww - xx + yy - zz;
  hull->rotation[1][2][k] = yz - wx;
  hull->rotation[2][0][k] = xz - wy;
  hull->rotation[2][1][k] = yz + wx;
  hull->rotation[2][2][k] = ww - xx - yy + zz;
  hull->weight[k] = ww + xx + yy + zz;
}

/* Returns false if there is none: the motion is no rigid one, or turns too far, or the numbers do not go. */
static bool hullOf(const qmboxMoving *path, double t0, double t1, qmboxHull *hull) {
  const bms_motion *motion = &path->body.motion;
  double latest = fmax(fabs(t0), fabs(t1)), square = 0, terms, q[4], r[4];
  if (motion->form != BMS_MOTION_RIGID || path->turns) return false;
  hull->reach = 0;
  for (int i = 0; i < 3; i++) {
    const double *c = motion->rigid.position[i];
    hull->position[i][0] = c[0] + t0 * (c[1] + t0 * c[2]);
    hull->position[i][1] = c[0] + (t0 + t1) / 2 * c[1] + t0 * t1 * c[2];
    hull->position[i][2] = c[0] + t1 * (c[1] + t1 * c[2]);
    terms = fabs(c[0]) + latest * (fabs(c[1]) + latest * fabs(c[2]));
    if (!(terms <= LARGEST)) return false; /* NaN too */
    hull->reach = fmax(hull->reach, terms);
  }
  for (int i = 0; i < 4; i++) {
    const double *c = motion->rigid.quaternion[i];
    double term = fabs(c[0]) + latest * fabs(c[1]);
    q[i] = c[0] + t0 * c[1];
    r[i] = c[0] + t1 * c[1];
    square += term * term;
  }
  if (!(square >= LEAST_SQUARE && square <= LARGEST)) return false;
  rotationOf(q, q, 0, hull);
  rotationOf(q, r, 1, hull);
  rotationOf(r, r, 2, hull);
  for (int i = 0; i < 3; i++) {
    if (!(hull->weight[i] >= LEAST_WEIGHT * square)) return false;
  }
  return true;
}

/* Bounds of what a direction times the box's points comes to.  `at` and `along` are the coefficients of the position
   and of each column along it, `length` the sum of its absolute coordinates. */
static void rangeAlong(const qmboxHull *hull, const bms_box *box, const double at[3], double along[3][3], double length,
                       double *least, double *greatest) {
  double low = HUGE_VAL, high = -HUGE_VAL, size = 0, margin;
  for (int k = 0; k < 3; k++) {
    double middle = 0, half = 0;
    for (int j = 0; j < 3; j++) {
      middle += along[j][k] * (box->min[j] + box->max[j]) / 2;
      half += fabs(along[j][k]) * (box->max[j] - box->min[j]) / 2;
    }
    low = fmin(low, (middle - half) / hull->weight[k]);
    high = fmax(high, (middle + half) / hull->weight[k]);
  }
  for (int j = 0; j < 3; j++) size += fmax(fabs(box->min[j]), fabs(box->max[j]));
  margin = PATH_ERROR * length * (hull->reach + size);
  *least = fmin(fmin(at[0], at[1]), at[2]) + low - margin;
  *greatest = fmax(fmax(at[0], at[1]), at[2]) + high + margin;
}

/* ------------------------------------------------------------------ what is asked */

double qmboxHullBounds(const qmboxMoving *path, double t0, double t1, double min[3], double max[3]) {
  qmboxHull hull;
  if (!hullOf(path, t0, t1, &hull)) return qmboxMovingBounds(path, t0, t1, min, max);
  for (int i = 0; i < 3; i++) {
    rangeAlong(&hull, &path->body.box, hull.position[i], hull.rotation[i], 1, &min[i], &max[i]);
  }
  return qmboxLargestIn(min, max);
}

bool qmboxClearOf(const qmboxMoving *path, const bms_half_space *plane, double t0, double t1) {
  double at[3] = {0, 0, 0}, along[3][3] = {{0}}, length = 0, least, greatest;
  qmboxHull hull;
  if (!hullOf(path, t0, t1, &hull)) return false;
  for (int i = 0; i < 3; i++) {
    length += fabs(plane->normal[i]);
    for (int k = 0; k < 3; k++) {
      at[k] += plane->normal[i] * hull.position[i][k];
      for (int j = 0; j < 3; j++) along[j][k] += plane->normal[i] * hull.rotation[i][j][k];
    }
  }
  if (!(length > 0 && length <= LARGEST && fabs(plane->offset) <= LARGEST * length)) return false;
  rangeAlong(&hull, &path->body.box, at, along, length, &least, &greatest);
  return least - plane->offset > PATH_ERROR * fabs(plane->offset);
}

/*
 * A turn by the angle a moves what is r from its centre by 2 r sin(a/2), and a/2 is the angle between q and q + t q',
 * whose sine is at most t |q'| / |q|.
 */
double qmboxFarthestMove(const qmboxMoving *path, double t) {
  const bms_motion *motion = &path->body.motion;
  const bms_box *box = &path->body.box;
  double linear = 0, from = 0, to = 0, arm = 0;
  if (path->shape == QMBOX_SHAPE_PLANE || !path->moves) return 0;
  if (motion->form != BMS_MOTION_RIGID || path->turns || path->t0 > 0) return HUGE_VAL;
  for (int i = 0; i < 3; i++) {
    const double *c = motion->rigid.position[i];
    double way = t * (fabs(c[1]) + t * fabs(c[2])), side = fmax(fabs(box->min[i]), fabs(box->max[i]));
    linear += way * way;
    arm += side * side;
  }
  for (int i = 0; i < 4; i++) {
    from += motion->rigid.quaternion[i][0] * motion->rigid.quaternion[i][0];
    to += motion->rigid.quaternion[i][1] * motion->rigid.quaternion[i][1];
  }
  return (1 + PATH_ERROR) * (sqrt(linear) + 2 * sqrt(arm) * t * sqrt(to / from));
}

/* ------------------------------------------------------------------ balls and swept boxes */

double qmboxRadiusOfBox(const bms_box *box) {
  double square = 0;
  for (int i = 0; i < 3; i++) {
    double arm = fmax(fabs(box->min[i]), fabs(box->max[i]));
    square += arm * arm;
  }
  return sqrt(square);
}

/* The bounds of a box that may turn in any way about the position of its motion. */
static void boundsWhateverTheTurn(const bms_body *body, double t0, double t1, double min[3], double max[3]) {
  bms_body ball = *body;
  for (int i = 0; i < 3; i++) {
    ball.box.max[i] = qmboxRadiusOfBox(&body->box);
    ball.box.min[i] = -ball.box.max[i];
  }
  for (int i = 0; i < 4; i++) {
    ball.motion.rigid.quaternion[i][0] = i == 0;
    ball.motion.rigid.quaternion[i][1] = 0;
  }
  bms_swept_bounds(&ball, t0, t1, min, max);
}

/*
 * A coordinate of the position is a quadratic in t, which stays between the least and the greatest of its Bernstein
 * points: those at t0 and t1, and c0 + (t0 + t1)/2 c1 + t0 t1 c2.  These, the radius and their sum are off by at most a
 * dozen roundings of what they are made of.
 */
double qmboxBallBounds(const qmboxMoving *path, double t0, double t1, double min[3], double max[3]) {
  const bms_motion *motion = &path->body.motion;
  double radius = qmboxRadiusOfBox(&path->body.box), latest = fmax(fabs(t0), fabs(t1)), largest = 0;
  if (motion->form != BMS_MOTION_RIGID) return HUGE_VAL;
  for (int i = 0; i < 3; i++) {
    const double *c = motion->rigid.position[i];
    double start = c[0] + t0 * (c[1] + t0 * c[2]), end = c[0] + t1 * (c[1] + t1 * c[2]);
    double middle = c[0] + (t0 + t1) / 2 * c[1] + t0 * t1 * c[2];
    double reach = fabs(c[0]) + latest * (fabs(c[1]) + latest * fabs(c[2])) + radius;
    double margin = radius + BALL_ERROR * reach;
    min[i] = fmin(fmin(start, end), middle) - margin;
    max[i] = fmax(fmax(start, end), middle) + margin;
    /* Not fmax(): a NaN has to come through. */
    if (!(reach <= largest)) largest = reach;
    if (!(min[i] <= max[i])) return HUGE_VAL;
  }
  return largest;
}

double qmboxMovingBounds(const qmboxMoving *path, double t0, double t1, double min[3], double max[3]) {
  if (path->turns) {
    boundsWhateverTheTurn(&path->body, t0, t1, min, max);
  } else {
    bms_swept_bounds(&path->body, t0, t1, min, max);
  }
  return qmboxLargestIn(min, max);
}
