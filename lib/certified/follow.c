/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Following a plane.
 *
 * Enclosing a root.  The polynomial of the plane, p, with errors of at most e at every s, has a slope near s of p'(s)
 * give or take |p''| times the distance and 2 n e (the derivative of an error polynomial of degree n whose Bernstein
 * coefficients are at most e).  If that leaves a slope in [-steepest, -flattest] with flattest > 0, one value g of the
 * gap in double_double arithmetic, at a double near the root, puts the root between g / steepest and g / flattest
 * behind that double: a relative uncertainty of perhaps 1e-9 of a correction of 1e-14, far less than an ulp.  If a
 * radius may change its sign close to s the gap is no one polynomial there, and that radius' slope adds to the
 * uncertainty.
 */

#include "numeric/arithmetic.h"

#include "certified/follow.h"

#include <math.h>
#include <stddef.h>

#include "certified/lower_bound.h"
#include "exact/exact_instant.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "planes/chord.h"
#include "planes/gap_threefold.h"
#include "planes/near_gap.h"
#include "planes/plane.h"

/* Values of the gap that are taken to enclose a root. */
enum { MAX_CORRECTIONS = 5 };

/* A value that is not greater than its error by this factor, and whose error leaves the root in doubt by more than that
   part of an ulp, is worth one of three doubles, and then one without rounding. */
static const double FEW_DIGITS = 0x1p26, LITTLE_DOUBT = 0x1p-4;

/* An enclosure that is less than this part of the time needs no value more: its chord gives the root (rivals.c). */
static const double CLOSE = 0x1p-26;

/* Roundings in t = ta + s (tb - ta) less this: of max(|ta|, |tb|) one each for the two sums, of tb - ta one each for
   the difference and the product. */
static const double TIME_ROUNDINGS = 2, LENGTH_ROUNDINGS = 2.5;

/* The widest enclosure that the walk is content with, in roundings of max(|t0|, |t1|): 2 ulps at most, and within what
   bms_instant_extend() allows. */
static const double NARROW_ROUNDINGS = 2;

/* Roundings of a way along a chord: one each for the length, the height, the fall, their quotient and the product, and
   one for the margin. */
static const double WAY_ROUNDINGS = 6;

/* How many errors of a gap a lower bound that is exact may be below it: twice what the error and the evaluation count,
   and a fourth for each of six radii that are nothing but rounding (lower_bound.c). */
static const double MOST_ERRORS = 2 * (1 + BMS_EVALUATION_ERROR) + 6 * 0.25;

/* Returns what the radii add to the doubt of the slope whose sign is in doubt within `distance` of s: |radius| may turn
   there, and its slope with it. */
static double slope_of_doubtful_radii(const bms_gap *gap, double s, double distance) {
  double doubt = 0;
  for (int k = 0; k < gap->radii; k++) {
    const bms_polynomial *p = &gap->radius[k];
    double steepest = 2 * p->degree * bms_polynomial_bound(p);
    if (fabs(bms_polynomial_value(p, s)) <= (1 + BMS_EVALUATION_ERROR) * gap->error + distance * steepest)
      doubt += 2 * steepest;
  }
  return doubt;
}

/* Bounds the error of the slope of a gap whose values are off by its error (Markov). */
static double slope_error(const bms_gap *gap) {
  return 2 * gap->distance.degree * gap->distance.degree * gap->error;
}

/* Bounds the rounding of the times of a stretch. */
static double slack_over(double ta, double tb) {
  return BMS_ROUNDING * (TIME_ROUNDINGS * bms_max(fabs(ta), fabs(tb)) + LENGTH_ROUNDINGS * (tb - ta)) + 0x1p-1070;
}

/* Returns the time at s of the stretch from now to `end`; it is off by less than the slack. */
static double time_at(const bms_present *w, double s, double end) {
  return w->t + s * (end - w->t);
}

/* Returns the widest enclosure that the walk is content with. */
static double narrow_width(const bms_present *w) {
  return NARROW_ROUNDINGS * BMS_ROUNDING * bms_max(fabs(w->relative->t0), fabs(w->relative->t1));
}

