/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The first approach of two convex shapes: the first contact that gets deeper than a level.
 *
 * One walk leads to the first contact.  There a second one begins, of the same shapes with a radius that is less by the
 * level: the planes that it follows bound the depth of the contact from above, as planes that separate bound the gap
 * from below.  It ends in one of three ways: the interval is over, the two are apart again and the first walk goes on
 * from there, or the contact is as deep as the level, and counts.
 */

#include "numeric/arithmetic.h"

#include <math.h>
#include <stddef.h>

#include "shapes/convex_answer.h"
#include "numeric/vector.h"
#include "shapes/clip.h"
#include "shapes/convex_depth.h"
#include "shapes/plane_candidates.h"

/* A contact that gets deeper than it is at t0 by no more than this many times the error of distances may slide
   along. */
static const double SLIDING = 64;

/* Two that have been in contact are apart again at this many times the error of distances. */
static const double APART = 64;

/* A contact at t0 that is deeper than that after SLIDING of the way at its speed, or of a speed that grows from zero
   at twice that, approaches from the start. */
static const double AT_ONCE = 4;

/* The two are checked again when their depth along a plane is less by this part of it: along another one it may have
   been less still. */
static const double CHANGE = 0x1p-4;

/* A contact is as deep as its speed brings it in this many times the time that this takes, if that does not shrink. */
static const double SURELY = 1.5;

/* That is tried no later than after this part of the interval. */
static const double SOON = 0x1p-5;

/* Steps through one contact, contacts, and searches for a time at which one is deep enough. */
enum { MAX_STEPS = 400, MAX_CONTACTS = 64, MAX_LOOKS = 20 };

/* Places of a step at which the gap along a plane is compared. */
enum { PLACES = 16 };

typedef enum ending { ENDS, PARTS, DEEPENS } ending;

typedef struct approach {
  const bms_convex_query *query;
  bms_convex_pair pair; /* the shapes, grown by the distance */
  bms_convex_pair less; /* these, shrunk by the level */
  const bms_convex_approach *rule;
  double begin; /* of the contact under way */
  double least; /* its depth there or, if that is less, the least that was found since */
} approach;

/* Writes the pair, shrunk by a length. */
static void shrink(const bms_convex_pair *pair, double by, bms_convex_pair *less) {
  *less = *pair;
  less->radius -= by;
  less->extent += fabs(by);
  less->scale.size += fabs(by);
}

/* Returns the depth at which a contact counts that has been as shallow as s->least; `at_all`: at which it deepens. */
static double level(const approach *s, bool at_all, double error) {
  double sliding = s->least + SLIDING * error;
  return at_all ? sliding : bms_max(bms_max(s->rule->depth, s->least + s->rule->slack), sliding);
}

static double gap_of(const approach *s, const bms_convex_walk *w) {
  return w->closest.distance - s->pair.radius;
}

/* Begins a walk at a time that another one has led to. */
static void begin_at(const bms_convex_pair *pair, double t, const bms_convex_walk *before, bms_convex_walk *w) {
  bms_convex_walk_begin(pair, w);
  w->t = t;
  w->reach = pair->t1 - t;
  if (before != w) w->plane = before->plane;
}

/* ------------------------------------------------------------------ through a contact */

/* Writes the gap along the plane that led w on, over the stretch on which it did, of the shapes grown by a length;
   returns false if it decides nothing. */
static bool gap_of_plane(const approach *s, const bms_convex_walk *w, double by, bms_polynomial *gap) {
  bms_convex_pair pair;
  bms_convex_stretch stretch = w->stretch;
  shrink(&s->pair, -by, &pair);
  stretch.pair = &pair;
  return bms_separating_plane_gap(&stretch, &w->plane, gap);
}

/* Subtracts from a gap along the plane a multiple of the scales, which are of its degree or two less. */
static void subtract_scales(const bms_convex_walk *w, double by, bms_polynomial *gap) {
  int degree = w->stretch.degree_a + w->stretch.degree_b;
  for (int k = 0; k <= degree; k++) {
    double cost = by * w->stretch.scales[k];
    gap->c[k] -= cost;
    if (gap->degree == degree) continue;
    gap->c[k + 1] -= 2 * cost;
    gap->c[k + 2] -= cost;
  }
}

static double time_of(const bms_convex_walk *w, double part) {
  return w->stretch.ta + part * (w->stretch.tb - w->stretch.ta);
}

/* Returns the first time of the last step at which the two are apart by a margin along the plane that led, `gap` being
   that along it; infinity if they are not. */
