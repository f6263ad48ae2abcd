/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Measures how a scene moves, beside plain ODE in ten parts that starts from the scene's own state in each frame.
 *
 * Two twins (twin.h) are given the scene's state before each frame: one is stepped by plain ODE in TRUTH parts, the
 * other by plain ODE in one.  The displacement of a body in a frame is the six numbers (dx, r theta): that of its
 * centre, and its rotation vector times r, the square root of the trace of its inertia / 3 m, so that the length of
 * both is near the root mean square of the way of its points.
 *
 * A body is due to move in a frame if its displacement in the first twin is more than NOTICED of what its velocity at
 * the start would give and more than NOTICED g h^2, which is what a body gains by gravity in a frame of length h.
 *
 *   lost      lostTime of the reports, in the time of all bodies in the frames in which they were due to move
 *   missing   the part of that displacement which the scene's own, projected on it, lacks; none is less than 0 or more
 *             than all of it.  plain_missing is the same of the second twin: what one part costs in plain ODE
 *   held      the part that is missing of what both twins go: of the displacement of the first, what the second has
 *             gone along it.  Plain ODE in one part lacks none of it.  (What overlaps at rest in steps of a frame is
 *             pushed apart ten times as often in TRUTH parts; `missing` counts that as motion, `held` does not)
 *   still     frames in a row in which a body was due to move and went less than NOTICED of that; the longest such row.
 *             stuck: the same, of what both twins go
 *   dropped   bodies that fall by more than HANGING when plain ODE in TRUTH parts goes on for a second after the end;
 *             hanging: of these, those that had moved less than RESTED in the last half second
 *   settled   when the last frame ends in which more than RESTLESS of the bodies moved faster than SLOW
 *   rise      the most that the energy of all bodies that are not kinematic has risen above an earlier value, J
 *   torn      the widest gap between the two anchors of a joint, m
 */

#ifndef WORLDS_MOTION_H
#define WORLDS_MOTION_H

#include "motion_kinds.h"
#include "stepping.h"

enum { TRUTH = 10 };

typedef struct motion {
  int frames, clean_frames, bodies;
  double lost, due_time;               /* s */
  double missing, plain_missing, due;  /* m */
  double held, due_to_both;            /* m */
  double kinematic_missing, kinematic; /* m: of kinematic bodies, in what is due of them */
  double way;                          /* the length of the way of all bodies' centres, m */
  int still, plain_still, stuck;       /* frames */
  int still_body;                      /* the number among all bodies of the one that is stuck longest */
  int dropped, hanging, asleep;
  double settled;                  /* s */
  double energy, energy_end, rise; /* J */
  double energy_scale;             /* the most that the energy has fallen below that at the start, J */
  double torn, poking;             /* m */
  int outside, lost_bodies;        /* bodies that are where they cannot be at the end */
  int advised_most;                /* the most parts that a report has advised */
  double figure;                   /* of the scene */
  double price, price_median;      /* processor time in that of plain ODE in one part on the same frames */
} motion;

typedef struct motion_options {
  int frames;      /* 0: the kind's own */
  double amount;   /* 0: the kind's own */
  double length;   /* of a frame, s; 0: the scene's own */
  bool full_step;  /* dWorldStep() whatever the scene has */
  bool with_twins; /* measure what needs the twins; the rest is measured without as well */
} motion_options;

/* Steps the scene of this seed so, and measures it. */
motion motion_of(const motion_kind *kind, uint64_t seed, stepping how, const motion_options *options);

/* Steps a scene by one frame, as stepping_frame(); a replacement for trying the measures on what they should catch. */
typedef stepping_report motion_step(stepping how, scene *s, judge *j);
motion motion_by(motion_step *step, const motion_kind *kind, uint64_t seed, stepping how,
                 const motion_options *options);

/* Return percentages; 0 if nothing was due to move. */
double motion_lost(const motion *m);
double motion_missing(const motion *m);
double motion_held(const motion *m);
double motion_plain_missing(const motion *m);
double motion_kinematic_missing(const motion *m);

#endif /* WORLDS_MOTION_H */
