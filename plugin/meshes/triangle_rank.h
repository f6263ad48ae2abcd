/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * How early may a moving convex shape touch a triangle that stands still?
 *
 * The shape is apart from the triangle as long as there is a gap between the two along some direction.  Tried are that
 * from the triangle's nearest point to the middle of the shape, and the triangle's normal; the gap shrinks no faster
 * than the shape goes along the direction and turns.  This is a bound, at a tenth of the price of an answer: triangles
 * are asked in its order, until it is later than the earliest contact.
 */

#ifndef QMBOX_TRIANGLE_RANK_H
#define QMBOX_TRIANGLE_RANK_H

#include <bms_shapes.h>
#include <stdbool.h>

/* A shape on its way in [from, to]: a box that holds its core, at its first pose, grown by a radius. */
typedef struct qmboxRanking {
  double from, to;
  double centre[3], axis[3][3], half[3];
  bool round;         /* the core is a cylinder about its third axis */
  double radius;      /* of the shape, and by which triangles are larger */
  double velocity[3]; /* at first ... */
  double slack;       /* ... and how much faster any point of it may be */
  double path[3][3];  /* three points whose hull holds the path of the frame's origin */
  double reach;       /* how far the core reaches from there */
  double rounding;    /* of a gap */
} qmboxRanking;

/* Fills in the ranking of a shape whose motion is rigid, and which the box holds in its frame, against triangles that
   are larger by `growth` and whose coordinates are not larger than `meshReach`. */
void qmboxPrepareRanking(const bms_convex_query *query, const bms_box *box, double from, double growth,
                         double meshReach, qmboxRanking *ranking);

/* Returns a time before which the shape does not touch the triangle: HUGE_VAL if that is later than `to`; at most
   `from`, and the earlier the deeper, if they may touch at first. */
double qmboxRankTriangle(const qmboxRanking *ranking, const double vertex[9]);

/* Returns a bound, at `from`, of how deep the shape is below the plane of a triangle, on whose upper side its middle
   is; and true if it gets no deeper than this until `to`. */
double qmboxDepthBelow(const qmboxRanking *ranking, const double vertex[9]);
bool qmboxStaysAbove(const qmboxRanking *ranking, const double vertex[9], double depth);

/* Returns the radius of a ball about a point that holds the shape all the way. */
double qmboxBallOfRanking(const qmboxRanking *ranking, const double middle[3]);

#endif /* QMBOX_TRIANGLE_RANK_H */
