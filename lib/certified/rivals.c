/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Planes that pass through the origin within the same few ulps.
 *
 * They are compared in double-double arithmetic (crossing.h has the errors).  If that leaves a question open, values in
 * numbers of three doubles answer it, over shorter and shorter windows around the last root if need be
 * (rival_windows.h), or values without rounding.
 */

#include "numeric/arithmetic.h"

#include "certified/rivals.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "certified/crossing.h"
#include "certified/rival_windows.h"
#include "exact/exact_instant.h"
#include "exact/exact_plane_root.h"
#include "motion/mirror.h"
#include "numeric/compiler.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "planes/chord.h"
#include "planes/gap_value.h"

/* The widest enclosure that the bound of the second derivative is good for, in roundings of T. */
static const double WIDEST = 4;

/* Roots that are known to this part of the enclosure, and still not ordered, belong to planes that hardly differ. */
static const double SHARP = 0x1p-30;

/* A component of a normal that is more than this part of its bound keeps its sign over an enclosure: over some
   roundings of T it changes by some of them, in units of its bound and the lateness, and so it does by rounding. */
static const double CLEAR = 0x1p-20;

/* The mirror is not yet known. */
enum { UNKNOWN = -2 };

/* Two times and the bodies there; in three doubles and without rounding if that is wanted. */
typedef struct enclosure {
  const bms_relative *relative;
  double before, behind;
  bms_precise_instants *precise;
  bms_root_span roots; /* by what is seen at the ends */
  bool exactly;        /* where nothing else serves values may be computed without rounding, and planes' polynomials */
  int mirror;          /* as bms_mirror_of() has it; UNKNOWN until somebody asks */
  bool has_threefold, has_exact;
  double
      error[3]; /* of gaps in double-double arithmetic along axes of each kind, chords included; NAN until asked for */
  bms_root_window whole;
  unsigned looked; /* bit k: threefold[k] is what the window shows of axis k */
  bms_crossing threefold[BMS_AXES];
  bms_exact_instant exact[2];
  bms_exact_planes planes;
} enclosure;

static void enclose(bms_precise_instants *at, double before, double behind, enclosure *e) {
  const bms_relative *relative = at->relative;
  e->relative = relative;
  e->before = before;
  e->behind = behind;
  e->roots = (bms_root_span){.latest = -1};
  e->mirror = UNKNOWN;
  e->exactly = e->has_threefold = e->has_exact = false;
  e->whole.at.relative = NULL;
  e->looked = 0;
  for (int kind = 0; kind < 3; kind++) e->error[kind] = NAN;
  e->planes.made = false;
  e->planes.a = relative->body_a;
  e->planes.b = relative->body_b;
  bms_precise_instants_at(at, (double[BMS_PRECISE_TIMES]){before, behind, before, behind});
  e->precise = at;
}

/* Returns what gaps in double-double arithmetic and their chords are off by along an axis: it depends on its kind. */
static double error_along(enclosure *e, int axis) {
  double *error = &e->error[bms_axis_kind(axis)];
  if (isnan(*error))
    *error = bms_precise_gap_error(e->precise, axis) + bms_chord_error(e->relative, axis, e->behind - e->before);
  return *error;
}

/* Checks along an axis in double-double arithmetic. */
static bms_crossing look(enclosure *e, int axis) {
  bms_precise_gaps gaps;
  double_lanes value[2];
  bms_gap_terms end[2];
  bms_precise_gaps_along(e->precise, axis, &gaps);
  bms_precise_gap_values(&gaps, value);
  for (int i = 0; i < 2; i++) {
    end[i].distance = lanes_get(gaps.distance.high, i);
    for (int k = 0; k < 6; k++) end[i].radius[k] = lanes_get(gaps.radius[k].high, i);
    for (int side = 0; side < 2; side++) end[i].value[side] = lanes_get(value[side].high, i);
  }
  return bms_crossing_of(e->relative, axis, end, error_along(e, axis));
}

/* Returns the window of the whole enclosure. */
static bms_root_window *whole_window(enclosure *e) {
  if (!e->has_threefold) bms_open_window(e->relative, e->before, 0, e->behind - e->before, &e->whole);
  e->has_threefold = true;
  return &e->whole;
}

static void look_threefold(enclosure *e, bms_crossing *c) {
  int axis = c->plane.axis;
  if (c->threefold) return;
  if (!(e->looked >> axis & 1)) e->threefold[axis] = bms_look_in_window(whole_window(e), axis);
  e->looked |= 1u << axis;
  *c = e->threefold[axis];
}

