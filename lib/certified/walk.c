/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The route is visited section by section and plane by plane, as the description has it, but only where it must be:
 *
 *   1. At the present time find the axis whose gap is the greatest for certain.
 *   2. Follow its plane.  Over a stretch of the route the gap is bounded from below by |distance| with its present sign
 *      less the absolute coefficients of the radii; the bound is the gap itself where no radius changes sign (one
 *      homogeneous section, as far as this plane is concerned).  Coefficients all positive: no contact on the stretch.
 *   3. Otherwise go to the bound's first root.  If the bound is the gap there, the boxes may meet: enclose the root in
 *      doubles next to each other (below) and look whether all other gaps are certainly negative there (contact), or
 *      which other plane separates now (2 again).
 *
 * Each time visited is a certified lower bound of the contact time.  Every sign is decided beyond the error bounds of
 * plane.c and separation.c.  Planes that these cannot tell from each other at a root, or from the origin at the
 * start, are told by values in double-double arithmetic (rivals.c).  What is open then, grazes and touching above
 * all, ends the walk: the exact arithmetic goes on from there.
 *
 * Enclosing a root.  The polynomial of the plane, p, with errors of at most e at every s, has a slope near s of p'(s)
 * give or take |p''| times the distance and 2 n e (the derivative of an error polynomial of degree n whose Bernstein
 * coefficients are at most e).  Where that leaves a slope in [-steepest, -flattest] with flattest > 0, one value g of
 * the gap in double_double arithmetic, at a double near the root, puts the root between g / steepest and g / flattest
 * behind that double: a relative uncertainty of perhaps 1e-9 of a correction of 1e-14, far less than an ulp.  Where a
 * radius may change its sign close to s the gap is no one polynomial there, and that radius' slope adds to the
 * uncertainty.
 */

#include "numeric/arithmetic.h"

#include "certified/walk.h"

#include <math.h>
#include <stdbool.h>

#include "planes/gap_value.h"
#include "certified/interior.h"
#include "certified/rivals.h"
#include "exact/exact_instant.h"
#include "planes/chord.h"
#include "planes/near_gap.h"
#include "planes/plane.h"
#include "numeric/vector.h"

/* Steps before the walk gives up. A step ends at a root of a plane or of a bound, or halves or doubles the stretch;
   random queries take 1 to 6. */
enum { MAX_STEPS = 64 };

/* Values of the gap that are taken to enclose a root. */
enum { MAX_CORRECTIONS = 4 };

/* A value that is not greater than its error by this factor, and whose error leaves the root in doubt by more than that
   part of an ulp, is worth one without rounding. */
static const double FEW_DIGITS = 0x1p26, LITTLE_DOUBT = 0x1p-4;

/* How much shorter a stretch gets where the last one came too gently close to zero, and where it ended at its start. */
static const double GENTLY = 0x1p-8, NO_PROGRESS = 0x1p-16;

/* How much longer a stretch gets after one that was clear, and after one that is a tiny part of the interval. */
static const double LONGER = 4, MUCH_LONGER = 64, TINY = 0x1p-20;

/* Looks at a time in double-double arithmetic: each costs as much as some ten steps. */
enum { MOST_CLOSELY = 6 };

/* Roundings in t = ta + s (tb - ta) less this: of max(|ta|, |tb|) one each for the two sums, of tb - ta one each for the
   difference and the product. */
static const double TIME_ROUNDINGS = 2, LENGTH_ROUNDINGS = 2.5;

/* The widest enclosure that the walk is content with, in roundings of max(|t0|, |t1|): 2 ulps at most, and within what
   bms_instant_extend() allows. */
static const double NARROW_ROUNDINGS = 2;

typedef enum advance {
  ADVANCE_CLEAR,  /* positive on the whole stretch */
  ADVANCE_BOUND,  /* positive up to `low`, where the bound ends */
  ADVANCE_ROOT,   /* positive up to `low`, and the gap has a root between low and `behind` */
  ADVANCE_GRAZE,  /* positive up to `low`, where the gap comes too gently close to zero to tell whether it gets there */
  ADVANCE_NOTHING /* more than one root may lie ahead, or none; look at a shorter stretch */
} advance;

