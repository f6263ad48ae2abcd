/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The preparation of two convex shapes.
 *
 * A sphere about the origin of its frame has no orientation: it is given one that does not change, whatever its motion,
 * so that directions fixed in its frame stand still in the world.
 */

#include "numeric/arithmetic.h"

#include "shapes/convex_pair.h"

#include <math.h>
#include <string.h>

#include "motion/linear_quaternion.h"
#include "motion/relative.h"
#include "numeric/quadratic.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "shapes/convex.h"
#include "validate/validate.h"

/* Roundings of max(|t0|, |t1|) in ta + s (tb - ta), as in walk.c. */
static const double TIME_ROUNDINGS = 6;

/* Roundings of the size in the test that separates spheres: a coordinate of a point is off by 12, n . P by 16, its
   comparison with n and the extent by less than as many. */
static const double SPHERE_ROUNDINGS = 64;

/* A walk that knows a gap to this part of it leaves no more of it at its next step.  A shape known by its support
   function only needs all: near the contact its features do not show otherwise. */
static const double ROUGHLY = 0x1p-7;

/* The range in which products of sizes neither overflow nor lose digits to underflow. */
static const double SMALLEST = 1e-60, LARGEST = 1e60;

/* ------------------------------------------------------------------ bounds */

bms_convex_scale bms_convex_scale_until(const bms_convex_pair *pair, double latest) {
  double bound[3];
  for (int r = 0; r < 3; r++) {
    const double *c = pair->position[r];
    bound[r] = fabs(c[0]) + latest * (fabs(c[1]) + latest * fabs(c[2]));
  }
  return (bms_convex_scale){
      bms_linear_quaternion_terms(pair->quaternion_a, latest) * bms_linear_quaternion_terms(pair->quaternion_b, latest),
      bms_length_at_most(bound) + pair->extent};
}

/* ------------------------------------------------------------------ validity */

static bool turns_for_certain(const double coefficient[4][2], const bms_convex_pair *pair) {
  double terms = bms_linear_quaternion_terms(coefficient, pair->latest);
  return bms_linear_quaternion_turns(coefficient, pair->t0, pair->t1, terms);
}

/* Finds the fault of a query that is not plainly valid; exact. */
static bms_reason find_fault(const bms_convex_query *query, bms_part *where) {
  const bms_box point = {{0, 0, 0}, {0, 0, 0}};
  bms_query points = {.t0 = query->t0, .t1 = query->t1, .a = {point, query->motion_a}, .b = {point, query->motion_b}};
  bms_reason reason = bms_validate(&points, where);
  if (reason != BMS_VALID) return reason;
  bool a_is_rigid = query->motion_a.form == BMS_MOTION_RIGID, b_is_rigid = query->motion_b.form == BMS_MOTION_RIGID;
  *where = !a_is_rigid ? BMS_PART_A : !b_is_rigid ? BMS_PART_B : BMS_PART_QUERY;
  return a_is_rigid && b_is_rigid ? BMS_VALID : BMS_MOTION_FORM;
}

static bms_reason validate_shapes(const bms_convex_query *query, bms_part *where) {
  *where = BMS_PART_A;
  bms_reason reason = bms_convex_validate(&query->a);
  if (reason != BMS_VALID) return reason;
  *where = BMS_PART_B;
  reason = bms_convex_validate(&query->b);
  if (reason != BMS_VALID) return reason;
  *where = BMS_PART_QUERY;
  bool both = query->a.core == BMS_CORE_HALF_SPACE && query->b.core == BMS_CORE_HALF_SPACE;
  return both ? BMS_OUT_OF_RANGE : BMS_VALID;
}

/* ------------------------------------------------------------------ preparation */

/* Returns true for a ball about the origin of its frame.  A point is none: a caller may want the frame. */
static bool is_sphere(const bms_convex *shape) {
  return shape->radius > 0 && bms_convex_is_origin(shape);
}

/* Scales by a power of two, which changes no rotation, so that the coefficients' bound over |t| <= latest is about
 1. */
static void normalise(const double from[4][2], double latest, double to[4][2]) {
  double largest = 0;
  int exponent = 0;
  for (int i = 0; i < 4; i++) largest = bms_max(largest, fabs(from[i][0]) + latest * fabs(from[i][1]));
  if (!(largest > 0.25 && largest < 4)) (void)frexp(largest, &exponent);
  double factor = exponent == 0 ? 1 : ldexp(1, -exponent);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 2; k++) to[i][k] = factor * from[i][k];
}

static bool is_in_range(const bms_convex_pair *pair) {
  double size = pair->scale.size;
  return size <= LARGEST && (size >= SMALLEST || size == 0) && pair->scale.scales <= LARGEST &&
         pair->latest <= LARGEST && pair->nearness >= 0;
}

/* Returns true if a query is valid for certain, given that is_in_range(). */
static bool is_plain(const bms_convex_query *query, const bms_convex_pair *pair) {
  return bms_all_proved(&(bms_proved){
      .interval_range = true,
      .interval_order = query->t0 <= query->t1,
      .box_range = true, /* by the size */
      .box_order = true, /* bms_convex_validate() */
      .motion_form = query->motion_a.form == BMS_MOTION_RIGID && query->motion_b.form == BMS_MOTION_RIGID,
      .motion_range = true, /* of what the two motions differ by */
      .motion_regular = turns_for_certain(pair->quaternion_a, pair) && turns_for_certain(pair->quaternion_b, pair),
  });
}

