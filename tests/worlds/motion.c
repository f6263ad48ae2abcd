/* SPDX-License-Identifier: BSD-3-Clause */

/* How a scene moves, compared with plain ODE that starts from the scene's own state in each frame. */

#define _POSIX_C_SOURCE 200809L /* clock_gettime(); must precede the first include */

#include "motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "solid.h"
#include "twin.h"

/* A tenth of what a body's speed or gravity gives is noticed; see motion.h. */
static const double NOTICED = 0.1, G = 9.81;
static const double HANGING = 0.03, RESTED = 0.01, REST_TIME = 0.5, FALL_TIME = 1;
/* A scene in which more than this part of the bodies moves has not settled. */
static const double RESTLESS = 0.05;

/* ------------------------------------------------------------------ worlds in step */

/* A world and its state of ODE's random numbers, which all worlds draw from. */
typedef struct lane {
  scene *s;
  unsigned long seed;
} lane;

enum { OWN, TRUE_TWIN, GENTLE_TWIN, PLAIN_TWIN, SOLVED_TWIN, LANES };

/* A body that has stood still for so many frames is compared with the twin `solved`. */
enum { DOUBTED_ROW = 3, SOLVED_ITERATIONS = 1000 };

/* Frames in a row in which a body, and the twin `plain` of it, stood still while a twin moved. */
typedef struct rows {
  int own, plain;
} rows;

typedef struct body_state {
  dBodyID body[LANES];
  pose start;
  double radius, speed; /* m, m/s: of the six numbers */
  double rest_at[3];    /* half a second before the end */
  rows held, missing;
} body_state;

typedef struct gauge {
  lane lanes[LANES];
  int lane_count;
  bool solved; /* the twin `solved` has made the present frame */
  body_state *bodies;
  int count;
  double lowest; /* energy so far */
  double *ratio; /* of prices */
  double own_time, plain_time;
  motion m;
} gauge;

static double now(void) {
  struct timespec t;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *cleared(size_t count, size_t size) {
  void *room = calloc(count, size);

  if (room == NULL) {
    fputs("no memory to measure a scene\n", stderr);
    exit(2);
  }
  return room;
}

static scene *make(const motion_kind *kind, uint64_t seed, stepping how, const motion_options *o) {
  scene *s = kind->scene.make(seed, o->amount > 0 ? o->amount : kind->scene.amount);

  if (o->length > 0) s->frame = o->length;
  if (o->erp > 0) dWorldSetERP(s->world, (dReal)o->erp);
  if (o->full_step) s->full_step = true;
  s->parts = stepping_parts(how, s);
  return s;
}

static double radius_of(dBodyID body) {
  dMass mass;

  dBodyGetMass(body, &mass);
  return sqrt((double)(mass.I[0] + mass.I[5] + mass.I[10]) / (3 * (double)mass.mass));
}

/* Lists the bodies of all worlds, in the order of the scene's geoms. */
static void list_bodies(gauge *meter) {
  const scene *own = meter->lanes[OWN].s;

  meter->bodies = cleared((size_t)own->geom_count + 1, sizeof *meter->bodies);
  for (int i = 0; i < own->geom_count; i++) {
    dBodyID body = dGeomGetBody(own->geoms[i]);
    if (!body || dBodyGetFirstGeom(body) != own->geoms[i]) continue;
    body_state *b = &meter->bodies[meter->count++];
    b->radius = radius_of(body);
    for (int k = 0; k < meter->lane_count; k++) b->body[k] = dGeomGetBody(meter->lanes[k].s->geoms[i]);
  }
}

/* ------------------------------------------------------------------ displacements */

static pose pose_of(dBodyID body) {
  const dReal *x = dBodyGetPosition(body), *q = dBodyGetQuaternion(body);
  pose p;

  for (int i = 0; i < 3; i++) p.x[i] = (double)x[i];
  for (int i = 0; i < 4; i++) p.q[i] = (double)q[i];
  return p;
}

static void find_displacement(const pose *from, const pose *to, double radius, double d[6]) {
  const double *a = from->q, *b = to->q;
  double turn[3], w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], size = 0;

  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    turn[i] = a[0] * b[i + 1] - b[0] * a[i + 1] - (b[j + 1] * a[k + 1] - b[k + 1] * a[j + 1]);
    size += turn[i] * turn[i];
    d[i] = to->x[i] - from->x[i];
  }
  size = sqrt(size);
  double angle = 2 * atan2(size, fabs(w)), factor = size > 0 ? (w < 0 ? -1 : 1) * radius * angle / size : 0;
  for (int i = 0; i < 3; i++) d[3 + i] = factor * turn[i];
}