/* Checks along an axis without rounding, if that is wanted and the numbers are not too long for it. */
static void look_exactly(enclosure *e, bms_crossing *c) {
  bms_gap_terms end[2];
  if (c->exact || !e->exactly) return;
  if (!e->has_exact) {
    bms_exact_instant_at(e->relative, e->before, &e->exact[0]);
    bms_exact_instant_at(e->relative, e->behind, &e->exact[1]);
    e->has_exact = true;
  }
  int axis = c->plane.axis;
  if (!bms_exact_instant_gap_along(&e->exact[0], axis, &end[0]) ||
      !bms_exact_instant_gap_along(&e->exact[1], axis, &end[1]))
    return;
  *c = bms_crossing_of(e->relative, axis, end, bms_chord_error(e->relative, axis, e->behind - e->before));
  c->threefold = c->exact = true;
}

/* Narrows the enclosure to the root of a crossing, and takes the double nearest to that, if it is clear which one that
   is. */
static void close_in(const enclosure *e, const bms_crossing *c, bms_rivals *rivals) {
  if (!crossing_falls(c)) return;
  double width = e->behind - e->before;
  double from = width * bms_max(crossing_least_part(c), 0), to = width * bms_min(crossing_most_part(c), 1);
  rivals->root = e->before + from == e->before + to ? e->before + from : NAN;
  rivals->before = bms_double_double_rounded_sum(e->before, from, -INFINITY);
  rivals->behind = bms_double_double_rounded_sum(e->before, to, INFINITY);
}

/* Returns true if component k of an axis certainly does not change its sign in the enclosure. */
static bool keeps_direction(const enclosure *e, int axis, int k) {
  const bms_relative *relative = e->relative;
  const bms_precise_body *a = &e->precise->a, *b = &e->precise->b;
  double bound = relative->lateness * (axis >= BMS_AXIS_FACE_B ? relative->b.column_bound : 1) *
                 (axis >= BMS_AXIS_EDGES || axis < BMS_AXIS_FACE_B ? relative->a.column_bound : 1);
  double component;
  if (axis < BMS_AXIS_EDGES) {
    component = lanes_get((axis < BMS_AXIS_FACE_B ? a : b)->column[axis % 3][k].high, 0);
  } else {
    const double_lanes *u = a->column[(axis - BMS_AXIS_EDGES) / 3], *v = b->column[(axis - BMS_AXIS_EDGES) % 3];
    int l = (k + 1) % 3, m = (k + 2) % 3;
    component = lanes_get(u[l].high, 0) * lanes_get(v[m].high, 0) - lanes_get(u[m].high, 0) * lanes_get(v[l].high, 0);
  }
  return fabs(component) > CLEAR * bound;
}

/* Returns true if two planes are passed at the very same time because they hold a corner of a and its mirror image.
   The way between these is along coordinate k, and the gap along n is its length times component k of n: if no such
   component is zero, both planes are passed where the way is. */
static bool share_mirrored_corner(enclosure *e, const bms_crossing *c, const bms_crossing *d) {
  const bms_crossing *of[2] = {c, d};
  int corner[3] = {0, 0, 0};
  const bms_relative *relative = e->relative;
  if (relative->half_space != NULL || !(c->steady && crossing_falls(c)) || !(d->steady && crossing_falls(d)))
    return false;
  if (e->mirror == UNKNOWN) e->mirror = bms_mirror_of(relative->body_a, relative->body_b);
  if (e->mirror < 0) return false;
  for (int i = 0; i < 2; i++) {
    bms_axis_signs signs = bms_crossing_signs(of[i]);
    for (int k = 0; k < 6; k++) {
      int sign = signs.distance * signs.half_edge[k] * (k < 3 || k - 3 == e->mirror ? 1 : -1);
      if (sign * corner[k % 3] < 0) return false;
      if (sign != 0) corner[k % 3] = sign;
    }
    if (!keeps_direction(e, of[i]->plane.axis, e->mirror)) return false;
  }
  return true;
}

/* Compares two planes as bms_compare_roots() does, or by what they hold; if need be in three doubles and without
   rounding, or by the planes' polynomials.  Returns false if it is open which one the boxes pass later; with
   *later == 0 they pass both at once. */
