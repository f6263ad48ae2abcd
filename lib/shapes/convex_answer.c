/* SPDX-License-Identifier: BSD-3-Clause */

/* The contact of two convex shapes at the end of a walk. */

#include "numeric/arithmetic.h"

#include "shapes/convex_answer.h"

#include <math.h>

#include "motion/linear_quaternion.h"
#include "numeric/vector.h"
#include "shapes/convex_world.h"
#include "shapes/plane_candidates.h"

/* If the gap closes with a certain speed, the two overlap noticeably when it has gone on for this many times the error
   of distances. */
static const double DEEP = 16;

/* Closest points show their direction to some ten digits if they are this many times the error of distances apart. */
static const double CLEAR = 0x1p34;

/* A distance of less than this many times the error of distances counts as zero. */
static const double TOUCHING = 64;

/* ------------------------------------------------------------------ the two at one time */

/* Writes the velocity of a place that moves with a body: the angular velocity is twice the vector part of q' q^-1. */
static void velocity(const double quaternion[4][2], const bms_motion *motion, double t, const double world[3],
                     double out[3]) {
  double q[4], rate[3], from[3], across[3], spin[3], turned[3];
  const double scalar = quaternion[0][1];
  bms_linear_quaternion_at(quaternion, t, q);
  for (int r = 0; r < 3; r++) {
    const double *c = motion->rigid.position[r];
    rate[r] = quaternion[1 + r][1];
    from[r] = world[r] - (c[0] + t * (c[1] + t * c[2]));
    out[r] = c[1] + 2 * t * c[2];
  }
  bms_cross(q + 1, rate, across);
  double twice = 2 / bms_dot4(q, q);
  for (int r = 0; r < 3; r++) spin[r] = twice * (q[0] * rate[r] - scalar * q[1 + r] + across[r]);
  bms_cross(spin, from, turned);
  for (int r = 0; r < 3; r++) out[r] += turned[r];
}

/* Writes the direction between the closest points, in the frame of a, if they are far enough apart to show it; else the
   normal of the plane that led to w->t. */
static void normal_at(const bms_convex_walk *w, double normal[3]) {
  const double *direction = w->closest.direction;
  double length = bms_length(direction);
  if (w->plane.carrier != BMS_CARRIER_NONE && !(length > CLEAR * w->instant.error)) {
    bms_plane_normal(&w->instant, &w->plane, normal);
    return;
  }
  for (int r = 0; r < 3; r++) normal[r] = length > 0 ? direction[r] / length : r == 0;
}

void bms_convex_describe(const bms_convex_query *query, const bms_convex_walk *w, bms_convex_contact *contact) {
  double pose[3][4], normal[3], point[3], speed_a[3], speed_b[3];
  bms_convex_features(&w->instant, &w->closest, contact);
  normal_at(w, normal);
  for (int r = 0; r < 3; r++) point[r] = w->closest.point_b[r] - w->pair->b->radius * normal[r];
  bms_convex_frame_of_a(query, &w->stretch, pose);
  bms_vector_to_world(pose, normal, contact->normal);
  bms_point_to_world(pose, point, contact->point);
  velocity(w->pair->quaternion_a, &query->motion_a, w->t, contact->point, speed_a);
  velocity(w->pair->quaternion_b, &query->motion_b, w->t, contact->point, speed_b);
  for (int r = 0; r < 3; r++) speed_a[r] -= speed_b[r];
  contact->approach_speed = bms_dot(contact->normal, speed_a);
}

/* ------------------------------------------------------------------ the answer */

/* Describes the two where the walk ended at t0. */
static void conclude_at_start(const bms_convex_query *query, const bms_convex_walk *w, bms_convex_contact *contact) {
  double pose[3][4];
  if (bms_convex_walk_meets(w)) {
    contact->status = BMS_OVERLAPPING;
    bms_convex_frame_of_a(query, &w->stretch, pose);
    bms_point_to_world(pose, w->closest.point_a, contact->point);
    return;
  }
  bool touching = w->is_near || w->closest.distance - w->pair->radius <= TOUCHING * w->instant.error;
  contact->status = touching ? BMS_TOUCHING : BMS_UNRESOLVED;
  bms_convex_describe(query, w, contact);
}

double bms_convex_ahead(const bms_convex_walk *w, double speed) {
  return speed > 0 ? DEEP * w->instant.error / speed : 0;
}

void bms_convex_conclude(const bms_convex_query *query, bms_convex_walk *w, bms_convex_contact *contact) {
  if (w->looked != w->t) bms_convex_walk_look(w, w->t);
  contact->t = contact->t_lower = contact->t_upper = w->t;
  if (!(w->t > w->pair->t0)) {
    conclude_at_start(query, w, contact);
    return;
  }
  bms_convex_describe(query, w, contact);
  double speed = contact->approach_speed;
  if (!w->is_near) contact->t_upper = bms_convex_contact_after(w, bms_convex_ahead(w, speed));
  contact->status = isfinite(contact->t_upper) ? BMS_CONTACT : BMS_UNRESOLVED;
  contact->t_upper = bms_min(contact->t_upper, w->pair->t1);
}
