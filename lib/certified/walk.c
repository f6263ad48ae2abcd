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
 * plane.c and separation.c.  Planes that these cannot separate at a root, or from the origin at the start, need no
 * order if a face covers what touches it (interior.c), or are ordered by values in double-double arithmetic
 * (rivals.c).  A case that is open then, a graze or touching above all, ends the walk: exact arithmetic goes on from
 * there.
 */

#include "numeric/arithmetic.h"

#include "certified/walk.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "certified/follow.h"
#include "certified/interior.h"
#include "certified/rivals.h"
#include "numeric/rounding.h"
#include "numeric/vector.h"
#include "planes/chord.h"

/* Steps before the walk gives up. A step ends at a root of a plane or of a bound, or halves or doubles the stretch;
   random queries take 1 to 6. */
enum { MAX_STEPS = 128 };

/* How much shorter a stretch gets if the last one came too gently close to zero, and if it ended at its start. */
static const double GENTLY = 0x1p-8, NO_PROGRESS = 0x1p-16;

/* How much longer a stretch gets after one that was clear, and after one that is a tiny part of the interval; and how
   much longer one must be that is not to be tried soon, if that has held it back. */
static const double LONGER = 12, MUCH_LONGER = 64, TINY = 0x1p-20, FORGOTTEN = 8;

/* Times evaluated in double-double arithmetic: each costs as much as some ten steps. */
enum { MOST_CLOSELY = 12 };

/* Grazes of one plane that end where they begin, in gaps of double-double arithmetic as small as rounding.  After that
   it is a touch, most likely, for which exact arithmetic takes less time. */
enum { MOST_STALLS = 1 };

/* Stretches that are checked again as shorter ones before a multiple root is suspected, as it is where the same one
   would be checked again. */
enum { MOST_HALVINGS = 10 };

/* Evaluates all axes at the present, and computes the instant there. */
static bms_verdict look_at(bms_present *w, bms_instant *instant, bms_axis_side *greatest) {
  bms_relative_instant(w->relative, w->t, instant);
  return bms_separation_verdict(w->relative, instant, w->relative->axes, greatest, &w->unseen);
}

/* Searches for an axis along which the boxes are apart at present, after a look by doubles, by less than these see, and
   takes its plane.  *open are the axes that are left if that is not decided, or the one of a face that covers. */
static bms_rivalry look_closely(bms_present *w, const bms_instant *instant, unsigned *open) {
  bms_rivals rivals = {.before = w->t, .behind = w->t};
  bms_instant extended = *instant;
  bms_instant_extend(w->relative, &extended);
  w->face = bms_covering_face(w->relative, &extended, w->unseen);
  bms_rivalry rivalry = bms_settle_instant(&w->precise, w->face >= 0 ? 1u << w->face : w->unseen, &rivals);
  *open = w->face >= 0 ? w->unseen : rivals.open;
  if (rivalry == BMS_RIVALS_APART) {
    w->plane = rivals.last;
    w->least = rivals.least;
  }
  return rivalry;
}

/* Returns how far to follow the plane that was followed for `reach` and is seen again now. */
static double shorter_reach(const bms_present *w, double reach, double progress, bool graze) {
  double none = bms_max(NO_PROGRESS * reach, bms_min(w->cleared, 0.25 * reach));
  double shorter = progress > 0 ? bms_min(0.5 * reach, 2 * progress) : none;
  if (graze) shorter = bms_min(shorter, GENTLY * reach);
  return bms_max(shorter, nextafter(w->t, INFINITY) - w->t);
}

/* Chooses how far to follow another plane than before: its root is likely to be near the root of the one before, if
   that was being searched for. */
static void look_for_root(bms_present *w) {
  bool near = bms_is_straight(w->relative, w->t, w->t + w->reach);
  w->beyond = near ? INFINITY : 0;
  if (!near) w->reach = w->relative->t1 - w->t;
}

/* From `low`, the end of the plane or its bound: another plane may be deeper outside now.  One seen again wants a
   shorter stretch, of the order of the way just made, which is likely to keep the signs of its radii. */
