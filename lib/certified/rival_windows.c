/* SPDX-License-Identifier: BSD-3-Clause */

/* The last of several roots, in shorter and shorter windows around it. */

#include "numeric/arithmetic.h"

#include "certified/rival_windows.h"

#include <math.h>
#include <stddef.h>

#include "numeric/compiler.h"
#include "numeric/double_double.h"

/* Windows around a root that are checked, and what part of the one before each is at most. */
enum { MOST_WINDOWS = 6 };
static const double SHORTER = 0.75;

/* A window of less than this part of the stretch has chords good enough for planes that differ by the product of two
   roundings; those that are tied there as well are left to their polynomials, as at corners that meet. */
static const double HAIR = 0x1p-30;

/* Two times of a query that are at most a few ulps apart. */
typedef struct stretch {
  const bms_relative *relative;
  double before, behind;
} stretch;

/* Holds what a window shows of planes of which the last one to be passed is searched for. */
typedef struct view {
  bms_crossing last;
  bms_root_span roots;
  bool settled; /* it is certain which plane that is, and that all others are negative there */
  bool tied;    /* planes are left that are not separated, though none has a kink there */
  int apart;    /* an axis that is positive all over the window, or -1 */
} view;

/* Checks along axes in a window, and takes those that are negative all over it out of the set.  Returns false if no
   plane is passed there last. */
static bool look_at_window(bms_root_window *w, unsigned *axes, view *out) {
  bool found = false;
  unsigned inside = 0;
  *out = (view){.settled = true, .apart = -1};
  for (unsigned rest = *axes; rest != 0; rest &= rest - 1) {
    bms_crossing c = bms_look_in_window(w, bms_lowest_bit(rest));
    if (crossing_is_apart(&c)) out->apart = c.plane.axis;
    if (crossing_is_apart(&c)) return false;
    if (crossing_is_inside(&c)) inside |= rest & -rest;
    if (crossing_is_inside(&c)) continue;
    if (crossing_falls(&c)) {
      int later = found ? bms_compare_roots(&out->last, &c) : 1;
      out->settled = out->settled && later != 0;
      out->tied = out->tied || (later == 0 && c.steady && out->last.steady);
      if (later > 0 || (later == 0 && crossing_least_part(&c) > out->roots.least)) out->last = c;
      found = true;
    }
    bms_enter_root(&out->roots, &c);
  }
  out->settled = out->settled && !out->roots.open && found && out->last.steady;
  if (found) *axes &= ~inside;
  return found;
}

/* Returns the way from the start of the stretch to a part of a window, rounded in this direction: a window can be
   narrower than the roundings of the way to it.  Parts have a margin for the product's. */
static double way_to(const bms_root_window *w, double part, double direction) {
  double way = nextafter(w->from + (w->to - w->from) * part, direction);
  return bms_min(bms_max(way, w->from), w->to);
}

/* The start of a window, and the axis that is positive from the start of the one before to there. */
typedef struct step {
  double to;
  int apart;
} step;

/* Returns true if an axis is positive from the start of the stretch to the last of these steps. */
static bool is_apart_until(const stretch *e, const step *steps, int count, int axis) {
  double from = 0;
  for (int i = 0; i < count; from = steps[i++].to) {
    if (steps[i].apart == axis || steps[i].to == from) continue;
    bms_root_window w;
    w.at.relative = NULL;
    bms_open_window(e->relative, e->before, from, steps[i].to, &w);
    bms_crossing c = bms_look_in_window(&w, axis);
    if (!crossing_is_apart(&c)) return false;
  }
  return true;
}

/* Takes a plane that the boxes pass last in a window, if they are apart along it up to there. */
static bms_rivalry take_last(const stretch *e, const bms_root_window *w, const step *steps, int count,
                             const bms_crossing *last, bms_rivals *rivals) {
  double low = e->before + w->from, high = e->before + w->to;
  if (!is_apart_until(e, steps, count, last->plane.axis)) return BMS_RIVALS_OPEN;
  rivals->last = last->plane;
  rivals->signs = bms_crossing_signs(last);
  rivals->ties = 0;
  rivals->root = low == high ? low : NAN;
  rivals->before = bms_double_double_rounded_sum(e->before, w->from, -INFINITY);
  rivals->behind = bms_double_double_rounded_sum(e->before, w->to, INFINITY);
  return BMS_RIVALS_MEET;
}

/* Takes a plane that is positive all over a window, if it still is at the end of the stretch. */
static bms_rivalry take_apart(const stretch *e, const bms_root_window *w, int axis, bms_rivals *rivals) {
  bms_root_window rest;
  rest.at.relative = NULL;
  bms_open_window(e->relative, e->before, w->to, e->behind - e->before, &rest);
  bms_crossing c = bms_look_in_window(&rest, axis);
  if (!crossing_is_apart(&c)) return BMS_RIVALS_OPEN;
  rivals->last = c.plane;
  rivals->before = e->behind;
  rivals->least = c.behind - c.error;
  return BMS_RIVALS_APART;
}

bms_rivalry bms_settle_in_windows(const bms_root_window *widest, const bms_root_span *roots, unsigned *axes,
                                  bms_rivals *rivals) {
  const stretch whole = {widest->at.relative, rivals->before, rivals->behind}, *e = &whole;
  const bms_root_span all = {.most = 1, .latest = -1};
  bms_root_window w = *widest;
  view seen = {.roots = roots->open ? all : *roots};
  unsigned left = *axes;
  step steps[MOST_WINDOWS];
  bool certain = true; /* the last plane is passed in this window */
  for (int i = 0; i < MOST_WINDOWS; i++) {
    double width = w.to - w.from, from = way_to(&w, seen.roots.least, -INFINITY),
           to = way_to(&w, seen.roots.most, INFINITY);
    if (i > 0 && !(to - from < SHORTER * width)) return BMS_RIVALS_OPEN;
    bms_open_window(e->relative, e->before, from, to, &w);
    steps[i] = (step){from, seen.roots.latest};
    bool found = look_at_window(&w, &left, &seen);
    if (seen.apart >= 0) return take_apart(e, &w, seen.apart, rivals);
    if (!found) return BMS_RIVALS_OPEN;
    if (seen.settled) return take_last(e, &w, steps, i + 1, &seen.last, rivals);
    certain = certain && !seen.roots.open;
    if (certain) *axes = left;
    if (seen.tied && (i > 0 || to - from < HAIR * width)) break;
  }
  return BMS_RIVALS_OPEN;
}
