/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Gaps at both ends of an enclosure in double-double arithmetic.
 *
 * Errors.  A value is off by at most BMS_TWOFOLD_ERROR times the error bound of the plane.  That bound is 160
 * roundings u or more of a magnitude M that bounds the sum of the absolute terms of the gap at all times up to T =
 * max(|t0|, |t1|); so a second derivative is at most 10 * 9 M / T^2, and within an enclosure of 4 u T the gap differs
 * from the chord between its ends by at most 90 M (4 u)^2 / 8 = 180 u^2 M, an eighth of the error of a value, 8 u 160
 * u M.  A radius that changes its sign in between adds at most twice the lesser of its absolute values at both ends.
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

static const double ERROR = 1.25 * BMS_TWOFOLD_ERROR;

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

static crossing crossing_of(const bms_precise_instant *before, const bms_precise_instant *behind, int axis) {
  crossing out = {.plane = {axis, 1}, .error = ERROR * bms_gap_error(before->relative, axis)};
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

/* Returns the root of a crossing as a double, if it is clear which one that is. */
static bool round_root(const bms_relative *relative, const crossing *c, bms_rivals *rivals) {
  double doubt, part = part_of(c, &doubt), width = rivals->behind - rivals->before;
  double low = rivals->before + width * bms_max(part - doubt, 0),
         high = rivals->before + width * bms_min(part + doubt, 1);
  rivals->root = low;
  rivals->signs = signs_of(relative, c);
  return c->steady && low == high;
}

/* Returns true if an axis is certainly negative all over the enclosure. */
static bool is_inside(const crossing *c) {
  return bms_max(c->before, c->behind) < -c->error;
}

bms_rivalry bms_settle_rivals(const bms_relative *relative, unsigned doubtful, bms_rivals *rivals) {
  bms_precise_instant before, behind;
  double latest = bms_max(fabs(relative->t0), fabs(relative->t1)), width = rivals->behind - rivals->before;
  if (!(width > 0 && width <= WIDEST * BMS_ROUNDING * latest)) return BMS_RIVALS_OPEN;
  bms_precise_instant_at(relative, rivals->before, &before);
  bms_precise_instant_at(relative, rivals->behind, &behind);
  crossing last = crossing_of(&before, &behind, rivals->last.axis);
  double doubt, part = part_of(&last, &doubt);
  if (!(last.before > last.error && last.behind < -last.error)) return BMS_RIVALS_OPEN;
  for (unsigned rest = doubtful; rest != 0; rest &= rest - 1) {
    crossing other = crossing_of(&before, &behind, bms_lowest_bit(rest));
    if (is_inside(&other)) continue;
    if (bms_min(other.before, other.behind) > other.error) {
      rivals->last = other.plane;
      rivals->least = other.before - other.error;
      return BMS_RIVALS_APART;
    }
    if (!(other.before > other.error && other.behind < -other.error)) return BMS_RIVALS_OPEN;
    double other_doubt, other_part = part_of(&other, &other_doubt);
    if (fabs(other_part - part) <= doubt + other_doubt) return BMS_RIVALS_OPEN;
    if (other_part < part) continue;
    last = other;
    part = other_part;
    doubt = other_doubt;
  }
  rivals->last = last.plane;
  return round_root(relative, &last, rivals) ? BMS_RIVALS_MEET : BMS_RIVALS_OPEN;
}

bms_rivalry bms_settle_instant(const bms_relative *relative, unsigned doubtful, bms_rivals *rivals) {
  bms_precise_instant at;
  bms_rivalry all = BMS_RIVALS_MEET;
  bms_precise_instant_at(relative, rivals->before, &at);
  for (unsigned rest = doubtful; rest != 0; rest &= rest - 1) {
    crossing c = crossing_of(&at, &at, bms_lowest_bit(rest));
    rivals->last = c.plane;
    rivals->least = c.before - c.error;
    if (rivals->least > 0) return BMS_RIVALS_APART;
    if (!(c.before < -c.error)) all = BMS_RIVALS_OPEN;
  }
  return all;
}
