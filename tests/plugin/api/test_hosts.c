/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Tests the ways in which programs run worlds: several at once, on several threads, and with ODE's own threads.  Every
 * world comes out with the bits that it has when it runs alone; with ODE's own threads those differ from run to run.
 *
 * All step by dWorldStep(): dWorldQuickStep() takes its joints in an order drawn from the one random seed of the
 * process, so that its results depend on what other threads do, in plain ODE as well.
 */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "fixture.h"
#include "loop.h"

enum { WORLDS = 8, THREADS = 4, FRAMES = 20, BOXES = 6 };

#define STEP ((dReal)(1.0 / 60))

/* Returns the FNV-1a hash of 64 bits (Fowler, Noll, Vo). */
static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
  const unsigned char *byte = data;

  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
  return hash;
}

typedef struct run {
  loop *l;
  dBodyID body[BOXES];
  uint64_t hash; /* the hash of all poses at the ends of frames */
  int stops, lost;
} run;

/* Boxes thrown at two thin plates on the ground; another scene for every number. */
static run start(int number) {
  random_source source = {(uint64_t)(100 + number)};
  run r = {.l = make_loop(number % SPACE_NESTED), .hash = UINT64_C(14695981039346656037)};

  r.l->options.stepper = dWorldStep;
  dCreatePlane(r.l->space, 0, 0, 1, 0);
  add_tile(r.l, (dReal)0.01, 4, 4, 0, 0, 2);
  add_tile(r.l, (dReal)0.005, 4, 4, 2, 0, 2);
  for (int k = 0; k < BOXES; k++) {
    dReal side = uniform(&source, 0.05, 0.3), spin[3];
    r.body[k] = add_box(r.l, side, side, uniform(&source, 0.05, 0.3), -3, (dReal)(0.4 * k - 1), 1);
    dReal forward = uniform(&source, 10, 200);
    dBodySetLinearVel(r.body[k], forward, 0, uniform(&source, -1, 1));
    random_vector(&source, 30, spin);
    dBodySetAngularVel(r.body[k], spin[0], spin[1], spin[2]);
  }
  return r;
}

static void run_frame(run *r) {
  qmboxSimulateReport report;

  if (qmboxWorldSimulate(r->l->world, r->l->space, STEP, &r->l->options, &report) != STEP) r->lost++;
  r->stops += report.stops;
  for (int k = 0; k < BOXES; k++) {
    r->hash = hash_bytes(r->hash, dBodyGetPosition(r->body[k]), 3 * sizeof(dReal));
    r->hash = hash_bytes(r->hash, dBodyGetQuaternion(r->body[k]), 4 * sizeof(dReal));
  }
}

static uint64_t finish(run *r) {
  free_loop(r->l);
  return r->lost == 0 ? r->hash : 0;
}

/* Computes the hashes of all worlds, each run alone. */
static void run_alone(uint64_t hash[WORLDS]) {
  int stops = 0;

  for (int n = 0; n < WORLDS; n++) {
    run r = start(n);
    for (int i = 0; i < FRAMES; i++) run_frame(&r);
    stops += r.stops;
    hash[n] = finish(&r);
    assert_true(hash[n] != 0);
    for (int k = 0; k < n; k++) assert_true(hash[k] != hash[n]);
  }
  print_message("# %d worlds of %d boxes, %d frames, %d stops\n", WORLDS, BOXES, FRAMES, stops);
  assert_true(stops > WORLDS);
}

static void several_worlds_in_turn_have_the_bits_of_each_alone(void **state) {
  uint64_t expected[WORLDS];
  run r[WORLDS];

  (void)state;
  run_alone(expected);
  for (int n = 0; n < WORLDS; n++) r[n] = start(n);
  for (int i = 0; i < FRAMES; i++) {
    for (int n = 0; n < WORLDS; n++) run_frame(&r[n]);
  }
  for (int n = 0; n < WORLDS; n++) assert_true(finish(&r[n]) == expected[n]);
}

typedef struct worker {
  int first; /* worlds first, first + THREADS ... */
  uint64_t hash[WORLDS];
} worker;

/* The worlds that have no threading implementation of their own share one of ODE's, which takes no locks: worlds that
   are stepped at the same time need one for each thread, be it one that has no threads. */
static void *work(void *argument) {
  worker *w = argument;
  dThreadingImplementationID threading = dThreadingAllocateSelfThreadedImplementation();

  if (!threading || !dAllocateODEDataForThread((unsigned)dAllocateMaskAll)) return 0;
  for (int n = w->first; n < WORLDS; n += THREADS) {
    run r = start(n);
    dWorldSetStepThreadingImplementation(r.l->world, dThreadingImplementationGetFunctions(threading), threading);
    for (int i = 0; i < FRAMES; i++) run_frame(&r);
    w->hash[n] = finish(&r);
  }
  dThreadingFreeImplementation(threading);
  dCleanupODEAllDataForThread();
  return 0;
}

/* The class of qmbox, too, is registered by whichever thread comes first. */
static void worlds_on_four_threads_have_the_bits_of_one(void **state) {
  uint64_t expected[WORLDS];
  worker w[THREADS] = {0};
  pthread_t thread[THREADS];

  (void)state;
  run_alone(expected);
  dCloseODE();
  dInitODE2(dInitFlagManualThreadCleanup);
  for (int k = 0; k < THREADS; k++) {
    w[k].first = k;
    assert_int_equal(pthread_create(&thread[k], 0, work, &w[k]), 0);
  }
  for (int k = 0; k < THREADS; k++) assert_int_equal(pthread_join(thread[k], 0), 0);
  for (int n = 0; n < WORLDS; n++) assert_true(w[n % THREADS].hash[n] == expected[n]);
  dCloseODE();
  dInitODE();
}

/* Islands of bodies are then stepped on several threads; the world is read between steps only.  The bits are not
   compared: plain dWorldStep()'s, too, change from run to run if ODE shares an island among threads. */
static void a_world_with_odes_own_threads_loses_no_time(void **state) {
  dThreadingImplementationID threading = dThreadingAllocateMultiThreadedImplementation();
  dThreadingThreadPoolID pool;
  int stops = 0;

  (void)state;
  if (!threading) skip(); /* ODE was built without them */
  pool = dThreadingAllocateThreadPool(THREADS, 0, dAllocateFlagBasicData, 0);
  assert_non_null(pool);
  dThreadingThreadPoolServeMultiThreadedImplementation(pool, threading);
  for (int n = 0; n < WORLDS; n++) {
    run r = start(n);
    dWorldSetStepThreadingImplementation(r.l->world, dThreadingImplementationGetFunctions(threading), threading);
    for (int i = 0; i < FRAMES; i++) run_frame(&r);
    dWorldSetStepThreadingImplementation(r.l->world, 0, 0);
    stops += r.stops;
    assert_true(finish(&r) != 0);
  }
  assert_true(stops > WORLDS);
  dThreadingImplementationShutdownProcessing(threading);
  dThreadingFreeThreadPool(pool);
  dThreadingFreeImplementation(threading);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(several_worlds_in_turn_have_the_bits_of_each_alone, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(worlds_on_four_threads_have_the_bits_of_one, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_world_with_odes_own_threads_loses_no_time, set_up_ode, tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  print_message("# scenes from seeds 100 to %d\n", 100 + WORLDS - 1);
  return cmocka_run_group_tests(tests, 0, 0);
}
