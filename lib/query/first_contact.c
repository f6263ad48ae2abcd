/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Finds the first contact and the first approach: checks the query, walks along the route, asks exact arithmetic about
 * what the walk leaves open, and describes the boxes at the time that was found.
 *
 *   rigid_fast.c        answers most queries: solid boxes in rigid motion that meet in an ordinary way
 *   homogeneous_fast.c  answers such queries where a matrix moves one box or both
 *   validate.c          decides which queries have an answer
 *   relative.c          puts the two motions side by side
 *   walk.c              visits sections and planes of the route lazily, in doubles beyond their error bounds
 *   exact_plane_root.c  finds the doubles around a contact that the walk is sure of, if it cannot
 *   exact_contact.c     goes on in exact arithmetic from the time up to which the walk has proved that they are apart
 *   exact_approach.c    does so for the first approach
 *   answer.c            finds the pair of features, the normal and the contact patch
 *
 * One walk in doubles, fast or not, serves both questions: a first contact that it is certain of is the crossing of one
 * plane, with a slope that is certainly not zero, while all other gaps are certainly negative. The boxes overlap right
 * after it if the gap along that axis is the plane there. The gap may differ from the plane where all radii are zero:
 * when a point crosses a plate, the distance changes its sign, and its absolute value is positive again. A box that is
 * not flat has a radius along every axis, and the distance from a half-space is not an absolute value.
 */

#include "numeric/arithmetic.h"

#include "query/first_contact.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "answer/answer.h"
#include "exact/exact_approach.h"
#include "exact/exact_contact.h"
#include "exact/exact_plane_root.h"
#include "fast/homogeneous/homogeneous_fast.h"
#include "fast/rigid/rigid_fast.h"
#include "motion/origin.h"
#include "numeric/compiler.h"
#include "validate/scale.h"
#include "validate/validate.h"
#include "certified/walk.h"

/* The question that is asked; GOAL_TIME is about the first contact, too. */
typedef enum goal { GOAL_CONTACT, GOAL_APPROACH, GOAL_TIME } goal;

/* Returns true if doubles can hold the answer's place. Numbers of 1e95 over a weight of 1e-308 are legal, and exact
   arithmetic finds the time for them. */
static bool is_finite(const bms_contact *contact) {
  bool finite = isfinite(contact->approach_speed);
  for (int r = 0; r < 3; r++) {
    finite = finite && isfinite(contact->normal[r]);
    for (int i = 0; i < contact->point_count; i++) finite = finite && isfinite(contact->point[i][r]);
  }
  return finite;
}

static void answer_contact(const bms_query *query, const bms_relative *relative, bms_status status,
                           const bms_enclosure *time, const bms_axis_signs *signs, int count, bms_contact *contact) {
  if (relative->half_space != NULL)
    bms_answer_half_space(relative->half_space, &query->b, status, time, signs, contact);
  else
    bms_answer_boxes(&query->a, &query->b, status, time, signs, count, contact);
  if (!is_finite(contact)) bms_answer_invalid(BMS_OUT_OF_RANGE, BMS_PART_QUERY, contact);
}

/* Returns the signs along the normal of a half-space. */
static bms_axis_signs signs_of_half_space(const bms_relative *relative, double t) {
  bms_axis_gap gap;
  bms_greatest_gap_at(relative, t, &gap);
  return gap.signs;
}

/* Returns the axes that need no check in addition to a face that covers: all but the faces before it, which name a tie
   by rule 1 of ties (bms.h). */
static unsigned implied_by(int face) {
  return BMS_ALL_AXES & ~((2u << face) - 1);
}

