/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * bms_chain.h: jointed arms of boxes.
 *
 * Links joined by fixed, revolute and prismatic joints carry boxes; all joints move at once.  When does a box first
 * meet an obstacle or a box of another link, or how far does it stay away?  The path of each box relative to the other
 * is cut into pieces with proved bounds (bms_path.h), only as fine as the answer needs; so nothing is missed, however
 * thin.  Where only one joint moves between two boxes, at a constant rate, the path is not fitted but exact to
 * rounding.
 *
 * Conventions are those of bms.h; angles are in radians.  Nothing is allocated, no state is kept.
 */

#ifndef BMS_CHAIN_H
#define BMS_CHAIN_H

#include "bms_path.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ the arm and what stands around it */

/* A frame in another: a point x of it is at R(quaternion) x + position.  The quaternion is (w, x, y, z), not zero. */
typedef struct bms_pose {
  double position[3];
  double quaternion[4];
} bms_pose;

/* The pose b, which is given in the frame a, in the frame that a is given in. */
BMS_API bms_pose bms_pose_product(const bms_pose *a, const bms_pose *b);

typedef enum bms_joint_kind {
  BMS_JOINT_FIXED,
  BMS_JOINT_REVOLUTE, /* or continuous: limits are the caller's */
  BMS_JOINT_PRISMATIC
} bms_joint_kind;

#define BMS_WORLD (-1)

/* A link and the joint that carries it. */
typedef struct bms_link {
  int parent; /* the link that carries this one, of a lower index; or BMS_WORLD */
  bms_joint_kind joint;
  bms_pose frame; /* of the joint, in the parent's; with the joint at 0 also the link's own frame */
  double axis[3]; /* in the joint's frame, of any length but 0; not read where the joint is fixed */
  int variable;   /* which joint value moves it; not read where the joint is fixed */
} bms_link;

/* A box fixed to a link; an obstacle where the link is BMS_WORLD. */
typedef struct bms_placed_box {
  int link;
  bms_box box;
  bms_pose pose; /* of the box's frame, in the link's */
} bms_placed_box;

/* Two boxes, by their indices, that may touch. */
typedef struct bms_allowed_pair {
  int a, b;
} bms_allowed_pair;

/*
 * An arm in its surroundings.
 *
 * Looked at are: an obstacle and a box of a link that joints can move; two boxes of links with at least two joints that
 * are not fixed between them.  So neighbours may overlap, as they do where a joint is; so may what cannot move against
 * each other.  `allowed` pairs are left out as well.
 */
typedef struct bms_chain {
  int link_count;
  const bms_link *link;
  int variable_count;
  int box_count;
  const bms_placed_box *box;
  int allowed_count;
  const bms_allowed_pair *allowed;
} bms_chain;

/* Joint values over [t0, t1]: variable v has the value sum_k value[v][k] (t - t0)^k.  A revolute joint turns by it
   (radians), a prismatic one moves by it along its axis. */
typedef struct bms_move {
  double t0, t1;
  const double (*value)[4];
} bms_move;

/* All joints at constant rates from one configuration to another: fills in value[count].  t0 < t1. */
BMS_API void bms_move_linear(int count, double t0, const double *from, double t1, const double *to, double (*value)[4]);

/* The cubics with these values and rates at both ends (Hermite). */
BMS_API void bms_move_cubic(int count, double t0, const double *from, const double *from_rate, double t1,
                            const double *to, const double *to_rate, double (*value)[4]);

/* The values at t. */
BMS_API void bms_move_at(const bms_move *move, int count, double t, double *value);

/* Where a link is in the world at t; its own frame where it is BMS_WORLD. */
BMS_API bms_pose bms_chain_pose(const bms_chain *chain, const bms_move *move, double t, int link);

/* Where a box is in the world at t. */
BMS_API bms_pose bms_chain_box_pose(const bms_chain *chain, const bms_move *move, double t, int box);

/* Returns 1 if the two boxes are looked at, else 0. */
BMS_API int bms_chain_looks_at(const bms_chain *chain, int a, int b);

/* Checks that the chain and the move are valid.  Returns 0; or -1 with the reason in text ("link 3: ..."), at most size
   bytes with the final zero.  text may be NULL if size is 0. */
BMS_API int bms_chain_check(const bms_chain *chain, const bms_move *move, char *text, int size);

/* ------------------------------------------------------------------ questions */

typedef struct bms_chain_contact {
  bms_status status; /* TOUCHING and OVERLAPPING: already at t0 */
  double t;          /* never after the first real contact */
  double slack;      /* at t the boxes are at most this far apart; at most the tolerance */
  int a, b;          /* the boxes, by their indices; an obstacle is a */
  bms_contact grown; /* the contact at t of the boxes grown by the pieces' radii, or where they are about to meet: pair,
                        normal (from a to b), points, in world coordinates.  Its times and speed are not in terms of t:
                        do not read them */
} bms_chain_contact;

/*
 * The first contact on the way.
 *
 * tolerance > 0 in length: boxes that stay farther apart than that are never called in contact.  Returns
 * contact->status: BMS_SEPARATED only where no two boxes touch on all of [t0, t1]; else they are apart on [t0, t).
 * BMS_UNRESOLVED where the tolerance is below what doubles tell of an arm of this size: apart on [t0, t), and what
 * follows is not known.  BMS_INVALID as bms_chain_check() says.
 */
BMS_API bms_status bms_chain_first_contact(const bms_chain *chain, const bms_move *move, double tolerance,
                                           bms_chain_contact *contact);

typedef struct bms_link_clearance {
  bms_clearance least; /* INFINITY both where there is no pair to look at */
  int a, b;            /* the boxes that are at most least.upper apart at least.t; -1 where there are none */
} bms_link_clearance;

/*
 * The least distance between any two boxes that are looked at, over the whole move, enclosed to within about twice the
 * tolerance (> 0); a lower bound of 0 says no more than that where the tolerance is below what doubles tell of an arm
 * of this size at these times.  Returns BMS_SEPARATED (lower > 0), BMS_CONTACT (lower == 0) or BMS_INVALID.
 */
BMS_API bms_status bms_chain_clearance(const bms_chain *chain, const bms_move *move, double tolerance,
                                       bms_link_clearance *clearance);

#ifdef __cplusplus
}
#endif

#endif /* BMS_CHAIN_H */
