/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Two shapes over a piece of time, one of which moves as seen from the other: are they apart, and how near are they?
 *
 * The moving shape b lies between control poses (bernstein_hull.h), given in the frame of a.  So along any direction n
 * of length 1 the cores are at least
 *
 *     min over the control poses of the least n . y of b  -  the greatest n . x of a  -  error
 *
 * apart all over the piece, and what is left to do is to guess n: the axes of two boxes of the shapes' trees, the
 * normal of a triangle, or the direction between the closest points in the middle of the piece.  Nothing rests on the
 * guess.  The bound misses the truth by the square of the piece's length where n turns little, as in clearance.c.
 */

#ifndef BMS_ARM_SHAPE_PAIR_H
#define BMS_ARM_SHAPE_PAIR_H

#include <stdbool.h>

#include "arm/chain.h"

/* Two shapes as they stand, or move, to each other. */
typedef struct bms_shape_pair {
  const bms_placed_shape *a, *b;
  int poses;            /* 1 or 3 */
  double pose[3][3][4]; /* control poses of b in the frame of a */
  double shift[3][3];
  double middle[3][4];                /* about where b is in the middle */
  double axis[3][3];                  /* at right angles, of length 1: about the axes of b there */
  double along[3][3][4];              /* [axis][pose]: the products of an axis with the columns of a control pose */
  double shift_low[3], shift_high[3]; /* of the shifts, in the frame of a, */
  double axis_shift_low[3];           /* and along the axes of b */
  double axis_shift_high[3];
  double error;  /* bounds how far a point of b's core is from its place by the control poses, and all rounding */
  double radius; /* of both shapes */
} bms_shape_pair;

/* The shape of a view over a piece, and one that rests in the view at this place. */
void bms_shape_pair_over(const bms_link_view *view, int other, const bms_pose *place, const bms_chain_piece *piece,
                         bms_shape_pair *pair);

/* Both at t. */
void bms_shape_pair_at(const bms_link_view *view, int other, const bms_pose *place, double t, bms_shape_pair *pair);

/* Two parts of the shapes, triangles or convex shapes, and how near they are to each other. */
typedef struct bms_near_parts {
  int part_a, part_b;            /* places of triangles in their trees; 0 for convex shapes */
  double upper;                  /* in the middle of the piece they are at most this far apart, rounding included */
  double lower;                  /* all over the piece they are at least this far apart; may be negative */
  double point_a[3], point_b[3]; /* in the frame of a: the nearest, about, in the middle of the piece */
  double direction[3];           /* between them; of length 1 */
} bms_near_parts;

/* Returns true if the surfaces are certainly more than `margin` apart all over the piece.  If not, *near is set to two
   parts for which this is not known, or that it has reached after `steps` steps.  near->direction is tried first unless
   it is zero; if the surfaces are apart it is set to the last direction that kept parts apart. */
bool bms_shape_pair_apart(const bms_shape_pair *pair, double margin, int steps, bms_near_parts *near);

/* Finds the parts that are nearest to each other in the middle of the piece; near->upper is INFINITY if none are
   nearer than `within`, else at most `slack` more than need be. */
void bms_shape_pair_nearest(const bms_shape_pair *pair, double within, double slack, bms_near_parts *near);

/* Returns true if one of the shapes can be inside of the other without touching its surface: it is a solid mesh. */
bool bms_shapes_can_nest(const bms_placed_shape *a, const bms_placed_shape *b);

/* Returns true if a part of one shape is inside of the other in the middle of the piece, if their surfaces are known to
   be apart. */
bool bms_shape_pair_nested(const bms_shape_pair *pair);

/* Computes how near two parts are to each other, as found on another piece. */
void bms_shape_pair_look(const bms_shape_pair *pair, bms_near_parts *near);

#endif /* BMS_ARM_SHAPE_PAIR_H */