/* Returns the value of the walk's gap at t without rounding but the last, or NAN. */
static double exact_value_at(const bms_present *w, double t) {
  bms_exact_instant at;
  bms_gap_terms gap;
  bms_exact_instant_at(w->relative, t, &at);
  return bms_exact_instant_gap_along(&at, w->plane.axis, &gap) ? gap.value[w->plane.side < 0] : NAN;
}

/* Returns twice what a value is off by that was rounded to a double, in either direction. */
static double twice_rounding_of(double value) {
  return 4 * BMS_ROUNDING * fabs(value);
}

/* Returns the value of the walk's gap at t in numbers of three doubles, and twice what it is off by in *error. */
static double threefold_value_at(const bms_present *w, double t, double *error) {
  const bms_double_double times[2] = {{t, 0}, {t, 0}};
  bms_threefold_instants at;
  bms_gap_terms end[2];
  at.relative = NULL;
  bms_threefold_instants_at(w->relative, times, &at);
  double off = bms_threefold_gap_along(&at, w->plane.axis, end), value = end[0].value[w->plane.side < 0];
  *error = 2 * off + twice_rounding_of(value);
  return value;
}

/* The digits that a value is computed with. */
typedef enum digits { DIGITS_TWOFOLD, DIGITS_THREEFOLD, DIGITS_ALL } digits;

/* Returns the value of the walk's gap at t, and twice what it is off by in *error; without rounding, if that can be,
   where all digits are wanted. */
static double value_at(bms_present *w, double t, digits wanted, double *error) {
  if (wanted == DIGITS_THREEFOLD) return threefold_value_at(w, t, error);
  double exact = wanted == DIGITS_ALL ? exact_value_at(w, t) : NAN;
  *error = twice_rounding_of(exact) + BMS_EXACT_INSTANT_ERROR;
  if (!isnan(exact)) return exact;
  double value = bms_gap_value(&w->precise, w->plane.axis, w->plane.side, t, error).high;
  *error *= 2;
  return value;
}

/* The slope of the plane near a root, and where to search for that: from a place of the stretch, up to a time. */
typedef struct descent {
  double flattest, steepest, place, latest;
} descent;

/*
 * Encloses the root of a plane on [w->t, end]; see the top of this file.  The value is taken inside the stretch, since
 * nothing is known of signs and slopes behind it: if the gap is still positive at its end, there is no root.  If the
 * value has too few digits to find which double is nearest to the root, w->root is NAN.
 */
static bms_advance correct_root(bms_present *w, const descent *down, double end) {
  double narrow = narrow_width(w);
  double t = bms_min(time_at(w, down->place, end), down->latest);
  double length = end - w->t;
  bms_advance next = BMS_ADVANCE_GRAZE;
  digits wanted = DIGITS_TWOFOLD;
  /* Again where the correction was so long that its uncertainty shows. */
  for (int i = 0; i < MAX_CORRECTIONS; i++) {
    double error, value = value_at(w, t, wanted, &error), least = value - error, most = value + error;
    if (t == end && least > 0) return BMS_ADVANCE_CLEAR;
    double from = length * (least / (least > 0 ? down->steepest : down->flattest));
    double to = length * (most / (most > 0 ? down->flattest : down->steepest));
    double behind = bms_double_double_rounded_sum(t, to, INFINITY),
           before = bms_double_double_rounded_sum(t, from, -INFINITY);
    if (before >= w->low && behind <= down->latest && behind - before <= narrow) {
      next = BMS_ADVANCE_ROOT;
      w->low = before;
      w->behind = behind;
      w->root = t + from == t + to ? t + from : NAN;
      if (!isnan(w->root) || to - from < CLOSE * bms_min(fabs(before), fabs(behind))) break;
    }
    t = bms_min(bms_max(before + 0.5 * (behind - before), w->low), down->latest);
    bool few = fabs(value) < FEW_DIGITS * error &&
               2 * error * length > LITTLE_DOUBT * down->flattest * (nextafter(t, INFINITY) - t);
    if (few && wanted < DIGITS_ALL) wanted++;
  }
  return next;
}

