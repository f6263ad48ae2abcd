/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_shapes.h: when do two moving convex shapes first touch?
 *
 * A shape is the Minkowski sum of a core and a ball:
 *
 *     sphere                    one point and a radius
 *     capsule                   two points and a radius
 *     triangle, convex hull     its vertices; with a radius its edges are rounded
 *     box, cylinder             cores of their own, exact: a cylinder is no prism here
 *     half-space                a core without an end; against any other shape
 *     anything else             a support function
 *
 * Conventions as in bms.h: column vectors, exact doubles, closed intervals, touching counts as contact.  Both
 * motions are rigid (BMS_MOTION_RIGID).
 *
 * Guarantees
 *   before t_lower  the two are apart on [t0, t_lower).  This is certified, with bounds for all rounding: no contact is
 *                   late or missed
 *   BMS_CONTACT     at t_upper they certainly share a point or, if the query has a nearness, are certainly at most that
 *                   far apart
 *   BMS_UNRESOLVED  doubles do not decide: the two are apart up to t_lower, and may or may not touch after it.  Grazes
 *                   end like this, and contacts of two flat shapes in one plane.  These functions have no exact
 *                   arithmetic, unlike bms_first_contact() for two boxes
 *
 * The width t_upper - t_lower, without a nearness, is a length divided by the speed at which the gap closes there, plus
 * some units in the last place of the interval's ends.  The length is 1e-12 of the shapes' sizes and distance; with a
 * cylinder up to 1e-8 of them, in one query of some 600; with a support function, which does not show how the surface
 * bends, 1e-7 of them.  Shapes that begin to overlap slowly, such as two corners, have larger widths.  The limit is
 * BMS_CONVEX_WIDTH of the interval's length.
 *
 * To know only whether two shapes come close, give the query a nearness.  With a thousandth of the shapes' size,
 * parallel faces, grazes and all other degenerate cases cost no more than the rest.
 *
 * Every function here is re-entrant, allocates nothing and keeps no state.
 */

#ifndef BMS_SHAPES_H
#define BMS_SHAPES_H

#include "bms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ convex shapes */

typedef enum bms_core {
  BMS_CORE_POINTS,     /* the convex hull of some points */
  BMS_CORE_BOX,        /* a box */
  BMS_CORE_CYLINDER,   /* a solid cylinder about the z axis, as dCylinder of ODE */
  BMS_CORE_HALF_SPACE, /* a half-space, as dPlane of ODE */
  BMS_CORE_SUPPORT     /* a shape that a support function describes */
} bms_core;

/*
 * A support function: writes the point of the shape that lies farthest along the direction, which is not zero and of
 * any length, in the shape's own frame.  The point must be in the shape; no other may lie farther along the direction
 * by more than the `error` of the shape.
 */
typedef void bms_support_function(const void *data, const double direction[3], double point[3]);

/* A convex shape in its own frame: the core, grown by the radius. */
typedef struct bms_convex {
  bms_core core;
  double radius; /* >= 0 */
  BMS_EXTENSION union {
    struct {
      const double *vertex; /* count times x, y, z; read by the query, not copied */
      int count;            /* at least 1; points inside the hull, twice the same, or all in a plane are allowed */
    } points;
    bms_box box;
    struct {
      double radius, half_length; /* >= 0; between -half_length and half_length on the z axis */
    } cylinder;
    bms_half_space half_space;
    struct {
      bms_support_function *function;
      const void *data;
      double reach; /* > 0: no point of the core is farther than this from the origin of its frame */
      double error; /* >= 0: see bms_support_function */
    } support;
  };
} bms_convex;

BMS_API bms_convex bms_convex_points(const double *vertex, int count, double radius);
BMS_API bms_convex bms_convex_box(const bms_box *box, double radius);
BMS_API bms_convex bms_convex_cylinder(double radius, double half_length);
BMS_API bms_convex bms_convex_half_space(const double normal[3], double offset);