/* Asks exact arithmetic, from the time on at which the walk has ended. */
static void ask_exactly(const bms_query *query, const bms_half_space *half_space, const bms_relative *prepared,
                        goal wanted, const bms_walk_result *walk, bms_exact_answer *exact) {
  double t0 = query->t0, t1 = query->t1, t_from = walk->t_lower;
  if (half_space != NULL && wanted == GOAL_APPROACH) {
    bms_exact_first_approach_half_space(half_space, &query->b, t0, t1, t_from, exact);
  } else if (half_space != NULL) {
    bms_exact_first_contact_half_space(half_space, &query->b, t0, t1, t_from, exact);
  } else if (wanted == GOAL_APPROACH) {
    bms_exact_first_approach(query, t_from, exact);
  } else {
    bool at_start = walk->apart < 0 && walk->doubtful != 0;
    if (at_start && bms_exact_contact_at_start(query, walk->doubtful, walk->face, exact) != BMS_UNRESOLVED) return;
    bms_exact_known known = {.apart = at_start ? walk->face : walk->apart, .until = walk->t_upper};
    known.relative = prepared;
    known.grazes = walk->grazes;
    if (walk->apart >= 0 && walk->doubtful != 0) known.inside = BMS_ALL_AXES & ~walk->doubtful;
    if (at_start && walk->face >= 0) known.inside = implied_by(walk->face);
    bms_exact_first_contact_known(query, t_from, &known, exact);
  }
}

/* `shown` is the query, of which the answer's normal and points are; `relative` is that prepared, in range or not. */
static void answer_exactly(const bms_query *query, const bms_query *shown, const bms_relative *relative, bool in_range,
                           goal wanted, const bms_walk_result *walk, bms_contact *contact) {
  const bms_half_space *half_space = relative->half_space;
  bms_exact_answer exact;
  ask_exactly(query, half_space, in_range ? relative : NULL, wanted, walk, &exact);
  if (exact.contradiction) {
    bms_answer_none(BMS_UNRESOLVED, query->t0, query->t1, contact);
    contact->reason = BMS_CONTRADICTION;
    return;
  }
  if (exact.status == BMS_SEPARATED || exact.status == BMS_UNRESOLVED) {
    bms_answer_none(exact.status, exact.t_lower, exact.t_upper, contact);
    return;
  }
  bms_axis_signs signs[BMS_AXES]; /* in the order of rule 1 of ties (bms.h) */
  int count = 0;
  if (exact.status == BMS_OVERLAPPING && half_space != NULL) signs[count++] = signs_of_half_space(relative, query->t0);
  for (int axis = 0; exact.status != BMS_OVERLAPPING && axis < BMS_AXES; axis++)
    if (exact.axes >> axis & 1) signs[count++] = exact.signs[axis];
  bms_enclosure time = {exact.t_lower, exact.t, exact.t_upper};
  answer_contact(shown, relative, exact.status, &time, signs, count, contact);
}

/* Returns true if the time of a contact that the walk has enclosed is a double, or was made one. */
static bool settle_time(const bms_query *query, const bms_half_space *half_space, bms_walk_result *walk) {
  bms_exact_plane_time time;
  if (!isnan(walk->t)) return true;
  if (!bms_exact_plane_root(query, half_space, &walk->signs, walk->t_lower, walk->t_upper, &time)) return false;
  walk->t_lower = time.t_lower;
  walk->t_upper = time.t_upper;
  walk->t = time.t;
  return true;
}

/* Answers if the walk has enclosed a contact, with the planes in the order of rule 1 of ties (bms.h), as
   answer_exactly() does. */
static void answer_walk_contact(const bms_query *query, const bms_relative *relative, const bms_walk_result *walk,
                                bms_contact *contact) {
  bms_enclosure time = {walk->t_lower, walk->t, walk->t_upper};
  bms_axis_signs signs[BMS_AXES];
  int count = 0;
  for (int axis = 0; axis < BMS_AXES; axis++) {
    if (walk->signs.axis == axis) signs[count++] = walk->signs;
    for (int i = 0; i < walk->ties; i++)
      if (walk->tied[i].axis == axis) signs[count++] = walk->tied[i];
  }
  answer_contact(query, relative, BMS_CONTACT, &time, signs, count, contact);
}

static bool is_flat(const bms_box *box) {
  return !(box->min[0] < box->max[0] && box->min[1] < box->max[1] && box->min[2] < box->max[2]);
}

static bool both_flat(const bms_query *query) {
  return is_flat(&query->a.box) && is_flat(&query->b.box);
}

