/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The judge's bodies: the way of each in a frame.
 *
 * A step that a body has made is known for good only when the next begins, or the frame ends: until then a library may
 * put the body back.  Steps follow each other in the time of the frame.  If only bodies move that had been put back and
 * are behind the others, then they catch up, and their step ends where the others have arrived.
 */

#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geom_solid.h"
#include "judge_parts.h"

/* A body is on its way if it is there to within this part of its shortest side. */
static const double ON_THE_WAY = 1e-3;
/* Times of a frame that differ by less, in frames, are the same. */
static const double SAME_TIME = 1e-9;

/* ------------------------------------------------------------------ making */

static void *grown(void *array, int count, size_t size) {
  void *larger = realloc(array, (size_t)(count + 1) * size);

  if (larger == NULL) {
    fputs("no memory for a judge\n", stderr);
    exit(2);
  }
  memset((char *)larger + (size_t)count * size, 0, size);
  return larger;
}

static pose pose_of(const judged_body *b) {
  return b->body ? body_pose(b->body) : geom_pose(b->geom);
}

static int body_of(judge *j, dGeomID geom) {
  dBodyID body = dGeomGetBody(geom);

  for (int i = j->body_count - 1; body && i >= 0; i--) {
    if (j->bodies[i].body == body) return i;
  }
  j->bodies = grown(j->bodies, j->body_count, sizeof *j->bodies);
  j->bodies[j->body_count] = (judged_body){.body = body, .geom = geom, .thin = HUGE_VAL};
  j->bodies[j->body_count].way.start = pose_of(&j->bodies[j->body_count]);
  return j->body_count++;
}

static void add_box(judge *j, dGeomID geom) {
  judged_box box = {.geom = geom, .body = body_of(j, geom), .whole = geom_solid(geom)};
  judged_body *body = &j->bodies[box.body];

  box.thin = 2 * solid_shortest_half(&box.whole);
  body->reach = fmax(body->reach, solid_reach(&box.whole));
  body->thin = fmin(body->thin, box.thin);
  j->boxes = grown(j->boxes, j->box_count, sizeof *j->boxes);
  j->boxes[j->box_count++] = box;
}

static void add_plane(judge *j, dGeomID geom) {
  judged_plane plane = {.geom = geom};
  dVector4 p;

  dGeomPlaneGetParams(geom, p);
  for (int i = 0; i < 3; i++) plane.n[i] = (double)p[i];
  plane.d = (double)p[3];
  j->planes = grown(j->planes, j->plane_count, sizeof *j->planes);
  j->planes[j->plane_count++] = plane;
}

judge *judge_new(const dGeomID *geoms, int count, judge_refusal *refusal, void *data) {
  judge *j = grown(NULL, 0, sizeof *j);

  j->refusal = refusal;
  j->data = data;
  for (int i = 0; i < count; i++) {
    if (dGeomGetClass(geoms[i]) == dBoxClass) add_box(j, geoms[i]);
    if (dGeomGetClass(geoms[i]) == dPlaneClass) add_plane(j, geoms[i]);
  }
  size_t boxes = (size_t)j->box_count;
  j->pair = calloc(boxes * boxes / 2 + 1, 1);
  j->order = calloc(boxes + 1, sizeof *j->order);
  if (j->pair == NULL || j->order == NULL) {
    fputs("no memory for the pairs of a judge\n", stderr);
    exit(2);
  }
  for (int i = 0; i < j->box_count; i++) j->order[i] = i;
  return j;
}

void judge_free(judge *j) {
  for (int i = 0; i < j->body_count; i++) timeline_free(&j->bodies[i].way);
  free(j->bodies);
  free(j->boxes);
  free(j->planes);
  free(j->pair);
  free(j->order);
  free(j);
}

/* ------------------------------------------------------------------ steps */

/* Returns when the step has begun: see the top of this file. */
static double begin_of_step(const judge *j) {
  bool late = false;

  for (int i = 0; i < j->body_count; i++) {
    const judged_body *b = &j->bodies[i];
    if (pose_equal(&b->from, &b->to)) continue;
    if (b->way.clock >= j->now - SAME_TIME * j->length) return j->now;
    late = true;
  }
  return late ? fmax(0, j->now - j->length) : j->now;
}