static double apart_from(const approach *s, const bms_convex_walk *w, const bms_polynomial *gap) {
  bms_convex_stretch then;
  bms_polynomial less = *gap;
  double largest = -INFINITY, margin = APART * w->instant.error;
  for (int k = 0; k <= gap->degree; k++) largest = bms_max(largest, gap->c[k]);
  if (!(largest > 0)) return INFINITY;
  if (w->plane.carrier != BMS_CARRIER_BOTH) /* the normal of two edges is shorter than the scales */
    subtract_scales(w, margin, &less);
  else if (!gap_of_plane(s, w, margin, &less))
    return INFINITY;
  for (int k = 0; k <= less.degree; k++) less.c[k] = 0 - less.c[k];
  double part = bms_clip_positive_until(&less), t = time_of(w, part);
  if (!(part < 1 && t < w->t)) return INFINITY;
  bms_convex_stretch_over(&s->pair, t, t, &then);
  return bms_separating_plane_clearance(&then, &w->plane) > APART / 2 * w->instant.error ? t : INFINITY;
}

/* Returns true if a gap, in parts of the scales, is nowhere farther from its first value than this. */
static bool varies_less(const bms_convex_walk *w, const bms_polynomial *gap, double by) {
  bms_polynomial change = *gap;
  int degree = w->stretch.degree_a + w->stretch.degree_b;
  double least = w->stretch.scales[0];
  for (int k = 1; k <= degree; k++) least = bms_min(least, w->stretch.scales[k] / bms_binomial[degree][k]);
  subtract_scales(w, gap->c[0] / w->stretch.scales[0], &change);
  for (int k = 1; k <= gap->degree; k++)
    if (!(fabs(change.c[k] / bms_binomial[gap->degree][k]) <= by * least)) return false;
  return true;
}

/* Returns a time of the last step that is to be checked: at which the gap along the plane that led is greater than
   before, and falls after it, or the depth is less by a part of itself; infinity if there is none. */
static double change_of(const bms_convex_walk *w, const bms_polynomial *gap) {
  const bms_polynomial scales = bms_polynomial_of(w->stretch.degree_a + w->stretch.degree_b, w->stretch.scales);
  double margin = SLIDING / 4 * w->instant.error, best = -INFINITY, first = 0, last = 0, at = 0;
  if (!(w->t > w->stretch.ta) || varies_less(w, gap, margin)) return INFINITY;
  double end = (w->t - w->stretch.ta) / (w->stretch.tb - w->stretch.ta);
  for (int k = 0; k <= PLACES; k++) {
    last = bms_polynomial_value(gap, end * k / PLACES) / bms_polynomial_value(&scales, end * k / PLACES);
    if (k == 0) first = last;
    if (last > first + bms_max(margin, CHANGE * fabs(first))) return time_of(w, end * k / PLACES);
    if (!(last > best)) continue;
    best = last;
    at = end * k / PLACES;
  }
  return best > first + margin && best > last + margin ? time_of(w, at) : INFINITY;
}

/* Goes through the contact that begins at s->begin, to where it is deeper than this and than it has been.  On return
   w->t is when it ends. */
static ending pass(approach *s, bool at_all, bms_convex_walk *w) {
  for (int i = 0; i < MAX_STEPS; i++) {
    bool leads = bms_convex_walk_once(w);
    double gap = gap_of(s, w), apart = w->looked > s->begin && gap > APART * w->instant.error ? w->looked : INFINITY;
    if (apart == INFINITY && -gap < s->least) {
      s->least = bms_max(-gap, 0);
      shrink(&s->pair, level(s, at_all, w->instant.error), &s->less);
    }
    if (apart == INFINITY && !leads) return DEEPENS;
    bms_polynomial along;
    bool told = apart == INFINITY && gap_of_plane(s, w, 0, &along);
    if (told) apart = apart_from(s, w, &along);
    if (apart < INFINITY) {
      w->t = apart;
      return PARTS;
    }
    double change = told ? change_of(w, &along) : INFINITY;
    if (change < w->t && change > w->looked) {
      w->t = change;
      w->reach = s->pair.t1 - change;
    }
    if (w->t >= s->pair.t1) return ENDS;
  }
  return DEEPENS;
}

static bool has_half_space(const bms_convex_pair *pair) {
  return pair->a->core == BMS_CORE_HALF_SPACE || pair->b->core == BMS_CORE_HALF_SPACE;
}

