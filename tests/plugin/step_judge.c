/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * An independent judge of tunnelling.
 *
 * The gap of two boxes changes no faster than their points move, so from a gap g it takes at least (g + d) / speed
 * until they overlap by d: the next time to look.
 */

#include "step_judge.h"

#include <math.h>
#include <stddef.h>

#include "geom_solid.h"
#include "geometry.h"

/* The most looks at a pair: one that slides along at the limit would take them for ever. */
enum { LOOKS = 4000 };

static double length_of(const double v[3]) {
  return sqrt(dot(v, v));
}

/* ------------------------------------------------------------------ poses */

void step_judge_add(step_judge *j, dGeomID geom, judged_path path) {
  j->box[j->count++] = (step_box){.geom = geom, .body = dGeomGetBody(geom), .path = path, .shape = geom_solid(geom)};
}

void step_judge_before(step_judge *j) {
  for (int i = 0; i < j->count; i++) {
    step_box *box = &j->box[i];
    box->from = geom_pose(box->geom);
    for (int k = 0; k < 3 && box->body; k++) {
      box->v0[k] = (double)dBodyGetLinearVel(box->body)[k];
      box->w0[k] = (double)dBodyGetAngularVel(box->body)[k];
    }
  }
}

void step_judge_after(step_judge *j, double length) {
  j->length = length;
  for (int i = 0; i < j->count; i++) j->box[i].to = geom_pose(j->box[i].geom);
}

/* Returns the pose of the box's body at the part u of the step. */
static pose pose_at(const step_judge *j, const step_box *box, double u) {
  double turn[3];
  pose at;

  if (box->path == JUDGED_STILL) return box->from;
  for (int i = 0; i < 3; i++) turn[i] = j->length * box->w0[i];
  at = box->path == JUDGED_FINITE ? pose_turned(&box->from, &box->to, turn, u) : pose_between(&box->from, &box->to, u);
  for (int i = 0; i < 3 && box->path != JUDGED_HELD; i++) {
    double way = box->to.x[i] - box->from.x[i], start = j->length * box->v0[i];
    at.x[i] = box->from.x[i] + u * (start + u * (way - start));
  }
  return at;
}

/* Returns the gap of two boxes at the part u of the step: the greatest over the separating axes, negative if they
   overlap. */
static double gap_at(const step_judge *j, int a, int b, double u) {
  const pose pose_a = pose_at(j, &j->box[a], u), pose_b = pose_at(j, &j->box[b], u);
  const placed_box box_a = solid_place(&j->box[a].shape, &pose_a), box_b = solid_place(&j->box[b].shape, &pose_b);

  return boxes_gap(&box_a, &box_b, NULL);
}

/* ------------------------------------------------------------------ judging */

/* Returns the largest side of the two. */
static double size_of(const step_judge *j, int a, int b) {
  double size = 0;
  int i;

  for (i = 0; i < 3; i++) size = fmax(size, 2 * fmax(j->box[a].shape.half[i], j->box[b].shape.half[i]));
  return size;
}

/* Returns how far a point of the box travels per step, at most. */
static double travel(const step_judge *j, const step_box *box) {
  double way[3], start[3], turned, angle;

  if (box->path == JUDGED_STILL) return 0;
  for (int i = 0; i < 3; i++) {
    way[i] = box->to.x[i] - box->from.x[i];
    start[i] = box->path == JUDGED_HELD ? way[i] : j->length * box->v0[i];
    way[i] += way[i] - start[i]; /* the speed at the end */
  }
  pose end = pose_at(j, box, 1);
  turned = quaternion_dot(end.q, box->from.q);
  /* A linear quaternion turns by 2 atan, fastest at the start: twice the tangent of half the angle. */
  angle = box->path == JUDGED_FINITE ? length_of(box->w0) * j->length
                                     : 2 * sqrt(fmax(0, 1 - turned * turned)) / fmax(1e-9, fabs(turned));
  return fmax(length_of(start), length_of(way)) + angle * solid_reach(&box->shape);
}

/*
 * Returns 1 if the two, apart by more than `touch` times their size before the step, overlap by more than `depth` times
 * it at some time of the step.
 */
static int tunnels(const step_judge *j, int a, int b, double touch, double depth) {
  double size = size_of(j, a, b), speed = travel(j, &j->box[a]) + travel(j, &j->box[b]), u = 0;
  int look;

  if (gap_at(j, a, b, 0) <= touch * size) return 0;
  for (look = 0; look < LOOKS && u < 1; look++) {
    double gap = gap_at(j, a, b, u) + depth * size;
    if (gap < 0) return 1;
    u += fmax(gap / speed, 1.0 / LOOKS / 64);
  }
  return gap_at(j, a, b, 1) < -depth * size;
}

/* Returns the deepest overlap of a box that has a body with any other that it touches before the step, at some times of
   it. */
static double pressed(const step_judge *j, int a) {
  double depth = 0;
  int b, k;

  for (b = 0; b < j->count && j->box[a].body; b++) {
    if (j->box[a].body == j->box[b].body || gap_at(j, a, b, 0) > 0) continue;
    for (k = 0; k <= 4; k++) depth = fmax(depth, -gap_at(j, a, b, k / 4.0));
  }
  return depth;
}

/* Returns 1 if a contact can change the box's velocity. */
static int yields(const step_box *box) {
  return box->body && !dBodyIsKinematic(box->body);
}

int step_judge_count(const step_judge *j, double touch, double depth, int resting) {
  int a, b, count = 0;

  for (a = 0; a < j->count; a++) {
    for (b = a + 1; b < j->count; b++) {
      double allowed = depth;
      if (j->box[a].body == j->box[b].body) continue;
      if (!yields(&j->box[a]) && !yields(&j->box[b])) continue;
      if (resting) allowed += 3 * fmax(pressed(j, a), pressed(j, b)) / size_of(j, a, b);
      count += tunnels(j, a, b, touch, allowed);
    }
  }
  return count;
}
