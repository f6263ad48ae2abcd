/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The route is visited section by section and plane by plane, as the description has it, but only where it must be:
 *
 *   1. At the present time find the axis whose gap is the greatest for certain.
 *   2. Follow its plane.  Over a stretch of the route the gap is bounded from below by |distance| with its present sign less the
 *      absolute coefficients of the radii; the bound is the gap itself where no radius changes sign (one homogeneous section, as far
 *      as this plane is concerned).  Coefficients all positive: no contact on the stretch.
 *   3. Otherwise go to the bound's first root.  If the bound is the gap there, the boxes may meet: look just behind the root
 *      whether all gaps are certainly negative (contact, enclosed), or which other plane separates now (2 again).
 *
 * Each time visited is a certified lower bound of the contact time.  Every sign is decided beyond the error bounds of plane.c and
 * separation.c.  What these leave open, grazes and touching above all, ends the walk: the exact arithmetic goes on from there.
 */

#include "walk.h"

#include <math.h>
#include <stdbool.h>

#include "plane.h"

/* Steps before the walk gives up.  A step ends at a root of a plane or of a bound, or halves or doubles the stretch; random queries take 1
   to 6. */
enum { MAX_STEPS = 64 };

/* Looks behind a root before the walk gives up, each LOOK_FACTOR times as far as the last. */
enum { MAX_LOOKS = 5 };
static const double LOOK_FACTOR = 4;

/* The error bound of a plane is raised by this factor to cover the evaluation of its polynomial as well: at most 40 roundings of a sum
   that the bound counts with 160. */
static const double EVALUATION_FACTOR = 1.25;

/* Roundings of max(|t0|, |t1|) in t = ta + s (tb - ta). */
static const double TIME_ROUNDINGS = 4;

typedef enum advance {
  ADVANCE_CLEAR,  /* positive on the whole stretch */
  ADVANCE_BOUND,  /* positive up to `low`, where the bound ends */
  ADVANCE_ROOT,   /* positive up to `low`, where the gap has a root */
  ADVANCE_NOTHING /* more than one root may lie ahead, or none; look at a shorter stretch */
} advance;

typedef struct walk {
  const bms_relative *relative;
  double slack;       /* bounds the rounding of a time */
  double t;           /* the boxes are apart on [t0, t] */
  double reach;       /* length of the stretch to look at */
  bms_axis_gap plane; /* separates at t */
  double low, behind; /* after BOUND and ROOT: the gap is positive up to low; after ROOT its root lies before behind, to first order */
} walk;

/* ------------------------------------------------------------------ along one plane */

/* A lower bound of the gap that holds on the whole stretch, rounding included; *exact is set if it is the gap itself less the error. */
static bms_polynomial lower_bound(const bms_gap *gap, int side, bool *exact) {
  bms_polynomial bound = {.degree = gap->distance.degree};
  for (int i = 0; i <= bound.degree; i++)
    bound.c[i] = side * gap->distance.c[i] - EVALUATION_FACTOR * gap->error * bms_binomial[bound.degree][i];
  *exact = true;
  for (int k = 0; k < gap->radii; k++) {
    bool positive = false, negative = false;
    for (int i = 0; i <= bound.degree; i++) {
      double c = gap->radius[k].c[i];
      positive = positive || c > 0;
      negative = negative || c < 0;
      bound.c[i] -= fabs(c);
    }
    *exact = *exact && !(positive && negative);
  }
  return bound;
}

static int sign_changes(const bms_polynomial *p) {
  int changes = 0;
  for (int i = 0; i < p->degree; i++) changes += (p->c[i] > 0) != (p->c[i + 1] > 0);
  return changes;
}

/*
 * The largest s found with p(s) > 0, for p with p(0) > 0 >= p(1) and one root in (0, 1); within 2^-50 of the root, relatively.  Regula falsi
 * (Illinois), bisection if that dawdles.  Trial points keep a margin from both ends, so that the bracket closes from both.
 */
