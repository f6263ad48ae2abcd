/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Asks this solver: once as the peers are asked, with two poses of each box given and the motions built inside the
 * timing; once with the query ready, as a simulation has it that keeps motions with its bodies; and with matrices,
 * which are always ready. Ready queries are also asked in one call for all, for each answer or for the earliest alone.
 */

#include "competitor.h"

#include <math.h>
#include <stdlib.h>

#include "bms_batch.h"
#include "room.h"

typedef struct poses {
  bms_box box;
  double position[2][3];
  double quaternion[2][4];
} poses;

static bms_box centred(const course *body) {
  return bms_box_centred(2.0 * body->half[0], 2.0 * body->half[1], 2.0 * body->half[2]);
}

static double time_of(const bms_contact *contact) {
  switch (contact->status) {
    case BMS_CONTACT:
    case BMS_TOUCHING:
    case BMS_OVERLAPPING:
      return contact->t;
    case BMS_SEPARATED:
      return INFINITY;
    case BMS_UNRESOLVED:
    case BMS_INVALID:
      break;
  }
  return NAN;
}

static double answer_of(const bms_query *query) {
  bms_contact contact;

  (void)bms_first_contact(query, &contact);
  return time_of(&contact);
}

/* ------------------------------------------------------------------ from poses */

static void *prepare_poses(const test_case *scene, int count) {
  poses *all = room_for(2 * count, sizeof *all);
  int i, j, k;

  for (i = 0; i < 2 * count; i++) {
    const course *body = &scene[i / 2].body[i % 2];
    all[i].box = centred(body);
    for (k = START; k <= END; k++)
      for (j = 0; j < 4; j++) {
        all[i].quaternion[k][j] = body->quaternion[k][j];
        if (j < 3) all[i].position[k][j] = body->position[k][j];
      }
  }
  return all;
}

static bms_motion between(const poses *body) {
  return bms_motion_between(0.0, body->position[START], body->quaternion[START], 1.0, body->position[END],
                            body->quaternion[END]);
}

static void run_poses(void *prepared, int first, int count, double *answer) {
  const poses *all = prepared;
  int i;

  for (i = 0; i < count; i++) {
    const poses *body = &all[2 * (first + i)];
    bms_query query = {.t0 = 0.0, .t1 = 1.0};
    query.a.box = body[0].box;
    query.a.motion = between(&body[0]);
    query.b.box = body[1].box;
    query.b.motion = between(&body[1]);
    answer[i] = answer_of(&query);
  }
}

/* ------------------------------------------------------------------ from motions */

static bms_query query_of(const test_case *scene, int matrix) {
  bms_query query = {.t0 = 0.0, .t1 = 1.0};
  poses *body = prepare_poses(scene, 1);

  query.a.box = body[0].box;
  query.b.box = body[1].box;
  query.a.motion = matrix ? scene->matrix[0] : between(&body[0]);
  query.b.motion = matrix ? scene->matrix[1] : between(&body[1]);
  free(body);
  return query;
}

static bms_query *prepare_queries(const test_case *scene, int count, int matrix) {
  bms_query *all = room_for(count, sizeof *all);
  int i;

  for (i = 0; i < count; i++) all[i] = query_of(&scene[i], matrix);
  return all;
}

static void *prepare_rigid(const test_case *scene, int count) {
  return prepare_queries(scene, count, 0);
}
static void *prepare_matrix(const test_case *scene, int count) {
  return prepare_queries(scene, count, 1);
}

static void run_queries(void *prepared, int first, int count, double *answer) {
  const bms_query *all = prepared;
  int i;

  for (i = 0; i < count; i++) answer[i] = answer_of(&all[first + i]);
}

static void run_times(void *prepared, int first, int count, double *answer) {
  const bms_query *all = prepared;
  int i;

  for (i = 0; i < count; i++) {
    bms_contact contact;
    (void)bms_first_contact_time(&all[first + i], NULL, &contact);
    answer[i] = time_of(&contact);
  }
}

/* ------------------------------------------------------------------ in one call */

typedef struct batch {
  bms_query *query;
  bms_contact *contact;
} batch;

static void *new_batch(bms_query *query, int count) {
  batch *all = room_for(1, sizeof *all);

  all->query = query;
  all->contact = room_for(count, sizeof *all->contact);
  return all;
}

static void *prepare_rigid_batch(const test_case *scene, int count) {
  return new_batch(prepare_queries(scene, count, 0), count);
}
static void *prepare_matrix_batch(const test_case *scene, int count) {
  return new_batch(prepare_queries(scene, count, 1), count);
}

static void run_batch(void *prepared, int first, int count, double *answer) {
  const batch *all = prepared;
  int i;

  bms_batch_first_contact(&all->query[first], (size_t)count, 1, all->contact);
  for (i = 0; i < count; i++) answer[i] = time_of(&all->contact[i]);
}

/* Asks for the earliest contact: one answer for many queries; a single query, which is judged, has its own answer. */
static void run_earliest(void *prepared, int first, int count, double *answer) {
  const batch *all = prepared;
  size_t index;

  (void)bms_batch_earliest(&all->query[first], (size_t)count, 1, &index, all->contact);
  answer[index < (size_t)count ? index : 0] = time_of(all->contact);
}

static void release_batch(void *prepared) {
  batch *all = prepared;

  free(all->query);
  free(all->contact);
  free(all);
}

const competitor COMPETITOR_BMS = {"this solver", ROLE_SOLVER, MODEL_QUATERNION, prepare_poses, run_poses, free};
const competitor COMPETITOR_BMS_READY = {
    "this solver, motions given", ROLE_SOLVER, MODEL_QUATERNION, prepare_rigid, run_queries, free};
const competitor COMPETITOR_BMS_MATRIX = {
    "this solver, motions given", ROLE_SOLVER, MODEL_MATRIX, prepare_matrix, run_queries, free};
const competitor COMPETITOR_BMS_TIME = {
    "this solver, time alone", ROLE_SOLVER, MODEL_QUATERNION, prepare_rigid, run_times, free};
const competitor COMPETITOR_BMS_MATRIX_TIME = {
    "this solver, time alone", ROLE_SOLVER, MODEL_MATRIX, prepare_matrix, run_times, free};
const competitor COMPETITOR_BMS_BATCH = {"this solver, batch", ROLE_SOLVER, MODEL_QUATERNION,
                                         prepare_rigid_batch,  run_batch,   release_batch};
const competitor COMPETITOR_BMS_MATRIX_BATCH = {"this solver, batch", ROLE_SOLVER, MODEL_MATRIX,
                                                prepare_matrix_batch, run_batch,   release_batch};
const competitor COMPETITOR_BMS_EARLIEST = {
    "this solver, earliest of all", ROLE_SOLVER, MODEL_QUATERNION, prepare_rigid_batch, run_earliest, release_batch};
const competitor COMPETITOR_BMS_MATRIX_EARLIEST = {"this solver, earliest of all", ROLE_SOLVER,  MODEL_MATRIX,
                                                   prepare_matrix_batch,           run_earliest, release_batch};
