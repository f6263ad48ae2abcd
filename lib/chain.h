/* SPDX-License-Identifier: BSD-3-Clause */

/* How one link moves as seen from another, and how fast it can. */

#ifndef BMS_CHAIN_INTERNAL_H
#define BMS_CHAIN_INTERNAL_H

#include <stdbool.h>

#include "bms_chain.h"

/* ------------------------------------------------------------------ poses (chain.c) */

bms_pose bms_pose_identity(void);

void bms_pose_turn(const bms_pose *pose, const double x[3], double out[3]);
void bms_pose_place(const bms_pose *pose, const double x[3], double out[3]);
void bms_pose_matrix(const bms_pose *pose, double matrix[3][4]);

/* Where `to` is in the frame of `from`, at t. */
bms_pose bms_chain_relative(const bms_chain *chain, const bms_move *move, double t, int from, int to);

/* ------------------------------------------------------------------ one box seen from a link (chain_piece.c) */

/* A box of a link in the frame of another link; what of it does not depend on the interval. */
typedef struct bms_view {
  const bms_chain *chain;
  const bms_move *move;
  int from;
  int box;
  double reach; /* of the box in its frame */
  int moving;   /* joints between the two that move in this move */
  int joint;    /* the link of one of those */
  bool inward;  /* that joint carries `from`, not the box */
} bms_view;

bms_view bms_view_of(const bms_chain *chain, const bms_move *move, int from, int box);

/* The box on [t0, t1], as a function of s in [s0, s1]. */
typedef struct bms_chain_piece {
  double t0, t1;
  double s0, s1;
  bms_body body; /* with the box as it is */
  double radius, stretch;
  double angle; /* of the joint over the piece where it is an exact turn, else 0 */
} bms_chain_piece;

/* At most to `until`, t0 <= until; the piece may end earlier, where a joint turns far.  A radius of INFINITY says that
   it was too long. */
bms_chain_piece bms_chain_piece_over(const bms_view *view, double t0, double until);

/* The time of s, rounded down: not after the true one, nor before the piece's start. */
double bms_chain_piece_time(const bms_chain_piece *piece, double s);

#endif /* BMS_CHAIN_INTERNAL_H */