static double positive_until(const bms_polynomial *p) {
  double low = 0, high = 1, at_low = p->c[0], at_high = p->c[p->degree];
  int side = 0;
  for (int i = 0; i < 80; i++) {
    double margin = 0x1p-52 * high, width = high - low;
    if (width <= 2 * margin) break;
    double s = i < 20 ? low + width * (at_low / (at_low - at_high)) : low + 0.5 * width;
    s = fmin(fmax(s, low + margin), high - margin);
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

/* Follows the plane of the walk as far as it is certainly positive, within reach. */
static advance advance_along(walk *w) {
  double end = fmin(w->t + w->reach, w->relative->t1);
  if (!(end > w->t)) return ADVANCE_NOTHING;
  bms_stretch stretch;
  bms_gap gap;
  bool exact;
  bms_relative_stretch(w->relative, w->t, end, &stretch);
  bms_gap_along(&stretch, w->plane.signs.axis, &gap);
  bms_polynomial bound = lower_bound(&gap, w->plane.signs.distance, &exact);
  int changes = sign_changes(&bound);
  if (!(bound.c[0] > 0) || changes > 1) return ADVANCE_NOTHING;
  if (changes == 0) {
    w->t = end;
    return ADVANCE_CLEAR;
  }
  double s = positive_until(&bound), length = end - w->t;
  w->low = fmax(w->t, w->t + s * length - w->slack);
  double slope = -bms_polynomial_slope(&bound, s);
  w->behind = w->t + s * length + w->slack + 4 * length * gap.error / fmax(slope, gap.error);
  return exact ? ADVANCE_ROOT : ADVANCE_BOUND;
}

/* ------------------------------------------------------------------ which plane */

static bms_verdict look_at(const walk *w, double t, bms_axis_gap *greatest) {
  bms_instant instant;
  bms_relative_instant(w->relative, t, &instant);
  return bms_separation_verdict(w->relative, &instant, greatest);
}

/* From `low`, where the plane ends: another plane may be deeper outside now.  A plane seen again wants a shorter stretch. */
static bool change_plane(walk *w) {
  int axis = w->plane.signs.axis;
  w->reach = 0.5 * w->reach;
  w->t = w->low;
  if (look_at(w, w->t, &w->plane) != BMS_VERDICT_APART) return false;
  if (w->plane.signs.axis != axis) w->reach = w->relative->t1 - w->t;
  return true;
}

/* Goes on from `low` with a plane that separates behind the root, if it does so at low already; then none of it was jumped. */
static bool take_over(walk *w, int axis) {
  bms_instant instant;
  bms_axis_gap gap;
  bms_relative_instant(w->relative, w->low, &instant);
  bms_axis_gap_at(w->relative, &instant, axis, &gap);
  if (!(gap.gap > gap.error)) return false;
  w->t = w->low;
  w->reach = w->relative->t1 - w->t;
  w->plane = gap;
  return true;
}

/* Whether the plane of the walk is the only one that can be at the origin before all are negative: the others are so at low already. */
static bool is_only_plane(walk *w) {
  bms_instant instant;
  bms_relative_instant(w->relative, w->low, &instant);
  for (int axis = 0; axis < BMS_AXES; axis++) {
    bms_axis_gap gap;
    if (!(w->relative->axes >> axis & 1)) continue;
    bms_axis_gap_at(w->relative, &instant, axis, &gap);
    if (axis == w->plane.signs.axis)
      w->plane = gap;
    else if (!(gap.gap < -gap.error))
      return false;
  }
  return true;
}

typedef enum outcome { OUTCOME_CONTACT, OUTCOME_GO_ON, OUTCOME_OPEN } outcome;

/* What lies behind the root of the walk's plane. */
static outcome look_behind(walk *w) {
  double from = w->low;
  for (int look = 0; look < MAX_LOOKS; look++) {
    bms_axis_gap greatest;
    w->behind = fmin(w->behind, w->relative->t1);
    bms_verdict verdict = look_at(w, w->behind, &greatest);
    if (verdict == BMS_VERDICT_OVERLAP) return is_only_plane(w) ? OUTCOME_CONTACT : OUTCOME_OPEN;
    if (verdict == BMS_VERDICT_APART && greatest.signs.axis != w->plane.signs.axis)
      return take_over(w, greatest.signs.axis) ? OUTCOME_GO_ON : OUTCOME_OPEN;
    if (w->behind == w->relative->t1) break;
    w->behind = from + LOOK_FACTOR * (w->behind - from);
  }
  return OUTCOME_OPEN;
}

/* ------------------------------------------------------------------ the walk */

static bms_walk_end end_at_start(bms_verdict verdict) {
  return verdict == BMS_VERDICT_OVERLAP ? BMS_WALK_OVERLAPPING : BMS_WALK_OPEN;
}

static bms_walk_end walk_on(walk *w, int *steps) {
  double t1 = w->relative->t1;
  while (*steps < MAX_STEPS && w->t < t1) {
    outcome next = OUTCOME_GO_ON;
    ++*steps;
    switch (advance_along(w)) {
      case ADVANCE_CLEAR:
        w->reach *= 2;
        break;
      case ADVANCE_BOUND:
        if (!change_plane(w)) next = OUTCOME_OPEN;
        break;
      case ADVANCE_ROOT:
        next = look_behind(w);
        if (next != OUTCOME_GO_ON) w->t = w->low;
        break;
      case ADVANCE_NOTHING:
        w->reach *= 0.5;
        if (w->reach <= w->slack) next = OUTCOME_OPEN;
        break;
    }
    if (next == OUTCOME_CONTACT) return BMS_WALK_CONTACT;
    if (next == OUTCOME_OPEN) return BMS_WALK_OPEN;
  }
  return w->t < t1 ? BMS_WALK_OPEN : BMS_WALK_SEPARATED;
}

void bms_walk(const bms_relative *relative, bms_walk_result *result) {
  double t0 = relative->t0, t1 = relative->t1;
  walk w = {.relative = relative, .t = t0, .reach = t1 - t0, .low = t0, .behind = t1};
  w.slack = TIME_ROUNDINGS * BMS_ROUNDING * fmax(fabs(t0), fabs(t1)) + 0x1p-1070;
  bms_verdict verdict = look_at(&w, t0, &w.plane);
  result->steps = 0;
  result->end = verdict == BMS_VERDICT_APART ? walk_on(&w, &result->steps) : end_at_start(verdict);
  result->plane = w.plane;
  result->t_lower = w.t;
  result->t_upper = w.behind;
}