static double dot(const double *a, const double *b, int count) {
  double sum = 0;

  for (int i = 0; i < count; i++) sum += a[i] * b[i];
  return sum;
}

static double length(const double d[6]) {
  return sqrt(dot(d, d, 6));
}

static double speed_of(dBodyID body, double radius) {
  const dReal *v = dBodyGetLinearVel(body), *w = dBodyGetAngularVel(body);
  double sum = 0;

  for (int i = 0; i < 3; i++) sum += (double)(v[i] * v[i]) + radius * radius * (double)(w[i] * w[i]);
  return sqrt(sum);
}

/* ------------------------------------------------------------------ one frame */

static void begin_frame(gauge *meter, int frame) {
  for (int k = 0; k < meter->lane_count; k++) {
    scene *s = meter->lanes[k].s;
    s->parts = meter->lanes[OWN].s->parts;
    if (s->drive != NULL) s->drive(s, frame);
    if (k != OWN) twin_follow(s, meter->lanes[OWN].s);
  }
  for (int i = 0; i < meter->count; i++) {
    body_state *b = &meter->bodies[i];
    b->start = pose_of(b->body[OWN]);
    b->speed = speed_of(b->body[OWN], b->radius);
  }
}

static stepping_report step_lane(lane *l, stepping_function *step, stepping how, double *time) {
  double start;
  stepping_report report;

  dRandSetSeed(l->seed);
  start = now();
  report = step(how, l->s, NULL);
  *time = now() - start;
  l->seed = dRandGetSeed();
  return report;
}

/* Returns how much of a displacement of this size, projected on it, another lacks. */
static double lacking(const double own[6], const double due[6], double size) {
  return fmin(size, fmax(0, size - dot(own, due, 6) / size));
}

/* Returns true if a displacement of the twin `gentle` comes from its solver, which lets a pile fall into itself: with
   more iterations the body does not go there. */
static bool is_unsolved(const gauge *meter, const body_state *b, const double due[6], double size) {
  double solved[6];

  if (!meter->solved || b->held.own < DOUBTED_ROW) return false;
  pose end = pose_of(b->body[SOLVED_TWIN]);
  find_displacement(&b->start, &end, b->radius, solved);
  return dot(solved, due, 6) < NOTICED * size * size;
}

/* Notes whether a body stood still in this frame. */
static void note_row(int *row, bool still, int *longest) {
  *row = still ? *row + 1 : 0;
  if (*row > *longest) *longest = *row;
}

/* Notes what a body and the twin `plain` lack of a displacement that a twin has made; returns its length, or 0 if the
   twin has not moved the body. */
static double note_lack(gauge *meter, const body_state *b, int twin, const double own[6], lack *l, rows *r) {
  double due[6], plain[6], h = meter->lanes[OWN].s->frame, least = NOTICED * fmax(G * h * h, b->speed * h);
  pose end = pose_of(b->body[twin]), plain_end = pose_of(b->body[PLAIN_TWIN]);
  int longest = l->row;

  find_displacement(&b->start, &end, b->radius, due);
  find_displacement(&b->start, &plain_end, b->radius, plain);
  double size = length(due);
  if (!(size > least)) {
    *r = (rows){0};
    return 0;
  }
  note_row(&r->own, length(own) < NOTICED * size && !(twin == GENTLE_TWIN && is_unsolved(meter, b, due, size)),
           &l->row);
  note_row(&r->plain, length(plain) < NOTICED * size, &l->plain_row);
  if (l->row > longest) l->body = (int)(b - meter->bodies);
  l->due += size;
  l->lacking += lacking(own, due, size);
  l->plain_lacking += lacking(plain, due, size);
  return size;
}

static void note_due(gauge *meter, body_state *b, const double own[6]) {
  motion *m = &meter->m;
  double before = m->missing.lacking;

  note_lack(meter, b, GENTLE_TWIN, own, &m->held, &b->held);
  double size = note_lack(meter, b, TRUE_TWIN, own, &m->missing, &b->missing);
  m->due_time += size > 0 ? meter->lanes[OWN].s->frame : 0;
  if (!dBodyIsKinematic(b->body[OWN])) return;
  m->kinematic += size;
  m->kinematic_missing += m->missing.lacking - before;
}

