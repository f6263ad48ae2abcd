/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Gaps at both ends of an enclosure, in double-double arithmetic.
 *
 * Errors.  A value is off by what gap_value.h says, a gap whose radii keep their signs from its chord by what chord.h
 * says.  A radius that changes its sign in between makes a kink.  The gap is the least of the planes with all choices
 * of signs, and each of these is as close to its chord: so the gap is above its own chord, and below that of the plane
 * with the signs that radii have where they are greater.  A gap that is positive at both ends is positive in between,
 * and one that falls through zero does so once, after its chord and before that plane.
 *
 * Where double-double arithmetic leaves a question open, values in numbers of three doubles answer it, over shorter and
 * shorter windows around the last root if need be, or values without rounding.
 *
 * A root is where a chord is zero.  As a part of the enclosure it is off by what the ends of the chord are, over its
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
#include "motion/mirror.h"
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

/* A component of a normal that is more than this part of its bound keeps its sign over an enclosure: over some
   roundings of T it changes by some of them, in units of its bound and the lateness, and so it does by rounding. */
static const double CLEAR = 0x1p-20;

/* Windows around a root that are looked at, and what part of the one before each is at most. */
enum { MOST_WINDOWS = 6 };
static const double SHORTER = 0.75;

/* The gap along an axis at both ends. */
typedef struct crossing {
  bms_axis_side plane;
  double before, behind; /* the gap, on this side */
  double error;          /* of either, and of the chord between them */
  unsigned vanishing;    /* bit k: radius k is known to be zero for all t */
  double above[2];       /* before and behind, a plane that the gap does not exceed */
  double radius[6];      /* before */
  bool steady;           /* no sign of a term is in doubt */
  bool threefold;        /* values are in numbers of three doubles, or without rounding */
  bool exact;            /* values are without rounding */
} crossing;

/* Returns the half-edges whose radii along an axis are known to be zero for all t. */
static unsigned vanishing_along(const bms_relative *relative, int axis) {
  unsigned vanishing = 0;
  for (int k = 0; k < 3; k++) {
    unsigned bit = 1u << k, flat_a = relative->a.half[k] == 0, flat_b = relative->b.half[k] == 0;
    vanishing |= flat_a * bit | flat_b * (bit << 3);
  }
  if (relative->half_space != NULL) return vanishing | 7;
  if (axis >= BMS_AXIS_EDGES) return vanishing | 1u << (axis - BMS_AXIS_EDGES) / 3 | 8u << (axis - BMS_AXIS_EDGES) % 3;
  if (axis < BMS_AXIS_FACE_B) return vanishing | (7u & ~(1u << axis)) | (relative->perpendicular >> 3 * axis & 7) << 3;
  unsigned of_b = relative->perpendicular >> (9 + axis - BMS_AXIS_FACE_B);
  return vanishing | (0x38u & ~(1u << axis)) | (of_b & 1) | (of_b >> 2 & 2) | (of_b >> 4 & 4);
}

/* Bounds the rounding of a sum to a double, and of what it is made of. */
static double rounding_of(double x) {
  return 2 * BMS_ROUNDING * fabs(x);
}

static void look_at_terms(const bms_gap_terms *before, const bms_gap_terms *behind, crossing *out) {
  double turned[2] = {0, 0};
  out->steady = true;
  for (int k = 0; k < 6; k++) {
    double r0 = before->radius[k], r1 = behind->radius[k];
    if (out->vanishing >> k & 1) continue;
    bool keeps = (r0 > 0) == (r1 > 0);
    out->steady = out->steady && keeps && bms_min(fabs(r0), fabs(r1)) > out->error;
    if (!keeps) turned[fabs(r1) < fabs(r0)] += 2 * bms_min(fabs(r0), fabs(r1));
  }
  out->above[0] = out->before + (turned[0] + 4 * rounding_of(turned[0]));
  out->above[1] = out->behind + (turned[1] + 4 * rounding_of(turned[1]));
}

/* Where the last of some planes is passed, as parts of a stretch. */
typedef struct span {
  double least, most;
  int latest; /* the axis whose plane is not passed before the least part */
  bool open;  /* of some plane it is not certain that it is passed at all */
} span;