static bool change_plane(bms_present *w, bool graze) {
  int axis = w->plane.axis;
  double progress = w->low - w->t, reach = bms_min(w->reach, w->relative->t1 - w->t);
  w->t = w->low;
  w->stalls = graze && progress <= 0 && w->near ? w->stalls + 1 : 0;
  if (w->stalls >= MOST_STALLS) return false;
  bms_instant instant;
  bms_axis_side other;
  unsigned open;
  if (look_at(w, &instant, &other) == BMS_VERDICT_APART)
    w->plane = other;
  else if (++w->closely > MOST_CLOSELY || look_closely(w, &instant, &open) != BMS_RIVALS_APART)
    return false;
  if (progress <= 0) w->failed = reach;
  if (w->plane.axis != axis)
    look_for_root(w);
  else
    w->reach = shorter_reach(w, reach, progress, graze);
  return w->plane.axis != axis || w->reach < reach;
}

/* Chooses how far to look after a stretch that was clear. */
static void lengthen_reach(bms_present *w) {
  if (w->beyond > 0) {
    w->reach = bms_min(w->beyond, w->relative->t1 - w->t);
    w->beyond = w->beyond < INFINITY ? INFINITY : 0;
    return;
  }
  double most = bms_max(0.5 * w->failed, w->reach);
  w->cleared = w->reach;
  bool tiny = w->reach < TINY * (w->relative->t1 - w->relative->t0);
  w->reach *= tiny || w->fast_turns > 0 ? MUCH_LONGER : LONGER;
  if (w->reach <= most) return;
  w->reach = most;
  w->failed *= FORGOTTEN;
}

typedef enum outcome { OUTCOME_CONTACT, OUTCOME_GO_ON, OUTCOME_OPEN } outcome;

/* Finds the signs along the plane's axis, which name the pair of features.  Returns true if none is in doubt. */
static bool settle_signs(bms_present *w, const bms_instant *instant) {
  bms_axis_gap gap;
  bms_axis_gap_at(w->relative, instant, w->plane.axis, &gap);
  w->signs = gap.signs;
  /* The distance of thin boxes is as small as their thickness, and its sign in doubt here; it is the sign of the way
     that led here. */
  w->signs.distance = w->plane.side;
  return gap.certain_signs;
}