/* A ball about the origin; a capsule about the z axis, whose core ends at -half_length and half_length.  Both are boxes
   without width, grown, so they need no vertices of the caller's. */
BMS_API bms_convex bms_convex_sphere(double radius);
BMS_API bms_convex bms_convex_capsule(double radius, double half_length);

/* Two moving shapes. */
typedef struct bms_convex_query {
  double t0, t1; /* the closed interval, t0 <= t1 */
  bms_convex a, b;
  bms_motion motion_a, motion_b;
  double nearness; /* >= 0, a length: shapes that are no farther apart may be called in contact */
} bms_convex_query;

/* A plane that separates a pair, which a caller may keep from query to query.  Zeroed, it names none.  The query checks
   it first: if it still separates the two, no other plane is checked.  It changes no guarantee. */
typedef struct bms_convex_hint {
  int carrier; /* 0: none; 1: the normal is a, in the frame of a; 2: it is b, in the frame of b; 3: a x b; from a to
                  b */
  double a[3], b[3];
} bms_convex_hint;

/* The widest enclosure of a contact, times t1 - t0. */
#define BMS_CONVEX_WIDTH 0x1p-16

/*
 * The answer to a query.
 *
 * BMS_CONTACT      apart on [t0, t_lower), t = t_lower > t0; at t_upper in contact, or at most `nearness` apart
 * BMS_TOUCHING     at t0 = t they are at most `nearness` apart, or their distance may be zero by rounding: it is below
 *                  some 1e-12 of their sizes and distance
 * BMS_OVERLAPPING  they certainly share a point at t0 = t
 * BMS_SEPARATED    apart on [t0, t1]
 * BMS_UNRESOLVED   apart on [t0, t_lower), t = t_lower; see above
 * BMS_INVALID      see reason and where.  BMS_BOX_NOT_FINITE stands for a shape's numbers, BMS_BOX_REVERSED for a
 *                  negative size, radius or count, BMS_MOTION_FORM for a motion that is not rigid, BMS_OUT_OF_RANGE
 *                  for two half-spaces as well, and for motions with different origins if doubles do not hold the
 *                  polynomials of one from the other's
 *
 * The rest describes the two at t for CONTACT, TOUCHING and UNRESOLVED; for OVERLAPPING only the point, which is in
 * both cores grown by their radii, is set.
 */
typedef struct bms_convex_contact {
  bms_status status;
  bms_reason reason;
  bms_part where;
  double t, t_lower, t_upper;
  double normal[3];      /* unit, world coordinates, from a to b; to some 1e-4 if a core is curved or known by
                            its support function only */
  double point[3];       /* of b, world coordinates: the one that is nearest to a */
  double approach_speed; /* length per t at which the gap closes there */
  int count_a, count_b;  /* corners of the features that touch: 1 a vertex, 2 an edge, 3 a face; 0 for a half-space */
  int corner_a[3], corner_b[3]; /* numbers of vertices, or bms_octant of a box; 0 for curved cores */
} bms_convex_contact;

/* The first contact of two moving convex shapes.  The hint is brought up to date and may be NULL.  Returns
   contact->status. */
BMS_API bms_status bms_convex_first_contact(const bms_convex_query *query, bms_convex_hint *hint,
                                            bms_convex_contact *contact);

/* Conditions of an approach.  Zeroed: every contact that gets deeper than rounding makes it. */
typedef struct bms_convex_approach {
  double distance; /* >= 0: shapes that are at most this far apart are in contact, and depths count from there, as if
                      the radius of one were larger by this */
  double depth;    /* >= 0: contacts that get no deeper than this on [t0, t1] do not count */
  double slack;    /* >= 0: nor do contacts that get no deeper than this, or contacts at t0 that get deeper by no more
                      than this; lengths below some 1e-11 of sizes and distance count as that, for rounding */
  const bms_convex_hint *plane; /* a guess, or NULL: if the depth along it stays below `depth`, no other is sought */
} bms_convex_approach;