static void note_ways(gauge *meter, double time) {
  double frame = meter->lanes[OWN].s->frame;
  int restless = 0;

  for (int i = 0; i < meter->count; i++) {
    body_state *b = &meter->bodies[i];
    pose end = pose_of(b->body[OWN]);
    double own[6];
    find_displacement(&b->start, &end, b->radius, own);
    meter->m.way += sqrt(dot(own, own, 3));
    restless += length(own) > G * frame * frame && !dBodyIsKinematic(b->body[OWN]);
    if (meter->lane_count == LANES) note_due(meter, b, own);
  }
  if (restless > RESTLESS * meter->count) meter->m.settled = time;
}

static void note_energy(gauge *meter) {
  const scene *s = meter->lanes[OWN].s;
  motion *m = &meter->m;

  m->energy_end = scene_energy(s) + scene_potential(s);
  meter->lowest = fmin(meter->lowest, m->energy_end);
  m->rise = fmax(m->rise, m->energy_end - meter->lowest);
  m->energy_scale = fmax(m->energy_scale, m->energy - m->energy_end);
}

/* Writes the anchors of a joint; returns false if its kind has none. */
static bool find_anchors(dJointID joint, dVector3 one, dVector3 two) {
  switch (dJointGetType(joint)) {
    case dJointTypeBall:
      dJointGetBallAnchor(joint, one);
      dJointGetBallAnchor2(joint, two);
      return true;
    case dJointTypeHinge:
      dJointGetHingeAnchor(joint, one);
      dJointGetHingeAnchor2(joint, two);
      return true;
    case dJointTypeUniversal:
      dJointGetUniversalAnchor(joint, one);
      dJointGetUniversalAnchor2(joint, two);
      return true;
    default:
      return false;
  }
}

static void note_joints(gauge *meter) {
  for (int i = 0; i < meter->count; i++) {
    dBodyID body = meter->bodies[i].body[OWN];
    for (int k = 0; k < dBodyGetNumJoints(body); k++) {
      dVector3 one, two;
      double sum = 0;
      if (!find_anchors(dBodyGetJoint(body, k), one, two)) continue;
      for (int c = 0; c < 3; c++) sum += (double)((one[c] - two[c]) * (one[c] - two[c]));
      meter->m.torn = fmax(meter->m.torn, sqrt(sum));
    }
  }
}

static void note_frame(gauge *meter, int frame, const stepping_report *report) {
  scene *s = meter->lanes[OWN].s;
  motion *m = &meter->m;

  m->clean_frames += report->clean;
  m->lost += report->lost;
  if (s->advised > m->advised_most) m->advised_most = s->advised;
  if (s->observe != NULL) s->observe(s, frame);
  note_ways(meter, (frame + 1) * s->frame);
  note_energy(meter);
  note_joints(meter);
  m->poking = fmax(m->poking, scene_poking(s));
}

static void make_frame(gauge *meter, stepping_function *step, stepping how, int frame) {
  static const stepping WAY[LANES] = {
      {0}, {STEPPING_PLAIN, TRUTH}, {STEPPING_PLAIN, TRUTH}, {STEPPING_PLAIN, 1}, {STEPPING_PLAIN, TRUTH}};
  double time[LANES] = {0};

  begin_frame(meter, frame);
  meter->solved = false;
  if (meter->lane_count == LANES) {
    for (int i = 0; i < meter->count; i++) meter->solved = meter->solved || meter->bodies[i].held.own >= DOUBTED_ROW;
    for (int k = 1; k < LANES; k++) meter->lanes[k].seed = meter->lanes[OWN].seed;
  }
  stepping_report report = step_lane(&meter->lanes[OWN], step, how, &time[OWN]);
  for (int k = 1; k < meter->lane_count; k++) {
    if (k != SOLVED_TWIN || meter->solved) step_lane(&meter->lanes[k], stepping_frame, WAY[k], &time[k]);
  }
  note_frame(meter, frame, &report);
  meter->own_time += time[OWN];
  meter->plain_time += time[PLAIN_TWIN];
  meter->ratio[frame] = time[PLAIN_TWIN] > 0 ? time[OWN] / time[PLAIN_TWIN] : 0;
}

/* ------------------------------------------------------------------ the end */

static void note_rest_places(gauge *meter) {
  for (int i = 0; i < meter->count; i++) {
    pose at = pose_of(meter->bodies[i].body[OWN]);
    memcpy(meter->bodies[i].rest_at, at.x, sizeof at.x);
  }
}

