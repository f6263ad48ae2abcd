/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Hulls that are remembered: programs with any number of different ones, for example animated ones, take no more memory
 * than is set, worlds do not depend on what is remembered, and threads may find, use and let go the same hulls at once.
 */

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"
#include "shapes/known_hull.h"
#include "util/remembered.h"

enum { POINTS = 40, BYTES = 200000, HULLS = 400, THREADS = 4 };

/* Planes around a cube, and points on the edges of it. */
typedef struct cut_cube {
  dReal plane[24], point[3 * POINTS];
} cut_cube;

static void make_cube(dReal half, cut_cube *cube) {
  memset(cube, 0, sizeof *cube);
  for (int k = 0; k < 6; k++) {
    cube->plane[4 * k + k / 2] = k % 2 ? 1 : -1;
    cube->plane[4 * k + 3] = half;
  }
  for (int v = 0; v < POINTS; v++) {
    for (int i = 0; i < 3; i++) cube->point[3 * v + i] = v >> i & 1 ? half : -half;
    if (v >= 8) cube->point[3 * v + v % 3] = half * (dReal)(v - POINTS / 2) / POINTS;
  }
}

static qmboxConvexData data_of(const cut_cube *cube) {
  return (qmboxConvexData){cube->plane, cube->point, 6, POINTS};
}

static const qmboxKnownHull *know(const cut_cube *cube) {
  const qmboxConvexData data = data_of(cube);
  return qmboxKnowHull(&data);
}

static dReal half_of(int number) {
  return (dReal)(0.25 + number / 512.0);
}

/* Returns true if all is known of a cube that is found out again. */
static bool is_that_of(const qmboxKnownHull *known, const cut_cube *cube) {
  const qmboxConvexData data = data_of(cube);
  qmboxHullCore core;
  if (!known || !qmboxMakeHullCore(&data, &core)) return false;
  size_t bytes = 3 * (size_t)core.count * sizeof *core.point;
  bool same = memcmp(&core.inner, &known->core.inner, sizeof core.inner) == 0 && core.count == known->core.count &&
              memcmp(core.point, known->core.point, bytes) == 0;
  free(core.point);
  const qmboxFarthestTable *table = atomic_load(&known->farthest);
  for (int k = 0; k < 12 && same; k++) {
    const double direction[3] = {cos(k), sin(k), sin(3 * k + 1)};
    same = qmboxFarthestPoint(table, cube->point, POINTS, direction) ==
           qmboxFarthestPoint(0, cube->point, POINTS, direction);
  }
  return same;
}

static int let_all_be_remembered(void **state) {
  qmboxRememberUpTo(QMBOX_REMEMBERED_BYTES);
  return tear_down_ode(state);
}

/* ------------------------------------------------------------------ one thread */

static void any_number_of_hulls_take_no_more_than_is_set(void **state) {
  cut_cube cube;
  size_t one = 0, most = 0;
  (void)state;
  qmboxRememberUpTo(BYTES);
  for (int n = 0; n < HULLS; n++) {
    make_cube(half_of(n), &cube);
    size_t before = qmboxBytesRemembered();
    for (int again = 0; again < 2; again++) {
      int phase = qmboxUseRemembered();
      assert_true(is_that_of(know(&cube), &cube));
      qmboxLeaveRemembered(phase);
    }
    if (n == 0) one = qmboxBytesRemembered() - before;
    if (qmboxBytesRemembered() > most) most = qmboxBytesRemembered();
  }
  assert_true(one > sizeof cube && HULLS * one > 4 * BYTES);
  assert_true(most <= BYTES + 4 * one);
}

static void what_is_used_again_and_again_stays(void **state) {
  cut_cube usual, other;
  (void)state;
  qmboxRememberUpTo(BYTES);
  make_cube(10, &usual);
  int phase = qmboxUseRemembered();
  (void)know(&usual);
  const qmboxFarthestTable *table = atomic_load(&know(&usual)->farthest);
  qmboxLeaveRemembered(phase);
  assert_non_null(table);
  for (int n = 0; n < 2 * HULLS; n++) {
    make_cube(half_of(HULLS + n), &other);
    phase = qmboxUseRemembered();
    (void)know(&other);
    assert_ptr_equal(atomic_load(&know(&usual)->farthest), table);
    qmboxLeaveRemembered(phase);
  }
}

/* The sanitizers see what is freed too early. */
static void what_goes_is_valid_until_the_call_is_over(void **state) {
  static cut_cube cube[HULLS];
  static const qmboxKnownHull *known[HULLS];
  (void)state;
  qmboxRememberUpTo(BYTES);
  int outer = qmboxUseRemembered();
  for (int n = 0; n < HULLS; n++) {
    make_cube(half_of(n), &cube[n]);
    int inner = qmboxUseRemembered();
    known[n] = know(&cube[n]);
    qmboxLeaveRemembered(inner);
  }
  for (int n = 0; n < HULLS; n++) assert_true(is_that_of(known[n], &cube[n]));
  assert_true(qmboxBytesRemembered() > 2 * BYTES);
  qmboxLeaveRemembered(outer);
  for (int n = 0; n < 4; n++) { /* what the call has kept goes with the next hulls */
    int phase = qmboxUseRemembered();
    make_cube(half_of(n) / 2, &cube[n]);
    (void)know(&cube[n]);
    qmboxLeaveRemembered(phase);
  }
  assert_true(qmboxBytesRemembered() <= BYTES);
}

