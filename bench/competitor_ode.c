/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Does what an ODE user can do today: step the geoms along their paths, ask dCollide() at each place, and halve the
 * step in which they first touch.  It also asks the cheapest question that ODE answers, dBoxTouchesBox() at one time.
 *
 * The user chooses the path; a normalised linear quaternion is the cheapest to follow and is what ODE's own integrator
 * does in a step. A box at rest is placed once.
 */

#include "competitor.h"

#include <math.h>
#include <ode/ode.h>
#include <stdlib.h>

#include "room.h"

/* ------------------------------------------------------------------ sub-steps */

typedef struct moving_geom {
  dGeomID geom;
  int moves;
  double position[3], velocity[3];
  double quaternion[4], change[4];
} moving_geom;

typedef struct moving_pair {
  moving_geom body[2];
  int last; /* 1 in the extra pair that ends the list */
} moving_pair;

/* Halving ends here, in parts of the interval: well below LATE of judge.h, and not at the rounding of t, for which a
   user would pay some 20 calls more. */
static const double HALVED_ENOUGH = 1e-10;

static void prepare_geom(const course *from, moving_geom *body) {
  int i;

  body->geom = dCreateBox(0, (dReal)(2.0 * from->half[0]), (dReal)(2.0 * from->half[1]), (dReal)(2.0 * from->half[2]));
  for (i = 0; i < 4; i++) {
    body->quaternion[i] = from->quaternion[START][i];
    body->change[i] = from->quaternion[END][i] - from->quaternion[START][i];
    body->moves |= body->change[i] != 0.0;
  }
  for (i = 0; i < 3; i++) {
    body->position[i] = from->position[START][i];
    body->velocity[i] = from->position[END][i] - from->position[START][i];
    body->moves |= body->velocity[i] != 0.0;
  }
}

static void place(const moving_geom *body, double t) {
  double q[4], square = 0.0;
  dQuaternion unit;
  int i;

  for (i = 0; i < 4; i++) {
    q[i] = body->quaternion[i] + t * body->change[i];
    square += q[i] * q[i];
  }
  for (i = 0; i < 4; i++) unit[i] = (dReal)(q[i] / sqrt(square));
  dGeomSetPosition(body->geom, (dReal)(body->position[0] + t * body->velocity[0]),
                   (dReal)(body->position[1] + t * body->velocity[1]),
                   (dReal)(body->position[2] + t * body->velocity[2]));
  dGeomSetQuaternion(body->geom, unit);
}

static void *prepare_geoms(const test_case *scene, int count) {
  moving_pair *all = room_for(count + 1, sizeof *all);
  int i, body;

  for (i = 0; i < count; i++)
    for (body = 0; body < 2; body++) {
      prepare_geom(&scene[i].body[body], &all[i].body[body]);
      place(&all[i].body[body], 0.0);
    }
  all[count].last = 1;
  return all;
}

static int touch_at(const moving_pair *pair, double t) {
  dContactGeom contact;
  int body;

  for (body = 0; body < 2; body++)
    if (pair->body[body].moves) place(&pair->body[body], t);
  return dCollide(pair->body[0].geom, pair->body[1].geom, 1, &contact, (int)sizeof contact) > 0;
}

static double sampled_contact(const moving_pair *pair, int samples) {
  double free_at = 0.0, touch = 0.0;
  int i;

  for (i = 0; i <= samples; i++) {
    touch = (double)i / samples;
    if (touch_at(pair, touch)) break;
    free_at = touch;
  }
  if (i > samples) return INFINITY;
  while (touch - free_at > HALVED_ENOUGH) {
    double middle = 0.5 * (free_at + touch);
    if (touch_at(pair, middle))
      touch = middle;
    else
      free_at = middle;
  }
  return free_at;
}

static void run_sampled(const moving_pair *pair, int count, int samples, double *answer) {
  int i;

  for (i = 0; i < count; i++) answer[i] = sampled_contact(&pair[i], samples);
}

static void run_10(void *prepared, int first, int count, double *answer) {
  run_sampled((const moving_pair *)prepared + first, count, 10, answer);
}

static void run_100(void *prepared, int first, int count, double *answer) {
  run_sampled((const moving_pair *)prepared + first, count, 100, answer);
}

static void run_1000(void *prepared, int first, int count, double *answer) {
  run_sampled((const moving_pair *)prepared + first, count, 1000, answer);
}

static void release_geoms(void *prepared) {
  moving_pair *all = prepared;
  int i;

  for (i = 0; !all[i].last; i++) {
    dGeomDestroy(all[i].body[0].geom);
    dGeomDestroy(all[i].body[1].geom);
  }
  free(all);
}

/* ------------------------------------------------------------------ one test */

typedef struct placed_box {
  dVector3 position, side;
  dMatrix3 rotation;
} placed_box;

static void *prepare_placed(const test_case *scene, int count) {
  placed_box *all = room_for(2 * count, sizeof *all);
  int i, j, k;

  for (i = 0; i < 2 * count; i++) {
    const course *body = &scene[i / 2].body[i % 2];
    double position[3], quaternion[4], rotation[3][3];
    model_pose(MODEL_QUATERNION, body, 0.5, position, quaternion);
    quaternion_matrix(quaternion, rotation);
    for (j = 0; j < 3; j++) {
      all[i].position[j] = (dReal)position[j];
      all[i].side[j] = (dReal)(2.0 * body->half[j]);
      for (k = 0; k < 3; k++) all[i].rotation[4 * j + k] = (dReal)rotation[j][k];
    }
  }
  return all;
}

static void run_placed(void *prepared, int first, int count, double *answer) {
  const placed_box *all = prepared;
  int i;

  for (i = 0; i < count; i++) {
    const placed_box *box = &all[2 * (first + i)];
    answer[i] =
        dBoxTouchesBox(box[0].position, box[0].rotation, box[0].side, box[1].position, box[1].rotation, box[1].side);
  }
}

const competitor COMPETITOR_DISCRETE_ODE = {
    "one test: dBoxTouchesBox", ROLE_DISCRETE, MODEL_QUATERNION, prepare_placed, run_placed, free};
const competitor COMPETITOR_ODE_10 = {
    "ODE dCollide, 10 sub-steps", ROLE_SAMPLED, MODEL_QUATERNION, prepare_geoms, run_10, release_geoms};
const competitor COMPETITOR_ODE_100 = {
    "ODE dCollide, 100 sub-steps", ROLE_SAMPLED, MODEL_QUATERNION, prepare_geoms, run_100, release_geoms};
const competitor COMPETITOR_ODE_1000 = {
    "ODE dCollide, 1000 sub-steps", ROLE_SAMPLED, MODEL_QUATERNION, prepare_geoms, run_1000, release_geoms};