/* A part of an enclosure, between two ways from its start, and what the bodies look like at its ends. */
typedef struct window {
  double from, to;
  bms_threefold_instants at;
} window;

/* The mirror is not yet known. */
enum { UNKNOWN = -2 };

/* Two times and what the bodies look like there; in three doubles and without rounding where that is asked for. */
typedef struct enclosure {
  const bms_relative *relative;
  double before, behind;
  bms_precise_instants precise;
  span roots;   /* by what is seen at the ends */
  bool exactly; /* where nothing else serves values may be computed without rounding, and planes' polynomials */
  int mirror;   /* as bms_mirror_of() has it; UNKNOWN until somebody asks */
  bool has_threefold, has_exact;
  double
      error[3]; /* of gaps in double-double arithmetic along axes of each kind, chords included; NAN until asked for */
  window whole;
  bms_exact_instant exact[2];
  bms_exact_planes planes;
} enclosure;

static void enclose(const bms_relative *relative, double before, double behind, enclosure *e) {
  e->relative = relative;
  e->before = before;
  e->behind = behind;
  e->roots = (span){.latest = -1};
  e->mirror = UNKNOWN;
  e->exactly = e->has_threefold = e->has_exact = false;
  for (int kind = 0; kind < 3; kind++) e->error[kind] = NAN;
  e->planes.made = false;
  e->planes.a = relative->body_a;
  e->planes.b = relative->body_b;
  bms_precise_instants_at(relative, (double[BMS_PRECISE_TIMES]){before, behind, before, behind}, &e->precise);
}

/* Puts together what an axis shows at two ends of a stretch, with values that are off by a rounding each, and by
   `error` as is the chord. */
static crossing crossing_of(const bms_relative *relative, int axis, const bms_gap_terms ends[2], double error) {
  const bms_gap_terms *before = &ends[0], *behind = &ends[1];
  crossing out = {.plane = {axis, 1}};
  memcpy(out.radius, before->radius, sizeof out.radius);
  if (relative->half_space == NULL && before->distance < 0) out.plane.side = -1;
  int side = out.plane.side < 0;
  out.before = before->value[side];
  out.behind = behind->value[side];
  out.error = error + BMS_EXACT_INSTANT_ERROR + rounding_of(bms_max(fabs(out.before), fabs(out.behind)));
  out.vanishing = vanishing_along(relative, axis);
  look_at_terms(before, behind, &out);
  /* The distance may change its sign as well: then its absolute value is what the chord must stand for. */
  double other = behind->value[!side];
  if (other > out.behind) out.error += other - out.behind;
  return out;
}

/* Returns what gaps in double-double arithmetic and their chords are off by along an axis: it depends on its kind. */
static double error_along(enclosure *e, int axis) {
  double *error = &e->error[bms_axis_kind(axis)];
  if (isnan(*error))
    *error = bms_precise_gap_error(&e->precise, axis) + bms_chord_error(e->relative, axis, e->behind - e->before);
  return *error;
}

/* Looks along an axis in double-double arithmetic. */
static crossing look(enclosure *e, int axis) {
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
  return crossing_of(e->relative, axis, end, error_along(e, axis));
}

static void open_window(const enclosure *e, double from, double to, window *w) {
  const bms_double_double times[2] = {bms_double_double_sum(e->before, from), bms_double_double_sum(e->before, to)};
  w->from = from;
  w->to = to;
  bms_threefold_instants_at(e->relative, times, &w->at);
}

/* Looks along an axis in numbers of three doubles, in a window. */
static crossing look_in(const window *w, int axis) {
  bms_gap_terms end[2];
  double error = bms_threefold_gap_along(&w->at, axis, end);
  error += bms_chord_error(w->at.relative, axis, w->to - w->from);
  crossing c = crossing_of(w->at.relative, axis, end, error);
  c.threefold = true;
  return c;
}

/* Returns the window of the whole enclosure. */
static const window *whole_window(enclosure *e) {
  if (!e->has_threefold) open_window(e, 0, e->behind - e->before, &e->whole);
  e->has_threefold = true;
  return &e->whole;
}