static void answer(const bms_query *query, const bms_relative *relative, bool in_range, goal wanted,
                   const bms_walk_begun *begun, bms_contact *contact) {
  bms_walk_result walk = {.end = BMS_WALK_OPEN, .apart = -1, .face = -1, .t_lower = query->t0};
  if (in_range) bms_walk(relative, begun, &walk);
  bool crossed = relative->half_space == NULL && both_flat(query);
  if (wanted == GOAL_APPROACH && walk.end == BMS_WALK_CONTACT && crossed) walk.end = BMS_WALK_OPEN;
  if (walk.end == BMS_WALK_CONTACT && !settle_time(query, relative->half_space, &walk)) walk.end = BMS_WALK_OPEN;
  switch (walk.end) {
    case BMS_WALK_SEPARATED:
      bms_answer_none(BMS_SEPARATED, query->t1, query->t1, contact);
      break;
    case BMS_WALK_CONTACT:
      answer_walk_contact(query, relative, &walk, contact);
      break;
    case BMS_WALK_OVERLAPPING:
      answer_contact(query, relative, BMS_OVERLAPPING, &(bms_enclosure){query->t0, query->t0, query->t0}, &walk.signs,
                     relative->half_space != NULL, contact);
      break;
    case BMS_WALK_OPEN:
      answer_exactly(query, query, relative, in_range, wanted, &walk, contact);
      break;
  }
}

/* Asks the fast tier; returns false if that leaves anything open. */
BMS_INLINE bool first_fast(const bms_query *query, bms_hint *hint, goal wanted, bms_walk_begun *begun,
                           bms_contact *contact) {
  begun->valid = false;
  begun->plane.side = 0;
  if (query->a.motion.form != BMS_MOTION_RIGID || query->b.motion.form != BMS_MOTION_RIGID)
    return bms_homogeneous_fast(query, wanted == GOAL_TIME, begun, contact) &&
           (wanted == GOAL_TIME || is_finite(contact));
  if (wanted == GOAL_TIME) return bms_rigid_fast_time(query, hint, begun, contact);
  return bms_rigid_fast(query, hint, begun, contact);
}

bool bms_first_contact_fast(const bms_query *query, bms_hint *hint, bms_walk_begun *begun, bms_contact *contact) {
  return first_fast(query, hint, GOAL_CONTACT, begun, contact);
}

BMS_INLINE bms_status first_in_frame(const bms_query *query, bms_hint *hint, goal wanted, bms_contact *contact);

/* The fast tier has left the query, or has not been asked. */
static bms_status first(const bms_query *query, goal wanted, const bms_walk_begun *begun, bms_contact *contact) {
  bms_query scaled;
  if (!begun->valid && bms_scale_motions(query, &scaled)) return first_in_frame(&scaled, NULL, wanted, contact);
  bms_part where;
  bms_reason reason = begun->valid ? BMS_VALID : bms_validate(query, &where);
  if (reason != BMS_VALID) {
    bms_answer_invalid(reason, where, contact);
    return BMS_INVALID;
  }
  bms_relative relative;
  bool in_range = bms_relative_prepare(query, &relative);
  if (in_range) bms_relative_sharpen(&relative);
  answer(query, &relative, in_range, wanted, begun, contact);
  return contact->status;
}

bms_status bms_first_contact_scalar(const bms_query *query, bms_contact *contact) {
  return first(query, GOAL_CONTACT, &(bms_walk_begun){.valid = false}, contact);
}

/* Answers a query whose motions count from the same origin as the query. */
BMS_INLINE bms_status first_in_frame(const bms_query *query, bms_hint *hint, goal wanted, bms_contact *contact) {
  bms_walk_begun begun;
  bool fast = first_fast(query, hint, wanted, &begun, contact);
  if (fast && (wanted != GOAL_APPROACH || contact->status != BMS_CONTACT || !both_flat(query))) return contact->status;
  return first(query, wanted, &begun, contact);
}

/* Answers a query of a frame whose motions have different origins: exact arithmetic alone knows them. */
static void first_apart(const bms_query *query, goal wanted, bms_contact *contact) {
  bms_part where;
  bms_reason reason = bms_validate(query, &where);
  if (reason != BMS_VALID) {
    bms_answer_invalid(reason, where, contact);
    return;
  }
  bms_relative relative;
  bms_query shown = bms_query_at_zero(query);
  bms_walk_result walk = {.end = BMS_WALK_OPEN, .apart = -1, .face = -1, .t_lower = query->t0};
  (void)bms_relative_prepare(&shown, &relative);
  answer_exactly(query, &shown, &relative, false, wanted, &walk, contact);
}

