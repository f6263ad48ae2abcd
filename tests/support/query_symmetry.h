/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Transformations of bodies that are exact: no number of the result is rounded.
 *
 * Numbers change their sign, their places or their exponents; or, if they are added up, they are put on a coarse
 * grid first, on which sums are exact as long as the numbers are not too different in magnitude.  That they are is not
 * taken for granted: functions that multiply or add check every result and return false if one was rounded.  The body
 * then is not the old one transformed.
 */

#ifndef QUERY_SYMMETRY_H
#define QUERY_SYMMETRY_H

#include <stdbool.h>

#include "bms.h"
#include "random.h"

/* Replaces the motion by that at -t. */
void reverse_body(bms_body *body);

/* Lengths times 2^length, times times 2^time.  Exact, and so is what is computed from the result, but for numbers that
   are or get too small or too large. */
bool scale_body(bms_body *body, int length, int time);

/* One of the 24 turns of the cube: coordinate i of the image is sign[i] times coordinate axis[i]. */
typedef struct cube_symmetry {
  int axis[3], sign[3];
} cube_symmetry;

cube_symmetry random_cube_symmetry(random_source *r);

/* Rounds the quaternion of a rigid motion to 40 binary digits or so: then both functions below are exact. */
void coarsen_quaternion(bms_body *body);

/* Turns the body in the world.  The quaternion may get longer, by a factor of at most 2.  Exact for a coarse one. */
bool turn_body(bms_body *body, const cube_symmetry *turn);

/* Turns the axes of the box, and the motion so that the body stays where it is.  Exact for a coarse
   quaternion. */
bool relabel_body(bms_body *body, const cube_symmetry *turn);

/* Returns a power of two, at least `unit`, of which the body's place is at most 2^40 times as large. */
double body_unit(bms_body *body, double unit);

/* Rounds the body's place to whole units and a weight to multiples of 2^-10. */
void coarsen_place(bms_body *body, double unit);

/* Moves the body in the world.  Exact for a coarse place, if by[i] is at most 2^39 units and a multiple of 2^10 units,
   and a weight at most 2^12. */
bool move_body(bms_body *body, const double by[3]);

#endif /* QUERY_SYMMETRY_H */