bms_reason bms_convex_prepare(const bms_convex_query *query, bms_convex_pair *pair, bms_part *where) {
  static const double UPRIGHT[4][2] = {{1, 0}, {0, 0}, {0, 0}, {0, 0}};
  double latest = bms_max(fabs(query->t0), fabs(query->t1));
  bms_reason reason = validate_shapes(query, where);
  if (reason != BMS_VALID) return reason;
  pair->t0 = query->t0;
  pair->t1 = query->t1;
  pair->a = &query->a;
  pair->b = &query->b;
  pair->nearness = query->nearness;
  pair->roughly = query->a.core == BMS_CORE_SUPPORT || query->b.core == BMS_CORE_SUPPORT ? 0 : ROUGHLY;
  pair->latest = latest;
  normalise(query->motion_a.rigid.quaternion, latest, pair->quaternion_a);
  normalise(query->motion_b.rigid.quaternion, latest, pair->quaternion_b);
  for (int r = 0; r < 3; r++)
    for (int k = 0; k < 3; k++)
      pair->position[r][k] = query->motion_b.rigid.position[r][k] - query->motion_a.rigid.position[r][k];
  pair->radius = pair->a->radius + pair->b->radius;
  pair->extent = bms_convex_reach(pair->a) + bms_convex_reach(pair->b) + pair->radius;
  pair->time_error = TIME_ROUNDINGS * BMS_ROUNDING * latest + 0x1p-1070;
  bool plain = is_plain(query, pair);
  if (is_sphere(pair->a)) memcpy(pair->quaternion_a, UPRIGHT, sizeof UPRIGHT);
  if (is_sphere(pair->b)) memcpy(pair->quaternion_b, UPRIGHT, sizeof UPRIGHT);
  pair->scale = bms_convex_scale_until(pair, latest);
  bool in_range = is_in_range(pair);
  if (!in_range || !plain) reason = find_fault(query, where);
  return reason == BMS_VALID && !in_range ? BMS_OUT_OF_RANGE : reason;
}

bms_reason bms_convex_enter(double *t0, double *t1, bms_motion *a, bms_motion *b, bms_frame *frame, bms_part *where) {
  frame->start = 0;
  if (a->origin == 0 && b->origin == 0) return BMS_VALID;
  bms_query query = {.t0 = *t0, .t1 = *t1, .a = {.motion = *a}, .b = {.motion = *b}};
  bms_reason reason = bms_frame_of(&query, frame, where);
  if (reason != BMS_VALID) return reason;
  *where = BMS_PART_QUERY;
  if (frame->apart && !bms_frame_unite(frame)) return BMS_OUT_OF_RANGE;
  *t0 = frame->query.t0;
  *t1 = frame->query.t1;
  *a = frame->query.a.motion;
  *b = frame->query.b.motion;
  return BMS_VALID;
}

bool bms_convex_enter_query(const bms_convex_query *query, bms_convex_query *entered, bms_frame *frame,
                            bms_convex_contact *contact) {
  *entered = *query;
  *contact = (bms_convex_contact){.status = BMS_INVALID};
  contact->reason =
      bms_convex_enter(&entered->t0, &entered->t1, &entered->motion_a, &entered->motion_b, frame, &contact->where);
  return contact->reason == BMS_VALID;
}

void bms_convex_leave(const bms_frame *frame, bms_convex_contact *contact) {
  if (contact->status == BMS_INVALID || frame->start == 0) return;
  bool contact_after = contact->t > contact->t_lower;
  contact->t = contact_after ? bms_frame_time(frame, contact->t) : bms_frame_time_down(frame, contact->t);
  contact->t_lower = bms_frame_time_down(frame, contact->t_lower);
  contact->t_upper = bms_frame_time_up(frame, contact->t_upper);
}

/* ------------------------------------------------------------------ far apart */

/* P stays in the triangle of its Bernstein points.  If n . P exceeds the extent of the two for all three, along the
   direction n from the origin to the point of the chord that is nearest to it, they are apart. */
bool bms_convex_spheres_apart(const bms_convex_pair *pair) {
  double t0 = pair->t0, t1 = pair->t1, point[3][3], chord[3], n[3];
  if (pair->a->core == BMS_CORE_HALF_SPACE || pair->b->core == BMS_CORE_HALF_SPACE) return false;
  for (int r = 0; r < 3; r++) {
    double control[3];
    bms_quadratic_control(pair->position[r], t0, t1, control);
    for (int k = 0; k < 3; k++) point[k][r] = control[k];
    chord[r] = point[2][r] - point[0][r];
  }
  double square = bms_dot(chord, chord), s = square > 0 ? -bms_dot(chord, point[0]) / square : 0;
  s = bms_min(bms_max(s, 0), 1);
  for (int r = 0; r < 3; r++) n[r] = point[0][r] + s * chord[r];
  double least = bms_min(bms_dot(n, point[0]), bms_min(bms_dot(n, point[1]), bms_dot(n, point[2])));
  double extent = pair->extent + SPHERE_ROUNDINGS * BMS_ROUNDING * pair->scale.size;
  return least > 0 && least * least > bms_dot(n, n) * (extent * extent);
}