static void look_threefold(enclosure *e, crossing *c) {
  if (!c->threefold) *c = look_in(whole_window(e), c->plane.axis);
}

/* Looks along an axis without rounding, if that is asked for and the numbers are not too long for it. */
static void look_exactly(enclosure *e, crossing *c) {
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
  *c = crossing_of(e->relative, axis, end, bms_chord_error(e->relative, axis, e->behind - e->before));
  c->threefold = c->exact = true;
}

/* Returns the part of the enclosure up to where a chord from `before` to `behind` is zero, at most, if both may be less
   by `error`; at least, with -error. */
static double part_until(double before, double behind, double error) {
  return (before + 4 * error) / (before - behind) + copysign(0x1p-50, error);
}

static double least_part(const crossing *c) {
  return part_until(c->before, c->behind, -c->error);
}

static double most_part(const crossing *c) {
  return c->above[1] < -c->error ? part_until(c->above[0], c->above[1], c->error) : 1;
}

static bms_axis_signs signs_of(const crossing *c) {
  bms_axis_signs signs = {.axis = c->plane.axis, .distance = c->plane.side};
  for (int k = 0; k < 6; k++) {
    double r = c->vanishing >> k & 1 ? 0 : c->radius[k];
    signs.half_edge[k] = (r > 0) - (r < 0);
  }
  return signs;
}

/* Returns true if an axis certainly goes through zero in the enclosure. */
static bool falls(const crossing *c) {
  return c->before > c->error && c->behind < -c->error;
}

/* Returns true if an axis certainly goes through zero the other way: no more digits change that. */
static bool rises(const crossing *c) {
  return c->before < -c->error && c->behind > c->error;
}

/* Narrows the enclosure to the root of a crossing, and takes the double nearest to that, if it is clear which one that
   is. */
static void close_in(const enclosure *e, const crossing *c, bms_rivals *rivals) {
  if (!falls(c)) return;
  double width = e->behind - e->before;
  double from = width * bms_max(least_part(c), 0), to = width * bms_min(most_part(c), 1);
  rivals->root = e->before + from == e->before + to ? e->before + from : NAN;
  rivals->before = bms_double_double_rounded_sum(e->before, from, -INFINITY);
  rivals->behind = bms_double_double_rounded_sum(e->before, to, INFINITY);
}

/* Returns true if an axis is certainly negative all over the enclosure. */
static bool is_inside(const crossing *c) {
  return bms_max(c->above[0], c->above[1]) < -c->error;
}

/* Returns true if an axis is certainly positive at both ends, and so all over the enclosure. */
static bool is_apart(const crossing *c) {
  return bms_min(c->before, c->behind) > c->error;
}

/* Returns true if nothing is known of an axis. */
static bool is_open(const crossing *c) {
  return !is_inside(c) && !is_apart(c) && !falls(c);
}

/* Returns which of two planes the boxes pass later, -1 if it is the first, 1 if it is the second; 0 if that is open. */
static int compare_roots(const crossing *c, const crossing *d) {
  if (!falls(c) || !falls(d)) return 0;
  return (least_part(d) > most_part(c)) - (least_part(c) > most_part(d));
}

/* Returns true if an axis goes through zero once in the enclosure, as one polynomial. */
static bool is_one_root(const crossing *c) {
  return c->steady && falls(c) && c->before - c->behind > 8 * c->error;
}

