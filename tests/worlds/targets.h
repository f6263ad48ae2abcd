/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Targets of the measures of motion (motion.h) and impacts (impacts.h), and those known not to be reached.
 *
 * A measure is at most its limit.  Those that are known to be above it are listed in targets.c with the value that was
 * measured; such a measure fails if it is worse than that by more than KNOWN_MARGIN of it.  An entry goes when its
 * target is reached.
 */

#ifndef WORLDS_TARGETS_H
#define WORLDS_TARGETS_H

#include "impacts.h"
#include "motion.h"

typedef enum measure_kind {
  MEASURE_LOST,      /* %: motion.h */
  MEASURE_HELD,      /* %: beyond what plain ODE in one part lacks on the same frames */
  MEASURE_STUCK,     /* frames: beyond the row of plain ODE in one part */
  MEASURE_HANGING,   /* bodies, beyond those that hang in plain ODE in ten parts */
  MEASURE_SETTLE,    /* the time to settle, in the longer of plain ODE in one and ten parts */
  MEASURE_AWAKE,     /* bodies, beyond the more that are awake in plain ODE in one and ten parts */
  MEASURE_RISE,      /* %: of energy beyond the larger in plain ODE in one and ten parts, in what it falls by in all */
  MEASURE_FIGURE,    /* %: off the scene's figure in plain ODE in ten parts; some: off the range to that in one */
  MEASURE_ESCAPED,   /* bodies where they cannot be, beyond those in plain ODE in ten parts */
  MEASURE_KINEMATIC, /* %: motion_kinematic_missing() */
  MEASURE_TORN,      /* m: the widest gap of a joint, beyond the wider in plain ODE in one and ten parts */
  MEASURE_KINDS
} measure_kind;

extern const char *const MEASURE_NAME[MEASURE_KINDS];

/* The three runs that the measures compare. */
typedef struct motion_runs {
  motion ten, one, guarded;
} motion_runs;

/* Returns a measure of a scene; 0 if it does not apply to it. */
double motion_measure(const motion_kind *kind, measure_kind measure, const motion_runs *runs);

/* Returns the most that a measure of this scene should be. */
double motion_limit(const motion_kind *kind, measure_kind measure);

/* Returns the value that is known of a measure above its limit, or a negative number. */
double motion_known(const char *name, measure_kind measure);

/*
 * Returns the part by which the energy after an impact is off the reference's, at its worst time: of the reference's or
 * of a hundredth of that at the start, whichever is more.
 */
double impact_off(const impact *m, const impact *reference);

/* The most of it, and what is known of the guard in one part in frames of 1/60 s at 10 m/s, by dWorldQuickStep(). */
extern const double IMPACT_LIMIT;
double impact_known(impact_shape shape, bool wall);

/* Returns how many entries there are of what is known. */
int motion_known_count(void);

/* A known measure may be worse by this part of it, and by this number of bodies, frames or percent. */
extern const double KNOWN_MARGIN, KNOWN_MORE;

#endif /* WORLDS_TARGETS_H */
