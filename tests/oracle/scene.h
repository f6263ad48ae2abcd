/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A query as exact polynomials of s in [0, 1], t = t0 + (t1 - t0) s: the bodies, and along each of the 15 axes the
 * distance of the centres and the radii of the boxes.
 *
 *     gap = |distance| - sum_k |radius[k]|        apart at s iff some gap is positive
 *
 * The axes: 0-2 face normals of a, 3-5 of b, 6 + 3 i + j edge i of a with edge j of b.
 */

#ifndef ORACLE_SCENE_H
#define ORACLE_SCENE_H

#include "algebraic.h"
#include "bms.h"
#include "body.h"

enum { SCENE_AXES = 15, SCENE_RADII = 6 };

/*
 * One axis n.  distance and radius[] carry one common positive factor, the normal one of its own: only signs and sums
 * matter. The normal of a face lies on the side of its own column: n . column > 0.
 */
typedef struct scene_axis {
  int built;
  slong length;                    /* the length of the longest of distance and radius[] */
  fmpz_poly_t distance;            /* n . (centre of b - centre of a) */
  fmpz_poly_t radius[SCENE_RADII]; /* half extent times n . column: three of a, three of b */
  fmpz_poly_t normal[3];
} scene_axis;

typedef struct scene {
  scene_axis axis[SCENE_AXES];
  fmpq_t start, length; /* t0, t1 - t0 */
  exact_body body[2];
} scene;

/* Builds the bodies.  Returns BMS_VALID, or the first reason why the query has no answer and the part it is in; then
   the scene can only be cleared. */
bms_reason scene_init(scene *s, const bms_query *query, bms_part *where);
void scene_clear(scene *s);

/* Returns the axis, built at the first call. */
scene_axis *scene_axis_of(scene *s, int number);

/* Returns the sign of the gap along an axis: at an algebraic number, and at numerator / 2^depth. */
int scene_gap_sign(const scene_axis *axis, algebraic *at);
int scene_gap_sign_dyadic(const scene_axis *axis, const fmpz_t numerator, slong depth);

/* Returns true if the axis is the zero vector: parallel edges. */
int scene_axis_is_null(const scene_axis *axis, algebraic *at);

#endif /* ORACLE_SCENE_H */