typedef struct walk {
  const bms_relative *relative;
  double slack;         /* bounds the rounding of a time of the stretch */
  double t;             /* the boxes are apart on [t0, t] */
  double reach;         /* length of the stretch to look at */
  double cleared;       /* length of the last stretch that was clear */
  double failed;        /* one on which no progress was made, or more; none half as long is tried soon */
  bms_axis_side plane;  /* separates at t */
  bms_axis_signs signs; /* of the plane at the contact */
  bms_axis_signs tied[BMS_AXES];
  int ties;
  bool deepest;         /* see bms_walk_result */
  unsigned doubtful;    /* likewise */
  double low, behind;   /* see advance */
  double root;          /* after ADVANCE_ROOT: the double nearest to it, or NAN */
  int closely;          /* looks in double-double arithmetic */
  bool near;            /* the gap was nothing but rounding on the last stretch, or somewhere on it */
  double part;          /* after ADVANCE_NOTHING: of the stretch, to look at next */
  double least;         /* if not 0, the gap along the plane at t is at least this, beyond the digits of doubles */
} walk;

/* ------------------------------------------------------------------ along one plane */

/* Returns a lower bound of the gap that holds on the whole stretch, rounding included; *exact is set if it is the gap
   itself less the error. */
static bms_polynomial lower_bound(const bms_gap *gap, int side, bool *exact) {
  bms_polynomial bound = {.degree = gap->distance.degree};
  for (int i = 0; i <= bound.degree; i++)
    bound.c[i] = side * gap->distance.c[i] - (1 + BMS_EVALUATION_ERROR) * gap->error * bms_binomial[bound.degree][i];
  *exact = true;
  for (int k = 0; k < gap->radii; k++) {
    bool positive = false, negative = false;
    double greatest = 0;
    for (int i = 0; i <= bound.degree; i++) {
      double c = gap->radius[k].c[i];
      positive = positive || c > 0;
      negative = negative || c < 0;
      greatest = bms_max(greatest, fabs(c));
      bound.c[i] -= fabs(c);
    }
    /* A radius that is nothing but rounding counts with the error. */
    *exact = *exact && (!(positive && negative) || greatest <= 0.25 * gap->error);
  }
  return bound;
}

/*
 * The largest s found with p(s) > 0, for p with p(0) > 0 >= p(1) and one root in (0, 1); within 2^-50 of the root,
 * relatively.  Regula falsi (Illinois), bisection if that dawdles.  Trial points keep a margin from both ends, so that
 * the bracket closes from both.
 *
 * A computed value > 0 at s proves that p exceeds minus its rounding at all earlier places too: the value is
 * that of a polynomial whose coefficients are changed relatively, by 4 n + 1 roundings at most, so they keep their
 * signs; and with one change of sign the quotient of the positive terms by the negative ones falls all the way from 0
 * to 1.
 */
static double positive_until(const bms_polynomial *p) {
  double low = 0, high = 1, at_low = p->c[0], at_high = p->c[p->degree];
  int side = 0;
  for (int i = 0; i < 80; i++) {
    double margin = 0x1p-52 * high, width = high - low;
    if (width <= 2 * margin) break;
    double s = i < 20 ? low + width * (at_low / (at_low - at_high)) : low + 0.5 * width;
    s = bms_min(bms_max(s, low + margin), high - margin);
    double value = bms_polynomial_value(p, s);
    if (value > 0) {
      low = s;
      at_low = value;
      if (side == 1) at_high *= 0.5;
      side = 1;
    } else {
      high = s;
      at_high = value;
      if (side == -1) at_low *= 0.5;
      side = -1;
    }
  }
  return low;
}

/* Returns the largest |p''| on [0, 1]: n (n - 1) times the second differences of the Bernstein coefficients. */
static double curvature_bound(const bms_polynomial *p) {
  int n = p->degree;
  double largest = 0;
  for (int i = 0; i + 2 <= n; i++) {
    double b0 = p->c[i] / bms_binomial[n][i], b1 = p->c[i + 1] / bms_binomial[n][i + 1];
    double b2 = p->c[i + 2] / bms_binomial[n][i + 2];
    largest = bms_max(largest, fabs(b2 - 2 * b1 + b0));
  }
  return n * (n - 1) * largest;
}

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
static double time_at(const walk *w, double s, double end) {
  return w->t + s * (end - w->t);
}

/* Returns the value of the walk's gap at t without rounding but the last, or NAN. */
static double exact_value_at(const walk *w, double t) {
  bms_exact_instant at;
  bms_exact_instant_gap gap;
  bms_exact_instant_at(w->relative, t, &at);
  return bms_exact_instant_gap_along(&at, w->plane.axis, &gap) ? gap.value[w->plane.side < 0] : NAN;
}

