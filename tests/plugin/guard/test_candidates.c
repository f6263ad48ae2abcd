/* SPDX-License-Identifier: BSD-3-Clause */

/* Pairs one of which goes far, where a stop that is found late changes what came before. */

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

/*
 * A cube that is pressed into a floor flies along it.  It meets the floor's core at the end of the step, and for that
 * has to stay where it started.  Another one has followed it there, and has come near it after it went through that
 * place.
 */
static void what_passed_the_place_where_a_body_has_to_wait_is_stopped_there(void **state) {
  (void)state;
  loop *l = make_loop(SPACE_SIMPLE);
  late_callback late = {l, l->options.near};
  const dReal h = (dReal)(1.0 / 60);
  qmboxSimulateReport report;
  dGeomSetPosition(dCreateBox(l->space, 20, 20, 1), 0, 0, (dReal)-0.5);
  dBodyID ahead = add_box(l, (dReal)0.04, (dReal)0.04, (dReal)0.04, 0, 0, (dReal)0.001);
  dBodyID behind = add_box(l, (dReal)0.02, (dReal)0.02, (dReal)0.02, 0, (dReal)-1.6, (dReal)0.011);
  dWorldSetGravity(l->world, 0, 0, 0);
  dBodySetLinearVel(ahead, 4, 200, (dReal)-0.078);
  dBodySetLinearVel(behind, 0, 400, 0);
  l->options.near = late_near;
  l->options.nearData = &late;
  l->options.stepper = note_step;
  stepped = false;
  assert_true(qmboxWorldSimulate(l->world, l->space, h, &l->options, &report) == h);
  assert_true(report.unkept == 0 && report.stops == 2);
  assert_true(dBodyGetPosition(ahead)[1] == 0);
  assert_true((double)dBodyGetPosition(behind)[1] < -0.02);
  free_loop(l);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(what_passed_the_place_where_a_body_has_to_wait_is_stopped_there),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