/* Adds the last step to the way of a body that stands at `at` now.  Returns true if it has moved. */
static bool settle_body(judge *j, judged_body *b, double begin, const pose *at) {
  bool moved = !pose_equal(&b->from, &b->to);

  if (moved) timeline_add(&b->way, begin, j->length, &b->from, &b->to);
  if (pose_equal(at, timeline_end(&b->way))) return moved;
  if (timeline_put_back(&b->way, at, b->reach, ON_THE_WAY * b->thin)) return moved && b->way.clock > begin;
  j->frame.off_path++;
  b->way.count -= moved;
  timeline_add(&b->way, begin, j->length, moved ? &b->from : timeline_end(&b->way), at);
  return true;
}

static void settle(judge *j) {
  double begin = begin_of_step(j);
  bool moved = false;

  for (int i = 0; i < j->body_count; i++) {
    judged_body *b = &j->bodies[i];
    pose at = pose_of(b);
    if (settle_body(j, b, begin, &at)) moved = true;
  }
  if (moved) j->now = fmax(j->now, begin + j->length);
  j->pending = false;
}

void judge_step_begins(judge *j, double length) {
  if (j->pending) settle(j);
  j->length = length;
  for (int i = 0; i < j->body_count; i++) j->bodies[i].from = pose_of(&j->bodies[i]);
}

void judge_step_ends(judge *j) {
  for (int i = 0; i < j->body_count; i++) j->bodies[i].to = pose_of(&j->bodies[i]);
  j->pending = true;
}

/* ------------------------------------------------------------------ pieces */

/* Counts a body that is not where its path has led it. */
static void check_place(judge *j, const judged_body *b, const pose *at) {
  if (!(pose_distance(timeline_end(&b->way), at, b->reach) <= ON_THE_WAY * b->thin)) j->frame.off_path++;
}

void judge_path(judge *j, const judge_piece *piece) {
  j->by_pieces = true;
  for (int i = 0; i < j->body_count; i++) {
    judged_body *b = &j->bodies[i];
    if (b->body != piece->body) continue;
    check_place(j, b, &piece->poses[0]);
    if (piece->from < b->way.clock - SAME_TIME * piece->length) j->frame.off_path++;
    if (!(piece->until > piece->from)) continue;
    timeline_add(&b->way, piece->from, piece->length, &piece->poses[0], &piece->poses[1]);
    timeline_cut(&b->way, (piece->until - piece->from) / piece->length);
  }
}

static void check_ends(judge *j) {
  for (int i = 0; i < j->body_count; i++) {
    pose at = pose_of(&j->bodies[i]);
    check_place(j, &j->bodies[i], &at);
  }
}

/* ------------------------------------------------------------------ frames */

void judge_frame_begins(judge *j) {
  j->now = 0;
  j->length = 1;
  j->pending = j->by_pieces = false;
  memset(&j->frame, 0, sizeof j->frame);
  for (int i = 0; i < j->body_count; i++) {
    judged_body *b = &j->bodies[i];
    b->from = pose_of(b);
    b->to = b->from;
    timeline_begin(&b->way, &b->from);
  }
}

static void count_bad_numbers(judge *j) {
  for (int i = 0; i < j->body_count; i++) {
    const pose *p = timeline_end(&j->bodies[i].way);
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += p->x[k];
    for (int k = 0; k < 4; k++) sum += p->q[k];
    if (!isfinite(sum)) j->frame.not_a_number++;
  }
}

void judge_frame_ends(judge *j) {
  if (j->by_pieces) {
    check_ends(j);
  } else {
    settle(j);
  }
  count_bad_numbers(j);
  if (j->frame.not_a_number == 0) judge_pairs(j);
  j->all.met += j->frame.met;
  j->all.through += j->frame.through;
  j->all.off_path += j->frame.off_path;
  j->all.unsettled += j->frame.unsettled;
  j->all.not_a_number += j->frame.not_a_number;
  j->all.depth += j->frame.depth;
}

const judge_count *judge_of_frame(const judge *j) {
  return &j->frame;
}

const judge_count *judge_of_all(const judge *j) {
  return &j->all;
}
