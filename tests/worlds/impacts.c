/* SPDX-License-Identifier: BSD-3-Clause */

/* Bodies that hit a floor or a wall. */

#define _POSIX_C_SOURCE 200809L /* clock_gettime(); must precede the first include */

#include "impacts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "motion_kinds.h"

const char *const IMPACT_NAME[IMPACT_SHAPES] = {"cube", "rod", "plate", "doll"};
const double IMPACT_TIME[IMPACT_TIMES] = {0.1, 0.2, 0.4};

static const double SIDE[IMPACT_SHAPES - 1][3] = {{0.1, 0.1, 0.1}, {0.02, 0.02, 0.5}, {0.3, 0.3, 0.02}};
static const double THICK = 0.05, APART = 3, BEFORE = 1.0 / 60, REFERENCE_ERP = 0.002;

/* Bodies in the order in which they were made: `group` of them are one doll. */
typedef struct group {
  dBodyID *body;
  int count, each;
} group;

static double now(void) {
  struct timespec t;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ------------------------------------------------------------------ the scene */

/* Turns some bodies as one about a point: joints stay fitted. */
static void turn_together(scene *s, dBodyID *body, int count, const double about[3]) {
  double q[4];
  dQuaternion turn;
  dMatrix3 matrix;

  random_direction(&s->random, q, 4);
  for (int i = 0; i < 4; i++) turn[i] = (dReal)q[i];
  dRfromQ(matrix, turn);
  for (int i = 0; i < count; i++) {
    const dReal *x = dBodyGetPosition(body[i]);
    dReal at[3], to[3];
    dQuaternion both;
    for (int k = 0; k < 3; k++) at[k] = x[k] - (dReal)about[k];
    for (int k = 0; k < 3; k++) {
      to[k] = (dReal)about[k] + matrix[4 * k] * at[0] + matrix[4 * k + 1] * at[1] + matrix[4 * k + 2] * at[2];
    }
    dQMultiply0(both, turn, dBodyGetQuaternion(body[i]));
    dBodySetPosition(body[i], to[0], to[1], to[2]);
    dBodySetQuaternion(body[i], both);
  }
}

/* Returns the least coordinate of the bodies' AABBs along an axis. */
static double least_of(dBodyID *body, int count, int axis) {
  double least = HUGE_VAL;

  for (int i = 0; i < count; i++) {
    dReal aabb[6];
    dGeomGetAABB(dBodyGetFirstGeom(body[i]), aabb);
    least = fmin(least, (double)aabb[2 * axis]);
  }
  return least;
}

/* Shifts bodies along an axis so that they begin somewhat above 0 there, and throws them at it. */
static void aim(scene *s, const impact_case *c, dBodyID *body, int count) {
  int axis = c->wall ? 0 : 2;
  double clear = 0.001 + random_uniform(&s->random, 0, BEFORE) * c->speed - least_of(body, count, axis);

  for (int i = 0; i < count; i++) {
    const dReal *x = dBodyGetPosition(body[i]);
    double at[3] = {(double)x[0], (double)x[1], (double)x[2]}, v[3] = {0, 0, 0};
    at[axis] += clear;
    v[axis] = -c->speed;
    dBodySetPosition(body[i], (dReal)at[0], (dReal)at[1], (dReal)at[2]);
    dBodySetLinearVel(body[i], (dReal)v[0], (dReal)v[1], (dReal)v[2]);
  }
}

static void add_one(scene *s, const impact_case *c, int number, group *g) {
  const double at[3] = {c->wall ? 0 : APART * (number % 8 - 3.5),
                        APART * (c->wall ? number - c->bodies / 2 : number / 8), 1};
  dBodyID *first = g->body + g->count;

  if (c->shape == IMPACT_DOLL) {
    g->each = motion_add_doll(s, at, first);
  } else {
    const double *side = SIDE[c->shape];
    first[0] = scene_box(s, side[0], side[1], side[2], at[0], at[1], at[2]);
    g->each = 1;
  }
  turn_together(s, first, g->each, at);
  aim(s, c, first, g->each);
  g->count += g->each;
}

static scene *new_impact(const impact_case *c, group *g) {
  enum { MOST_LIMBS = 13 };
  scene *s = scene_new(c->seed, SPACE_HASH);
  double wide = 2 * APART * (c->bodies + 8);

  dWorldSetGravity(s->world, 0, 0, (dReal)-9.81);
  s->frame = c->frame;
  s->full_step = c->full_step;
  scene_static_box(s, c->wall ? THICK : wide, wide, c->wall ? wide : THICK, c->wall ? -THICK / 2 : 0, 0,
                   c->wall ? 0 : -THICK / 2);
  g->body = scene_memory(s, (size_t)(MOST_LIMBS * c->bodies), sizeof(dBodyID));
  for (int i = 0; i < c->bodies; i++) add_one(s, c, i, g);
  return s;
}

/* ------------------------------------------------------------------ measures */

static double energy_of(dBodyID body) {
  const dReal *v = dBodyGetLinearVel(body), *w = dBodyGetAngularVel(body);
  dVector3 own;
  dMass mass;
  double sum = 0;

  dBodyGetMass(body, &mass);
  dBodyVectorFromWorld(body, w[0], w[1], w[2], own);
  for (int i = 0; i < 3; i++) {
    sum += (double)(mass.mass * v[i] * v[i]) / 2;
    for (int k = 0; k < 3; k++) sum += (double)(own[i] * mass.I[4 * i + k] * own[k]) / 2;
  }
  return sum;
}

static void note_time(const impact_case *c, const group *g, int time, impact *result) {
  double sum = 0, squares = 0, speeds = 0;

  for (int i = 0; i < c->bodies; i++) {
    double energy = 0;
    for (int k = 0; k < g->each; k++) energy += energy_of(g->body[i * g->each + k]);
    sum += energy;
    squares += energy * energy;
  }
  for (int i = 0; i < g->count; i++) {
    const dReal *v = dBodyGetLinearVel(g->body[i]);
    speeds += sqrt((double)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  }
  double mean = sum / c->bodies;
  result->energy[time] = mean;
  result->error[time] = sqrt(fmax(0, squares / c->bodies - mean * mean) / c->bodies);
  result->speed[time] = speeds / g->count;
}

static impact run(const impact_case *c, scene *s, const group *g, stepping how) {
  impact result = {.start = scene_energy(s) / c->bodies};
  int frames = (int)(IMPACT_TIME[IMPACT_TIMES - 1] / s->frame + 0.5), time = 0;
  double start = now();

  for (int frame = 0; frame < frames; frame++) {
    result.lost += stepping_frame(how, s, NULL).lost;
    if ((frame + 1) * s->frame < IMPACT_TIME[time] - s->frame / 2) continue;
    note_time(c, g, time++, &result);
  }
  result.price = (now() - start) / frames;
  result.lost /= g->count * frames * s->frame;
  for (int i = 0; i < g->count; i++)
    result.through += !(dBodyGetPosition(g->body[i])[c->wall ? 0 : 2] > -(dReal)THICK / 2);
  return result;
}

impact impact_of(const impact_case *c, stepping how) {
  group g = {.count = 0};
  scene *s = new_impact(c, &g);
  impact result = run(c, s, &g, how);

  scene_free(s);
  return result;
}

impact impact_reference(const impact_case *c) {
  group g = {.count = 0};
  impact_case fine = *c;

  fine.frame = 1.0 / 60;
  scene *s = new_impact(&fine, &g);
  dWorldSetERP(s->world, (dReal)REFERENCE_ERP);
  impact result = run(&fine, s, &g, (stepping){STEPPING_PLAIN, REFERENCE_PARTS});
  scene_free(s);
  return result;
}
