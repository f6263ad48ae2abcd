/* SPDX-License-Identifier: BSD-3-Clause */

/* A box and a rounded hull of points, as two convex shapes. */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "numeric/vector.h"
#include "shapes/convex_closest.h"

static bms_convex_query convex_query(const bms_rounded_query *query) {
  return (bms_convex_query){
      .t0 = query->t0,
      .t1 = query->t1,
      .a = bms_convex_box(&query->a.box, 0),
      .b = bms_convex_points(query->shape.vertex, query->shape.vertex_count, query->shape.radius),
      .motion_a = query->a.motion,
      .motion_b = query->motion,
  };
}

/* ------------------------------------------------------------------ the feature of the box */

/* The greatest component of the normal in the frame of the box. */
static int steepest(const bms_rounded_query *query, const bms_convex_contact *contact) {
  double pose[3][4], along[3];
  bms_motion_at(&query->a.motion, contact->t, pose);
  for (int c = 0; c < 3; c++)
    along[c] =
        fabs(pose[0][c] * contact->normal[0] + pose[1][c] * contact->normal[1] + pose[2][c] * contact->normal[2]);
  int axis = along[1] > along[0] ? 1 : 0;
  return along[2] > along[axis] ? 2 : axis;
}

/* The axis that alone varies, or alone does not. */
static int odd_axis(int bits) {
  if (bits == 3 || bits == 5 || bits == 6) bits ^= 7;
  return bits == 1 ? 0 : bits == 2 ? 1 : 2;
}

static void set_feature(const bms_rounded_query *query, const bms_convex_contact *contact, bms_rounded_contact *out) {
  int bits = 0, octant = contact->corner_a[0];
  for (int k = 1; k < contact->count_a; k++) bits |= contact->corner_a[k] ^ octant;
  if (bits == 7) bits ^= 1 << steepest(query, contact); /* across the box: the face that looks to the shape */
  out->box_dimension = (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1);
  out->box_feature = octant;
  if (out->box_dimension == 1) {
    int axis = odd_axis(bits), low = axis == 0 ? 1 : 0, high = axis == 2 ? 1 : 2;
    out->box_feature = 4 * axis + (octant >> low & 1) + 2 * (octant >> high & 1);
  } else if (out->box_dimension == 2) {
    int axis = odd_axis(bits);
    out->box_feature = 2 * axis + (octant >> axis & 1);
  }
}

bms_status bms_first_contact_rounded(const bms_rounded_query *query, bms_rounded_contact *contact) {
  const bms_convex_query convex = convex_query(query);
  bms_convex_contact answer;
  bms_status status = bms_first_contact_convex(&convex, NULL, &answer);
  *contact = (bms_rounded_contact){.status = status,
                                   .reason = answer.reason,
                                   .where = answer.where,
                                   .t = answer.t,
                                   .t_lower = answer.t_lower,
                                   .t_upper = answer.t_upper,
                                   .approach_speed = answer.approach_speed,
                                   .vertex_count = answer.count_b};
  memcpy(contact->normal, answer.normal, sizeof contact->normal);
  memcpy(contact->point, answer.point, sizeof contact->point);
  memcpy(contact->vertex, answer.corner_b, sizeof contact->vertex);
  if (answer.count_a > 0) set_feature(query, &answer, contact);
  return status;
}

/* ------------------------------------------------------------------ at one time */

/* Sets the closest points of the core and the box with all faces moved inwards; returns true if the two are apart. */
static bool apart_when_shrunk(const bms_convex_stretch *stretch, double shrink, bms_convex_closest *closest) {
  bms_convex box = *stretch->pair->a;
  bms_convex_pair pair = *stretch->pair;
  bms_convex_instant instant;
  for (int i = 0; i < 3; i++) {
    box.box.min[i] += shrink;
    box.box.max[i] -= shrink;
  }
  pair.a = &box;
  bms_convex_instant_of(stretch, &instant);
  instant.pair = &pair;
  bms_convex_closest_points(&instant, instant.position, closest);
  return closest->distance > instant.error;
}

/* How far all faces of the box have to move inwards to leave the core, at most `most`. */
static double depth_of_core(const bms_convex_stretch *stretch, double most) {
  enum { BISECTIONS = 50 };
  double inside = 0, outside = most;
  bms_convex_closest closest;
  if (!apart_when_shrunk(stretch, most, &closest)) return most;
  for (int i = 0; i < BISECTIONS; i++) {
    double middle = 0.5 * (inside + outside);
    if (apart_when_shrunk(stretch, middle, &closest))
      outside = middle;
    else
      inside = middle;
  }
  return inside;
}

double bms_rounded_gap_at(const bms_rounded_query *query, double t) {
  bms_convex_query convex = convex_query(query);
  bms_convex_pair pair;
  bms_convex_stretch stretch;
  bms_convex_closest closest;
  bms_part where;
  double half = INFINITY;
  convex.t0 = convex.t1 = t;
  (void)bms_convex_prepare(&convex, &pair, &where);
  bms_convex_stretch_over(&pair, t, t, &stretch);
  if (apart_when_shrunk(&stretch, 0, &closest)) return closest.distance - pair.radius;
  for (int i = 0; i < 3; i++) half = bms_min(half, 0.5 * convex.a.box.max[i] - 0.5 * convex.a.box.min[i]);
  return -depth_of_core(&stretch, half) - pair.radius;
}
