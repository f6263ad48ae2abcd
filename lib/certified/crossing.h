/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Gaps at both ends of a short stretch, and where they go through zero in between.
 *
 * Errors.  Errors of values are in gap_value.h, of gaps whose radii keep their signs from their chords in chord.h.  A
 * radius that changes its sign in between makes a kink.  The gap is the least of the planes with all choices of signs,
 * and each of these is as close to its chord: so the gap is above its own chord, and below the chord of the plane with
 * the signs that radii have where they are greater.  A gap that is positive at both ends is positive in between, and
 * one that falls through zero does so once, after its chord and before that plane.
 *
 * A root is where a chord is zero.  As a part of the stretch it is off by what the ends of the chord are, over its
 * height.
 */

#ifndef BMS_CROSSING_H
#define BMS_CROSSING_H

#include <math.h>
#include <stdbool.h>

#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "planes/gap_threefold.h"
#include "planes/separation.h"

/* The gap along an axis at both ends of a stretch. */
typedef struct bms_crossing {
  bms_axis_side plane;
  double before, behind; /* the gap, on this side */
  double error;          /* of either, and of the chord between them */
  unsigned vanishing;    /* bit k: radius k is known to be zero for all t */
  double above[2];       /* before and behind, a plane that the gap does not exceed */
  double radius[6];      /* before */
  bool steady;           /* no sign of a term is in doubt */
  bool threefold;        /* values are in numbers of three doubles, or without rounding */
  bool exact;            /* values are without rounding */
} bms_crossing;

/* Puts together what an axis shows at two ends of a stretch, with values that are off by a rounding each, and by
   `error` as is the chord. */
bms_crossing bms_crossing_of(const bms_relative *relative, int axis, const bms_gap_terms ends[2], double error);

/* Returns the signs of the terms of a gap at the start of its stretch. */
bms_axis_signs bms_crossing_signs(const bms_crossing *c);

/* Bounds the rounding of a sum to a double, and of what it is made of. */
static inline double crossing_rounding(double x) {
  return 2 * BMS_ROUNDING * fabs(x);
}

/* ------------------------------------------------------------------ what it shows */

/* Returns the part of the stretch up to where a chord from `before` to `behind` is zero, at most, if both may be less
   by `error`; at least, with -error. */
static inline double crossing_part_until(double before, double behind, double error) {
  return (before + 4 * error) / (before - behind) + copysign(0x1p-50, error);
}

/* Returns the part of the stretch up to where a gap that falls is zero, at least ... */
static inline double crossing_least_part(const bms_crossing *c) {
  return crossing_part_until(c->before, c->behind, -c->error);
}

/* ... and at most. */
static inline double crossing_most_part(const bms_crossing *c) {
  return c->above[1] < -c->error ? crossing_part_until(c->above[0], c->above[1], c->error) : 1;
}

/* Returns true if an axis certainly goes through zero in the stretch. */
static inline bool crossing_falls(const bms_crossing *c) {
  return c->before > c->error && c->behind < -c->error;
}

/* Returns true if an axis certainly goes through zero the other way: no more digits change that. */
static inline bool crossing_rises(const bms_crossing *c) {
  return c->before < -c->error && c->behind > c->error;
}

/* Returns true if an axis is certainly negative all over the stretch. */
static inline bool crossing_is_inside(const bms_crossing *c) {
  return bms_max(c->above[0], c->above[1]) < -c->error;
}

/* Returns true if an axis is certainly positive at both ends, and so all over the stretch. */
static inline bool crossing_is_apart(const bms_crossing *c) {
  return bms_min(c->before, c->behind) > c->error;
}

/* Returns true if nothing is known of an axis. */
static inline bool crossing_is_open(const bms_crossing *c) {
  return !crossing_is_inside(c) && !crossing_is_apart(c) && !crossing_falls(c);
}

/* Returns true if an axis goes through zero once in the stretch, as one polynomial. */
static inline bool crossing_is_one_root(const bms_crossing *c) {
  return c->steady && crossing_falls(c) && c->before - c->behind > 8 * c->error;
}

/* ------------------------------------------------------------------ several */

/* Returns which of two planes the boxes pass later, -1 if it is the first, 1 if it is the second; 0 if that is open. */
int bms_compare_roots(const bms_crossing *c, const bms_crossing *d);

/* The place at which the last of some planes is passed, as parts of a stretch. */
typedef struct bms_root_span {
  double least, most;
  int latest; /* the axis whose plane is not passed before the least part */
  bool open;  /* of some plane it is not certain that it is passed at all */
} bms_root_span;

/* Takes one more plane into a span. */
void bms_enter_root(bms_root_span *s, const bms_crossing *c);

/* ------------------------------------------------------------------ windows */

/* A part of a stretch, between two ways from its start, and what the bodies look like at its ends. */
typedef struct bms_root_window {
  double from, to;
  bms_threefold_instants at;
} bms_root_window;

/* Opens a window of a stretch that starts at `start`.  What *w holds of the pair from another window serves again;
   w->at.relative is NULL if it holds nothing. */
void bms_open_window(const bms_relative *relative, double start, double from, double to, bms_root_window *w);

/* Checks along an axis in numbers of three doubles, in a window. */
bms_crossing bms_look_in_window(bms_root_window *w, int axis);

#endif /* BMS_CROSSING_H */