static bool compare(enclosure *e, bms_crossing *c, bms_crossing *d, int *later) {
  *later = bms_compare_roots(c, d);
  if (*later != 0 || share_mirrored_corner(e, c, d)) return true;
  look_threefold(e, c);
  look_threefold(e, d);
  *later = bms_compare_roots(c, d);
  if (*later != 0 || share_mirrored_corner(e, c, d)) return true;
  if (!e->exactly) return false;
  bool sharp =
      crossing_falls(c) && crossing_falls(d) &&
      crossing_most_part(c) - crossing_least_part(c) + (crossing_most_part(d) - crossing_least_part(d)) < 2 * SHARP;
  if (!sharp) {
    look_exactly(e, c);
    look_exactly(e, d);
    *later = bms_compare_roots(c, d);
  }
  if (*later != 0) return true;
  const bms_relative *relative = e->relative;
  if (relative->half_space != NULL || !crossing_is_one_root(c) || !crossing_is_one_root(d)) return false;
  bms_axis_signs first = bms_crossing_signs(c), second = bms_crossing_signs(d);
  return bms_exact_compare_planes(&e->planes, &first, &second, e->before, e->behind, later);
}

/* Enters what is known of one more doubtful axis.  Returns false if that leaves open which plane is passed last. */
static bool enter_rival(enclosure *e, bms_rivals *rivals, bms_crossing *other, bms_crossing *last) {
  int later;
  if (!compare(e, last, other, &later)) return false;
  if (later == 0) rivals->tied[rivals->ties++] = bms_crossing_signs(other);
  if (later <= 0) return true;
  *last = *other;
  rivals->root = NAN;
  rivals->ties = 0;
  return true;
}

/* Checks the doubtful axes.  Returns true if one is apart, which is then *last; else *last is one that is passed
   last, and *settled is set if that is certain. */
static bool look_along(enclosure *e, bms_rivals *rivals, unsigned doubtful, bms_crossing *last, bool *settled) {
  for (unsigned rest = doubtful; rest != 0; rest &= rest - 1) {
    bms_crossing other = look(e, bms_lowest_bit(rest));
    if (crossing_is_open(&other) && !crossing_rises(&other)) look_threefold(e, &other);
    if (crossing_is_open(&other) && !crossing_rises(&other)) look_exactly(e, &other);
    if (crossing_is_inside(&other)) {
      rivals->open &= ~(rest & -rest);
      continue;
    }
    if (crossing_is_apart(&other)) {
      *last = other;
      return true;
    }
    bms_enter_root(&e->roots, &other);
    *settled = !crossing_rises(&other) && enter_rival(e, rivals, &other, last) && *settled;
  }
  return false;
}

static bms_rivalry found_apart(const bms_crossing *c, bms_rivals *rivals) {
  rivals->last = c->plane;
  rivals->least = c->before - c->error;
  return BMS_RIVALS_APART;
}

/* Decides about the doubtful axes, and one that the boxes are passing, by what is seen at both ends. */
static bms_rivalry settle_at_ends(enclosure *e, const bms_crossing *passing, unsigned doubtful, bms_rivals *rivals) {
  bms_crossing last = *passing;
  bool settled = true;
  bms_enter_root(&e->roots, &last);
  rivals->open = doubtful;
  rivals->ties = 0;
  if (look_along(e, rivals, doubtful, &last, &settled)) return found_apart(&last, rivals);
  if (settled && !last.steady) look_threefold(e, &last);
  if (settled && !last.steady) look_exactly(e, &last);
  if (!settled || !last.steady) return BMS_RIVALS_OPEN;
  rivals->last = last.plane;
  rivals->signs = bms_crossing_signs(&last);
  if (isnan(rivals->root)) close_in(e, &last, rivals);
  if (isnan(rivals->root)) {
    look_threefold(e, &last);
    close_in(e, &last, rivals);
  }
  return BMS_RIVALS_MEET;
}

/* Decides by the plane of a face that covers: the boxes meet where it is passed.  Of the doubtful axes and the one that
   was followed only faces that come before it are checked: they are to be named if they are passed at the very same
   time. */
static bms_rivalry settle_by_face(enclosure *e, int face, unsigned doubtful, bms_rivals *rivals) {
  static const unsigned FACES = (1u << BMS_AXIS_EDGES) - 1;
  double root = rivals->root;
  bms_crossing c = look(e, face);
  if (crossing_is_open(&c)) look_threefold(e, &c);
  if (crossing_is_apart(&c)) return found_apart(&c, rivals);
  if (!crossing_falls(&c)) return BMS_RIVALS_OPEN;
  unsigned before = (doubtful | 1u << rivals->last.axis) & FACES & ((1u << face) - 1);
  if (rivals->last.axis != face) rivals->root = NAN;
  bms_rivalry rivalry = settle_at_ends(e, &c, before, rivals);
  if (rivalry != BMS_RIVALS_OPEN) return rivalry;
  rivals->root = root;
  e->roots = (bms_root_span){.latest = -1};
  return BMS_RIVALS_OPEN;
}

