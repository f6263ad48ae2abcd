/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first contact of a box and a rounded shape: a walk along separating planes.
 *
 *   1. At the present time find the closest points, and from them planes that separate (rounded_candidates.c).
 *   2. Follow each as far as its gap is certainly positive (rounded_plane.c), and go as far as the best of them leads.
 *   3. Where none leads any further, look whether the two certainly overlap a little later.
 *
 * A plane through the closest points is tangent to the distance as a function of time where its normal turns as its
 * features do, so this is Newton's iteration, from below: each step doubles the number of right digits, and near a
 * graze, where the distance has a double zero, halves the rest.  The bound of a plane holds over a stretch of time; a
 * stretch longer than the way ahead makes it worse, so the next one is a few times what the last step gained.
 *
 * Squared distances, which for a sphere are polynomials between the times at which its centre changes the region of the
 * box, were rejected: they have degree 12 where the sphere is off its body's centre, do not carry over to two edges,
 * and near the contact lose half of the digits.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <string.h>

#include "motion/motion.h"
#include "shapes/rounded_candidates.h"
#include "validate/validate.h"
#include "numeric/vector.h"

/* Steps before the walk gives up; near a graze some 60 are needed, else 2 to 10. */
enum { MAX_STEPS = 400 };

/* The next stretch is this many times as long as the last step. */
static const double AHEAD = 8;

/* A step of less than this many times the rounding of a time is none. */
static const double LEAST_STEP = 2;

/* A stretch on which no plane makes a step is cut to this part of it, until it is this many times the rounding. */
static const double CUT = 0x1p-8, SHORTEST = 64;

/* Where the gap closes with a certain speed, the two overlap enough to be told when it has gone on for this many times
   the error of distances. */
static const double DEEP = 16;

typedef struct walk {
  const bms_rounded_pair *pair;
  double t;     /* certified apart on [t0, t] */
  double reach; /* the length of the next stretch */
  bool has_plane;
  bms_rounded_plane plane; /* the last that led on */
  double direction[3];     /* between the closest points that were found last */
} walk;

/* ------------------------------------------------------------------ apart */

/* Follows the best plane from here; returns the time up to which the two are certainly apart. */
static double follow(walk *w, const bms_rounded_plane *candidate, int count, double end) {
  bms_rounded_stretch stretch;
  bms_rounded_plane plane = w->plane;
  double farthest = w->t;
  bms_rounded_stretch_over(w->pair, w->t, end, &stretch);
  for (int i = 0; i < count && farthest < end; i++) {
    double until = bms_rounded_clear_until(&stretch, &candidate[i]);
    if (!(until > farthest)) continue;
    farthest = until;
    plane = candidate[i];
  }
  if (w->has_plane && !(farthest > w->t)) farthest = bms_rounded_clear_until(&stretch, &plane);
  if (farthest > w->t) {
    w->plane = plane;
    w->has_plane = true;
  }
  return farthest;
}

/* Walks on from w->t; true if the two are apart up to the end of the interval. */
static bool walk_on(walk *w) {
  double t1 = w->pair->t1, least = LEAST_STEP * w->pair->slack;
  for (int step = 0; step < MAX_STEPS && w->t < t1; step++) {
    bms_rounded_instant instant;
    bms_closest closest;
    bms_rounded_plane candidate[BMS_MAX_CANDIDATES];
    bms_rounded_instant_at(w->pair, w->t, &instant);
    bms_closest_points(&instant, 0, w->direction, &closest);
    memcpy(w->direction, closest.direction, sizeof w->direction);
    int count = bms_rounded_candidates(&instant, &closest, candidate);
    for (;;) {
      double end = fmin(w->t + w->reach, t1), until = follow(w, candidate, count, end);
      double gained = until - w->t;
      w->t = until;
      w->reach = AHEAD * gained;
      if (until >= end || gained > least) break;
      if (!(end - until > SHORTEST * w->pair->slack)) return false;
      w->reach = CUT * (end - until);
    }
  }
  return w->t >= t1;
}

/* Whether the two are certainly apart at the start. */
static bool apart_at(const bms_rounded_instant *start) {
  double t0 = start->pair->t0;
  bms_rounded_stretch stretch;
  bms_closest closest;
  bms_rounded_plane candidate[BMS_MAX_CANDIDATES];
  bms_rounded_stretch_over(start->pair, t0, t0, &stretch);
  bms_closest_points(start, 0, start->position, &closest);
  int count = bms_rounded_candidates(start, &closest, candidate);
  for (int i = 0; i < count; i++)
    if (bms_rounded_separates(&stretch, &candidate[i])) return true;
  return false;
}