/* Returns the value of the walk's gap at t, and twice what it is off by in *error; without rounding, if that can be,
   where `exactly` is set. */
static double value_at(const walk *w, double t, bool exactly, double *error) {
  bms_precise_instant at;
  bms_precise_gap gap;
  double exact = exactly ? exact_value_at(w, t) : NAN;
  *error = 4 * BMS_ROUNDING * fabs(exact) + 0x1p-1070;
  if (!isnan(exact)) return exact;
  bms_precise_instant_at(w->relative, t, &at);
  bms_precise_gap_along(&at, w->plane.axis, &gap);
  *error = 2 * bms_precise_gap_error(&at, w->plane.axis);
  return bms_precise_gap_value(&gap, w->relative->half_space != NULL ? 1 : w->plane.side).high;
}

/* The slope of the plane near a root, and where to look for that: from a place of the stretch, up to a time. */
typedef struct descent {
  double flattest, steepest, place, latest;
} descent;

/*
 * Encloses the root of a plane on [w->t, end]; see the top of this file.  The value is taken inside the stretch, since
 * nothing is known of signs and slopes behind it: if the gap is still positive at its end, there is no root.  Where the
 * value has too few digits to tell which double is nearest to the root, w->root is NAN.
 */
static advance correct_root(walk *w, const descent *down, double end) {
  double narrow = NARROW_ROUNDINGS * BMS_ROUNDING * bms_max(fabs(w->relative->t0), fabs(w->relative->t1));
  double t = bms_min(time_at(w, down->place, end), down->latest);
  double length = end - w->t;
  advance next = ADVANCE_GRAZE;
  bool exactly = false;
  /* Again where the correction was so long that its uncertainty shows. */
  for (int i = 0; i < MAX_CORRECTIONS; i++) {
    double error, value = value_at(w, t, exactly, &error), least = value - error, most = value + error;
    if (value == 0) break; /* a tie */
    if (t == end && least > 0) return ADVANCE_CLEAR;
    double from = length * (least / (least > 0 ? down->steepest : down->flattest));
    double to = length * (most / (most > 0 ? down->flattest : down->steepest));
    double behind = bms_double_double_rounded_sum(t, to, INFINITY),
           before = bms_double_double_rounded_sum(t, from, -INFINITY);
    if (before >= w->low && behind <= down->latest && behind - before <= narrow) {
      next = ADVANCE_ROOT;
      w->low = before;
      w->behind = behind;
      w->root = t + from == t + to ? t + from : NAN;
      if (!isnan(w->root)) break;
    }
    t = bms_min(bms_max(before + 0.5 * (behind - before), w->low), down->latest);
    exactly = fabs(value) < FEW_DIGITS * error &&
              2 * error * length > LITTLE_DOUBT * down->flattest * (nextafter(t, INFINITY) - t);
  }
  return next;
}

/* Encloses the root of the plane next to s on [w->t, end]. */
static advance enclose_root(walk *w, const bms_gap *gap, const bms_polynomial *bound, double s, double end) {
  double length = end - w->t, slope = -bms_polynomial_slope(bound, s);
  double distance = 8 * gap->error / slope + 4 * w->slack / length;
  double uncertainty =
      distance * curvature_bound(bound) + slope_error(gap) + slope_of_doubtful_radii(gap, s, distance) + 1e-9 * slope;
  if (!(slope > 0 && uncertainty < 0.5 * slope)) return ADVANCE_GRAZE;
  descent down = {.flattest = slope - uncertainty, .steepest = slope + uncertainty};
  down.place = s + (1 + BMS_EVALUATION_ERROR) * gap->error / slope;
  down.latest = bms_min(time_at(w, s + distance, end) - w->slack, end);
  return correct_root(w, &down, end);
}

/* Returns true if a lower bound of the gap is nowhere certainly negative, and nowhere certainly positive: it may be a
   gap that stays as small as rounding. */
static bool is_near(const bms_gap *gap, const bms_polynomial *bound) {
  bool near = true;
  for (int i = 0; i <= bound->degree; i++)
    near = near && fabs(bound->c[i]) <= 4 * gap->error * bms_binomial[bound->degree][i];
  return near;
}