/* Returns true if the two are certainly deeper than the level at a time: the least depth is known from points. */
static bool is_deeper(const bms_convex_walk *w, double t) {
  bms_convex_walk then = *w;
  bms_convex_stretch_over(w->pair, t, t, &then.stretch);
  bms_convex_instant_of(&then.stretch, &then.instant);
  double shown = bms_convex_shown_depth(&then.instant); /* of the cores; known only if positive */
  if (shown > 0 && shown + w->pair->radius >= then.instant.error) return true;
  if (w->pair->radius < 0 && !has_half_space(w->pair)) {
    double normal[3];
    bool led = w->plane.carrier != BMS_CARRIER_NONE;
    if (led) bms_plane_normal(&then.instant, &w->plane, normal);
    return bms_convex_is_deeper(&then.instant, led ? normal : NULL, then.instant.error - w->pair->radius);
  }
  then.t = t;
  bms_convex_walk_look(&then, t);
  double deepest = then.closest.depth > 0 ? -then.closest.depth : then.closest.distance;
  return deepest - then.pair->radius + then.instant.error <= 0;
}

/* Returns a time after w->t at which the two are certainly deeper than the level; infinity if none is found. */
static double deeper_after(const bms_convex_walk *w, double speed) {
  double t1 = w->pair->t1, ahead = bms_max(bms_convex_ahead(w, speed), 4 * w->pair->time_error);
  for (int i = 0; i < MAX_LOOKS; i++, ahead *= 4) {
    double t = bms_min(w->t + ahead, t1);
    if (is_deeper(w, t)) return t;
    if (t >= t1) break;
  }
  return INFINITY;
}

/* ------------------------------------------------------------------ the answer */

/* Writes the answer for two that overlap by `depth`, less the distance, at t0, and deepen at w->t. */
static void conclude_from_start(const approach *s, const bms_convex_walk *w, double depth, double until,
                                bms_convex_contact *contact) {
  double t0 = s->pair.t0, error = w->instant.error, speed = contact->approach_speed;
  bool at_once = (w->t - t0) * speed <= AT_ONCE * SLIDING * error;
  contact->t = contact->t_lower = at_once ? t0 : w->t;
  contact->t_upper = bms_min(until, s->pair.t1);
  contact->status = until < INFINITY ? BMS_CONTACT : BMS_UNRESOLVED;
  if (!at_once || until == INFINITY) return;
  contact->status = depth > SLIDING * error ? BMS_OVERLAPPING : BMS_TOUCHING;
}

/* Writes the answer for a contact that begins at w->t > t0 and is deep enough at `until`; infinity: perhaps never. */
static void conclude_between(const approach *s, bms_convex_walk *w, double until, bms_convex_contact *contact) {
  bms_convex_conclude(s->query, w, contact);
  if (contact->status == BMS_CONTACT || until == INFINITY) return;
  contact->status = BMS_CONTACT;
  contact->t_upper = until;
}

/* Writes the answer for a contact that deepens at v->t; w has led to its beginning, and it is `begins` deep there. */
static void conclude(approach *s, bms_convex_walk *w, double begins, bms_convex_walk *v, bms_convex_contact *contact) {
  double distance = s->pair.radius - (s->query->a.radius + s->query->b.radius);
  bms_convex_describe(s->query, v, contact);
  double until = deeper_after(v, contact->approach_speed);
  if (s->begin > s->pair.t0) {
    conclude_between(s, w, until, contact);
    return;
  }
  if (level(s, false, v->instant.error) > level(s, true, v->instant.error)) { /* when has it begun to get deeper? */
    s->least = begins;
    shrink(&s->pair, level(s, true, v->instant.error), &s->less);
    begin_at(&s->less, s->begin, v, v);
    (void)pass(s, true, v);
    if (v->looked != v->t) bms_convex_walk_look(v, v->t);
    bms_convex_describe(s->query, v, contact);
  }
  conclude_from_start(s, v, begins - distance, until, contact);
}

/* Returns how deep the two are where they are in contact at t0. */
static double depth_at_start(const approach *s, bms_convex_walk *w) {
  if (!w->leaves && bms_convex_cores_meet(&w->instant, &w->closest)) bms_convex_way_out(&w->instant, NULL, &w->closest);
  return bms_max(0 - gap_of(s, w), 0);
}

static bms_status separated(const bms_convex_pair *pair, bms_convex_contact *contact) {
  contact->t = contact->t_lower = contact->t_upper = pair->t1;
  return contact->status = BMS_SEPARATED;
}