/* Encloses the root of a plane between two ways from w->t.  Returns false if that is too wide, or does not give enough
   about which double is nearest to the root. */
static bool enclose_between(bms_present *w, double from, double to, double end) {
  double t = w->t, before = bms_max(bms_double_double_rounded_sum(t, from, -INFINITY), w->low),
         behind = bms_double_double_rounded_sum(t, to, INFINITY);
  double root = t + from == t + to ? t + from : NAN;
  if (behind > end || behind - before > narrow_width(w)) return false;
  if (isnan(root) && !(to - from < CLOSE * bms_min(fabs(before), fabs(behind)))) return false;
  w->low = before;
  w->behind = behind;
  w->root = root;
  return true;
}

/* Returns the way from t towards `end` after which a chord that is `height` high there, and falls by `fall` up to the
   end, is zero. */
static double way_along_chord(double t, double end, double height, double fall) {
  return (end - t) * (height / fall);
}

/* Encloses the root of a plane that is straight on [w->t, end] but for its error: a gap is at least its lower bound,
   and exceeds that by MOST_ERRORS at most.  Returns false if that is not narrow enough. */
static bool enclose_on_chord(bms_present *w, const bms_gap *gap, const bms_polynomial *bound, double end) {
  double fall = bound->c[0] - bound->c[1], above = MOST_ERRORS * gap->error, margin = WAY_ROUNDINGS * BMS_ROUNDING;
  if (bound->degree != 1 || !(bound->c[1] + above < 0)) return false;
  double from = way_along_chord(w->t, end, bound->c[0], fall) * (1 - margin);
  double to = way_along_chord(w->t, end, bound->c[0] + above, fall) * (1 + margin);
  return enclose_between(w, from, to, end);
}

/* Encloses the root of the plane next to s on [w->t, end]. */
static bms_advance enclose_root(bms_present *w, const bms_gap *gap, const bms_polynomial *bound, double s, double end) {
  if (enclose_on_chord(w, gap, bound, end)) return BMS_ADVANCE_ROOT;
  double length = end - w->t, slope = -bms_polynomial_slope(bound, s);
  double distance = 8 * gap->error / slope + 4 * w->slack / length;
  double uncertainty = distance * bms_curvature_bound(bound) + slope_error(gap) +
                       slope_of_doubtful_radii(gap, s, distance) + 1e-9 * slope;
  if (!(slope > 0 && uncertainty < 0.5 * slope)) return BMS_ADVANCE_GRAZE;
  descent down = {.flattest = slope - uncertainty, .steepest = slope + uncertainty};
  down.place = s + (1 + BMS_EVALUATION_ERROR) * gap->error / slope;
  down.latest = bms_min(time_at(w, s + distance, end) - w->slack, end);
  return correct_root(w, &down, end);
}

/* Checks a bound with more than one change of sign where it is lowest.  After BMS_ADVANCE_BOUND it is positive up to
   *place, next to a root. */
static bms_advance look_at_graze(bms_present *w, const bms_polynomial *bound, double error, double end, double *place) {
  bms_graze graze;
  bms_look_at_graze(bound, error, &graze);
  if (graze.clear) return BMS_ADVANCE_CLEAR;
  w->part = graze.part;
  w->beyond = graze.beyond * (end - w->t);
  w->near = graze.across;
  *place = graze.until;
  if (graze.until > 0) return BMS_ADVANCE_BOUND;
  if (!graze.clear_part) return BMS_ADVANCE_NOTHING;
  w->low = bms_max(w->low, time_at(w, graze.part, end) - w->slack);
  return BMS_ADVANCE_CLEAR;
}

/* Follows the plane of the walk, as this gap on that side, as far as it is certainly positive, up to `end`.  At the
   start the gap is at least `least`. */