/* A program may jump out of a call, which then never leaves. */
static void a_call_that_never_ends_does_not_take_all_memory(void **state) {
  cut_cube cube;
  int left = 0;
  (void)state;
  qmboxRememberUpTo(BYTES / 8);
  int phase = qmboxUseRemembered();
  for (int n = 0; n < 4 * HULLS; n++) {
    make_cube(half_of(n), &cube);
    left += know(&cube) == 0;
  }
  assert_true(left > 0);
  assert_true(qmboxBytesRemembered() < 2 * BYTES);
  qmboxLeaveRemembered(phase);
}

/* ------------------------------------------------------------------ worlds */

/* Drops hulls that change in each frame.  Returns a sum over all poses. */
static double drop_hulls(size_t bytes) {
  enum { BODIES = 6, FRAMES = 30 };
  static const unsigned polygon[30] = {4, 0, 4, 6, 2, 4, 1, 3, 7, 5, 4, 0, 1, 5, 4,
                                       4, 2, 6, 7, 3, 4, 0, 2, 3, 1, 4, 4, 5, 7, 6};
  cut_cube cube[BODIES];
  dBodyID body[BODIES];
  double sum = 0;
  qmboxRememberUpTo(bytes);
  dRandSetSeed(1);
  loop *l = make_loop(0);
  add_tile(l, 10, 10, 0.02, 0, 0, 0);
  for (int k = 0; k < BODIES; k++) {
    make_cube(half_of(k), &cube[k]);
    dMass mass;
    dMassSetBox(&mass, 1000, 1, 1, 1);
    body[k] = dBodyCreate(l->world);
    dBodySetMass(body[k], &mass);
    dGeomSetBody(dCreateConvex(l->space, cube[k].plane, 6, cube[k].point, POINTS, polygon), body[k]);
    dBodySetPosition(body[k], (dReal)(1.2 * (k % 2)), (dReal)0.1 * (dReal)k, (dReal)(2 + k));
    dBodySetLinearVel(body[k], 0, 0, -60);
    dBodySetAngularVel(body[k], 1, (dReal)k, 2);
  }
  for (int n = 0; n < FRAMES; n++) {
    for (int k = 0; k < BODIES; k++) make_cube(half_of(k + n % 7), &cube[k]);
    (void)qmboxWorldSimulate(l->world, l->space, (dReal)0.01, &l->options, 0);
    for (int k = 0; k < BODIES; k++) {
      for (int i = 0; i < 3; i++) sum += (k + 1) * (i + 1) * (double)dBodyGetPosition(body[k])[i];
    }
  }
  free_loop(l);
  return sum;
}

static void worlds_do_not_depend_on_what_is_remembered(void **state) {
  (void)state;
  double sum = drop_hulls(QMBOX_REMEMBERED_BYTES), without = drop_hulls(0), again = drop_hulls(20000);
  assert_true(isfinite(sum));
  assert_memory_equal(&sum, &without, sizeof sum);
  assert_memory_equal(&sum, &again, sizeof sum);
}

/* ------------------------------------------------------------------ threads */

typedef struct worker {
  unsigned seed;
  bool good;
} worker;

static void *work(void *argument) {
  worker *w = argument;
  cut_cube cube[2];
  w->good = true;
  for (int n = 0; n < HULLS && w->good; n++) {
    int phase = qmboxUseRemembered();
    const qmboxKnownHull *known[2];
    for (int k = 0; k < 2; k++) {
      w->seed = w->seed * 1664525u + 1013904223u;
      make_cube(half_of((int)(w->seed >> 16) % (k == 0 ? 8 : HULLS)), &cube[k]);
      known[k] = know(&cube[k]);
    }
    for (int k = 0; k < 2; k++) w->good = w->good && is_that_of(known[k], &cube[k]);
    qmboxLeaveRemembered(phase);
  }
  return 0;
}

static void threads_share_what_comes_and_goes(void **state) {
  pthread_t thread[THREADS];
  worker w[THREADS];
  (void)state;
  qmboxRememberUpTo(4 * BYTES);
  for (int k = 0; k < THREADS; k++) {
    w[k].seed = (unsigned)k;
    assert_int_equal(pthread_create(&thread[k], 0, work, &w[k]), 0);
  }
  for (int k = 0; k < THREADS; k++) {
    assert_int_equal(pthread_join(thread[k], 0), 0);
    assert_true(w[k].good);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, let_all_be_remembered)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(any_number_of_hulls_take_no_more_than_is_set), CASE(what_is_used_again_and_again_stays),
      CASE(what_goes_is_valid_until_the_call_is_over),    CASE(a_call_that_never_ends_does_not_take_all_memory),
      CASE(worlds_do_not_depend_on_what_is_remembered),   CASE(threads_share_what_comes_and_goes),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