/* ------------------------------------------------------------------ in contact */

/* Whether a point of the shape is certainly in the box, perhaps on its surface, at t; *where is that point, in the
   box's frame.  The points that are compared lie in the core and in a box that is shrunk a little: what the shrinking
   and the radius leave between them is more than all errors. */
static bool certainly_meet(const walk *w, double t, double where[3]) {
  const bms_rounded_pair *pair = w->pair;
  bms_rounded_instant instant;
  bms_closest closest;
  double radius = pair->shape.radius, half = INFINITY;
  bms_rounded_instant_at(pair, t, &instant);
  for (int i = 0; i < 3; i++) half = fmin(half, 0.5 * pair->box.max[i] - 0.5 * pair->box.min[i]);
  double shrink = fmin(half, 4 * instant.error);
  bms_closest_points(&instant, shrink, w->direction, &closest);
  memcpy(where, closest.on_core, sizeof closest.on_core);
  return closest.distance + instant.error <= shrink + radius;
}

/* A time after w->t at which the two certainly share a point; infinite if none is found near.  `ahead` is when to look
   first; each further look is four times as far ahead. */
static double contact_after(const walk *w, double ahead) {
  double limit = fmin(w->pair->t1, w->t + BMS_ROUNDED_WIDTH * (w->pair->t1 - w->pair->t0)), where[3];
  for (ahead = fmax(ahead, 4 * w->pair->slack);; ahead *= 4) {
    double behind = fmin(w->t + ahead, limit);
    if (certainly_meet(w, behind, where)) return behind;
    if (behind >= limit) return INFINITY;
  }
}

/* ------------------------------------------------------------------ the answer */

/* A point or vector of the box's frame in the world. */
static void to_world(double pose[3][4], const double x[3], bool point, double out[3]) {
  for (int r = 0; r < 3; r++) out[r] = bms_dot(pose[r], x) + (point ? pose[r][3] : 0);
}

/* The speed at t of the body's point that is at x, given in its own frame. */
static void velocity(const bms_motion *motion, double t, const double x[3], double out[3]) {
  double pose[3][4], rate[3][4];
  bms_motion_rate_at(motion, t, pose, rate);
  to_world(rate, x, true, out);
}

/* What the two look like at t, seen with the plane that led there.  Returns the error of distances then. */
static double describe(const bms_rounded_query *query, const walk *w, bms_rounded_contact *contact) {
  bms_rounded_instant instant;
  bms_closest closest;
  double pose[3][4], normal[3], point[3], local[3], from[3], speed_a[3], speed_b[3];
  bms_rounded_instant_at(w->pair, contact->t, &instant);
  bms_closest_points(&instant, 0, w->direction, &closest);
  bms_rounded_features(&closest, contact);
  if (w->has_plane) {
    bms_rounded_normal(&instant, &w->plane, normal);
  } else {
    double length = closest.distance > 0 ? closest.distance : 1;
    for (int r = 0; r < 3; r++) normal[r] = closest.direction[r] / length;
  }
  for (int r = 0; r < 3; r++) {
    point[r] = closest.on_core[r] - w->pair->shape.radius * normal[r];
    from[r] = point[r] - instant.position[r];
  }
  bms_motion_at(&query->a.motion, contact->t, pose);
  to_world(pose, normal, false, contact->normal);
  to_world(pose, point, true, contact->point);
  bms_rounded_to_shape(&instant, from, local);
  velocity(&query->a.motion, contact->t, point, speed_a);
  velocity(&query->motion, contact->t, local, speed_b);
  for (int r = 0; r < 3; r++) speed_a[r] -= speed_b[r];
  contact->approach_speed = bms_dot(contact->normal, speed_a);
  return instant.error;
}