/* Answers a query that is not its own frame. */
static bms_status first_elsewhere(const bms_query *query, bms_hint *hint, goal wanted, bms_contact *contact) {
  bms_frame frame;
  bms_part where;
  bms_reason reason = bms_frame_of(query, &frame, &where);
  if (reason != BMS_VALID)
    bms_answer_invalid(reason, where, contact);
  else if (frame.apart && !bms_frame_unite(&frame))
    first_apart(&frame.query, wanted, contact);
  else
    (void)first_in_frame(&frame.query, hint, wanted, contact);
  bms_frame_leave(&frame, contact);
  return contact->status;
}

bms_status bms_first_contact_hinted(const bms_query *query, bms_hint *hint, bms_contact *contact) {
  if (!bms_is_frame(query)) return first_elsewhere(query, hint, GOAL_CONTACT, contact);
  return first_in_frame(query, hint, GOAL_CONTACT, contact);
}

bms_status bms_first_contact(const bms_query *query, bms_contact *contact) {
  return bms_first_contact_hinted(query, NULL, contact);
}

bms_status bms_first_contact_time(const bms_query *query, bms_hint *hint, bms_contact *contact) {
  if (!bms_is_frame(query)) return first_elsewhere(query, hint, GOAL_TIME, contact);
  return first_in_frame(query, hint, GOAL_TIME, contact);
}

bms_status bms_first_approach(const bms_query *query, bms_contact *contact) {
  if (!bms_is_frame(query)) return first_elsewhere(query, NULL, GOAL_APPROACH, contact);
  return first_in_frame(query, NULL, GOAL_APPROACH, contact);
}

static bms_status first_half_space(const bms_half_space *a, const bms_body *b, double t0, double t1, goal wanted,
                                   bms_contact *contact) {
  bms_part where;
  bms_reason reason = bms_validate_half_space(a, b, t0, t1, &where);
  if (reason != BMS_VALID) {
    bms_answer_invalid(reason, where, contact);
    return BMS_INVALID;
  }
  bms_relative relative;
  bms_query query = {.t0 = t0, .t1 = t1, .b = *b};
  (void)bms_scale_motion(&b->motion, t0, t1, &query.b.motion);
  bool in_range = bms_relative_prepare_half_space(a, &query.b, t0, t1, &relative);
  answer(&query, &relative, in_range, wanted, NULL, contact);
  return contact->status;
}

static bms_status first_half_space_of(const bms_half_space *a, const bms_body *b, double t0, double t1, goal wanted,
                                      bms_contact *contact) {
  if (b->motion.origin == 0) return first_half_space(a, b, t0, t1, wanted, contact);
  bms_frame frame;
  bms_part where;
  bms_reason reason = bms_frame_of_body(b, t0, t1, &frame, &where);
  if (reason != BMS_VALID) {
    bms_answer_invalid(reason, where, contact);
    return BMS_INVALID;
  }
  (void)first_half_space(a, &frame.query.b, frame.query.t0, frame.query.t1, wanted, contact);
  bms_frame_leave(&frame, contact);
  return contact->status;
}

bms_status bms_half_space_first_contact(const bms_half_space *a, const bms_body *b, double t0, double t1,
                                        bms_contact *contact) {
  return first_half_space_of(a, b, t0, t1, GOAL_CONTACT, contact);
}

bms_status bms_half_space_first_approach(const bms_half_space *a, const bms_body *b, double t0, double t1,
                                         bms_contact *contact) {
  return first_half_space_of(a, b, t0, t1, GOAL_APPROACH, contact);
}

const char *bms_status_name(bms_status status) {
  switch (status) {
    case BMS_SEPARATED:
      return "separated";
    case BMS_CONTACT:
      return "contact";
    case BMS_TOUCHING:
      return "touching";
    case BMS_OVERLAPPING:
      return "overlapping";
    case BMS_UNRESOLVED:
      return "unresolved";
    case BMS_INVALID:
      break;
  }
  return "invalid";
}
