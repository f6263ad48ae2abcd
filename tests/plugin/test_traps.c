/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A program that traps floating-point operations, to find its own mistakes, is not ended by the plugin's, and traps as
 * before when a call returns.
 */

#define _GNU_SOURCE /* this declares feenableexcept */

#include <fenv.h>
#include <math.h>
#include <stdio.h>

#include "loop.h"

enum { FRAMES = 40, BODIES = 24 };

static const dReal FRAME = (dReal)(1. / 60);

/* Traps what a program would, where the C library and the processor can.  Returns the mask, 0 if they cannot. */
static int trap(void) {
#ifdef __GLIBC__
  if (feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) == -1) return 0;
  return fegetexcept();
#else
  return 0;
#endif
}

static int trapped(void) {
#ifdef __GLIBC__
  return fegetexcept();
#else
  return 0;
#endif
}

static void trap_nothing(void) {
#ifdef __GLIBC__
  fedisableexcept(FE_ALL_EXCEPT);
#endif
}

/* Throws bodies of four shapes at a thin wall, above a plane. */
static loop *make_room(bool exact) {
  loop *l = exact ? make_exact_loop(SPACE_HASH) : make_loop(SPACE_HASH);
  dCreatePlane(l->space, 0, 0, 1, 0);
  add_tile(l, (dReal)0.01, 4, 4, 2, 0, 2);
  for (int i = 0; i < BODIES; i++) {
    dBodyID body = add_box(l, (dReal)0.2, (dReal)0.2, (dReal)0.2, (dReal)(0.3 * (i % 4)), (dReal)(0.3 * (i / 4 % 3)),
                           (dReal)(0.3 + 0.3 * (i / 12)));
    dGeomID shape[] = {dBodyGetFirstGeom(body), dCreateSphere(0, (dReal)0.1), dCreateCapsule(0, (dReal)0.05, 0.1),
                       dCreateCylinder(0, (dReal)0.1, (dReal)0.2)};
    for (int k = 1; k < 4; k++) {
      if (k != i % 4) {
        dGeomDestroy(shape[k]);
        continue;
      }
      dGeomDestroy(shape[0]);
      dSpaceAdd(l->space, shape[k]);
      dGeomSetBody(shape[k], body);
    }
    dBodySetLinearVel(body, (dReal)(10 + 5 * (i % 7)), (dReal)(i % 5 - 2), 0);
    dBodySetAngularVel(body, (dReal)(i % 3), (dReal)(i % 4), 1);
  }
  return l;
}

static void simulate(bool exact) {
  loop *l = make_room(exact);
  int mask = trap();
  if (mask == 0) {
    free_loop(l);
    skip();
  }
  for (int i = 0; i < FRAMES; i++) {
    qmboxSimulateReport report;
    qmboxWorldSimulate(l->world, l->space, FRAME, &l->options, &report);
    assert_int_equal(trapped(), mask);
  }
  trap_nothing();
  assert_true(l->stops > 0);
  free_loop(l);
}

static void guarded_frames(void **state) {
  (void)state;
  simulate(false);
}

static void exact_frames(void **state) {
  (void)state;
  simulate(true);
}

/* Asks everything that computes of two qmboxes, one of them in motion, their edges parallel, and of the world. */
static void single_questions(void **state) {
  (void)state;
  loop *l = make_room(false);
  dBodyID body = add_box(l, 1, 1, 1, -3, 0, 1);
  dGeomID mover = qmboxCreate(0, 1, 1, 1), still = qmboxCreate(0, (dReal)0.1, 4, 4);
  qmboxContact found, hit[BODIES];
  dContactGeom contact[4];
  qmboxCast cast = {.t0 = 0, .t1 = 1};
  qmboxStep step;
  dReal aabb[6];
  double time;
  dGeomSetBody(mover, body);
  dBodySetLinearVel(body, 10, 0, 0);
  int mask = trap();
  if (mask == 0) {
    dGeomDestroy(still);
    free_loop(l);
    skip();
  }
  assert_true(qmboxSetMotionFromBody(mover, 1));
  dGeomGetAABB(mover, aabb);
  assert_int_equal(qmboxFirstContact(mover, still, 1, &found), BMS_CONTACT);
  assert_true(qmboxCollide(still, mover, 4, contact, sizeof contact[0], &time) > 0);
  assert_true(dCollide(mover, still, 4, contact, sizeof contact[0]) > 0);
  assert_true(qmboxSpaceCast(l->space, mover, &cast, hit, BODIES) > 0);
  assert_true(qmboxSpaceCastBody(l->space, body, &cast, hit, BODIES) > 0);
  qmboxSpaceFirstContact(l->space, 1, QMBOX_APART, &found);
  qmboxWorldStepReport(l->world, l->space, FRAME, &step);
  assert_int_equal(trapped(), mask);
  trap_nothing();
  dGeomDestroy(mover);
  dGeomDestroy(still);
  free_loop(l);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(guarded_frames, set_up_ode, tear_down_ode),
                                     cmocka_unit_test_setup_teardown(exact_frames, set_up_ode, tear_down_ode),
                                     cmocka_unit_test_setup_teardown(single_questions, set_up_ode, tear_down_ode)};
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("traps", tests, 0, 0);
}