/*
 * The first approach of two moving convex shapes: the first contact that gets deeper.  Contacts that slide, graze or
 * part are passed over, and so are contacts at t0 that only get shallower.  For casts that begin in contact, and for
 * characters.
 *
 * The depth of two that overlap is the least length by which one has to move for them to part.
 *
 * Guarantee: before t_lower the two never overlap deeper than `depth`, than the slack, or than at t0 plus the slack,
 * whichever is largest.
 *
 * A contact at t0 counts from the time on at which it gets deeper than it has been.  If the two part and come back, the
 * return is a contact of its own.  It may be overlooked if the planes that the search follows do not show that they
 * part, as of shapes that tumble in deep overlap.  For a round side that rolls, the search needs a depth or slack of
 * some 1e-5 of the size; otherwise it ends UNRESOLVED.
 *
 * `nearness` of the query is not read.  The status is
 *
 *   BMS_CONTACT      no contact that counts begins before t = t_lower > t0; at t_upper the two are in contact
 *   BMS_TOUCHING     the two are in contact at t0 = t, and approach from there
 *   BMS_OVERLAPPING  they overlap at t0 = t, and deeper from there; normal, point, speed and features are set here
 *   BMS_SEPARATED    no contact on [t0, t1] counts; always on an interval of length 0
 *   BMS_UNRESOLVED   no contact that counts begins before t = t_lower; doubles do not decide what follows
 *   BMS_INVALID      as in bms_convex_contact; BMS_NEARNESS_NEGATIVE for a length below 0 or not finite
 *
 * Returns contact->status.
 */
BMS_API bms_status bms_convex_first_approach(const bms_convex_query *query, const bms_convex_approach *approach,
                                             bms_convex_contact *contact);

/* The separation of two shapes at one time. */
typedef struct bms_convex_separation {
  double lower;       /* certified: they are at least this far apart, if positive; otherwise no bound */
  double upper;       /* certified: they are at most this far apart; <= 0: they share a point */
  double normal[3];   /* unit, world coordinates, from a to b: the direction along which `lower` is measured */
  double point[2][3]; /* of a and of b, world coordinates: `upper` apart, the nearest ones to rounding */
} bms_convex_separation;

/*
 * The separation of two shapes at t; `t0`, `t1` and `nearness` of the query are not read.  If the two are apart,
 * upper - lower is some 1e-12 of their sizes and distance, for cores with curved surfaces up to 1e-8 of them.  The
 * depth of an overlap is not measured, except against a half-space: there `upper` is minus the depth.
 * Returns BMS_VALID or what is wrong with the query.
 */
BMS_API bms_reason bms_convex_separation_at(const bms_convex_query *query, double t, bms_convex_separation *separation);

/* How deep two shapes overlap at one time. */
typedef struct bms_convex_overlap {
  double depth;       /* certified: b moved along the normal by this, or more, has no point in the inside of a; negative
                         if they are apart: they are certainly at least -depth apart */
  double least;       /* certified: no translation by less parts the two; <= 0 if they are not known to overlap */
  double normal[3];   /* unit, world coordinates, from a to b: the shortest way out, as far as known */
  double point[2][3]; /* of a and of b, world coordinates: deepest in the other along the normal */
} bms_convex_overlap;

/*
 * The overlap of two shapes at t; `t0`, `t1` and `nearness` of the query are not read.  depth - least, as a fraction of
 * the shapes' sizes and distance, is
 *
 *   flat cores, balls, capsules, half-spaces   some 1e-12
 *   cylinders, support functions               some 1e-9; up to 1e-3 if many directions lead out equally fast, as for a
 *                                              cylinder in the middle of another
 *   boxes over 1e4 times as long as wide       any: `least` may be far below the depth, or not known
 *
 * Returns BMS_VALID or what is wrong with the query.
 */
BMS_API bms_reason bms_convex_overlap_at(const bms_convex_query *query, double t, bms_convex_overlap *overlap);

#ifdef __cplusplus
}
#endif

#endif /* BMS_SHAPES_H */