/* Lets plain ODE go on for a second, and counts what falls. */
static void let_go(gauge *meter, int frame) {
  scene *s = meter->lanes[OWN].s;
  int frames = (int)(FALL_TIME / s->frame);
  double time;

  for (int i = 0; i < meter->count; i++) {
    body_state *b = &meter->bodies[i];
    meter->m.asleep += !dBodyIsEnabled(b->body[OWN]);
    b->start = pose_of(b->body[OWN]);
    dBodyEnable(b->body[OWN]);
  }
  for (int k = 0; k < frames; k++) {
    if (s->drive != NULL) s->drive(s, frame + k);
    step_lane(&meter->lanes[OWN], stepping_frame, (stepping){STEPPING_PLAIN, TRUTH}, &time);
  }
  for (int i = 0; i < meter->count; i++) {
    const body_state *b = &meter->bodies[i];
    double moved[3];
    for (int k = 0; k < 3; k++) moved[k] = b->start.x[k] - b->rest_at[k];
    bool dropped = b->start.x[2] - (double)dBodyGetPosition(b->body[OWN])[2] > HANGING;
    meter->m.dropped += dropped;
    meter->m.hanging += dropped && dot(moved, moved, 3) < RESTED * RESTED;
  }
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static void note_end(gauge *meter, int frames) {
  const scene *s = meter->lanes[OWN].s;
  motion *m = &meter->m;

  m->frames = frames;
  m->bodies = meter->count;
  m->outside = scene_outside(s);
  m->lost_bodies = s->lost != NULL ? s->lost(s) : 0;
  m->figure = s->figure;
  qsort(meter->ratio, (size_t)frames, sizeof *meter->ratio, ascending);
  m->price_median = meter->ratio[frames / 2];
  m->price = meter->plain_time > 0 ? meter->own_time / meter->plain_time : 0;
}

/* ------------------------------------------------------------------ all */

/* Lets TRUTH parts of a frame correct as much of the errors of joints as a whole one does. */
static void soften(scene *s) {
  dWorldSetERP(s->world, (dReal)(1 - pow(1 - (double)dWorldGetERP(s->world), 1.0 / TRUTH)));
}

static void begin(gauge *meter, const motion_kind *kind, uint64_t seed, stepping how, const motion_options *o) {
  meter->lane_count = o->with_twins ? LANES : 1;
  for (int k = meter->lane_count - 1; k >= 0; k--) {
    meter->lanes[k].s = make(kind, seed, how, o);
    meter->lanes[k].seed = dRandGetSeed();
  }
  if (meter->lane_count == LANES) {
    soften(meter->lanes[GENTLE_TWIN].s);
    soften(meter->lanes[SOLVED_TWIN].s);
    dWorldSetQuickStepNumIterations(meter->lanes[SOLVED_TWIN].s->world, SOLVED_ITERATIONS);
  }
  list_bodies(meter);
  meter->m.kinetic = scene_energy(meter->lanes[OWN].s);
  meter->m.energy = meter->lowest = scene_energy(meter->lanes[OWN].s) + scene_potential(meter->lanes[OWN].s);
}

motion motion_by(stepping_function *step, const motion_kind *kind, uint64_t seed, stepping how,
                 const motion_options *o) {
  gauge meter = {.lane_count = 0};
  int frames = o->frames > 0 ? o->frames : kind->scene.frames;

  begin(&meter, kind, seed, how, o);
  meter.ratio = cleared((size_t)frames, sizeof *meter.ratio);
  int rest = frames - (int)(REST_TIME / meter.lanes[OWN].s->frame);
  for (int frame = 0; frame < frames; frame++) {
    if (frame == rest) note_rest_places(&meter);
    make_frame(&meter, step, how, frame);
  }
  note_end(&meter, frames);
  let_go(&meter, frames);
  for (int k = 0; k < meter.lane_count; k++) scene_free(meter.lanes[k].s);
  free(meter.bodies);
  free(meter.ratio);
  return meter.m;
}

motion motion_of(const motion_kind *kind, uint64_t seed, stepping how, const motion_options *options) {
  return motion_by(stepping_frame, kind, seed, how, options);
}

static double percent(double part, double all) {
  return all > 0 ? 100 * part / all : 0;
}

double motion_lost(const motion *m) {
  return percent(m->lost, m->due_time);
}

double motion_lacking(const lack *l) {
  return percent(l->lacking, l->due);
}

double motion_plain_lacking(const lack *l) {
  return percent(l->plain_lacking, l->due);
}

double motion_kinematic_missing(const motion *m) {
  return percent(m->kinematic_missing, m->kinematic);
}