/* The two are apart up to w->t, and no farther as far as can be told. */
static void conclude(const bms_rounded_query *query, const walk *w, bms_rounded_contact *contact) {
  const bms_rounded_pair *pair = w->pair;
  double where[3], pose[3][4];
  contact->t = contact->t_lower = contact->t_upper = w->t;
  if (w->t > pair->t0) {
    double error = describe(query, w, contact), speed = contact->approach_speed;
    contact->t_upper = contact_after(w, speed > 0 ? DEEP * error / speed : 0);
    contact->status = isfinite(contact->t_upper) ? BMS_CONTACT : BMS_UNRESOLVED;
    contact->t_upper = fmin(contact->t_upper, pair->t1);
  } else if (certainly_meet(w, pair->t0, where)) {
    contact->status = BMS_OVERLAPPING;
    bms_motion_at(&query->a.motion, pair->t0, pose);
    to_world(pose, where, true, contact->point);
  } else {
    contact->status = BMS_TOUCHING;
    (void)describe(query, w, contact);
  }
}

/* ------------------------------------------------------------------ validity */

/* The box around the shape, about its own origin: it is finite if the shape is, and reversed if that has a negative
   radius or no vertices. */
static bms_box box_around(const bms_rounded *shape) {
  double reach = fabs(shape->radius);
  for (int i = 0; i < 3 * shape->vertex_count; i++) {
    double x = fabs(shape->vertex[i]);
    if (x > reach || isnan(x)) reach = x;
    if (isnan(reach)) break;
  }
  if (shape->radius < 0 || shape->vertex_count < 1) reach = -fmax(1, reach);
  return (bms_box){{-reach, -reach, -reach}, {reach, reach, reach}};
}

static bms_reason validate(const bms_rounded_query *query, bms_part *where) {
  bms_query boxes = {query->t0, query->t1, query->a, {box_around(&query->shape), query->motion}};
  bms_reason reason = bms_validate(&boxes, where);
  if (reason != BMS_VALID) return reason;
  if (query->a.motion.form == BMS_MOTION_RIGID && query->motion.form == BMS_MOTION_RIGID) return BMS_VALID;
  *where = query->a.motion.form == BMS_MOTION_RIGID ? BMS_PART_B : BMS_PART_A;
  return BMS_MOTION_FORM;
}

bms_status bms_first_contact_rounded(const bms_rounded_query *query, bms_rounded_contact *contact) {
  bms_rounded_pair pair;
  memset(contact, 0, sizeof *contact);
  contact->status = BMS_INVALID;
  contact->reason = validate(query, &contact->where);
  if (contact->reason != BMS_VALID) return contact->status;
  if (!bms_rounded_prepare(query, &pair)) {
    contact->reason = BMS_OUT_OF_RANGE;
    return contact->status;
  }
  walk w = {.pair = &pair, .t = pair.t0, .reach = pair.t1 - pair.t0};
  bms_rounded_instant start;
  bms_rounded_instant_at(&pair, pair.t0, &start);
  memcpy(w.direction, start.position, sizeof w.direction);
  if (pair.t0 < pair.t1 ? walk_on(&w) : apart_at(&start)) {
    contact->status = BMS_SEPARATED;
    contact->t = contact->t_lower = contact->t_upper = pair.t1;
  } else {
    conclude(query, &w, contact);
  }
  return contact->status;
}

/* ------------------------------------------------------------------ at one time */

/* How far all faces of the box have to move inwards to leave the core, at most `most`. */
static double depth_of_core(const bms_rounded_instant *instant, double most) {
  enum { BISECTIONS = 50 };
  double inside = 0, outside = most;
  bms_closest closest;
  bms_closest_points(instant, most, instant->position, &closest);
  if (!(closest.distance > instant->error)) return most;
  for (int i = 0; i < BISECTIONS; i++) {
    double middle = 0.5 * (inside + outside);
    bms_closest_points(instant, middle, instant->position, &closest);
    if (closest.distance > instant->error)
      outside = middle;
    else
      inside = middle;
  }
  return inside;
}

double bms_rounded_gap_at(const bms_rounded_query *query, double t) {
  bms_rounded_pair pair;
  bms_rounded_instant instant;
  bms_closest closest;
  double half = INFINITY;
  (void)bms_rounded_prepare(query, &pair);
  bms_rounded_instant_at(&pair, t, &instant);
  bms_closest_points(&instant, 0, instant.position, &closest);
  if (closest.distance > instant.error) return closest.distance - pair.shape.radius;
  for (int i = 0; i < 3; i++) half = fmin(half, 0.5 * pair.box.max[i] - 0.5 * pair.box.min[i]);
  return -depth_of_core(&instant, half) - pair.shape.radius;
}