/* Returns true if component k of an axis certainly does not change its sign in the enclosure. */
static bool keeps_direction(const enclosure *e, int axis, int k) {
  const bms_relative *relative = e->relative;
  const bms_precise_body *a = &e->precise.a, *b = &e->precise.b;
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
   The way between these is along coordinate k, and the gap along n is its length times component k of n: where no such
   component is zero, both planes are passed where the way is. */
static bool share_mirrored_corner(enclosure *e, const crossing *c, const crossing *d) {
  const crossing *of[2] = {c, d};
  int corner[3] = {0, 0, 0};
  const bms_relative *relative = e->relative;
  if (relative->half_space != NULL || !(c->steady && falls(c)) || !(d->steady && falls(d))) return false;
  if (e->mirror == UNKNOWN) e->mirror = bms_mirror_of(relative->body_a, relative->body_b);
  if (e->mirror < 0) return false;
  for (int i = 0; i < 2; i++) {
    bms_axis_signs signs = signs_of(of[i]);
    for (int k = 0; k < 6; k++) {
      int sign = signs.distance * signs.half_edge[k] * (k < 3 || k - 3 == e->mirror ? 1 : -1);
      if (sign * corner[k % 3] < 0) return false;
      if (sign != 0) corner[k % 3] = sign;
    }
    if (!keeps_direction(e, of[i]->plane.axis, e->mirror)) return false;
  }
  return true;
}

/* Compares two planes as compare_roots() does, or by what they hold; if need be in three doubles and without
   rounding, or by the planes' polynomials.  Returns false if it is open which one the boxes pass later; with
   *later == 0 they pass both at once. */
static bool compare(enclosure *e, crossing *c, crossing *d, int *later) {
  *later = compare_roots(c, d);
  if (*later != 0 || share_mirrored_corner(e, c, d)) return true;
  look_threefold(e, c);
  look_threefold(e, d);
  *later = compare_roots(c, d);
  if (*later != 0 || share_mirrored_corner(e, c, d)) return true;
  if (!e->exactly) return false;
  bool sharp = falls(c) && falls(d) && most_part(c) - least_part(c) + (most_part(d) - least_part(d)) < 2 * SHARP;
  if (!sharp) {
    look_exactly(e, c);
    look_exactly(e, d);
    *later = compare_roots(c, d);
  }
  if (*later != 0) return true;
  const bms_relative *relative = e->relative;
  if (relative->half_space != NULL || !is_one_root(c) || !is_one_root(d)) return false;
  bms_axis_signs first = signs_of(c), second = signs_of(d);
  return bms_exact_compare_planes(&e->planes, &first, &second, e->before, e->behind, later);
}

/* Enters what is known of one more doubtful axis.  Returns false if that leaves open which plane is passed last. */
static bool enter_rival(enclosure *e, bms_rivals *rivals, crossing *other, crossing *last) {
  int later;
  if (!compare(e, last, other, &later)) return false;
  if (later == 0) rivals->tied[rivals->ties++] = signs_of(other);
  if (later <= 0) return true;
  *last = *other;
  rivals->root = NAN;
  rivals->ties = 0;
  return true;
}

static void enter_root(span *s, const crossing *c) {
  if (!falls(c)) {
    s->open = true;
    return;
  }
  double least = least_part(c);
  if (least > s->least) s->latest = c->plane.axis;
  s->least = bms_max(s->least, least);
  s->most = bms_min(bms_max(s->most, most_part(c)), 1);
}

/* Looks along the doubtful axes.  Returns true if one is apart, which is then *last; else *last is one that is passed
   last, and *settled is set if that is certain. */
static bool look_along(enclosure *e, bms_rivals *rivals, unsigned doubtful, crossing *last, bool *settled) {
  for (unsigned rest = doubtful; rest != 0; rest &= rest - 1) {
    crossing other = look(e, bms_lowest_bit(rest));
    if (is_open(&other) && !rises(&other)) look_threefold(e, &other);
    if (is_open(&other) && !rises(&other)) look_exactly(e, &other);
    if (is_inside(&other)) {
      rivals->open &= ~(rest & -rest);
      continue;
    }
    if (is_apart(&other)) {
      *last = other;
      return true;
    }
    enter_root(&e->roots, &other);
    *settled = !rises(&other) && enter_rival(e, rivals, &other, last) && *settled;
  }
  return false;
}

/* Holds what a window shows of planes of which the last one to be passed is looked for. */
typedef struct view {
  crossing last;
  span roots;
  bool settled; /* it is certain which plane that is, and that all others are negative there */
  bool tied;    /* planes are left that are not told from each other, though none has a kink there */
  int apart;    /* an axis that is positive all over the window, or -1 */
} view;

/* Looks along axes in a window, and takes those that are negative all over it out of the set.  Returns false if no
   plane is passed there last. */
static bool look_at_window(const window *w, unsigned *axes, view *out) {
  bool found = false;
  unsigned inside = 0;
  *out = (view){.settled = true, .apart = -1};
  for (unsigned rest = *axes; rest != 0; rest &= rest - 1) {
    crossing c = look_in(w, bms_lowest_bit(rest));
    if (is_apart(&c)) out->apart = c.plane.axis;
    if (is_apart(&c)) return false;
    if (is_inside(&c)) inside |= rest & -rest;
    if (is_inside(&c)) continue;
    if (falls(&c)) {
      int later = found ? compare_roots(&out->last, &c) : 1;
      out->settled = out->settled && later != 0;
      out->tied = out->tied || (later == 0 && c.steady && out->last.steady);
      if (later > 0 || (later == 0 && least_part(&c) > out->roots.least)) out->last = c;
      found = true;
    }
    enter_root(&out->roots, &c);
  }
  out->settled = out->settled && !out->roots.open && found && out->last.steady;
  if (found) *axes &= ~inside;
  return found;
}

/* Returns the way from the start of the enclosure to a part of a window, rounded in this direction: a window can be
   narrower than the roundings of the way to it.  Parts have a margin for the product's. */
static double way_to(const window *w, double part, double direction) {
  double way = nextafter(w->from + (w->to - w->from) * part, direction);
  return bms_min(bms_max(way, w->from), w->to);
}

/* Where a window starts, and the axis that is positive from the start of the one before to there. */
typedef struct step {
  double to;
  int apart;
} step;

/* Returns true if an axis is positive from the start of the enclosure to the last of these steps. */
static bool is_apart_until(const enclosure *e, const step *steps, int count, int axis) {
  double from = 0;
  for (int i = 0; i < count; from = steps[i++].to) {
    if (steps[i].apart == axis || steps[i].to == from) continue;
    window w;
    open_window(e, from, steps[i].to, &w);
    crossing c = look_in(&w, axis);
    if (!is_apart(&c)) return false;
  }
  return true;
}

/* Takes a plane that the boxes pass last in a window, if they are apart along it up to there. */
static bms_rivalry take_last(const enclosure *e, const window *w, const step *steps, int count, const crossing *last,
                             bms_rivals *rivals) {
  double low = e->before + w->from, high = e->before + w->to;
  if (!is_apart_until(e, steps, count, last->plane.axis)) return BMS_RIVALS_OPEN;
  rivals->last = last->plane;
  rivals->signs = signs_of(last);
  rivals->ties = 0;
  rivals->root = low == high ? low : NAN;
  rivals->before = bms_double_double_rounded_sum(e->before, w->from, -INFINITY);
  rivals->behind = bms_double_double_rounded_sum(e->before, w->to, INFINITY);
  return BMS_RIVALS_MEET;
}

/* Takes a plane that is positive all over a window, if it still is at the end of the enclosure. */
static bms_rivalry take_apart(const enclosure *e, const window *w, int axis, bms_rivals *rivals) {
  window rest;
  open_window(e, w->to, e->behind - e->before, &rest);
  crossing c = look_in(&rest, axis);
  if (!is_apart(&c)) return BMS_RIVALS_OPEN;
  rivals->last = c.plane;
  rivals->before = e->behind;
  rivals->least = c.behind - c.error;
  return BMS_RIVALS_APART;
}

/* Looks for the plane that is passed last in shorter and shorter windows: planes that are the same but for rounding, or
   whose radii change their signs within the enclosure, are told from each other next to the roots.  Takes it if it is
   found, or one that has come between: one that is positive where the others are passed.  If neither is found, takes
   planes out of the set that are certainly negative where the last is passed. */
static bms_rivalry settle_in_windows(enclosure *e, unsigned *axes, bms_rivals *rivals) {
  const span all = {.most = 1, .latest = -1};
  window w = {.to = e->behind - e->before};
  view seen = {.roots = e->roots.open ? all : e->roots};
  unsigned left = *axes;
  step steps[MOST_WINDOWS];
  bool certain = true; /* the last plane is passed in this window */
  for (int i = 0; i < MOST_WINDOWS; i++) {
    double width = w.to - w.from, from = way_to(&w, seen.roots.least, -INFINITY),
           to = way_to(&w, seen.roots.most, INFINITY);
    if (i > 0 && !(to - from < SHORTER * width)) return BMS_RIVALS_OPEN;
    open_window(e, from, to, &w);
    steps[i] = (step){from, seen.roots.latest};
    bool found = look_at_window(&w, &left, &seen);
    if (seen.apart >= 0) return take_apart(e, &w, seen.apart, rivals);
    if (!found) return BMS_RIVALS_OPEN;
    if (seen.settled) return take_last(e, &w, steps, i + 1, &seen.last, rivals);
    certain = certain && !seen.roots.open;
    if (certain) *axes = left;
    if (seen.tied && i > 0) break;
  }
  return BMS_RIVALS_OPEN;
}

/* Decides about the doubtful axes, and one that the boxes are passing, by what is seen at both ends. */
static bms_rivalry settle_at_ends(enclosure *e, int axis, unsigned doubtful, bms_rivals *rivals) {
  crossing last = look(e, axis);
  bool settled = true;
  enter_root(&e->roots, &last);
  rivals->open = doubtful;
  rivals->ties = 0;
  if (look_along(e, rivals, doubtful, &last, &settled)) {
    rivals->last = last.plane;
    rivals->least = last.before - last.error;
    return BMS_RIVALS_APART;
  }
  if (settled && !last.steady) look_threefold(e, &last);
  if (settled && !last.steady) look_exactly(e, &last);
  if (!settled || !last.steady) return BMS_RIVALS_OPEN;
  rivals->last = last.plane;
  rivals->signs = signs_of(&last);
  if (isnan(rivals->root)) close_in(e, &last, rivals);
  if (isnan(rivals->root)) {
    look_threefold(e, &last);
    close_in(e, &last, rivals);
  }
  return BMS_RIVALS_MEET;
}

/* Decides without rounding about axes that are left. */
static bms_rivalry settle_exactly(enclosure *e, unsigned axes, bms_rivals *rivals) {
  unsigned open = rivals->open;
  int axis = axes >> rivals->last.axis & 1 ? rivals->last.axis : bms_lowest_bit(axes);
  if (axis != rivals->last.axis) rivals->root = NAN;
  e->exactly = true;
  bms_rivalry rivalry = settle_at_ends(e, axis, axes & ~(1u << axis), rivals);
  rivals->open = open;
  return rivalry;
}

bms_rivalry bms_settle_rivals(const bms_relative *relative, unsigned doubtful, bms_rivals *rivals) {
  double latest = bms_max(fabs(relative->t0), fabs(relative->t1)), width = rivals->behind - rivals->before;
  double root = rivals->root;
  enclosure e;
  rivals->open = doubtful;
  if (!(width > 0 && width <= WIDEST * BMS_ROUNDING * latest)) return BMS_RIVALS_OPEN;
  enclose(relative, rivals->before, rivals->behind, &e);
  bms_rivalry rivalry = settle_at_ends(&e, rivals->last.axis, doubtful, rivals);
  if (rivalry != BMS_RIVALS_OPEN) return rivalry;
  unsigned axes = rivals->open | 1u << rivals->last.axis;
  rivalry = settle_in_windows(&e, &axes, rivals);
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

/* Looks along axes of one kind side by side, where both ends are one.  */
static void look_side_by_side(const enclosure *e, const int axis[BMS_PRECISE_TIMES], double_lanes value[2]) {
  bms_precise_gaps gaps;
  if (e->relative->half_space != NULL)
    bms_precise_gaps_along(&e->precise, axis[0], &gaps);
  else
    bms_precise_gaps_side_by_side(&e->precise, axis, &gaps);
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

bms_rivalry bms_settle_instant(const bms_relative *relative, unsigned doubtful, bms_rivals *rivals) {
  enclosure e;
  enclose(relative, rivals->before, rivals->before, &e);
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
      double off = error + rounding_of(gap);
      if (fabs(gap) > off) {
        enter_gap(rivals, plane, gap, off);
        continue;
      }
      crossing c = look_in(whole_window(&e), axis[l]);
      enter_gap(rivals, c.plane, c.before, c.error);
    }
  }
  return rivals->least > 0 ? BMS_RIVALS_APART : rivals->open == 0 ? BMS_RIVALS_MEET : BMS_RIVALS_OPEN;
}