/* Returns the place in (0, 1) where the polynomial is lowest, to some digits. */
static double lowest_place(const bms_polynomial *p) {
  enum { PLACES = 16, HALVINGS = 24 };
  int lowest = 1;
  double least = INFINITY;
  for (int i = 1; i < PLACES; i++) {
    double value = bms_polynomial_value(p, (double)i / PLACES);
    if (value < least) lowest = i;
    least = bms_min(least, value);
  }
  double low = (lowest - 1.0) / PLACES, high = (lowest + 1.0) / PLACES;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = 0.5 * (low + high);
    if (bms_polynomial_slope(p, middle) < 0)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

/* Returns which part of a stretch is to be looked at next, when the bound has more than one root there, or none: up to
   where it is lowest, if it is certainly negative there.  If it is nothing but rounding, up to that place, closely, and
   then across it: *across is set where all of the stretch is that close. */
static double part_of_graze(const bms_polynomial *bound, double error, bool *across) {
  static const double HALF = 0.5, NEAR = 16, HIGH = 256;
  double place = lowest_place(bound), value = bms_polynomial_value(bound, place);
  double step = 0x1p-6 * bms_min(place, 1 - place);
  double bend = (bms_polynomial_slope(bound, place + step) - bms_polynomial_slope(bound, place - step)) / (2 * step);
  double around = sqrt(HIGH * error / bend);
  *across = false;
  if (!(bend > 0) || value > NEAR * error) return HALF;
  if (value < -NEAR * error) return place < 0.9 ? place : HALF;
  if (place - around > 0.125 * place) return place - around;
  *across = place + around > 0.25;
  return bms_min(place + around, 1);
}

/* Follows the plane of the walk, as this gap on that side, as far as it is certainly positive, up to `end`.  At the
   start the gap is at least `least`. */
static advance follow(walk *w, const bms_gap *gap, int side, double least, double end) {
  bool exact;
  bms_polynomial bound = lower_bound(gap, side, &exact);
  w->near = is_near(gap, &bound);
  bound.c[0] = bms_max(bound.c[0], least); /* the first coefficient is the value at the start */
  int changes = bms_sign_changes(bound.c, bound.degree);
  if (!(bound.c[0] > 0)) return ADVANCE_GRAZE;
  if (changes > 1) {
    w->part = part_of_graze(&bound, (1 + BMS_EVALUATION_ERROR) * gap->error, &w->near);
    return ADVANCE_NOTHING;
  }
  if (changes == 0) return ADVANCE_CLEAR;
  double s = positive_until(&bound);
  w->low = bms_max(w->low, time_at(w, s, end) - w->slack);
  return exact ? enclose_root(w, gap, &bound, s, end) : ADVANCE_BOUND;
}

/* Follows the plane within reach; where doubles get nowhere, in double-double arithmetic. */
static advance advance_along(walk *w) {
  double least = w->least, end = bms_min(w->t + w->reach, w->relative->t1);
  w->least = 0;
  w->low = w->t;
  w->part = 0.5;
  w->slack = slack_over(w->t, end);
  if (!(end > w->t)) return ADVANCE_NOTHING;
  bms_stretch stretch;
  bms_gap gap, near;
  bms_relative_stretch(w->relative, w->t, end, &stretch);
  bms_gap_along(&stretch, w->plane.axis, &gap);
  advance next = follow(w, &gap, w->plane.side, least, end);
  bool stuck = w->near || next == ADVANCE_GRAZE || (next == ADVANCE_BOUND && !(w->low > w->t));
  if (stuck) {
    if (bms_is_straight(&stretch))
      bms_chord_along(&stretch, &gap, w->plane.side, &near);
    else
      bms_near_gap_along(&stretch, &gap, w->plane.side, &near);
    next = follow(w, &near, 1, least, end);
  }
  if (next == ADVANCE_NOTHING) w->least = least; /* a shorter stretch starts at the same time */
  if (next == ADVANCE_CLEAR) w->t = end;
  return next;
}

/* ------------------------------------------------------------------ which plane */

/* Looks at the present, at which it takes the instant. */
static bms_verdict look_at(const walk *w, bms_instant *instant, bms_axis_side *greatest) {
  bms_relative_instant(w->relative, w->t, instant);
  return bms_separation_verdict(w->relative, instant, w->relative->axes, greatest);
}

/* Looks for an axis along which the boxes are apart at present by less than doubles see, and takes its plane.  *open
   are the axes that are left if that cannot be told. */
static bms_rivalry look_closely(walk *w, const bms_instant *instant, unsigned *open) {
  bms_rivals rivals = {.before = w->t, .behind = w->t};
  unsigned doubtful = bms_separation_doubtful(w->relative, instant, w->relative->axes);
  bms_rivalry rivalry = bms_settle_instant(w->relative, doubtful, &rivals);
  *open = rivals.open;
  if (rivalry == BMS_RIVALS_APART) {
    w->plane = rivals.last;
    w->least = rivals.least;
  }
  return rivalry;
}

/* Returns how far to look along the plane that was followed for `reach` and is seen again now. */
static double shorter_reach(const walk *w, double reach, double progress, bool graze) {
  double none = bms_max(NO_PROGRESS * reach, bms_min(w->cleared, 0.25 * reach));
  double shorter = progress > 0 ? bms_min(0.5 * reach, 2 * progress) : none;
  if (graze) shorter = bms_min(shorter, GENTLY * reach);
  return bms_max(shorter, nextafter(w->t, INFINITY) - w->t);
}

/* From `low`, where the plane ends or its bound does: another plane may be deeper outside now. One seen again wants
   a shorter stretch, of the order of the way just made, which is likely to keep the signs of its radii. */
static bool change_plane(walk *w, bool graze) {
  int axis = w->plane.axis;
  double progress = w->low - w->t, reach = bms_min(w->reach, w->relative->t1 - w->t);
  w->t = w->low;
  bms_instant instant;
  bms_axis_side other;
  unsigned open;
  if (look_at(w, &instant, &other) == BMS_VERDICT_APART)
    w->plane = other;
  else if (++w->closely > MOST_CLOSELY || look_closely(w, &instant, &open) != BMS_RIVALS_APART)
    return false;
  if (progress <= 0) w->failed = reach;
  w->reach = w->plane.axis != axis ? w->relative->t1 - w->t : shorter_reach(w, reach, progress, graze);
  return w->plane.axis != axis || w->reach < reach;
}

/* Chooses how far to look after a stretch that was clear. */
static void lengthen_reach(walk *w) {
  double most = bms_max(0.5 * w->failed, w->reach);
  w->cleared = w->reach;
  w->reach *= w->reach < TINY * (w->relative->t1 - w->relative->t0) ? MUCH_LONGER : LONGER;
  if (w->reach <= most) return;
  w->reach = most;
  w->failed *= 2;
}

typedef enum outcome { OUTCOME_CONTACT, OUTCOME_GO_ON, OUTCOME_OPEN } outcome;

/* An overlap is measured to rounding if the error of its depth is less than this part of the boxes' distance and
   sizes. */
static const double ROUNDING = 0x1p-46;

/* Finds the signs along the plane's axis, which name the pair of features.  Returns true if none is in doubt. */
static bool settle_signs(walk *w, const bms_instant *instant) {
  bms_axis_gap gap;
  bms_axis_gap_at(w->relative, instant, w->plane.axis, &gap);
  double size =
      w->relative->a.half_bound * instant->a.column_length + w->relative->b.half_bound * instant->b.column_length;
  w->signs = gap.signs;
  w->deepest = gap.error < INFINITY && gap.error <= ROUNDING * gap.length * size;
  /* The distance of thin boxes is as small as their thickness, and its sign in doubt here; it is that of the way that
     led here. */
  w->signs.distance = w->plane.side;
  return gap.certain_signs;
}

/* Planes that pass through the origin within the same few ulps as the walk's. */
static outcome settle_rivals(walk *w, const bms_instant *instant, unsigned others) {
  bms_rivals rivals = {.before = w->low, .behind = w->behind, .last = w->plane, .root = w->root};
  unsigned doubtful = bms_separation_doubtful(w->relative, instant, others);
  bms_rivalry rivalry = bms_settle_rivals(w->relative, doubtful, &rivals);
  if (rivalry == BMS_RIVALS_OPEN) {
    w->doubtful = rivals.open | (BMS_ALL_AXES & ~others);
    return OUTCOME_OPEN;
  }
  w->plane = rivals.last;
  if (rivalry == BMS_RIVALS_APART) {
    w->reach = w->relative->t1 - w->t;
    w->least = rivals.least;
    return OUTCOME_GO_ON;
  }
  w->signs = rivals.signs;
  w->ties = rivals.ties;
  for (int i = 0; i < rivals.ties; i++) w->tied[i] = rivals.tied[i];
  w->root = rivals.root;
  return OUTCOME_CONTACT;
}

/* Decides at the root of the walk's plane: contact if all other planes have the origin inside, all over the
   enclosure.  If another one separates there the walk goes on with that, from before the root: none of the route is
   jumped. */
static outcome look_around(walk *w) {
  unsigned others = w->relative->axes & ~(1u << w->plane.axis);
  bms_instant instant;
  bms_axis_side other;
  w->t = w->low;
  bms_relative_instant(w->relative, w->low, &instant);
  bms_instant_extend(w->relative, &instant);
  bms_verdict verdict = bms_separation_verdict(w->relative, &instant, others, &other);
  if (verdict == BMS_VERDICT_OVERLAP && settle_signs(w, &instant)) return OUTCOME_CONTACT;
  if (verdict != BMS_VERDICT_APART) return settle_rivals(w, &instant, others);
  w->plane = other;
  w->reach = w->relative->t1 - w->t;
  return OUTCOME_GO_ON;
}

/* ------------------------------------------------------------------ the walk */

static bms_walk_end walk_on(walk *w, int *steps) {
  double t1 = w->relative->t1;
  while (*steps < MAX_STEPS && w->t < t1) {
    outcome next = OUTCOME_GO_ON;
    ++*steps;
    switch (advance_along(w)) {
      case ADVANCE_CLEAR:
        lengthen_reach(w);
        break;
      case ADVANCE_BOUND:
        if (!change_plane(w, false)) next = OUTCOME_OPEN;
        break;
      case ADVANCE_GRAZE:
        if (!change_plane(w, true)) next = OUTCOME_OPEN;
        break;
      case ADVANCE_ROOT:
        next = look_around(w);
        break;
      case ADVANCE_NOTHING:
        w->reach = w->part * bms_min(w->reach, t1 - w->t);
        if (w->reach <= w->slack) next = OUTCOME_OPEN;
        break;
    }
    if (next == OUTCOME_CONTACT) return BMS_WALK_CONTACT;
    if (next == OUTCOME_OPEN) return BMS_WALK_OPEN;
  }
  return w->t < t1 ? BMS_WALK_OPEN : BMS_WALK_SEPARATED;
}

/* Returns true if two bodies keep the pose that they have. */
static bool stands_still(const bms_relative *relative) {
  bool still = relative->rigid && !bms_track_turns(&relative->a) && !bms_track_turns(&relative->b);
  for (int r = 0; still && r < 3; r++) still = relative->position[r][1] == 0 && relative->position[r][2] == 0;
  return still;
}

/* Ends a walk at whose start doubles cannot tell, or tell that the boxes overlap. */
static bms_walk_end start_in_doubt(walk *w, bms_verdict verdict, const bms_instant *instant, int *steps) {
  if (verdict != BMS_VERDICT_OVERLAP && !bms_interiors_meet(w->relative, instant)) {
    unsigned open;
    switch (look_closely(w, instant, &open)) {
      case BMS_RIVALS_MEET:
        break;
      case BMS_RIVALS_APART:
        return stands_still(w->relative) ? BMS_WALK_SEPARATED : walk_on(w, steps);
      case BMS_RIVALS_OPEN:
        w->doubtful = open;
        w->plane.axis = -1;
        return BMS_WALK_OPEN;
    }
  }
  settle_signs(w, instant);
  return BMS_WALK_OVERLAPPING;
}

void bms_walk(const bms_relative *relative, bms_walk_result *result) {
  double t0 = relative->t0, t1 = relative->t1;
  walk w;
  w.relative = relative;
  w.t = w.low = t0;
  w.reach = t1 - t0;
  w.behind = t1;
  w.failed = INFINITY;
  w.root = NAN;
  w.signs = (bms_axis_signs){0};
  w.cleared = w.least = 0;
  w.closely = w.ties = 0;
  w.doubtful = 0;
  w.deepest = w.near = false;
  bms_instant start;
  bms_verdict verdict = look_at(&w, &start, &w.plane);
  result->steps = 0;
  result->end =
      verdict == BMS_VERDICT_APART ? walk_on(&w, &result->steps) : start_in_doubt(&w, verdict, &start, &result->steps);
  result->signs = w.signs;
  result->ties = w.ties;
  for (int i = 0; i < w.ties; i++) result->tied[i] = w.tied[i];
  result->deepest = w.deepest;
  result->doubtful = w.doubtful;
  result->apart = w.plane.axis;
  result->t_lower = w.t;
  result->t_upper = w.behind;
  result->t = w.root;
}
