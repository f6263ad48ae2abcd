/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The judge's pairs: whose cores have met, and how deep boxes overlap at the end of a frame.
 *
 * Along the axis of the widest gap g the cores approach each other by at most a speed s, so they cannot meet before
 * g / s: that is when the next look is taken.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge_parts.h"

/* Checks a pair in a frame. */
enum { MOST_LOOKS = 50000 };
/* Between two looks cores may move by this part of the thinner one's shortest side. */
static const double FINEST = 1.0 / 32;
/* The part of a shortest side that the core of what can move is smaller by on every face, against what cannot: 0.248 of
   the plugin at its highest level for cores that are apart, 1 + 1/128, and room for rounding. */
static const double ALLOWANCE = 0.2505;

/* ------------------------------------------------------------------ bounds */

/* Adds where the box is during a part of its body's way: it goes straight, and its points go along arcs of up to `turn`
   radians about the body's origin, which leave their chord by no more than a sagitta. */
static void add_bounds(judged_box *box, const pose *from, const pose *to, double turn, double reach) {
  placed_box at[2] = {solid_place(&box->whole, from), solid_place(&box->whole, to)};
  double sagitta = reach * (1 - cos(turn / 2));

  for (int i = 0; i < 3; i++) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int end = 0; end < 2; end++) {
      double extent = 0, own = at[end].centre[i] - (end ? to : from)->x[i];
      for (int k = 0; k < 3; k++) extent += fabs(at[end].axis[k][i]) * at[end].half[k];
      low = fmin(low, own - extent);
      high = fmax(high, own + extent);
    }
    box->low[i] = fmin(box->low[i], fmin(from->x[i], to->x[i]) + low - sagitta);
    box->high[i] = fmax(box->high[i], fmax(from->x[i], to->x[i]) + high + sagitta);
  }
}

/* Returns the angle by which the body turns on a leg. */
static double turn_of_leg(const leg *l) {
  double square = 0;

  for (int i = 0; i < 3; i++) square += l->angular[i] * l->angular[i];
  return 2 * atan(l->stop * sqrt(square) / 2);
}

static void set_bounds(const judge *j, judged_box *box) {
  const judged_body *body = &j->bodies[box->body];
  const pose *end = timeline_end(&body->way);

  for (int i = 0; i < 3; i++) box->low[i] = HUGE_VAL;
  for (int i = 0; i < 3; i++) box->high[i] = -HUGE_VAL;
  add_bounds(box, &body->way.start, &body->way.start, 0, body->reach);
  for (int i = 0; i < body->way.count; i++) {
    const leg *l = &body->way.legs[i];
    pose to = pose_between(&l->from, &l->to, l->stop);
    add_bounds(box, &l->from, &to, turn_of_leg(l), body->reach);
  }
  add_bounds(box, end, end, 0, body->reach);
  box->last = solid_place(&box->whole, end);
}

/* ------------------------------------------------------------------ cores */

/* Returns a bound of how fast the gap along a direction of length 1, from a to b, closes until the courses change. */
static double closing_speed(const placed_box *a, const course *way_a, const placed_box *b, const course *way_b,
                            const double axis[3]) {
  double speed =
      turning_speed(a, way_a->at.x, way_a->angular, axis) + turning_speed(b, way_b->at.x, way_b->angular, axis);

  for (int i = 0; i < 3; i++) speed += (way_a->velocity[i] - way_b->velocity[i]) * axis[i];
  return speed;
}

static bool is_dynamic(const judge *j, const judged_box *box) {
  dBodyID body = j->bodies[box->body].body;

  return body && !dBodyIsKinematic(body);
}

/* The cores of two boxes against each other: see judge.h. */
typedef struct two_cores {
  solid a, b;
} two_cores;

static two_cores cores_of(const judge *j, const judged_box *a, const judged_box *b) {
  bool moves_a = is_dynamic(j, a), moves_b = is_dynamic(j, b);
  double half = ALLOWANCE * fmin(a->thin, b->thin) / 2;
  double less_a = moves_a && moves_b ? half : moves_a * ALLOWANCE * a->thin;
  double less_b = moves_a && moves_b ? half : moves_b * ALLOWANCE * b->thin;

  return (two_cores){solid_shrunk(&a->whole, less_a), solid_shrunk(&b->whole, less_b)};
}

/* Returns true if the cores share a point at some time of the frame. */
static bool cores_meet(judge *j, const judged_box *a, const judged_box *b) {
  two_cores core = cores_of(j, a, b);
  const timeline *line_a = &j->bodies[a->body].way, *line_b = &j->bodies[b->body].way;
  double finest = FINEST * fmin(solid_shortest_half(&core.a), solid_shortest_half(&core.b)), time = 0, axis[3];

  for (int looks = 0; looks < MOST_LOOKS; looks++) {
    course way_a = timeline_at(line_a, time), way_b = timeline_at(line_b, time);
    placed_box at_a = solid_place(&core.a, &way_a.at), at_b = solid_place(&core.b, &way_b.at);
    double gap = boxes_gap(&at_a, &at_b, axis), next = fmin(way_a.until, way_b.until);
    double speed = closing_speed(&at_a, &way_a, &at_b, &way_b, axis);
    if (gap < 0) return true;
    if (speed > 0) next = fmin(next, time + fmax(gap, finest) / speed);
    if (!(next < HUGE_VAL)) return false; /* both stand to the end */
    time = fmax(next, nextafter(time, HUGE_VAL));
  }
  j->frame.unsettled++;
  return false;
}

