/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Gaps at both ends of an enclosure, in double-double arithmetic.
 *
 * Errors.  A value is off by what gap_value.h says, the gap in between from its chord by what chord.h says.  A radius
 * that changes its sign in between adds at most twice the lesser of its absolute values at both ends.
 *
 * Where double-double arithmetic leaves a question open, values in numbers of three doubles answer it, or values
 * without rounding.
 *
 * A root is where the chord is zero.  As a part of the enclosure it is off by what the ends of the chord are, over its
 * height.
 */

#include "numeric/arithmetic.h"

#include "certified/rivals.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "exact/exact_instant.h"
#include "exact/exact_plane_root.h"
#include "numeric/compiler.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "planes/chord.h"
#include "planes/gap_threefold.h"
#include "planes/gap_value.h"

/* The widest enclosure that the bound of the second derivative is good for, in roundings of T. */
static const double WIDEST = 4;

/* Roots that are known to this part of the enclosure, and not told from each other, are those of planes that hardly
   differ. */
static const double SHARP = 0x1p-30;

/* The gap along an axis at both ends. */
typedef struct crossing {
  bms_axis_side plane;
  double before, behind; /* the gap, on this side */
  double error;          /* of either, of the chord between them and of the root's height */
  double radius[6];      /* before */
  bool steady;           /* no sign of a term is in doubt */
  bool exact;            /* values are without rounding */
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

static void look_at_terms(const bms_relative *relative, const bms_gap_terms *before, const bms_gap_terms *behind,
                          double error, crossing *out) {
  out->steady = true;
  for (int k = 0; k < 6; k++) {
    double r0 = before->radius[k], r1 = behind->radius[k];
    if (vanishes(relative, out->plane.axis, k)) continue;
    bool keeps = (r0 > 0) == (r1 > 0);
    out->steady = out->steady && keeps && smaller(r0, r1) > error;
    if (!keeps) out->error += 2 * smaller(r0, r1);
  }
}

/* Two times and what the bodies look like there; in three doubles and without rounding where that is asked for. */
typedef struct enclosure {
  const bms_relative *relative;
  double before, behind;
  bms_precise_instants precise;
  bool has_threefold, has_exact;
  bms_threefold_instants threefold;
  bms_exact_instant exact[2];
  bms_exact_planes planes;
} enclosure;

static void enclose(const bms_relative *relative, double before, double behind, enclosure *e) {
  e->relative = relative;
  e->before = before;
  e->behind = behind;
  e->has_threefold = e->has_exact = false;
  e->planes.made = false;
  e->planes.a = relative->body_a;
  e->planes.b = relative->body_b;
  bms_precise_instants_at(relative, (double[BMS_PRECISE_TIMES]){before, behind, before, behind}, &e->precise);
}

/* Puts together what an axis shows at two ends of a stretch, with values that are off by `error` and by a rounding
   each. */
static crossing crossing_of(const bms_relative *relative, double width, int axis, const bms_gap_terms ends[2],
                            double error) {
  const bms_gap_terms *before = &ends[0], *behind = &ends[1];
  crossing out = {.plane = {axis, 1}};
  memcpy(out.radius, before->radius, sizeof out.radius);
  if (relative->half_space == NULL && before->distance < 0) out.plane.side = -1;
  int side = out.plane.side < 0;
  out.before = before->value[side];
  out.behind = behind->value[side];
  out.error = error + BMS_EXACT_INSTANT_ERROR + 2 * BMS_ROUNDING * bms_max(fabs(out.before), fabs(out.behind)) +
              bms_chord_error(relative, axis, width);
  look_at_terms(relative, before, behind, out.error, &out);
  /* The distance may change its sign as well: then its absolute value is what the chord must stand for. */
  double other = behind->value[!side];
  if (other > out.behind) out.error += other - out.behind;
  return out;
}

/* Looks along an axis in double-double arithmetic. */
static crossing look(const enclosure *e, int axis) {
  bms_precise_gaps gaps;
  double_lanes value[2];
  bms_gap_terms end[2];
  bms_precise_gaps_along(&e->precise, axis, &gaps);
  bms_precise_gap_values(&gaps, value);
  for (int i = 0; i < 2; i++) {
    end[i].distance = lanes_get(gaps.distance.high, i);
    for (int k = 0; k < 6; k++) end[i].radius[k] = lanes_get(gaps.radius[k].high, i);
    for (int side = 0; side < 2; side++) end[i].value[side] = lanes_get(value[side].high, i);
  }
  return crossing_of(e->relative, e->behind - e->before, axis, end, bms_precise_gap_error(&e->precise, axis));
}

/* Looks along an axis in numbers of three doubles. */
static void look_threefold(enclosure *e, crossing *c) {
  bms_gap_terms end[2];
  if (c->exact) return;
  if (!e->has_threefold) {
    const bms_double_double times[2] = {{e->before, 0}, {e->behind, 0}};
    bms_threefold_instants_at(e->relative, times, &e->threefold);
    e->has_threefold = true;
  }
  double error = bms_threefold_gap_along(&e->threefold, c->plane.axis, end);
  *c = crossing_of(e->relative, e->behind - e->before, c->plane.axis, end, error);
}

/* Looks along an axis without rounding, if the numbers are not too long for that. */
static void look_exactly(enclosure *e, crossing *c) {
  bms_gap_terms end[2];
  if (c->exact) return;
  if (!e->has_exact) {
    bms_exact_instant_at(e->relative, e->before, &e->exact[0]);
    bms_exact_instant_at(e->relative, e->behind, &e->exact[1]);
    e->has_exact = true;
  }
  int axis = c->plane.axis;
  if (!bms_exact_instant_gap_along(&e->exact[0], axis, &end[0]) ||
      !bms_exact_instant_gap_along(&e->exact[1], axis, &end[1]))
    return;
  *c = crossing_of(e->relative, e->behind - e->before, axis, end, 0);
  c->exact = true;
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
    double r = vanishes(relative, c->plane.axis, k) ? 0 : c->radius[k];
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

/* Returns true if an axis is certainly positive at both ends. */
static bool is_apart(const crossing *c) {
  return bms_min(c->before, c->behind) > c->error;
}

/* Returns true if nothing is known of an axis. */
static bool is_open(const crossing *c) {
  return !is_inside(c) && !is_apart(c) && !falls(c);
}

/* Returns which of two planes the boxes pass later, -1 if it is the first, 1 if it is the second; 0 if that is open. */
static int compare_roots(const crossing *c, const crossing *d) {
  double doubt_c, doubt_d;
  if (!falls(c) || !falls(d)) return 0;
  double part_c = part_of(c, &doubt_c), part_d = part_of(d, &doubt_d);
  if (fabs(part_c - part_d) <= doubt_c + doubt_d) return 0;
  return part_c > part_d ? -1 : 1;
}

/* Returns true if an axis goes through zero once in the enclosure, as one polynomial. */
static bool is_one_root(const crossing *c) {
  return c->steady && falls(c) && c->before - c->behind > 8 * c->error;
}

static double least_part(const crossing *c) {
  double doubt, part = part_of(c, &doubt);
  return part - doubt;
}

static double most_part(const crossing *c) {
  double doubt, part = part_of(c, &doubt);
  return part + doubt;
}

/* Compares two planes as compare_roots() does, by values in three doubles at both ends of the part of the enclosure
   that has the roots of both. */
static int compare_closely(const enclosure *e, const crossing *c, const crossing *d) {
  double width = e->behind - e->before, from = width * bms_max(bms_min(least_part(c), least_part(d)), 0),
         to = width * bms_min(bms_max(most_part(c), most_part(d)), 1);
  const bms_double_double times[2] = {bms_double_double_sum(e->before, from), bms_double_double_sum(e->before, to)};
  const crossing *of[2] = {c, d};
  bms_threefold_instants at;
  crossing close[2];
  bms_threefold_instants_at(e->relative, times, &at);
  for (int i = 0; i < 2; i++) {
    bms_gap_terms end[2];
    double error = bms_threefold_gap_along(&at, of[i]->plane.axis, end);
    close[i] = crossing_of(e->relative, to - from, of[i]->plane.axis, end, error);
    if (close[i].plane.side != of[i]->plane.side) return 0;
  }
  return compare_roots(&close[0], &close[1]);
}

/* Compares two planes as compare_roots() does, if need be in three doubles and without rounding: values at the ends
   tell less about planes that hardly differ, as those of edges that are nearly parallel, than those next to the roots
   and the planes' polynomials do.  Returns false if it is open which one the boxes pass later; with *later == 0 they
   pass both at once. */
static bool compare(enclosure *e, crossing *c, crossing *d, int *later) {
  double doubt_c, doubt_d;
  *later = compare_roots(c, d);
  if (*later != 0) return true;
  look_threefold(e, c);
  look_threefold(e, d);
  *later = compare_roots(c, d);
  if (*later == 0 && falls(c) && falls(d)) *later = compare_closely(e, c, d);
  if (*later != 0) return true;
  bool sharp =
      falls(c) && falls(d) && part_of(c, &doubt_c) >= 0 && part_of(d, &doubt_d) >= 0 && doubt_c + doubt_d < SHARP;
  if (!sharp) {
    look_exactly(e, c);
    look_exactly(e, d);
    *later = compare_roots(c, d);
  }
  if (*later != 0) return true;
  const bms_relative *relative = e->relative;
  if (relative->half_space != NULL || !is_one_root(c) || !is_one_root(d)) return false;
  bms_axis_signs first = signs_of(relative, c), second = signs_of(relative, d);
  return bms_exact_compare_planes(&e->planes, &first, &second, e->before, e->behind, later);
}

/* Enters what is known of one more doubtful axis.  Returns false if that leaves open which plane is passed last. */
static bool enter_rival(enclosure *e, bms_rivals *rivals, crossing *other, crossing *last) {
  int later;
  if (!compare(e, last, other, &later)) return false;
  if (later == 0) rivals->tied[rivals->ties++] = signs_of(e->relative, other);
  if (later <= 0) return true;
  *last = *other;
  rivals->root = NAN;
  rivals->ties = 0;
  return true;
}

/* Looks along the doubtful axes.  Returns true if one is apart, which is then *last; else *last is one that is passed
   last, and *settled is set if that is certain. */
static bool look_along(enclosure *e, bms_rivals *rivals, unsigned doubtful, crossing *last, bool *settled) {
  for (unsigned rest = doubtful; rest != 0; rest &= rest - 1) {
    crossing other = look(e, bms_lowest_bit(rest));
    if (is_open(&other)) look_threefold(e, &other);
    if (is_open(&other)) look_exactly(e, &other);
    if (is_inside(&other)) {
      rivals->open &= ~(rest & -rest);
      continue;
    }
    if (is_apart(&other)) {
      *last = other;
      return true;
    }
    *settled = enter_rival(e, rivals, &other, last) && *settled;
  }
  return false;
}

bms_rivalry bms_settle_rivals(const bms_relative *relative, unsigned doubtful, bms_rivals *rivals) {
  double latest = bms_max(fabs(relative->t0), fabs(relative->t1)), width = rivals->behind - rivals->before;
  enclosure e;
  rivals->open = doubtful;
  rivals->ties = 0;
  if (!(width > 0 && width <= WIDEST * BMS_ROUNDING * latest)) return BMS_RIVALS_OPEN;
  enclose(relative, rivals->before, rivals->behind, &e);
  crossing last = look(&e, rivals->last.axis);
  bool settled = true;
  if (look_along(&e, rivals, doubtful, &last, &settled)) {
    rivals->last = last.plane;
    rivals->least = last.before - last.error;
    return BMS_RIVALS_APART;
  }
  if (settled && !last.steady) look_threefold(&e, &last);
  if (settled && !last.steady) look_exactly(&e, &last);
  if (!settled || !last.steady) return BMS_RIVALS_OPEN;
  rivals->last = last.plane;
  rivals->signs = signs_of(relative, &last);
  if (isnan(rivals->root)) rivals->root = round_root(&last, rivals);
  return BMS_RIVALS_MEET;
}

bms_rivalry bms_settle_instant(const bms_relative *relative, unsigned doubtful, bms_rivals *rivals) {
  enclosure e;
  enclose(relative, rivals->before, rivals->before, &e);
  rivals->open = doubtful;
  for (unsigned rest = doubtful; rest != 0; rest &= rest - 1) {
    crossing c = look(&e, bms_lowest_bit(rest));
    rivals->last = c.plane;
    rivals->least = c.before - c.error;
    if (rivals->least > 0) return BMS_RIVALS_APART;
    if (is_inside(&c)) rivals->open &= ~(rest & -rest);
  }
  return rivals->open == 0 ? BMS_RIVALS_MEET : BMS_RIVALS_OPEN;
}
