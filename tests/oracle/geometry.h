/* SPDX-License-Identifier: BSD-3-Clause */

/* Measures what bms.h promises of the normal, the points and the approach speed, in exact arithmetic. None of it needs
   a reference: it holds even if the normal is not unique. */

#ifndef ORACLE_GEOMETRY_H
#define ORACLE_GEOMETRY_H

#include "snapshot.h"

/* The errors that an answer may have, for its query and the time that it names. */
typedef struct geometry_scale {
  double sizes; /* the lengths of the edges of both boxes, summed */
  double moved; /* how far the vertices of one box go, as seen from the other, while t_lower turns into t_upper */
  double place; /* the farthest corners from the world's origin and from their frames' origins, summed */
  double speed; /* how fast both bodies drift and turn places, by absolute terms of the derivatives at t */
} geometry_scale;

/* Computes the scale at answer->t, where `p` has been taken. */
void geometry_measure(geometry_scale *scale, snapshot *p, scene *s, const bms_query *query, const bms_contact *answer);

/* Returns by how much the vertices of b lie behind the vertices of a along a vector, its length taken for 1; it is
   negative if some lie before. */
double geometry_gap_along(snapshot *p, const scene *s, const double normal[3]);

/* Returns the greatest gap along the 15 axes. */
double geometry_greatest_gap(snapshot *p, const scene *s);

/* Returns the speed at which the bodies approach each other at a world point along a vector, at time t. */
double geometry_closing_speed(const scene *s, const bms_query *query, const fmpq_t t, const double point[3],
                              const double normal[3]);

#endif /* ORACLE_GEOMETRY_H */
