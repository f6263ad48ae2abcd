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
 * Guarantees.  Never late, never missed: on [t0, t_lower) the two are certified apart, with bounds for all rounding.
 * BMS_CONTACT is only reported if at t_upper they certainly share a point or, if the query has a nearness, certainly
 * are at most that far apart.  Without a nearness t_upper - t_lower is some 1e-12 of the shapes' sizes and distance
 * (with a cylinder, in one query of some 600, up to 1e-8) divided by the speed at which the gap closes there, plus some
 * units in the last place of the interval's ends; more where the two begin to overlap more slowly than that, as corners
 * that meet corners do; it is never more than BMS_CONVEX_WIDTH of the interval's length.  For a core that is known by
 * its support function only, which does not show how its surface bends, 1e-12 is 1e-7.  If doubles do not decide, the
 * status is BMS_UNRESOLVED: the two are apart up to t_lower, and may or may not touch after it.  Grazes end like this,
 * and contacts of two flat shapes in one plane.  There is no exact arithmetic behind these functions, as there is for
 * two boxes (bms_first_contact).
 *
 * To know only whether two shapes come close, give the query a nearness.  A thousandth of the shapes' size
 * makes parallel faces, grazes and everything else that is degenerate cost no more than the rest.
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
  BMS_CORE_SUPPORT     /* whatever a support function describes */
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

/* A plane that separates a pair, as a caller may keep it from query to query.  Zeroed, it names none.  It is a guess
   to begin with: it never changes a guarantee, and if it still separates the two no other plane is checked. */
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
  double distance; /* >= 0: contact is at most this far apart, and depths count from there: the shapes are met as if one
                      of them had a radius that is larger by this */
  double depth;    /* >= 0: contacts that get no deeper on [t0, t1] do not count */
  double slack;    /* >= 0: nor do those that get no deeper than this or, if they are there at t0, than then by this; at
                      least some 1e-11 of sizes and distance, which rounding leaves */
  const bms_convex_hint *plane; /* a guess, or NULL: if the depth along it stays below `depth`, no other is sought */
} bms_convex_approach;

/*
 * The first approach of two moving convex shapes: the first contact that gets deeper.  A shape that slides along,
 * grazes or parts is passed over, and so is a contact at t0 that only gets shallower.  For casts that begin in contact,
 * and for characters.
 *
 * Guarantee: before t_lower the two at no time overlap deeper than the largest of `depth`, the slack, and the depth at
 * t0 and the slack.  A contact at t0 counts from where it gets deeper again than it has been, and one that they leave
 * and come back to is a contact of its own; the walk finds this except for peaks of the gap that the planes it follows
 * do not show, such as of shapes that tumble in deep overlap.
 *
 * The depth of two that overlap is the least length by which one has to move for them to part.  For a round side that
 * rolls the walk needs a depth or slack of some 1e-5 of the size to lead on; it ends UNRESOLVED otherwise.
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
  double lower;       /* certified: they are at least this far apart, if positive; else it is no bound */
  double upper;       /* certified: they are at most this far apart; <= 0: they share a point */
  double normal[3];   /* unit, world coordinates, from a to b: the direction that `lower` is measured along */
  double point[2][3]; /* of a and of b, world coordinates: `upper` apart, the nearest ones to rounding */
} bms_convex_separation;

/*
 * The separation of two shapes at t; `t0`, `t1` and `nearness` of the query are not read.  If the two are apart
 * upper - lower is some 1e-12 of their sizes and distance, for cores with curved surfaces up to 1e-8 of them.  How deep
 * they overlap is not measured; half-spaces are the exception: there `upper` is minus the depth.
 * Returns BMS_VALID or what is wrong with the query.
 */
BMS_API bms_reason bms_convex_separation_at(const bms_convex_query *query, double t, bms_convex_separation *separation);

/* How deep two shapes overlap at one time. */
typedef struct bms_convex_overlap {
  double depth;       /* certified: b moved along the normal by this, or more, has no point in the inside of a; negative
                         if they are apart: minus a distance that they certainly have */
  double least;       /* certified: no translation by less parts the two; <= 0 if they are not known to overlap */
  double normal[3];   /* unit, world coordinates, from a to b: the shortest way out, as far as known */
  double point[2][3]; /* of a and of b, world coordinates: the ones that are deepest in the other along the normal */
} bms_convex_overlap;

/*
 * The overlap of two shapes at t; `t0`, `t1` and `nearness` of the query are not read.  depth - least is some 1e-12 of
 * the shapes' sizes and distance for flat cores, balls, capsules and half-spaces; with cylinders and support functions
 * some 1e-9, and up to 1e-3 if many directions lead out equally fast, as of a cylinder in the middle of another.  Of
 * boxes more than 1e4 times as long as wide `least` may be far below the depth, or not known.
 * Returns BMS_VALID or what is wrong with the query.
 */
BMS_API bms_reason bms_convex_overlap_at(const bms_convex_query *query, double t, bms_convex_overlap *overlap);

#ifdef __cplusplus
}
#endif

#endif /* BMS_SHAPES_H */
