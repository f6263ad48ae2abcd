/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Gaps at both ends of an enclosure in double-double arithmetic.
 *
 * Errors.  A value is off by what gap_value.h says.  The error bound of the plane in doubles is e = 160 roundings u or
 * more of a magnitude M that bounds the sum of the absolute terms of the gap at all times up to T = max(|t0|, |t1|); so
 * a second derivative is at most 10 * 9 M / T^2, and within an enclosure of width w the gap differs from the chord
 * between its ends by at most 90 M (w / T)^2 / 8 <= 0.071 e / u (w / T)^2.  A radius that changes its sign in between
 * adds at most twice the lesser of its absolute values at both ends.
 *
 * A root is where the chord is zero.  As a part of the enclosure it is off by what the ends of the chord are, over its
 * height.
 */

#include "numeric/arithmetic.h"

#include "certified/rivals.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "numeric/compiler.h"
#include "numeric/vector.h"
#include "planes/gap_value.h"
#include "planes/plane.h"

/* How far a gap is from its chord over an enclosure, as a part of e / u (w / T)^2. */
static const double CHORD_ERROR = 90.0 / 8 / 160 * (1 + 0x1p-20);

/* Bounds how far a gap is from its chord over an enclosure of this width. */
static double chord_error(const bms_relative *relative, int axis, double width) {
  double part = width / bms_max(fabs(relative->t0), fabs(relative->t1));
  return CHORD_ERROR / BMS_ROUNDING * bms_gap_error(relative, axis) * part * part;
}

/* The widest enclosure that the bound of the second derivative is good for, in roundings of T. */
static const double WIDEST = 4;

/* The gap along an axis at both ends. */
typedef struct crossing {
  bms_axis_side plane;
  double before, behind; /* the gap, on this side */
  double error;          /* of either, of the chord between them and of the root's height */
  bms_precise_gap terms; /* before */
  bool steady;           /* no sign of a term is in doubt */
} crossing;

static double smaller(double x, double y) {
  return fabs(x) < fabs(y) ? fabs(x) : fabs(y);
}

/* Returns true if the radius of half-edge k is known to be zero for all t. */
static bool vanishes(const bms_relative *relative, int axis, int k) {
  if ((k < 3 ? relative->a.half[k] : relative->b.half[k - 3]) == 0) return true;
  if (relative->half_space != NULL) return k < 3;
  if (axis >= BMS_AXIS_EDGES || axis / 3 == k / 3) return bms_is_perpendicular(axis, k);
  return relative->perpendicular >> (axis < BMS_AXIS_FACE_B ? 3 * axis + k - 3 : 3 * k + axis - 3) & 1;
}

static void look_at_terms(const bms_relative *relative, const bms_precise_gap *before, const bms_precise_gap *behind,
                          double error, crossing *out) {
  out->steady = true;
  for (int k = 0; k < 6; k++) {
    double r0 = before->radius[k].high, r1 = behind->radius[k].high;
    if (vanishes(relative, out->plane.axis, k)) continue;
    bool keeps = (r0 > 0) == (r1 > 0);
    out->steady = out->steady && keeps && smaller(r0, r1) > error;
    if (!keeps) out->error += 2 * smaller(r0, r1);
  }
}

static crossing crossing_of(const bms_precise_instant *before, const bms_precise_instant *behind, double width,
                            int axis) {
  crossing out = {.plane = {axis, 1}};
  out.error = bms_max(bms_precise_gap_error(before, axis), bms_precise_gap_error(behind, axis));
  if (width > 0) out.error += chord_error(before->relative, axis, width);
  bms_precise_gap later;
  bms_precise_gap_along(before, axis, &out.terms);
  bms_precise_gap_along(behind, axis, &later);
  if (before->relative->half_space == NULL && out.terms.distance.high < 0) out.plane.side = -1;
  out.before = bms_precise_gap_value(&out.terms, out.plane.side).high;
  out.behind = bms_precise_gap_value(&later, out.plane.side).high;
  look_at_terms(before->relative, &out.terms, &later, out.error, &out);
  /* The distance may change its sign as well: then its absolute value is what the chord must stand for. */
  double other = bms_precise_gap_value(&later, -out.plane.side).high;
  if (other > out.behind) out.error += other - out.behind;
  return out;
}