/* Answers for a contact that certainly is deep enough when its speed has brought it there; returns false for others. */
static bool deepens_soon(const approach *s, bms_convex_walk *w, double begins, bms_convex_contact *contact) {
  bms_convex_walk v = *w;
  if (w->looked != w->t) return false;
  bms_convex_describe(s->query, w, contact);
  double speed = contact->approach_speed, way = s->pair.radius - s->less.radius - begins;
  double ahead = SURELY * (way + 2 * SLIDING * w->instant.error) / speed;
  if (!(speed > 0 && w->t + ahead <= s->pair.t1 && ahead <= SOON * (s->pair.t1 - s->pair.t0))) return false;
  v.pair = &s->less;
  if (!is_deeper(&v, w->t + ahead)) return false;
  if (w->t > s->pair.t0) {
    conclude_between(s, w, w->t + ahead, contact);
    return true;
  }
  contact->t = contact->t_lower = w->t;
  contact->t_upper = w->t + ahead;
  double distance = s->pair.radius - (s->query->a.radius + s->query->b.radius);
  contact->status = begins - distance > SLIDING * w->instant.error ? BMS_OVERLAPPING : BMS_TOUCHING;
  return true;
}

/* Goes on along the plane that has shown that the two part, as far as it leads. */
static void follow_parting(bms_convex_walk *w) {
  bms_convex_stretch_over(w->pair, w->t, w->pair->t1, &w->stretch);
  w->t = bms_max(w->t, bms_separating_plane_clear_until(&w->stretch, &w->plane));
  w->reach = w->pair->t1 - w->t;
}

/* Goes from contact to contact. */
static bms_status search(approach *s, bms_convex_contact *contact) {
  bms_convex_walk w, v;
  bms_convex_walk_begin(&s->pair, &w);
  w.overlaps = true;
  for (int i = 0; i < MAX_CONTACTS; i++) {
    if (bms_convex_walk_on(&w)) return separated(&s->pair, contact);
    double begins = w.t > s->pair.t0 ? 0 : depth_at_start(s, &w);
    s->begin = w.t;
    s->least = begins;
    shrink(&s->pair, level(s, false, w.instant.error), &s->less);
    if (deepens_soon(s, &w, begins, contact)) return contact->status;
    begin_at(&s->less, w.t, &w, &v);
    v.instant = w.instant;
    v.closest = w.closest;
    v.known = w.looked == w.t && !(w.t > s->pair.t0);
    ending end = pass(s, false, &v);
    if (end == ENDS) return separated(&s->pair, contact);
    if (end == DEEPENS) {
      conclude(s, &w, begins, &v, contact);
      return contact->status;
    }
    begin_at(&s->pair, v.t, &v, &w);
    follow_parting(&w);
    if (w.t >= s->pair.t1) return separated(&s->pair, contact);
  }
  contact->t = contact->t_lower = w.t;
  contact->t_upper = s->pair.t1;
  return contact->status = BMS_UNRESOLVED;
}

/* Returns true if a plane bounds the depth by what does not count over the whole interval. */
static bool plane_holds(const approach *s) {
  bms_convex_pair less;
  bms_convex_stretch stretch;
  if (s->rule->plane == NULL) return false;
  shrink(&s->pair, s->rule->depth, &less);
  bms_convex_stretch_over(&less, less.t0, less.t1, &stretch);
  return bms_separating_plane_clear_until(&stretch, s->rule->plane) >= less.t1;
}

static bool is_length(double x) {
  return x >= 0 && x < INFINITY;
}

static bms_status approach_in_frame(const bms_convex_query *query, const bms_convex_approach *rule,
                                    bms_convex_contact *contact) {
  approach s = {.query = query, .rule = rule};
  *contact = (bms_convex_contact){.status = BMS_INVALID, .where = BMS_PART_QUERY, .reason = BMS_NEARNESS_NEGATIVE};
  if (!is_length(rule->distance) || !is_length(rule->depth) || !is_length(rule->slack)) return contact->status;
  contact->reason = bms_convex_prepare(query, &s.pair, &contact->where);
  if (contact->reason != BMS_VALID) return contact->status;
  bms_convex_pair asked = s.pair;
  shrink(&asked, -rule->distance, &s.pair);
  s.pair.nearness = 0;
  if (!(s.pair.t0 < s.pair.t1) || bms_convex_spheres_apart(&s.pair) || plane_holds(&s))
    return separated(&s.pair, contact);
  return search(&s, contact);
}

bms_status bms_convex_first_approach(const bms_convex_query *query, const bms_convex_approach *rule,
                                     bms_convex_contact *contact) {
  if (query->motion_a.origin == 0 && query->motion_b.origin == 0) return approach_in_frame(query, rule, contact);
  bms_convex_query entered;
  bms_frame frame;
  if (!bms_convex_enter_query(query, &entered, &frame, contact)) return BMS_INVALID;
  (void)approach_in_frame(&entered, rule, contact);
  bms_convex_leave(&frame, contact);
  return contact->status;
}