static bool starts_inside(const judge *j, const judged_box *a, const judged_box *b) {
  two_cores core = cores_of(j, a, b);
  placed_box at_a = solid_place(&core.a, &j->bodies[a->body].way.start);
  placed_box at_b = solid_place(&core.b, &j->bodies[b->body].way.start);

  return boxes_gap(&at_a, &at_b, NULL) < 0;
}

static bool refused(const judge *j, dGeomID o1, dGeomID o2) {
  dBodyID body1 = dGeomGetBody(o1), body2 = dGeomGetBody(o2);

  if (body1 && body2 && dAreConnectedExcluding(body1, body2, dJointTypeContact)) return true;
  return j->refusal != NULL && j->refusal(j->data, o1, o2);
}

static void count_meeting(judge *j, const judged_box *a, const judged_box *b, unsigned char *known) {
  if (starts_inside(j, a, b)) {
    *known |= PAIR_INSIDE;
    return;
  }
  *known &= (unsigned char)~PAIR_INSIDE;
  if (*known & PAIR_COUNTED || !cores_meet(j, a, b) || refused(j, a->geom, b->geom)) return;
  *known |= PAIR_COUNTED;
  j->frame.met++;
}

/* ------------------------------------------------------------------ depths */

static void note_depth(judge *j, const judged_box *a, const judged_box *b) {
  double depth = -boxes_gap(&a->last, &b->last, NULL) / fmin(a->thin, b->thin);

  if (depth > j->frame.depth && !refused(j, a->geom, b->geom)) j->frame.depth = depth;
}

static void note_depth_in_plane(judge *j, const judged_box *box, const judged_plane *plane) {
  double depth = plane->d;

  for (int i = 0; i < 3; i++) depth -= plane->n[i] * box->last.centre[i];
  for (int k = 0; k < 3; k++) {
    double along = 0;
    for (int i = 0; i < 3; i++) along += plane->n[i] * box->last.axis[k][i];
    depth += fabs(along) * box->whole.half[k];
  }
  if (depth > j->frame.depth * box->thin && !refused(j, box->geom, plane->geom)) j->frame.depth = depth / box->thin;
}

/* ------------------------------------------------------------------ all pairs */

static bool can_be_in_contact(const judge *j, const judged_box *a, const judged_box *b) {
  if (a->body == b->body || !(is_dynamic(j, a) || is_dynamic(j, b))) return false;
  return (dGeomGetCategoryBits(a->geom) & dGeomGetCollideBits(b->geom)) != 0 ||
         (dGeomGetCategoryBits(b->geom) & dGeomGetCollideBits(a->geom)) != 0;
}

static bool bounds_overlap(const judged_box *a, const judged_box *b) {
  for (int i = 0; i < 3; i++) {
    if (a->low[i] > b->high[i] || b->low[i] > a->high[i]) return false;
  }
  return true;
}

static void judge_pair(judge *j, int a, int b) {
  judged_box *box_a = &j->boxes[a < b ? a : b], *box_b = &j->boxes[a < b ? b : a];
  size_t low = (size_t)(a < b ? a : b), high = (size_t)(a < b ? b : a);

  if (!bounds_overlap(box_a, box_b) || !can_be_in_contact(j, box_a, box_b)) return;
  count_meeting(j, box_a, box_b, &j->pair[high * (high - 1) / 2 + low]);
  int passages = judge_passages(j, box_a, box_b) + judge_passages(j, box_b, box_a);
  if (passages > 0 && !refused(j, box_a->geom, box_b->geom)) j->frame.through += passages;
  note_depth(j, box_a, box_b);
}

/* Sorts by the order of the frame before, which is nearly right. */
static void sort_by_low(judge *j) {
  for (int i = 1; i < j->box_count; i++) {
    int box = j->order[i], k = i;
    for (; k > 0 && j->boxes[j->order[k - 1]].low[0] > j->boxes[box].low[0]; k--) j->order[k] = j->order[k - 1];
    j->order[k] = box;
  }
}

void judge_pairs(judge *j) {
  for (int i = 0; i < j->box_count; i++) {
    set_bounds(j, &j->boxes[i]);
    for (int k = 0; k < j->plane_count && is_dynamic(j, &j->boxes[i]); k++) {
      note_depth_in_plane(j, &j->boxes[i], &j->planes[k]);
    }
  }
  sort_by_low(j);
  for (int i = 0; i < j->box_count; i++) {
    double end = j->boxes[j->order[i]].high[0];
    for (int k = i + 1; k < j->box_count && j->boxes[j->order[k]].low[0] <= end; k++) {
      judge_pair(j, j->order[i], j->order[k]);
    }
  }
}