/* Returns the part of the enclosure up to the root, and what that may be off by. */
static double part_of(const crossing *c, double *doubt) {
  double height = c->before - c->behind;
  *doubt = 4 * c->error / height + 0x1p-50;
  return c->before / height;
}

static bms_axis_signs signs_of(const bms_relative *relative, const crossing *c) {
  bms_axis_signs signs = {.axis = c->plane.axis, .distance = c->plane.side};
  for (int k = 0; k < 6; k++) {
    double r = vanishes(relative, c->plane.axis, k) ? 0 : c->terms.radius[k].high;
    signs.half_edge[k] = (r > 0) - (r < 0);
  }
  return signs;
}

/* Returns true if an axis certainly goes through zero in the enclosure. */
static bool falls(const crossing *c) {
  return c->before > c->error && c->behind < -c->error;
}

/* Returns the root of a crossing as a double, or NAN if it is not clear which one that is. */
static double round_root(const crossing *c, const bms_rivals *rivals) {
  if (!falls(c)) return NAN;
  double doubt, part = part_of(c, &doubt), width = rivals->behind - rivals->before;
  double low = rivals->before + width * bms_max(part - doubt, 0),
         high = rivals->before + width * bms_min(part + doubt, 1);
  return low == high ? low : NAN;
}

/* Returns true if an axis is certainly negative all over the enclosure. */
static bool is_inside(const crossing *c) {
  return bms_max(c->before, c->behind) < -c->error;
}

/* Returns which of two planes the boxes pass later, -1 if it is the first, 1 if it is the second; 0 if that is open. */
static int compare_roots(const crossing *c, const crossing *d) {
  double doubt_c, doubt_d;
  if (!falls(c) || !falls(d)) return 0;
  double part_c = part_of(c, &doubt_c), part_d = part_of(d, &doubt_d);
  if (fabs(part_c - part_d) <= doubt_c + doubt_d) return 0;
  return part_c > part_d ? -1 : 1;
}

bms_rivalry bms_settle_rivals(const bms_relative *relative, unsigned doubtful, bms_rivals *rivals) {
  bms_precise_instant before, behind;
  double latest = bms_max(fabs(relative->t0), fabs(relative->t1)), width = rivals->behind - rivals->before;
  rivals->open = doubtful;
  if (!(width > 0 && width <= WIDEST * BMS_ROUNDING * latest)) return BMS_RIVALS_OPEN;
  bms_precise_instant_at(relative, rivals->before, &before);
  bms_precise_instant_at(relative, rivals->behind, &behind);
  crossing last = crossing_of(&before, &behind, width, rivals->last.axis);
  bool settled = true;
  for (unsigned rest = doubtful; rest != 0; rest &= rest - 1) {
    crossing other = crossing_of(&before, &behind, width, bms_lowest_bit(rest));
    if (is_inside(&other)) {
      rivals->open &= ~(rest & -rest);
      continue;
    }
    if (bms_min(other.before, other.behind) > other.error) {
      rivals->last = other.plane;
      rivals->least = other.before - other.error;
      return BMS_RIVALS_APART;
    }
    int later = compare_roots(&last, &other);
    settled = settled && later != 0;
    if (later <= 0) continue;
    last = other;
    rivals->root = NAN;
  }
  if (!settled || !last.steady) return BMS_RIVALS_OPEN;
  rivals->last = last.plane;
  rivals->signs = signs_of(relative, &last);
  if (isnan(rivals->root)) rivals->root = round_root(&last, rivals);
  return BMS_RIVALS_MEET;
}

bms_rivalry bms_settle_instant(const bms_relative *relative, unsigned doubtful, bms_rivals *rivals) {
  bms_precise_instant at;
  bms_precise_instant_at(relative, rivals->before, &at);
  rivals->open = doubtful;
  for (unsigned rest = doubtful; rest != 0; rest &= rest - 1) {
    crossing c = crossing_of(&at, &at, 0, bms_lowest_bit(rest));
    rivals->last = c.plane;
    rivals->least = c.before - c.error;
    if (rivals->least > 0) return BMS_RIVALS_APART;
    if (c.before < -c.error) rivals->open &= ~(rest & -rest);
  }
  return rivals->open == 0 ? BMS_RIVALS_MEET : BMS_RIVALS_OPEN;
}
