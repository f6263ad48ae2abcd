/* SPDX-License-Identifier: BSD-3-Clause */

/* How one link moves as seen from another, and how fast it can. */

#ifndef BMS_ARM_CHAIN_H
#define BMS_ARM_CHAIN_H

#include <stdbool.h>

#include "bms_chain.h"
#include "path/clearance.h"
#include "path/fit.h"

/* The greatest number that a chain or a move may hold: products must stay doubles. */
#define BMS_CHAIN_GREATEST 1e100

/* Lengths may be off by this whatever they are: squares that are much smaller are not doubles. */
#define BMS_CHAIN_LEAST_LENGTH 0x1p-480

/* ------------------------------------------------------------------ poses of links (chain.c) */

/* Returns the value of a variable at t. */
double bms_move_value(const bms_move *move, int variable, double t);

/* Returns the sum of the absolute terms of a variable's polynomial, so long after t0 or before. */
double bms_move_terms(const bms_move *move, int variable, double max_abs_time);

/* Returns a pose that is given in the frame of `to` in the frame of `from`, at t. */
bms_pose bms_chain_carried(const bms_chain *chain, const bms_move *move, double t, int from, int to,
                           const bms_pose *pose);

/* Returns where `to` is in the frame of `from`, at t. */
bms_pose bms_chain_relative(const bms_chain *chain, const bms_move *move, double t, int from, int to);

/* ------------------------------------------------------------------ checks (chain_check.c) */

/* Returns true if shapes are known to be no farther apart than this. */
bool bms_tolerance_is_valid(double tolerance);

/* The two parts of bms_chain_check(): the chain without a move, and a move with values for this number of variables. */
int bms_chain_check_alone(const bms_chain *chain, char *text, int size);
bool bms_move_is_valid(const bms_move *move, int count);

/* Returns true if bms_chain_check() accepts a shape of the chain. */
bool bms_chain_shape_is_valid(const bms_chain *chain, const bms_placed_shape *shape);

/* The link and the object of a shape, by which it is checked with others. */
typedef struct bms_chain_side {
  int link, object;
} bms_chain_side;

/* Returns what bms_chain_looks_at() does for shapes on these sides (chain.c). */
bool bms_chain_looks_at_sides(const bms_chain *chain, const bms_chain_side *a, const bms_chain_side *b);

/* ------------------------------------------------------------------ one shape seen from a link (chain_piece.c) */

/* The pose of a shape at the middle of its move, as far up the chain as it has been followed: links that see the
   shape share the way.  To begin with `link` is the shape's own and `pose` its pose there. */
typedef struct bms_pose_cache {
  double t;
  int link;
  bms_pose pose;
} bms_pose_cache;

/* A shape of a link in the frame of another link; the part that does not depend on the interval. */
typedef struct bms_link_view {
  const bms_chain *chain;
  const bms_move *move;
  int from;
  int shape;
  bms_pose_cache *cache; /* NULL: none */
  double static_error;   /* of the places of what stands still in the frame */
  bms_box bounds;        /* bms_placed_bounds() */
  double reach;          /* bms_placed_reach() */
  int moving;            /* joints between the two that move in this move */
  int joint;             /* the link of one of those */
  bool inward;           /* that joint carries `from`, not the shape */
} bms_link_view;

bms_link_view bms_link_view_of(const bms_chain *chain, const bms_move *move, int from, int shape);

/* Returns the farthest link up the chain that this one stands still in. */
int bms_static_root_of(const bms_chain *chain, const bms_move *move, int link);

/* Returns the pose of a shape that stands still in the view, in its frame. */
bms_pose bms_link_view_static_pose(const bms_link_view *view, int shape);

/* Returns how far that place can be off: 0 where the shape is the frame's own. */
double bms_link_view_static_error(const bms_link_view *view, int shape);

/* The shape on [t0, t1], as far as known from its pose at the middle and its speed. */
typedef struct bms_chain_span {
  double t0, t1;
  bms_smooth_bounds bounds;
  bms_fit_nodes nodes;
  bms_pose middle;
  double min[3], max[3]; /* bounds of the shape at the middle */
  double sweep;          /* no point of the shape gets farther from what it is at the middle */
} bms_chain_span;

bms_chain_span bms_chain_span_over(const bms_link_view *view, double t0, double t1);

/* Returns no more than the distance of the shape on the span from one within these bounds; 0 where that is not
   known. */
double bms_chain_span_gap(const bms_chain_span *span, const double min[3], const double max[3]);

/* The shape on [t0, t1], as a function of s in [s0, s1]. */
typedef struct bms_chain_piece {
  double t0, t1;
  double s0, s1;
  bms_body body; /* with the bounds as they are: of a box itself */
  double radius, stretch;
  double slack; /* at a contact's time, as rounded, the two are at most so far apart */
  double angle; /* of the joint over the piece where it is an exact turn, else 0 */
} bms_chain_piece;

/* Makes a piece over a span, or over its beginning where a joint turns far.  A radius of INFINITY means that it was too
   long. */
bms_chain_piece bms_chain_piece_over(const bms_link_view *view, const bms_chain_span *span);

/* Returns the time of s, rounded down: not after the true one, nor before the piece's start. */
double bms_chain_piece_time(const bms_chain_piece *piece, double s);

/* ------------------------------------------------------------------ one pair (chain_contact.c) */

/* Guesses about two shapes.  Time is lost where they are wrong, and nothing else. */
typedef struct bms_pair_hint {
  double meets;        /* about when two convex shapes come near each other; HUGE_VAL if that is not known */
  double direction[3]; /* in the frame of the first shape: it may keep them apart; 0 if that is not known */
} bms_pair_hint;

/* Finds the first contact of two shapes on [begin, contact->t], on which *contact has none so far; it stays as it is if
   the two do not meet.  The hint's direction becomes the last one that kept them apart.  If `begin` is the start of the
   move, hint->meets is not read: being near is an answer of its own there. */
void bms_chain_pair_contact(const bms_chain *chain, const bms_move *move, int a, int b, double begin, double tolerance,
                            bms_pair_hint *hint, bms_chain_contact *contact);

/* ------------------------------------------------------------------ the least distance (chain_clearance.c) */

typedef struct bms_chain_search {
  const bms_chain *chain;
  const bms_move *move;
  bms_clearance_search state; /* where state.least.lower is 0, no more is to be learnt */
  bms_link_clearance *clearance;
  int pieces;   /* of long turns that may still be searched */
  bool glances; /* pairs are checked, at one time, for an upper bound; else the whole interval is searched */
} bms_chain_search;

/* Checks all pairs that matter between these times, by bms_chain_search_pair(). */
typedef void bms_chain_pairs(const void *context, bms_chain_search *search, double t0, double t1);

/* Encloses the least distance; fills in *clearance.  The move and the tolerance are valid. */
bms_status bms_chain_search_clearance(const bms_chain *chain, const bms_move *move, double tolerance,
                                      bms_chain_pairs *look, const void *context, bms_link_clearance *clearance);

/* Checks two shapes, of which one may be carried by the other's link or by none. */
void bms_chain_search_pair(bms_chain_search *search, int a, int b, double t0, double t1);

/* Returns true if what is at least so far apart does not matter; then takes the bound into account. */
bool bms_chain_search_is_far(bms_clearance_search *state, double bound);

#endif /* BMS_ARM_CHAIN_H */
