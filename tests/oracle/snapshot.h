/* SPDX-License-Identifier: BSD-3-Clause */

/* Both boxes at one time: exact, and as doubles that are the exact values rounded.  For judging answers. */

#ifndef ORACLE_SNAPSHOT_H
#define ORACLE_SNAPSHOT_H

#include "scene.h"
#include "vector.h"

/*
 * One box.  In the exact numbers the point x stands at sum_i column[i] x_i + translation.
 *
 * column_error and place_error are the errors of evaluating the motion in doubles, in units of 2^-53: of the columns
 * relative to their own lengths, of the translation as a length.  They are the sums of the absolute terms over the
 * value.  fastest is the same for the speed of the box's points: the sum of the absolute terms, in length per t.
 * turning is the change of the speed from one place to another, per length: an answer's points are known as well as
 * both places are, and one box may have its frame far from it.
 */
typedef struct snapshot_body {
  vector column[3], translation;
  double length[3]; /* the lengths of the columns */
  double reach;  /* the farthest point of the box from its frame's origin, at most: the longest column times the sum of
                       the box's extents, as what rounding does to one column may go to the place of any point */
  double uneven; /* the longest column over the shortest: 1 for a rotation */
  double column_error, place_error, fastest, turning;
} snapshot_body;

typedef struct snapshot {
  snapshot_body body[2];
} snapshot;

void snapshot_init(snapshot *p);
void snapshot_clear(snapshot *p);
/* Computes the boxes at a time of [t0, t1]. */
void snapshot_take(snapshot *p, const scene *s, const bms_query *query, const fmpq_t t);

/* An axis at that time, everything along its unit vector and in length. */
typedef struct snapshot_axis {
  double normal[3]; /* it points from a to b, if the centres have a distance along it */
  double distance;  /* this is not negative */
  double radius[6]; /* half extent times normal . column, with its sign */
  double gap;
  double condition; /* how much longer the factors of the cross product are than the product itself */
} snapshot_axis;

/* Returns 0 if the axis is null. */
int snapshot_look_along(snapshot *p, const scene *s, int number, snapshot_axis *axis);

/* The rates of the distance and of the radii as they stand in snapshot_axis. */
typedef struct snapshot_rate {
  double distance, radius[6];
} snapshot_rate;

/* Computes rates. The axis is not null at t, nor is the interval of no length. */
void snapshot_rates(const scene *s, const bms_query *query, int number, const fmpq_t t, snapshot_rate *rate);

/* Returns how far the world point lies outside of the slabs of body k: the greatest distance to one of them, 0
   inside. */
double snapshot_outside(snapshot *p, const bms_box *box, int k, const double point[3]);

#endif /* ORACLE_SNAPSHOT_H */
