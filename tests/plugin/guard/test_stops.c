/* SPDX-License-Identifier: BSD-3-Clause */

/* Which of the two bodies of a pair wait, and from when. */

#include <math.h>

#include "loop.h"

/* Lets two cubes of 0.1 fly at each other for a frame of 0.01, the first from the origin at one speed and the second
   from 0.5 away at another. */
static qmboxSimulateReport fly_at_each_other(double speed1, double speed2, dReal place[2]) {
  loop *l = make_loop(SPACE_SIMPLE);
  dBodyID cube[2];
  dWorldSetGravity(l->world, 0, 0, 0);
  for (int k = 0; k < 2; k++) {
    cube[k] = add_box(l, (dReal)0.1, (dReal)0.1, (dReal)0.1, (dReal)(0.5 * k), 0, 0);
    dBodySetLinearVel(cube[k], (dReal)(k ? -speed2 : speed1), 0, 0);
  }
  qmboxSimulateReport report = frame(l, (dReal)0.01);
  for (int k = 0; k < 2; k++) place[k] = dBodyGetPosition(cube[k])[0];
  free_loop(l);
  return report;
}

static void two_that_are_equally_fast_wait_where_they_meet(void **state) {
  dReal place[2];
  (void)state;
  qmboxSimulateReport report = fly_at_each_other(100, 100, place);
  assert_true(report.stops == 1 && report.heldBodies == 2);
  /* they are in each other by less than their allowances */
  double apart = (double)(place[1] - place[0]), middle = 0.5 * (double)(place[1] + place[0]);
  assert_true(apart > 0.05 && apart < 0.1 && fabs(middle - 0.25) < 1e-3);
  assert_true(fabs((double)report.lostTime - 2 * (0.01 - (0.5 - apart) / 200)) < 1e-6);
}

static void one_that_is_much_slower_does_not_wait(void **state) {
  dReal place[2];
  (void)state;
  qmboxSimulateReport report = fly_at_each_other(200, 1, place);
  assert_true(report.stops == 1 && report.heldBodies == 1);
  assert_true(fabs((double)place[1] - 0.49) < 1e-6);
  report = fly_at_each_other(1, 200, place);
  assert_true(report.stops == 1 && report.heldBodies == 1);
  assert_true(fabs((double)place[0] - 0.01) < 1e-6);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(two_that_are_equally_fast_wait_where_they_meet),
      CASE(one_that_is_much_slower_does_not_wait),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
