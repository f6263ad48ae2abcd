/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_shapes.h: when does a moving box first touch a moving sphere, capsule, triangle or convex polyhedron?
 *
 * All of these are one shape: the convex hull of some points, the core, grown by a radius.
 *
 *     sphere              one point, a radius
 *     capsule             two points, a radius
 *     segment, triangle   two or three points, no radius
 *     convex polyhedron   its vertices, no radius; with one its edges are rounded
 *
 * Conventions are those of bms.h: column vectors, exact doubles, closed intervals, touching counts as contact.  Both
 * motions are rigid (BMS_MOTION_RIGID).
 *
 * What is promised.  Never late, never missed: on [t0, t_lower) the two are certified apart, with bounds for all
 * rounding.  A contact is only reported where one is certain: at t_upper they certainly share a point.  Between the two
 * lies what doubles do not tell.  Where the gap closes with a speed v, t_upper - t_lower is some 1e-12 of their sizes
 * and distance, divided by v, and some units in the last place of the interval's ends; it is never more than
 * BMS_ROUNDED_WIDTH of the interval's length.  Where that is not enough the status is BMS_UNRESOLVED: the two are apart
 * up to t_lower, come closer there than some 1e-12 of their sizes and distance, and may or may not touch.  That is how
 * grazes end, and contacts of a box without thickness with a shape without radius.  There is no exact arithmetic behind
 * this, as there is for boxes.
 *
 * Every function here is re-entrant, allocates nothing and keeps no state.
 */

#ifndef BMS_SHAPES_H
#define BMS_SHAPES_H

#include "bms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The convex hull of points, grown by a radius. */
typedef struct bms_rounded {
  const double *vertex; /* vertex_count times x, y, z in the shape's own frame */
  int vertex_count;     /* at least 1; which of the points are inside the hull or the same does not matter */
  double radius;        /* >= 0 */
} bms_rounded;

/* A moving box a and a moving shape b. */
typedef struct bms_rounded_query {
  double t0, t1; /* the closed interval, t0 <= t1 */
  bms_body a;
  bms_rounded shape;
  bms_motion motion; /* of the shape */
} bms_rounded_query;

/* The widest enclosure of a contact, times t1 - t0. */
#define BMS_ROUNDED_WIDTH 0x1p-16

/*
 * The answer to a query.
 *
 * BMS_CONTACT      apart on [t0, t_lower), t = t_lower > t0, and in contact at t_upper
 * BMS_TOUCHING     at t0 = t their distance is too small to be told from zero: below some 1e-12 of their sizes and
 *                  distance
 * BMS_OVERLAPPING  they overlap at t0 = t
 * BMS_SEPARATED    apart on [t0, t1]
 * BMS_UNRESOLVED   apart on [t0, t_lower); see above
 * BMS_INVALID      see reason; `where` is b for shape and motion, BMS_BOX_NOT_FINITE speaks of vertices and radius
 *                  there, BMS_BOX_REVERSED of a negative radius or a shape without vertices, BMS_MOTION_FORM of a
 *                  motion that is not rigid
 *
 * normal, point, approach_speed and the features describe the two at t, for CONTACT, TOUCHING and UNRESOLVED (there at
 * t_lower); for OVERLAPPING only the point, which is in both, and the rest is zero.
 */
typedef struct bms_rounded_contact {
  bms_status status;
  bms_reason reason;
  bms_part where;
  double t, t_lower, t_upper;
  double normal[3];      /* unit, world coordinates, from the box to the shape */
  double point[3];       /* where they touch, world coordinates: the point of the shape that is nearest to the box */
  double approach_speed; /* length per t at which the gap closes there */
  int box_dimension;     /* of the box's feature: 0 a vertex, 1 an edge, 2 a face */
  int box_feature;       /* its bms_octant, bms_edge or bms_face */
  int vertex_count;      /* of the shape's feature, 1 to 3 */
  int vertex[3];         /* its corners, as numbers of the core's points */
} bms_rounded_contact;

/* The first contact of a moving box with a moving rounded shape.  Returns contact->status. */
BMS_API bms_status bms_first_contact_rounded(const bms_rounded_query *query, bms_rounded_contact *contact);

/*
 * The distance of the box and the shape at t, in doubles: exact to some 1e-15 of their sizes and distance.  Positive
 * when apart.  Where they overlap it is the distance of box and core less the radius; where the box reaches the core
 * itself, minus the radius and the length by which all faces of the box would have to move inwards to leave the core
 * (at most half the box's least extent).  Undefined where a motion is, and for queries that are invalid.
 */
BMS_API double bms_rounded_gap_at(const bms_rounded_query *query, double t);

#ifdef __cplusplus
}
#endif

#endif /* BMS_SHAPES_H */
