/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The gap between two bodies at one rational time, in exact arithmetic and straight from the world's geometry: the
 * vertices are projected on the axis and the two intervals compared.  No centre, no half extent, no product of columns
 * that planes/plane.c uses is shared.
 */

#ifndef EXACT_GAP_H
#define EXACT_GAP_H

#include <stdbool.h>

#include "exact_pose.h"

/* Two bodies, or a half-space and body b. */
typedef struct exact_pair {
  bool rigid_a, rigid_b, half_space;
  exact_pose a, b;
  rational_vector normal; /* the normal of the half-space */
  mpq_t offset;
} exact_pair;

/*
 * The measure in which a gap is wanted: times the positive factor of plane.h, as bms_gap_along() and bms_gap_value()
 * have it, or as bms_axis_gap_at() does, along unit face normals of rigid bodies and else along cross products of world
 * columns.
 */
typedef enum exact_measure { EXACT_PLANE, EXACT_WORLD } exact_measure;

/* The terms of a gap in the measure of planes: n . d and n . half-edge. */
typedef struct exact_terms {
  mpq_t distance, half_edge[6];
} exact_terms;

void exact_pair_init(exact_pair *pair);
void exact_pair_clear(exact_pair *pair);
void exact_terms_init(exact_terms *terms);
void exact_terms_clear(exact_terms *terms);

/* Places both bodies at t, or b alone before the half-space if that is not NULL. */
void exact_pair_at(exact_pair *pair, const bms_query *query, const bms_half_space *half_space, const mpq_t t);

/* Computes the gap along axis number `axis` of axis.h: the distance of b behind a along the axis (side 1) or against it
   (side -1), negative where they overlap or b is on the other side; the greater of the two for side 0. A half-space has
   only its own side. */
void exact_gap(exact_pair *pair, int axis, int side, exact_measure measure, mpq_t gap);

/* Its terms, from the differences of vertices. */
void exact_gap_terms(exact_pair *pair, int axis, exact_terms *terms);

/* Computes the distance of vertex b of b from vertex a of a along an axis as it is (its sign is the axis's), in
   the measure of planes. */
void exact_vertex_distance(exact_pair *pair, int axis, int a, int b, mpq_t distance);

/* Returns the sign of the greatest gap along the axes of the set (bit k: axis k). If it is positive, *axis is one with
   a positive gap, sought from the one that it was. */
int exact_greatest_sign(exact_pair *pair, unsigned axes, int *axis);

#endif /* EXACT_GAP_H */