/* Planes that pass through the origin within the same few ulps as the walk's. */
static outcome settle_rivals(bms_present *w, const bms_instant *instant, unsigned doubtful) {
  bms_rivals rivals = {.before = w->low, .behind = w->behind, .last = w->plane, .root = w->root};
  int face = doubtful != 0 ? bms_covering_face(w->relative, instant, doubtful | 1u << w->plane.axis) : -1;
  bms_rivalry rivalry = bms_settle_rivals(&w->precise, doubtful, face, &rivals);
  if (rivalry == BMS_RIVALS_OPEN) {
    w->doubtful = rivals.open | 1u << w->plane.axis;
    return OUTCOME_OPEN;
  }
  w->plane = rivals.last;
  w->t = w->low = rivals.before;
  w->behind = rivals.behind;
  if (rivalry == BMS_RIVALS_APART) {
    look_for_root(w);
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
static outcome look_around(bms_present *w) {
  unsigned others = w->relative->axes & ~(1u << w->plane.axis);
  bms_instant instant;
  bms_axis_side other;
  unsigned doubtful;
  w->t = w->low;
  bms_relative_instant(w->relative, w->low, &instant);
  bms_instant_extend(w->relative, &instant);
  bms_verdict verdict = bms_separation_verdict(w->relative, &instant, others, &other, &doubtful);
  if (verdict == BMS_VERDICT_OVERLAP && !isnan(w->root) && settle_signs(w, &instant)) return OUTCOME_CONTACT;
  if (verdict != BMS_VERDICT_APART) return settle_rivals(w, &instant, doubtful);
  w->plane = other;
  w->reach = w->relative->t1 - w->t;
  return OUTCOME_GO_ON;
}

/* ------------------------------------------------------------------ the walk */

static bms_walk_end walk_on(bms_present *w, int *steps) {
  double t1 = w->relative->t1;
  while (*steps < MAX_STEPS && w->t < t1) {
    outcome next = OUTCOME_GO_ON;
    ++*steps;
    for (int i = 0; i < w->fast_turns; i++) w->reach = bms_min(w->reach, bms_reach_about(&w->fast_turn[i], w->t));
    switch (bms_advance_along(w)) {
      case BMS_ADVANCE_CLEAR:
        lengthen_reach(w);
        break;
      case BMS_ADVANCE_BOUND:
        if (!change_plane(w, false)) next = OUTCOME_OPEN;
        break;
      case BMS_ADVANCE_GRAZE:
        if (!change_plane(w, true)) next = OUTCOME_OPEN;
        break;
      case BMS_ADVANCE_ROOT:
        next = look_around(w);
        break;
      case BMS_ADVANCE_NOTHING:
        if ((w->part == 1 && w->near) || ++w->halvings >= MOST_HALVINGS) w->stalls = MOST_STALLS;
        w->reach = w->part * bms_min(w->reach, t1 - w->t);
        if (w->reach <= w->slack || w->stalls >= MOST_STALLS) next = OUTCOME_OPEN;
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

/* Returns true if a point is found inside both bodies at the start.  There is no search if faces are not seen to
   overlap: there is no room for it. */
static bool interiors_meet(const bms_present *w, const bms_instant *instant) {
  bool room = w->unseen >> BMS_AXIS_EDGES << BMS_AXIS_EDGES == w->unseen;
  return room && bms_interiors_meet(w->relative, instant);
}

/* Returns a time up to which an instant of now, extended, certainly stands for the boxes. */
static double within_extent(const bms_present *w) {
  double latest = bms_max(fabs(w->relative->t0), fabs(w->relative->t1));
  return w->t + (BMS_EXTENT - 2) * BMS_ROUNDING * latest;
}

/* Ends a walk if doubles decide nothing at its start, or find that the boxes overlap. */
static bms_walk_end start_in_doubt(bms_present *w, bms_verdict verdict, const bms_instant *instant, int *steps) {
  if (verdict != BMS_VERDICT_OVERLAP && !interiors_meet(w, instant)) {
    unsigned open;
    switch (look_closely(w, instant, &open)) {
      case BMS_RIVALS_MEET:
        break;
      case BMS_RIVALS_APART:
        return stands_still(w->relative) ? BMS_WALK_SEPARATED : walk_on(w, steps);
      case BMS_RIVALS_OPEN:
        w->doubtful = open;
        w->plane.axis = -1;
        if (w->face >= 0) w->behind = within_extent(w);
        return BMS_WALK_OPEN;
    }
  }
  settle_signs(w, instant);
  return BMS_WALK_OVERLAPPING;
}

static bms_walk_end walk_from_start(bms_present *w, int *steps) {
  bms_instant start;
  bms_verdict verdict = look_at(w, &start, &w->plane);
  return verdict == BMS_VERDICT_APART ? walk_on(w, steps) : start_in_doubt(w, verdict, &start, steps);
}

/* Goes on from where another walk has come to.  That its plane is positive there is seen by following it. */
static bms_walk_end go_on_from(bms_present *w, const bms_walk_begun *begun, int *steps) {
  w->plane = begun->plane;
  w->t = w->low = begun->t;
  w->reach = bms_min(begun->reach, w->relative->t1 - w->t);
  w->beyond = begun->across ? INFINITY : 0;
  return walk_on(w, steps);
}

void bms_walk(const bms_relative *relative, const bms_walk_begun *begun, bms_walk_result *result) {
  double t0 = relative->t0, t1 = relative->t1;
  bms_present w;
  w.relative = relative;
  bms_precise_instants_begin(relative, &w.precise);
  w.t = w.low = t0;
  w.reach = t1 - t0;
  w.behind = t1;
  w.failed = INFINITY;
  w.root = NAN;
  w.signs = (bms_axis_signs){0};
  w.cleared = w.least = w.beyond = 0;
  w.closely = w.ties = w.stalls = w.halvings = 0;
  w.face = -1;
  w.doubtful = 0;
  w.near = false;
  w.fast_turns = bms_fast_turns(relative, w.fast_turn);
  result->steps = 0;
  result->end = begun != NULL && begun->plane.side != 0 ? go_on_from(&w, begun, &result->steps)
                                                        : walk_from_start(&w, &result->steps);
  result->signs = w.signs;
  result->ties = w.ties;
  for (int i = 0; i < w.ties; i++) result->tied[i] = w.tied[i];
  result->doubtful = w.doubtful;
  result->apart = w.plane.axis;
  result->face = w.face;
  result->grazes = w.stalls >= MOST_STALLS;
  result->t_lower = w.t;
  result->t_upper = w.behind;
  result->t = w.root;
}
