/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Measures how a scene moves, compared with plain ODE in ten parts that starts from the scene's own state in each
 * frame.
 *
 * Four twins (twin.h) are given the scene's state before each frame and make that frame by plain ODE:
 *
 *   truth    in TRUTH parts
 *   gentle   in TRUTH parts, with an ERP by which these correct as much of an error as one part would: in the twin
 *            `truth` a heap that is as deep in itself as steps of a frame leave it bursts, by up to 7 cm a frame
 *   plain    in one part
 *   solved   as gentle, with 1000 iterations of dWorldQuickStep(): only if a body has stood still for three frames
 *
 * The displacement of a body in a frame is the six numbers (dx, r theta): its centre's, and its rotation vector
 * times r, the square root of the trace of its inertia / 3 m, so that the length of both is near the root mean square
 * of the way of its points.
 *
 * A twin moves a body in a frame if its displacement there is more than NOTICED of what its velocity at the start
 * would give and more than NOTICED g h^2, which is what a body gains by gravity in a frame of length h.
 *
 *   lost      lostTime of the reports, in the time of all bodies in the frames in which the twin `truth` moves them
 *   held      the part of the displacement in the twin `gentle` that the scene's own, projected on it, lacks; none is
 *             less than 0 or more than all of it.  plain_held is what the twin `plain` lacks of it on the same frames
 *   stuck     the most frames in a row in which the twin `gentle` moved a body and it went less than NOTICED of that;
 *             plain_stuck is the row of the twin `plain`, which starts from the same state.  From the fourth frame on
 *             the twin `solved` has to move it there as well: 20 iterations do not carry a pile of 60 cards, which
 *             falls into itself by a millimetre a frame where it rests
 *   missing   as held, with the twin `truth`; plain_missing, still, plain_still in the same way
 *   dropped   bodies that fall by more than HANGING when plain ODE in TRUTH parts goes on for a second after the end;
 *             hanging: of these, those that had moved less than RESTED in the last half second
 *   settled   when the last frame ends in which more than RESTLESS of the bodies went farther than g h^2: plain ODE in
 *             one part lets bodies at rest shake by nearly that
 *   rise      the most that the energy of all bodies that are not kinematic has risen above an earlier value, J
 *   torn      the widest gap between the two anchors of a joint, m
 */

#ifndef WORLDS_MOTION_H
#define WORLDS_MOTION_H

#include "motion_kinds.h"
#include "stepping.h"

enum { TRUTH = 10 };

/* The displacement of a twin, and how much of it a world lacks. */
typedef struct lack {
  double lacking, due;  /* m, of all bodies */
  double plain_lacking; /* m: the lack of the twin `plain` on the same frames */
  int row, plain_row;   /* the most frames in a row in which a body stood still */
  int body;             /* the number of that body among all */
} lack;

typedef struct motion {
  int frames, clean_frames, bodies;
  double lost, due_time;               /* s */
  lack held, missing;                  /* against the twins `gentle` and `truth` */
  double kinematic_missing, kinematic; /* m: the lack of kinematic bodies, and the way of the twin `truth` */
  double way;                          /* m: the length of the way of all bodies' centres */
  int dropped, hanging, asleep;
  double settled;                  /* s */
  double energy, energy_end, rise; /* J */
  double kinetic;                  /* J, at the start */
  double energy_scale;             /* J: the most that the energy has fallen below that at the start */
  double torn, poking;             /* m */
  int outside, lost_bodies;        /* bodies that are where they cannot be at the end */
  int advised_most;                /* the most parts that a report has advised */
  double figure;                   /* of the scene */
  double price, price_median;      /* processor time as a multiple of plain ODE's in one part on the same frames */
} motion;

typedef struct motion_options {
  int frames;      /* 0: the kind's own */
  double amount;   /* 0: the kind's own */
  double length;   /* of a frame, s; 0: the scene's own */
  double erp;      /* of the world; 0: the scene's own */
  bool full_step;  /* dWorldStep() whatever the scene has */
  bool with_twins; /* measure what needs the twins; the rest is measured without as well */
} motion_options;

/* Steps the scene of this seed so, and measures it. */
motion motion_of(const motion_kind *kind, uint64_t seed, stepping how, const motion_options *options);

/* Measures with another function than stepping_frame(). */
motion motion_by(stepping_function *step, const motion_kind *kind, uint64_t seed, stepping how,
                 const motion_options *options);

/* Return percentages; 0 if nothing was due to move. */
double motion_lost(const motion *m);
double motion_lacking(const lack *l);
double motion_plain_lacking(const lack *l);
double motion_kinematic_missing(const motion *m);

#endif /* WORLDS_MOTION_H */