/* Decides without rounding about axes that are left. */
static bms_rivalry settle_exactly(enclosure *e, unsigned axes, bms_rivals *rivals) {
  unsigned open = rivals->open;
  int axis = axes >> rivals->last.axis & 1 ? rivals->last.axis : bms_lowest_bit(axes);
  if (axis != rivals->last.axis) rivals->root = NAN;
  e->exactly = true;
  bms_crossing passing = look(e, axis);
  bms_rivalry rivalry = settle_at_ends(e, &passing, axes & ~(1u << axis), rivals);
  rivals->open = open;
  return rivalry;
}

bms_rivalry bms_settle_rivals(bms_precise_instants *at, unsigned doubtful, int face, bms_rivals *rivals) {
  const bms_relative *relative = at->relative;
  double latest = bms_max(fabs(relative->t0), fabs(relative->t1)), width = rivals->behind - rivals->before;
  double root = rivals->root;
  enclosure e;
  rivals->open = doubtful;
  if (!(width > 0 && width <= WIDEST * BMS_ROUNDING * latest)) return BMS_RIVALS_OPEN;
  enclose(at, rivals->before, rivals->behind, &e);
  bms_rivalry rivalry = face >= 0 ? settle_by_face(&e, face, doubtful, rivals) : BMS_RIVALS_OPEN;
  if (rivalry != BMS_RIVALS_OPEN) return rivalry;
  bms_crossing passing = look(&e, rivals->last.axis);
  rivalry = settle_at_ends(&e, &passing, doubtful, rivals);
  if (rivalry != BMS_RIVALS_OPEN) return rivalry;
  unsigned axes = rivals->open | 1u << rivals->last.axis;
  rivalry = bms_settle_in_windows(whole_window(&e), &e.roots, &axes, rivals);
  if (rivalry != BMS_RIVALS_OPEN) return rivalry;
  rivals->root = root;
  return settle_exactly(&e, axes, rivals);
}

/* Takes up to four axes of one kind from a set; the first stands for those that are missing.  Returns how many. */
static int take_axes(unsigned *axes, int axis[BMS_PRECISE_TIMES]) {
  int first = bms_lowest_bit(*axes), count = 0;
  for (int l = 0; l < BMS_PRECISE_TIMES; l++) axis[l] = first;
  while (count < BMS_PRECISE_TIMES && *axes != 0 && bms_axis_kind(bms_lowest_bit(*axes)) == bms_axis_kind(first)) {
    axis[count++] = bms_lowest_bit(*axes);
    *axes &= *axes - 1;
  }
  return count;
}

/* Checks along axes of one kind side by side, both ends being one.  */
static void look_side_by_side(const enclosure *e, const int axis[BMS_PRECISE_TIMES], double_lanes value[2]) {
  bms_precise_gaps gaps;
  if (e->relative->half_space != NULL)
    bms_precise_gaps_along(e->precise, axis[0], &gaps);
  else
    bms_precise_gaps_side_by_side(e->precise, axis, &gaps);
  bms_precise_gap_values(&gaps, value);
  if (e->relative->half_space != NULL) value[1] = value[0];
}

/* Enters the gap along an axis at one time, which is off by `error`: the axis is taken if the gap is the greatest. */
static void enter_gap(bms_rivals *rivals, bms_axis_side plane, double gap, double error) {
  if (gap < -error) rivals->open &= ~(1u << plane.axis);
  if (gap - error <= rivals->least) return;
  rivals->last = plane;
  rivals->least = gap - error;
}

bms_rivalry bms_settle_instant(bms_precise_instants *at, unsigned doubtful, bms_rivals *rivals) {
  enclosure e;
  enclose(at, rivals->before, rivals->before, &e);
  rivals->open = doubtful;
  rivals->least = 0;
  for (unsigned rest = doubtful; rest != 0;) {
    int axis[BMS_PRECISE_TIMES], count = take_axes(&rest, axis);
    double error = error_along(&e, axis[0]);
    double_lanes value[2];
    look_side_by_side(&e, axis, value);
    for (int l = 0; l < count; l++) {
      double ahead = lanes_get(value[0].high, l), behind = lanes_get(value[1].high, l), gap = bms_max(ahead, behind);
      bms_axis_side plane = {axis[l], behind > ahead ? -1 : 1};
      double off = error + crossing_rounding(gap);
      if (fabs(gap) > off) {
        enter_gap(rivals, plane, gap, off);
        continue;
      }
      bms_crossing c = bms_look_in_window(whole_window(&e), axis[l]);
      enter_gap(rivals, c.plane, c.before, c.error);
    }
  }
  return rivals->least > 0 ? BMS_RIVALS_APART : rivals->open == 0 ? BMS_RIVALS_MEET : BMS_RIVALS_OPEN;
}