static bms_advance follow(bms_present *w, const bms_gap *gap, int side, double least, double end) {
  bool exact;
  bms_polynomial bound = bms_lower_bound_of(gap, side, &exact);
  w->near = bms_is_near_zero(gap, &bound);
  w->beyond = 0;
  bound.c[0] = bms_max(bound.c[0], least); /* the first coefficient is the value at the start */
  int changes = bms_sign_changes(bound.c, bound.degree);
  if (!(bound.c[0] > 0)) return BMS_ADVANCE_GRAZE;
  if (changes == 0) return BMS_ADVANCE_CLEAR;
  double s;
  if (changes == 1) {
    s = bms_positive_until_root(&bound);
  } else {
    bms_advance next = look_at_graze(w, &bound, (1 + BMS_EVALUATION_ERROR) * gap->error, end, &s);
    if (next != BMS_ADVANCE_BOUND) return next;
    if (!exact) return BMS_ADVANCE_NOTHING;
  }
  w->low = bms_max(w->low, time_at(w, s, end) - w->slack);
  return exact ? enclose_root(w, gap, &bound, s, end) : BMS_ADVANCE_BOUND;
}

/* Returns true if the plane of the walk, which is positive at present, certainly is not at t any more. */
static bool has_fallen(bms_present *w, double t) {
  double error, value = value_at(w, t, DIGITS_TWOFOLD, &error);
  return value < -error;
}

/* Encloses the root of a plane whose slope radii leave in doubt, between two doubles without another between them.
   Returns false if they are not such, or it is not certain that there is a root. */
static bool enclose_in_step(bms_present *w, double end) {
  double middle = 0.5 * (w->t + end);
  if ((w->t < middle && middle < end) || !has_fallen(w, end)) return false;
  w->behind = end;
  w->root = NAN;
  return true;
}

/* Returns true if a gap has shown nothing, but one with more digits may. */
static bool is_stuck(const bms_present *w, bms_advance next) {
  return w->near || next == BMS_ADVANCE_GRAZE || (next == BMS_ADVANCE_BOUND && !(w->low > w->t));
}

/* Follows the plane of the walk up to `end` by its chord, if that is short, or by polynomials: of values in
   double-double arithmetic where these get nowhere, as they do across a graze. */
static bms_advance follow_closely(bms_present *w, double least, bool across, double end) {
  bms_stretch stretch;
  bms_gap gap, near;
  bool straight = bms_is_straight(w->relative, w->t, end);
  if (straight) {
    bms_chord_along(&w->precise, w->t, end, w->plane, &gap);
    bms_advance next = follow(w, &gap, 1, least, end);
    if (!is_stuck(w, next) || w->fast_turns == 0) return next; /* chords of fast turns are short */
  }
  bms_relative_stretch(w->relative, w->t, end, &stretch);
  bms_gap_along(&stretch, w->plane.axis, &gap);
  if (!straight && !across) {
    bms_advance next = follow(w, &gap, w->plane.side, least, end);
    if (!is_stuck(w, next)) return next;
  }
  bms_near_gap_along(&w->precise, &stretch, &gap, w->plane.side, &near);
  return follow(w, &near, 1, least, end);
}

bms_advance bms_advance_along(bms_present *w) {
  double least = w->least, beyond = w->beyond, end = bms_min(w->t + w->reach, w->relative->t1);
  w->least = 0;
  w->low = w->t;
  w->part = 0.5;
  w->slack = slack_over(w->t, end);
  if (!(end > w->t)) return BMS_ADVANCE_NOTHING;
  bms_advance next = follow_closely(w, least, isinf(beyond), end);
  bool halted = (next == BMS_ADVANCE_GRAZE || next == BMS_ADVANCE_BOUND) && !(w->low > w->t);
  if (halted && enclose_in_step(w, end)) next = BMS_ADVANCE_ROOT;
  if (next == BMS_ADVANCE_NOTHING) w->least = least; /* a shorter stretch starts at the same time */
  if (next != BMS_ADVANCE_CLEAR) return next;
  w->t = w->beyond > 0 ? w->low : end; /* clear up to a graze, or to the end */
  if (w->beyond == 0) w->beyond = beyond;
  return next;
}
