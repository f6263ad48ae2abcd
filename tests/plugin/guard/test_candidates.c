/* SPDX-License-Identifier: BSD-3-Clause */

/* Pairs one of which goes far, so that a stop that is found late changes earlier ones. */

#include "loop.h"

/* A near callback that makes no contact joints before the step, so that what is pressed goes on into the wall. */
typedef struct late_callback {
  loop *l;
  dNearCallback *near;
} late_callback;

static bool stepped;

static int note_step(dWorldID world, dReal h) {
  stepped = true;
  return dWorldStep(world, h);
}

static void late_near(void *data, dGeomID o1, dGeomID o2) {
  late_callback *late = data;
  if (stepped) late->near(late->l, o1, o2);
}

/* Two cubes: one leaves the origin at this velocity, and one comes to where that was from so far and so fast. */
typedef struct passage {
  double ahead[2], from, speed;
} passage;

/*
 * The one that leaves is pressed into a floor.  It meets the floor's core at the end of the step, and for that has to
 * stay where it started.  By then the other one has gone through that place.
 */
static void pass(const passage *p) {
  loop *l = make_waiting_loop(SPACE_SIMPLE);
  late_callback late = {l, l->options.nearCallback};
  const dReal h = (dReal)(1.0 / 60);
  qmboxSimulateReport report;
  dGeomSetPosition(dCreateBox(l->space, 200, 200, 1), 0, 0, (dReal)-0.5);
  dBodyID ahead = add_box(l, (dReal)0.04, (dReal)0.04, (dReal)0.04, 0, 0, (dReal)0.0106);
  dBodyID behind = add_box(l, (dReal)0.02, (dReal)0.02, (dReal)0.02, 0, (dReal)-p->from, (dReal)0.011);
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetLinearVel(ahead, (dReal)p->ahead[0], (dReal)p->ahead[1], (dReal)-0.04);
  dBodySetLinearVel(behind, 0, (dReal)p->speed, 0);
  l->options.nearCallback = late_near;
  l->options.nearData = &late;
  l->options.stepper = note_step;
  stepped = false;
  assert_true(qmboxWorldSimulate(l->world, l->space, h, &l->options, &report) == h);
  assert_true(report.unguarded == 0 && report.stops == 2);
  assert_true(dBodyGetPosition(ahead)[0] == 0 && dBodyGetPosition(ahead)[1] == 0);
  assert_true((double)dBodyGetPosition(behind)[1] < -0.02);
  free_loop(l);
}

static void what_passed_the_place_where_a_body_has_to_wait_is_stopped_there(void **state) {
  static const passage PASSAGES[] = {
      {{4, 200}, 1.6, 400},    /* it also comes near the other later */
      {{200, 4}, 4, 400},      /* in the last window */
      {{3000, 0}, 0.057, 1500} /* in the window after the first */
  };
  (void)state;
  for (int k = 0; k < 3; k++) pass(&PASSAGES[k]);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(what_passed_the_place_where_a_body_has_to_wait_is_stopped_there),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
